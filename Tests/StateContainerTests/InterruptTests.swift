import StateContainer
import Testing

@Suite struct `A request that interrupts` {
  static func interrupting(
    _ states: [String: [String]], _ children: [RecordedChild] = []
  ) -> (RecordedOwner, StateContainer<String, RecordedChild>) {
    let owner = RecordedOwner(states: states, children: children, appearanceStates: ["s1"])
    owner.container.policy = .interrupt
    return (owner, owner.onScreen())
  }

  @Test func `ends the transition, then turns its children from where they are`() {
    let (owner, container) = Self.interrupting(
      ["s1": ["A"], "s2": ["B"]],
      [
        RecordedChild("A", appear: lasting(400), disappear: lasting(200)),
        RecordedChild("B", appear: lasting(200), disappear: lasting(100)),
      ])
    container.request("s2", animated: true)
    container.advance(to: 50_000_000)
    _ = owner.takeTrace()
    container.request("s1", animated: true)
    #expect(
      owner.takeTrace() == [
        "didTransition s1 s2", "willTransition s1",
        "B.endIn", "end in B", "B.didAppear", "childDidAppear B",
        "A.endOut", "end out A", "A.didDisappear", "childDidDisappear A",
        "childWillDisappear B", "B.willDisappear", "childWillAppear A", "A.willAppear",
        "begin in A", "A.beginIn", "begin out B", "B.beginOut",
      ])
    #expect(owner.present == ["A", "B"])
    container.advance(to: 75_000_000)
    #expect(
      owner.takeTrace() == [
        "B.out 1.0", "B.endOut", "end out B", "B.didDisappear", "childDidDisappear B", "order A",
        "A.in 0.8125",
      ])
    container.advance(to: 150_000_000)
    #expect(
      owner.takeTrace() == [
        "A.in 1.0", "A.endIn", "end in A", "A.didAppear", "childDidAppear A",
        "didTransition s2 s1",
      ])
  }

  @Test func `made while children hear of their progress, starts when all of them have`() {
    for (call, state) in [("request", "s1"), ("disappear", "s2")] {
      let (owner, container) = Self.interrupting(["s1": ["A"], "s2": ["B"]])
      container.request("s2", animated: true)
      _ = owner.takeTrace()
      let child = owner.child("B")
      let note = child.onCall
      child.onCall = { [unowned container] words in
        note?(words)
        guard words == "in 0.5" else { return }
        if call == "request" {
          container.request("s1", animated: true)
        } else {
          container.disappear()
        }
        #expect(container.currentState == "s2" && container.appearance == .onScreen)
      }
      container.advance(to: 175_000_000)
      #expect(owner.takeTrace().prefix(2) == ["B.in 0.5", "A.out 0.5"])
      #expect(container.currentState == state)
      #expect((container.appearance == .offScreen) == (call == "disappear"))
    }
  }

  @Test func `leaves those alone that go the same way in both`() {
    let (owner, container) = Self.interrupting(["s1": ["A"], "s2": ["B"], "s3": ["C", "B"]])
    container.request("s2", animated: true)
    container.advance(to: 175_000_000)
    _ = owner.takeTrace()
    container.request("s3", animated: true)
    #expect(
      owner.takeTrace() == [
        "didTransition s1 s2", "willTransition s3", "childWillAppear C", "C.willAppear",
        "order A C B", "begin in C", "C.beginIn",
      ])
    #expect(
      container.presentation(of: owner.child("B")) == .entering(progress: 0.5, timing: .standard))
    container.advance(to: 350_000_000)
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "end in B", "childDidAppear B", "end out A", "childDidDisappear A", "order C B",
      ])
    container.advance(to: 525_000_000)
    #expect(owner.takeTrace().last == "didTransition s2 s3")
  }

  @Test func `is drawn`() {
    let owner = RecordedOwner(
      states: ["s1": ["A"], "s2": ["B"], "s3": ["B", "C"]],
      children: [RecordedChild("A"), RecordedChild("B"), RecordedChild("C")],
      appearanceStates: ["s1"])
    owner.container.policy = .interrupt
    let picture = drawn(
      owner, ticks: 18,
      calls: [
        0: {
          $0.willAppear(animated: false)
          $0.didAppear()
        }, 1: { $0.request("s2", animated: true) }, 5: { $0.request("s1", animated: true) },
        7: { $0.request("s3", animated: true) },
      ])
    #expect(
      picture == """
        A =<<<<>><<<<<......
        B .>>>><<>>>>>======
        C .......>>>>>>>====
        """)
  }

  @Test func `told unanimated, ends everything before it returns`() {
    let (owner, container) = Self.interrupting(["s1": ["A", "K"], "s2": ["B"], "s3": ["A", "B"]])
    container.request("s2", animated: true)
    container.advance(to: 100_000_000)
    _ = owner.takeTrace()
    container.request("s3", animated: false)
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "didTransition s1 s2", "willTransition s3", "end out A", "childDidDisappear A",
        "childWillAppear A", "end in B", "childDidAppear B", "childDidAppear A",
        "end out K", "childDidDisappear K", "order A B", "didTransition s2 s3",
      ])
    #expect(container.nextDeadline == nil && !container.isTransitioning)
  }

  @Test func `lets end first what is due at this instant`() {
    let (owner, container) = Self.interrupting(
      ["s1": [], "s2": ["A", "B"], "s3": ["B"]],
      [RecordedChild("A", appear: lasting(0)), RecordedChild("B", appear: lasting(100))])
    container.request("s2", animated: true)
    _ = owner.takeTrace()
    container.request("s3", animated: true)
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "end in A", "childDidAppear A", "didTransition s1 s2", "willTransition s3",
        "childWillDisappear A", "begin out A",
      ])
  }

  @Test func `tells every maker once, the interrupted one before the next begins`() {
    let (owner, container) = Self.interrupting(["s1": ["A"], "s2": ["B"], "s3": ["C"]])
    var told: [String] = []
    container.request("s2", animated: true) {
      told.append("s2 \($0) after \(owner.trace.last ?? "")")
    }
    container.advance(to: 10)
    container.request("s3", animated: true) { told.append("s3 \($0)") }
    #expect(told == ["s2 superseded after didTransition s1 s2"])
    #expect(!owner.trace.contains("superseded s2"))
    container.advance(to: 1_000_000_000)
    #expect(told.last == "s3 finished" && told.count == 2)
  }

  @Test func `waits within a callback until the transition's animations have begun`() {
    let (owner, container) = Self.interrupting(["s1": ["A"], "s2": ["B"], "s3": ["C"]])
    owner.onEvent = {
      if case .childWillAppear(let child, _) = $0, child.id == "B" {
        container.request("s3", animated: true)
      }
    }
    container.request("s2", animated: true)
    let trace = owner.takeTrace().filter { !$0.contains(".") }
    #expect(
      trace.firstIndex(of: "didTransition s1 s2")
        == trace.firstIndex(of: "begin out A").map { $0 + 1 })
    #expect(container.currentState == "s3")
  }

  @Test func `waits while the container appears, and turns its children afterwards`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.container
    container.policy = .interrupt
    container.willAppear(animated: true)
    container.request("s2", animated: true)
    container.advance(to: 100_000_000)
    #expect(container.currentState == "s1" && container.hasWaitingRequest)
    _ = owner.takeTrace()
    container.didAppear()
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "didTransition - s1", "willTransition s2", "end in A", "childDidAppear A",
        "childWillDisappear A", "childWillAppear B", "order A B", "begin in B", "begin out A",
      ])
  }

  @Test(arguments: TransitionCurve.allCases, TransitionEffect.allCases)
  func `shows a child that turns just as it was`(curve: TransitionCurve, effect: TransitionEffect) {
    let timing = TransitionTiming(durationNanoseconds: 100, curve: curve, effect: effect)
    let (owner, container) = Self.interrupting(
      ["s1": [], "s2": ["A"]], [RecordedChild("A", appear: timing)])
    container.request("s2", animated: true)
    container.advance(to: 30)
    let before = share(container.presentation(of: owner.child("A")))
    container.request("s1", animated: true)
    #expect(abs(share(container.presentation(of: owner.child("A"))) - before) < 0.000_001)
    guard case .leaving(_, let turned)? = container.presentation(of: owner.child("A")) else {
      Issue.record("it does not leave")
      return
    }
    #expect(turned.effect == effect.turned && effect.turned.turned == effect)
    #expect(turned.durationNanoseconds == 105_000_000 && turned.delayNanoseconds == 0)
  }

  @Test func `goes on with the next advance when a chain at one instant does not end`() {
    let (owner, container) = Self.interrupting(["s1": ["A"], "s2": ["B"]])
    var count = 0
    owner.onEvent = {
      guard case .willTransition(let state, _) = $0 else { return }
      count += 1
      container.request(state == "s1" ? "s2" : "s1", animated: true)
    }
    container.request("s2", animated: true)
    #expect(count == 10_001 && container.nextDeadline == 0)
    owner.onEvent = nil
    container.advance(to: 0)
    #expect(count == 10_001 && !container.hasWaitingRequest)
    container.advance(to: 1_000_000_000)
    #expect(!container.isTransitioning)
  }

  private func share(_ presentation: ChildPresentation?) -> Double {
    switch presentation {
    case nil: 0
    case .steady: 1
    case .entering(let progress, let timing): timing.curve.eased(progress)
    case .leaving(let progress, let timing): 1 - timing.curve.eased(progress)
    }
  }

  @Test func `shows a child that turns where it is, before its way back has begun, too`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.onScreen()
    container.policy = .interrupt
    container.request("s2", animated: true)
    container.advance(to: 140_000_000)
    var seen: [String: [ChildPresentation?]] = [:]
    owner.onEvent = { event in
      guard case .childWillAppear = event else { return }
      for name in ["A", "B"] {
        seen[name, default: []].append(container.presentation(of: owner.child(name)))
      }
    }
    container.request("s1", animated: true)
    #expect(seen["A"] == [.entering(progress: 0.6, timing: .standard)])
    #expect(seen["B"] == [.leaving(progress: 0.6, timing: .standard)])
  }
}
