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

  @Test func `requests the next state at its instant, however far time jumps`() {
    let owner = Self.owner(["loading": Self.toError])
    let container = owner.onScreen()
    #expect(container.nextDeadline == 1_000_000_000 && !container.isAnimating)
    container.advance(to: 999_999_999)
    #expect(owner.takeTrace() == [])
    container.advance(to: 5_000_000_000)
    #expect(
      owner.log.first
        == "{\"t\":1000,\"event\":\"willTransition\",\"to\":\"error\",\"animated\":true}")
    #expect(owner.log.last?.hasPrefix("{\"t\":1350,\"event\":\"didTransition\"") == true)
    #expect(container.nextDeadline == nil)
  }

  @Test func `is over when another transition begins`() {
    let owner = Self.owner(["loading": Self.toError])
    let container = owner.onScreen()
    container.advance(to: 900_000_000)
    container.request("content", animated: true)
    #expect(container.nextDeadline == 1_250_000_000)
    container.advance(to: 5_000_000_000)
    #expect(container.currentState == "content")
  }

  @Test func `counts anew with every transition to the state`() {
    let owner = Self.owner(["loading": Self.toError])
    let container = owner.onScreen()
    container.advance(to: 900_000_000)
    container.request("loading", animated: false)
    #expect(container.nextDeadline == 1_900_000_000)
  }

  @Test func `goes to its own state, not to that of the state before`() {
    let owner = Self.owner([
      "loading": Self.toError,
      "content": StateDeadline(afterNanoseconds: 2_000_000_000, next: "loading", isAnimated: false),
      "error": StateDeadline(afterNanoseconds: 300_000_000, next: "content", isAnimated: false),
    ])
    let container = owner.onScreen()
    container.advance(to: 900_000_000)
    container.request("content", animated: false)
    container.advance(to: 2_899_999_999)
    #expect(container.currentState == "content")
    container.advance(to: 2_900_000_000)
    #expect(container.currentState == "loading" && container.nextDeadline == 3_900_000_000)
    container.advance(to: 4_600_000_000)
    #expect(container.currentState == "content" && container.previousState == "error")
  }

  @Test func `reached while its transition runs, waits or interrupts as any request`() {
    let short = StateDeadline(afterNanoseconds: 100_000_000, next: "error")
    for policy in QueueingPolicy.allCases {
      let owner = Self.owner(["content": short])
      let container = owner.onScreen()
      container.policy = policy
      container.request("content", animated: true)
      container.advance(to: 100_000_000)
      #expect(container.hasWaitingRequest == (policy == .wait))
      #expect(container.currentState == (policy == .wait ? "content" : "error"))
    }
  }

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

  @Test func `stands still off screen, where the next appearance begins anew`() {
    let owner = Self.owner(["loading": Self.toError])
    let container = owner.onScreen()
    container.willDisappear(animated: false)
    container.didDisappear()
    #expect(container.nextDeadline == nil)
    container.advance(to: 3_000_000_000)
    container.willAppear(animated: false)
    container.advance(to: 3_500_000_000)
    container.didAppear()
    #expect(container.currentState == "loading" && container.nextDeadline == 4_000_000_000)
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
    #expect(owner.log.count { $0.contains("willTransition") } == 10_000)
    #expect(container.nextDeadline == 7)
  }
}
