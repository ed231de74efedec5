import StateContainer
import Testing

@Suite struct `A state's deadline` {
  static func owner(_ deadlines: [String: StateDeadline<String>]) -> RecordedOwner {
    let owner = RecordedOwner(
      states: ["loading": ["A"], "error": ["B"], "content": ["C"]], appearanceStates: ["loading"])
    owner.deadlines = deadlines
    return owner
  }

  static let toError = StateDeadline(afterNanoseconds: 1_000_000_000, next: "error")

  @Test func `comes after the animations that end at its instant`() {
    let owner = Self.owner([
      "content": StateDeadline(afterNanoseconds: 350_000_000, next: "error", isAnimated: false)
    ])
    let container = owner.onScreen()
    container.request("content", animated: true)
    container.advance(to: 350_000_000)
    let trace = owner.takeTrace()
    #expect(
      trace.firstIndex(of: "willTransition error")
        == trace.firstIndex(of: "didTransition loading content").map { $0 + 1 })
  }

  @Test func `does not overtake a request that waits for the transition that ends then`() {
    let owner = Self.owner([
      "content": StateDeadline(afterNanoseconds: 350_000_000, next: "error")
    ])
    let container = owner.onScreen()
    var outcomes: [RequestOutcome] = []
    container.request("content", animated: true)
    container.request("loading", animated: false) { outcomes.append($0) }
    container.advance(to: 350_000_000)
    #expect(outcomes == [.finished] && container.currentState == "loading")
  }

  @Test(arguments: [300, 700])
  func `set while its state is shown, counts from the beginning of that state's transition`(
    after: Int
  ) {
    let owner = Self.owner([:])
    let container = owner.onScreen()
    var ended = 0
    container.request("content", animated: true)
    container.advance(by: .milliseconds(500))
    container.callEnded = { ended += 1 }
    container.deadlines = { [after] state in
      state == "content" ? StateDeadline(after: .milliseconds(after), next: "error") : nil
    }
    #expect(ended == 1, "who sleeps until the next instant looks again")
    #expect(container.currentState == (after == 300 ? "error" : "content"))
    #expect(container.nextDeadline == (after == 300 ? 850_000_000 : 700_000_000))
    container.advance(by: .seconds(5))
    #expect(container.currentState == "error" && container.now.sinceBegin == .milliseconds(5_500))
  }

  @Test func `taken away while its state is shown, is not reached`() {
    let owner = Self.owner(["loading": Self.toError])
    let container = owner.onScreen()
    container.deadlines = nil
    #expect(container.nextDeadline == nil)
    container.advance(by: .seconds(5))
    #expect(container.currentState == "loading")
  }

  @Test func `set within callbacks is that of the state which is current then`() {
    let owner = Self.owner([:])
    let container = owner.onScreen()
    let ways: [String: StateDeadline<String>] = [
      "loading": StateDeadline(after: .seconds(1), next: "error"),
      "content": StateDeadline(after: .seconds(2), next: "loading"),
    ]
    for begins in [true, false] {
      container.deadlines = nil
      container.request("loading", animated: false)
      let begin = container.nowNanoseconds
      let observation = container.addObserver { [unowned container] event in
        switch event {
        case .willTransition where begins: container.deadlines = { ways[$0] }
        case .didTransition where !begins: container.deadlines = { ways[$0] }
        default: break
        }
      }
      container.request("content", animated: false)
      observation.remove()
      #expect(container.nextDeadline == begin + 2_000_000_000)
      container.request("error", animated: false)
      #expect(container.nextDeadline == nil)
      container.advance(by: .seconds(3))
    }
  }

  @Test func `set off screen does not count until the container appears`() {
    let owner = Self.owner([:])
    let container = owner.onScreen()
    container.disappear()
    container.deadlines = { $0 == "loading" ? Self.toError : nil }
    container.advance(by: .seconds(3))
    #expect(container.currentState == "loading" && container.nextDeadline == nil)
    container.appear()
    #expect(container.nextDeadline == 4_000_000_000)
  }

  @Test func `of no time, back and forth, does not hang`() {
    let owner = Self.owner([
      "loading": StateDeadline(afterNanoseconds: -5, next: "error", isAnimated: false),
      "error": StateDeadline(afterNanoseconds: 0, next: "loading", isAnimated: false),
    ])
    let container = owner.onScreen()
    container.advance(to: 7)
    #expect(owner.trace.count { $0.hasPrefix("willTransition") } == 10_000)
    #expect(container.nextDeadline == 7)
  }
}
