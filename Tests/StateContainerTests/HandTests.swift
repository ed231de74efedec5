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

  @Test func `goes where the hand goes, and time does not move it`() {
    let (owner, container) = Self.onScreen(
      [
        RecordedChild("A", disappear: lasting(100)),
        RecordedChild("B", appear: lasting(100, delay: 100)),
      ])
    #expect(container.begin(to: "s2"))
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "willTransition s2", "childWillDisappear A", "childWillAppear B", "order A B",
        "begin in B", "begin out A",
      ])
    #expect(container.isDrivenByHand && container.nextDeadline == nil && !container.isAnimating)
    container.advance(to: 10_000_000_000)
    #expect(owner.takeTrace() == [] && container.nowNanoseconds == 10_000_000_000)
    container.update(progress: 0.25)
    #expect(owner.takeTrace() == ["B.in 0.0", "A.out 0.5"])
    container.update(progress: 0.75)
    #expect(owner.takeTrace() == ["B.in 0.5", "A.out 1.0"])
    container.update(progress: 0.125)
    #expect(owner.takeTrace() == ["B.in 0.0", "A.out 0.25"])
    #expect(container.layers.map(\.id) == ["A", "B"] && container.isTransitioning)
  }

  @Test func `let go, goes on from where it is`() {
    let (owner, container) = Self.onScreen()
    var outcomes: [RequestOutcome] = []
    #expect(container.begin(to: "s2") { outcomes.append($0) })
    container.advance(to: 1_000_000_000)
    container.update(progress: 0.5)
    container.finish()
    _ = owner.takeTrace()
    #expect(container.nextDeadline == 1_175_000_000 && container.isAnimating)
    container.advance(to: 1_087_500_000)
    #expect(owner.takeTrace() == ["B.in 0.75", "A.out 0.75"])
    container.advance(to: 1_175_000_000)
    #expect(owner.takeTrace().last == "didTransition s1 s2")
    #expect(outcomes == [.finished])
  }

  @Test func `cancelled, goes back from where it is with everything balanced`() {
    let (owner, container) = Self.onScreen()
    var outcomes: [RequestOutcome] = []
    #expect(container.begin(to: "s2") { outcomes.append($0) })
    container.update(progress: 0.4)
    _ = owner.takeTrace()
    container.cancel()
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

  @Test func `cancelled at its end, goes all the way back`() {
    let (owner, container) = Self.onScreen()
    #expect(container.begin(to: "s2"))
    container.update(progress: 1)
    container.cancel()
    #expect(container.nextDeadline == 350_000_000)
    container.advance(to: 350_000_000)
    #expect(owner.present == ["A"] && !container.isTransitioning)
  }

  @Test func `to a state with nothing to move ends when it is let go`() {
    let (owner, container) = Self.onScreen()
    #expect(container.begin(to: "s1"))
    container.update(progress: 1)
    container.advance(to: 1_000)
    #expect(container.isTransitioning)
    container.finish()
    #expect(owner.takeTrace().last == "didTransition s1 s1" && !container.isTransitioning)
  }

  @Test func `begins on screen and idle only, and never within a callback`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    #expect(!owner.container.begin(to: "s2"))
    let container = owner.onScreen()
    var inside: [Bool] = []
    owner.onEvent = { _ in inside.append(container.begin(to: "s2")) }
    container.request("s2", animated: true)
    owner.onEvent = nil
    #expect(!inside.isEmpty && !inside.contains(true))
    #expect(!container.begin(to: "s1"))
    container.update(progress: 1)
    container.cancel()
    #expect(container.currentState == "s2" && container.isAnimating, "time drives this one")
  }

  @Test func `keeps a request waiting until it is over`() {
    let (owner, container) = Self.onScreen()
    #expect(container.begin(to: "s2"))
    container.request("s3", animated: false)
    container.advance(to: 1_000_000_000)
    #expect(container.currentState == "s2" && container.hasWaitingRequest)
    container.cancel()
    container.advance(to: 1_000_000_000)
    #expect(owner.takeTrace().last == "didTransition s1 s3")
  }

  @Test func `is cut short by a request that interrupts`() {
    let (owner, container) = Self.onScreen(policy: .interrupt)
    var outcomes: [RequestOutcome] = []
    #expect(container.begin(to: "s2") { outcomes.append($0) })
    container.update(progress: 0.5)
    container.request("s1", animated: true)
    #expect(outcomes == [.superseded] && !container.isDrivenByHand)
    #expect(
      container.presentation(of: owner.child("A"))
        == .entering(progress: 0.5, timing: lasting(175)))
  }

  @Test func `ends with the container going off screen`() {
    let (owner, container) = Self.onScreen()
    #expect(container.begin(to: "s2"))
    container.update(progress: 0.5)
    container.willDisappear(animated: false)
    #expect(owner.takeTrace().last == "B.willDisappear" && !container.isDrivenByHand)
    container.update(progress: 0.7)
    container.finish()
    container.cancel()
    container.didDisappear()
    #expect(owner.takeTrace() == ["B.didDisappear", "childDidDisappear B"])
  }

  @Test(arguments: [-1, 0, .nan, 1, 2, .infinity] as [Double])
  func `takes any progress`(progress: Double) {
    let (owner, container) = Self.onScreen()
    #expect(container.begin(to: "s2"))
    _ = owner.takeTrace()
    container.update(progress: progress)
    #expect(owner.takeTrace().first == (progress >= 1 ? "B.in 1.0" : "B.in 0.0"))
  }
}
