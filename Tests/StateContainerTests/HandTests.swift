import StateContainer
import Testing

@Suite struct `A transition driven by hand` {
  static func onScreen(
    _ children: [RecordedChild] = [], policy: QueueingPolicy = .wait
  ) -> (RecordedOwner, StateContainer<String, RecordedChild>) {
    let owner = RecordedOwner(
      states: ["s1": ["A"], "s2": ["B"], "s3": ["C"]], children: children,
      appearanceStates: ["s1"])
    owner.container.policy = policy
    return (owner, owner.onScreen())
  }

  @Test func `goes where the hand goes, and time does not move it`() throws {
    let (owner, container) = Self.onScreen(
      [
        RecordedChild("A", disappear: lasting(100)),
        RecordedChild("B", appear: lasting(100, delay: 100)),
      ])
    let hand = try #require(container.beginInteractiveTransition(to: "s2"))
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "willTransition s2", "childWillDisappear A", "childWillAppear B", "order A B",
        "begin in B", "begin out A",
      ])
    #expect(container.isDrivenByHand && container.nextDeadline == nil && !container.isAnimating)
    container.advance(to: 10_000_000_000)
    #expect(owner.takeTrace() == [] && container.nowNanoseconds == 10_000_000_000)
    hand.update(progress: 0.25)
    #expect(owner.takeTrace() == ["B.in 0.0", "A.out 0.5"])
    hand.update(progress: 0.75)
    #expect(owner.takeTrace() == ["B.in 0.5", "A.out 1.0"])
    hand.update(progress: 0.125)
    #expect(owner.takeTrace() == ["B.in 0.0", "A.out 0.25"])
    #expect(container.layers.map(\.id) == ["A", "B"] && container.isTransitioning)
  }

  @Test func `let go, goes on from where it is`() throws {
    let (owner, container) = Self.onScreen()
    var outcomes: [RequestOutcome] = []
    let hand = try #require(container.beginInteractiveTransition(to: "s2") { outcomes.append($0) })
    container.advance(to: 1_000_000_000)
    hand.update(progress: 0.5)
    hand.finish()
    _ = owner.takeTrace()
    #expect(container.nextDeadline == 1_175_000_000 && container.isAnimating)
    container.advance(to: 1_087_500_000)
    #expect(owner.takeTrace() == ["B.in 0.75", "A.out 0.75"])
    container.advance(to: 1_175_000_000)
    #expect(owner.takeTrace().last == "didTransition s1 s2")
    #expect(outcomes == [.finished])
  }

  @Test func `cancelled, goes back from where it is with everything balanced`() throws {
    let (owner, container) = Self.onScreen()
    var outcomes: [RequestOutcome] = []
    let hand = try #require(container.beginInteractiveTransition(to: "s2") { outcomes.append($0) })
    hand.update(progress: 0.4)
    _ = owner.takeTrace()
    hand.cancel()
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "didTransition s1 s2", "willTransition s1", "end in B", "childDidAppear B", "end out A",
        "childDidDisappear A", "childWillDisappear B", "childWillAppear A", "begin in A",
        "begin out B",
      ])
    #expect(outcomes == [.cancelled])
    #expect(container.nextDeadline == 140_000_000)
    container.advance(to: 70_000_000)
    #expect(owner.takeTrace() == ["A.in 0.8", "B.out 0.8"])
    container.advance(to: 140_000_000)
    #expect(owner.takeTrace().last == "didTransition s2 s1")
    #expect(container.currentState == "s1" && container.layers.map(\.id) == ["A"])
  }

  @Test func `cancelled at its end, goes all the way back`() throws {
    let (owner, container) = Self.onScreen()
    let hand = try #require(container.beginInteractiveTransition(to: "s2"))
    hand.update(progress: 1)
    hand.cancel()
    #expect(container.nextDeadline == 350_000_000)
    container.advance(to: 350_000_000)
    #expect(owner.present == ["A"] && !container.isTransitioning)
  }

  @Test func `to a state with nothing to move ends when it is let go`() throws {
    let (owner, container) = Self.onScreen()
    let hand = try #require(container.beginInteractiveTransition(to: "s1"))
    hand.update(progress: 1)
    container.advance(to: 1_000)
    #expect(container.isTransitioning)
    hand.finish()
    #expect(owner.takeTrace().last == "didTransition s1 s1" && !container.isTransitioning)
  }

  @Test func `begins on screen and idle only, and never within a callback`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    #expect(owner.container.beginInteractiveTransition(to: "s2") == nil)
    let container = owner.onScreen()
    var inside: [Bool] = []
    owner.onEvent = { _ in
      inside.append(container.beginInteractiveTransition(to: "s2") != nil)
    }
    container.request("s2", animated: true)
    owner.onEvent = nil
    #expect(!inside.isEmpty && !inside.contains(true))
    #expect(container.beginInteractiveTransition(to: "s1") == nil)
    #expect(container.currentState == "s2" && container.isAnimating, "time drives this one")
  }

  @Test func `let go of, or over, does not move the next one`() throws {
    let (owner, container) = Self.onScreen()
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
    let (owner, container) = Self.onScreen()
    var outcomes: [RequestOutcome] = []
    do {
      let hand = container.beginInteractiveTransition(to: "s2") { outcomes.append($0) }
      hand?.update(progress: 0.5)
    }
    container.advance(to: 1_000_000_000)
    #expect(outcomes == [.cancelled] && owner.present == ["A"])
  }

  @Test func `keeps a request waiting until it is over`() throws {
    let (owner, container) = Self.onScreen()
    let hand = try #require(container.beginInteractiveTransition(to: "s2"))
    container.request("s3", animated: false)
    container.advance(to: 1_000_000_000)
    #expect(container.currentState == "s2" && container.hasWaitingRequest)
    hand.cancel()
    container.advance(to: 1_000_000_000)
    #expect(owner.takeTrace().last == "didTransition s1 s3")
  }

  @Test func `is cut short by a request that interrupts`() throws {
    let (owner, container) = Self.onScreen(policy: .interrupt)
    var outcomes: [RequestOutcome] = []
    let hand = try #require(container.beginInteractiveTransition(to: "s2") { outcomes.append($0) })
    hand.update(progress: 0.5)
    container.request("s1", animated: true)
    #expect(outcomes == [.superseded] && !container.isDrivenByHand)
    #expect(
      container.presentation(of: owner.child("A"))
        == .entering(progress: 0.5, timing: lasting(175)))
  }

  @Test func `ends with the container going off screen`() throws {
    let (owner, container) = Self.onScreen()
    let hand = try #require(container.beginInteractiveTransition(to: "s2"))
    hand.update(progress: 0.5)
    container.willDisappear(animated: false)
    #expect(owner.takeTrace().last == "B.willDisappear" && !container.isDrivenByHand)
    hand.update(progress: 0.7)
    hand.finish()
    hand.cancel()
    container.didDisappear()
    #expect(owner.takeTrace() == ["B.didDisappear", "childDidDisappear B"])
  }

  @Test(arguments: [-1, 0, .nan, 1, 2, .infinity] as [Double])
  func `takes any progress`(progress: Double) throws {
    let (owner, container) = Self.onScreen()
    let hand = try #require(container.beginInteractiveTransition(to: "s2"))
    _ = owner.takeTrace()
    hand.update(progress: progress)
    #expect(owner.takeTrace().first == (progress >= 1 ? "B.in 1.0" : "B.in 0.0"))
  }
}
