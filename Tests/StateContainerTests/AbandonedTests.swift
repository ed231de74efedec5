import StateContainer
import Testing

/// An owner without content whose children are named after the states.
private final class Nothing: ContentOwner {
  var hasContent: Bool { false }
  func children(for state: ContentState<String>) -> [RecordedChild] {
    [RecordedChild("\(state.name)")]
  }
}

@Suite struct `A container whose owner is gone` {
  private func onScreen(
    policy: QueueingPolicy = .wait
  ) -> (owner: RecordedOwner?, container: StateContainer<String, RecordedChild>) {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = StateContainer<String, RecordedChild>(owner: owner)
    container.policy = policy
    container.appear()
    return (owner, container)
  }

  @Test func `is on no way any more, and all that was requested is cancelled`() {
    var (owner, container) = onScreen()
    var outcomes: [String] = []
    container.request("s2", animated: true) { outcomes.append("s2 \($0)") }
    container.request("s1", animated: true) { outcomes.append("s1 \($0)") }
    container.advance(to: 100_000_000)
    #expect(container.isAnimating && owner != nil)
    owner = nil
    #expect(!container.isAnimating && !container.isTransitioning && container.isAbandoned)
    #expect(container.nextInstant == container.now, "a caller that sleeps until then cancels them")
    container.advance(to: 110_000_000)
    #expect(outcomes == ["s2 cancelled", "s1 cancelled"])
    #expect(!container.hasWaitingRequest && container.nextDeadline == nil)
    #expect(container.layers.map(\.id) == ["B"], "who was on the way out is gone")
    var ways: [ChildPresentation] = []
    container.forEachLayer { ways.append($1) }
    #expect(ways == [.steady])
  }

  @Test func `in the middle of an appearance, or by hand, is on no way either`() {
    var (owner, container) = onScreen()
    let hand = container.beginInteractiveTransition(to: "s2")
    hand?.update(progress: 0.5)
    owner = nil
    hand?.update(progress: 0.7)
    #expect(!container.isDrivenByHand && !container.isTransitioning && owner == nil)
    var other = onScreen()
    other.container.disappear()
    other.container.willAppear(animated: true)
    other.owner = nil
    other.container.advance(to: 1)
    #expect(!other.container.isTransitioning && !other.container.isAnimating)
  }

  @Test func `at rest, has nothing left to do`() {
    var (owner, container) = onScreen()
    owner = nil
    #expect(container.nextInstant == nil && owner == nil)
    var other: Nothing? = Nothing()
    let content = other.map { ContentContainer<String, RecordedChild>(owner: $0) }
    content?.appear()
    var outcomes: [RequestOutcome] = []
    content?.startLoading { outcomes.append($0) }
    other = nil
    #expect(content?.nextInstant == .zero, "loading is held back, and what waits for it")
    content?.advance(to: .zero)
    #expect(outcomes == [.cancelled] && content?.nextInstant == nil && other == nil)
  }

  @Test func `tells who waits for the end of calls, and does not loop`() {
    var (owner, container) = onScreen()
    var ended = 0
    container.callEnded = { [unowned container] in
      ended += 1
      container.advance(to: 5)
    }
    owner = nil
    container.request("s2", animated: true)
    #expect(ended == 1 && owner == nil)
  }

  @Test func `of content, cancels what it was asked for`() {
    var owner: Nothing? = Nothing()
    let content = owner.map { ContentContainer<String, RecordedChild>(owner: $0) }
    guard let content else { return }
    content.appear()
    var outcomes: [RequestOutcome] = []
    content.transitionViewStates(error: "x") { outcomes.append($0) }
    content.startLoading { outcomes.append($0) }
    #expect(content.isAnimating)
    owner = nil
    #expect(!content.isAnimating && content.nextInstant == content.now)
    content.advance(to: 1)
    #expect(outcomes == [.cancelled, .cancelled] || outcomes == [.finished, .cancelled])
    #expect(!content.container.isTransitioning && content.nextDeadline == nil)
  }
}

@Suite struct `The end of a call` {
  @Test func `is a callback: what it calls comes next, and then it is called again`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.onScreen()
    var (depth, calls) = (0, 0)
    container.callEnded = { [unowned container] in
      depth += 1
      defer { depth -= 1 }
      calls += 1
      #expect(depth == 1)
      if calls == 1 { container.request("s1", animated: false) }
    }
    container.request("s2", animated: false)
    #expect(calls == 2 && container.currentState == "s1")
  }

  @Test func `that always calls the container does not recurse`() {
    let owner = RecordedOwner(states: ["s1": [], "s2": []])
    let container = owner.onScreen()
    var calls = 0
    container.callEnded = { [unowned container] in
      calls += 1
      container.advance(to: 0)
    }
    container.advance(to: 0)
    #expect((10_000...10_001).contains(calls))
  }

  @Test func `of a container of content does not recurse either`() {
    final class Plain: ContentOwner {
      func children(for state: ContentState<String>) -> [RecordedChild] { [] }
    }
    let owner = Plain()
    let content = ContentContainer<String, RecordedChild>(owner: owner)
    content.appear()
    var calls = 0
    content.callEnded = { [unowned content] in
      calls += 1
      if calls.isMultiple(of: 2) {
        content.startLoading()
      } else {
        content.container.advance(to: 0)
      }
    }
    content.advance(to: 0)
    #expect((10_000...10_001).contains(calls))
    withExtendedLifetime(owner) {}
  }
}

@Suite struct `Instants of any size` {
  @Test(arguments: [Int64.min, .min + 1, -1_000_000_000, 0, .max - 1_000_000_000, .max])
  func `do not overflow, by hand or by time`(now: Int64) {
    for policy in QueueingPolicy.allCases {
      let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
      let container = StateContainer<String, RecordedChild>(owner: owner, now: .nanoseconds(now))
      container.policy = policy
      container.appear()
      let hand = container.beginInteractiveTransition(to: "s2")
      hand?.update(progress: 0.5)
      container.advance(to: 5)
      hand?.finish()
      container.advance(by: .milliseconds(100))
      container.request("s1", animated: true)
      container.advance(to: .max)
      container.advance(by: .seconds(Int64.max))
      #expect(container.currentState == "s1" && !container.isTransitioning)
    }
  }

  @Test func `are instants of a clock`() {
    let instant = ContainerInstant(.milliseconds(-1_500))
    #expect(instant.nanoseconds == -1_500_000_000 && instant < .zero)
    #expect(instant.advanced(by: .seconds(2)) == ContainerInstant(.milliseconds(500)))
    #expect(instant.duration(to: .zero) == .milliseconds(1_500))
    #expect(ContainerInstant(.seconds(Int64.max)).nanoseconds == .max)
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.onScreen()
    container.request("s2", animated: true)
    container.advance(to: ContainerInstant(.milliseconds(100)))
    #expect(container.now == ContainerInstant(.milliseconds(100)))
    #expect(container.nextInstant?.sinceBegin == .milliseconds(350))
  }
}
