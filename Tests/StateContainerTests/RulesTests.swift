import StateContainer
import Testing

@Suite struct `Rules for timing` {
  typealias Rules = TransitionRules<String, String>

  static let rules = Rules([
    .init(from: "s1", to: "s2", child: "B", appearing: true, timing: lasting(10)),
    .init(from: "s1", to: "s2", timing: lasting(20)),
    .init(child: "B", timing: lasting(30)),
    .init(to: "s3", appearing: false, timing: lasting(40)),
    .init(from: "s3", timing: lasting(50)),
  ])

  @Test(
    arguments: [
      ("s1", "s2", "B", true, 10), ("s1", "s2", "B", false, 20), ("s1", "s2", "A", true, 20),
      ("s2", "s1", "B", true, 30), ("s1", "s3", "A", false, 40), ("s1", "s3", "A", true, nil),
      ("s3", "s1", "A", true, 50), (nil, "s2", "A", true, nil), (nil, "s2", "B", true, 30),
    ] as [(String?, String, String, Bool, Int64?)])
  func `the first that fits counts`(
    from: String?, to: String, child: String, appearing: Bool, milliseconds: Int64?
  ) {
    let timing = Self.rules.timing(for: child, appearing: appearing, from: from, to: to)
    #expect(timing == milliseconds.map { lasting($0) })
  }

  @Test func `give an owner a timing and an effect for every pair of states`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let slide = TransitionTiming(durationNanoseconds: 80_000_000, effect: .slideLeft)
    let rules = Rules([.init(from: "s1", to: "s2", timing: slide)])
    owner.timings = { child, appearing, transition in
      rules.timing(
        for: child.id, appearing: appearing, from: transition.previous, to: transition.next)
    }
    let container = owner.onScreen()
    container.request("s2", animated: true)
    #expect(container.presentation(of: owner.child("B")) == .entering(progress: 0, timing: slide))
    container.advance(to: 80_000_000)
    #expect(!container.isTransitioning)
    container.request("s1", animated: true)
    #expect(
      container.presentation(of: owner.child("A")) == .entering(progress: 0, timing: .standard))
  }
}
