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
