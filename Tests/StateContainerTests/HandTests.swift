import StateContainer
import Testing

@Suite struct `A transition driven by hand` {
  private let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"], "s3": ["C"]])

  @Test func `let go of, or over, does not move the next one`() throws {
    let container = owner.onScreen()
    let first = try #require(container.beginInteractiveTransition(to: "s2"))
    first.finish()
    #expect(!first.isActive)
    container.advance(to: 1_000_000_000)
    let second = try #require(container.beginInteractiveTransition(to: "s3"))
    _ = owner.takeTrace()
    first.update(progress: 0.5)
    first.cancel()
    first.finish()
    #expect(owner.takeTrace() == [] && second.isActive && container.isDrivenByHand)
    #expect(!first.isActive, "the one that drives is another")
  }

  @Test func `dropped without being let go of, is cancelled`() {
    let container = owner.onScreen()
    var outcomes: [RequestOutcome] = []
    do {
      let hand = container.beginInteractiveTransition(to: "s2") { outcomes.append($0) }
      hand?.update(progress: 0.5)
    }
    container.advance(to: 1_000_000_000)
    #expect(outcomes == [.cancelled] && container.layers.map(\.id) == ["A"])
  }

  @Test(arguments: [-1, 0, .nan, 1, 2, .infinity] as [Double])
  func `takes any progress`(progress: Double) throws {
    let container = owner.onScreen()
    let hand = try #require(container.beginInteractiveTransition(to: "s2"))
    _ = owner.takeTrace()
    hand.update(progress: progress)
    #expect(owner.takeTrace().first == (progress >= 1 ? "B.in 1.0" : "B.in 0.0"))
  }
}
