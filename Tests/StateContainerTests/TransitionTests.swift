import StateContainer
import Testing

/// No delay, and the given milliseconds.
func lasting(_ milliseconds: Int64, delay: Int64 = 0) -> TransitionTiming {
  TransitionTiming(
    delayNanoseconds: delay * 1_000_000, durationNanoseconds: milliseconds * 1_000_000)
}

@Suite struct `A request on screen and idle` {
  @Test func `tells everyone in turn when it is not animated`() {
    let owner = RecordedOwner(states: ["s1": ["A", "B"], "s2": ["B", "C"]])
    let container = owner.onScreen()
    container.request("s2", animated: false)
    #expect(
      owner.takeTrace() == [
        "willTransition s2", "childWillDisappear A", "A.willDisappear", "childWillAppear C",
        "C.willAppear", "order A B C", "C.didAppear", "childDidAppear C", "A.didDisappear",
        "childDidDisappear A", "order B C", "didTransition s1 s2",
      ])
    #expect(owner.present == ["B", "C"])
    #expect(!container.isTransitioning)
  }

  @Test func `tells everyone in turn when it is animated`() {
    let owner = RecordedOwner(
      states: ["s1": ["A"], "s2": ["B"]],
      children: [RecordedChild("A", disappear: lasting(100)), RecordedChild("B")])
    let container = owner.onScreen()
    let orderCount = owner.orderCount
    container.request("s2", animated: true)
    #expect(owner.orderCount == orderCount + 1)
    #expect(
      owner.takeTrace() == [
        "willTransition s2", "childWillDisappear A", "A.willDisappear", "childWillAppear B",
        "B.willAppear", "order A B", "begin in B", "B.beginIn", "begin out A", "A.beginOut",
      ])
    container.advance(to: 175_000_000)
    #expect(
      owner.takeTrace() == [
        "A.out 1.0", "A.endOut", "end out A", "A.didDisappear", "childDidDisappear A", "order B",
        "B.in 0.5",
      ])
    #expect(owner.orderCount == orderCount + 2)
    container.advance(to: 400_000_000)
    #expect(
      owner.takeTrace() == [
        "B.in 1.0", "B.endIn", "end in B", "B.didAppear", "childDidAppear B",
        "didTransition s1 s2",
      ])
  }

  @Test func `is drawn with every child on its own time`() {
    let owner = RecordedOwner(
      states: ["s1": ["A", "B"], "s2": ["B", "C", "D"]],
      children: [
        RecordedChild("A", disappear: lasting(200)), RecordedChild("B"),
        RecordedChild("C", appear: lasting(100, delay: 150)),
        RecordedChild("D", appear: lasting(100)),
      ])
    let picture = drawn(
      owner, ticks: 12,
      calls: [
        0: {
          $0.willAppear(animated: false)
          $0.didAppear()
        }, 2: { $0.request("s2", animated: true) },
      ])
    #expect(
      picture == """
        A ==<<<<......
        B ============
        C ..>>>>>=====
        D ..>>========
        """)
  }

  @Test func `counts a child that is named twice once, at its first place`() {
    let owner = RecordedOwner(states: ["s1": [], "s2": ["B", "A", "B", "A", "C"]])
    let container = owner.onScreen()
    container.request("s2", animated: false)
    #expect(container.layers.map(\.id) == ["B", "A", "C"])
    #expect(owner.takeTrace().count { $0 == "B.willAppear" } == 1)
  }

  @Test func `for the same state tells the transition alone`() {
    let owner = RecordedOwner(states: ["s1": ["A", "B"]])
    let container = owner.onScreen()
    container.request("s1", animated: true)
    #expect(owner.takeTrace() == ["willTransition s1", "didTransition s1 s1"])
  }

  @Test func `asks for the children once, after it has been told`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.onScreen()
    var asked: [String] = []
    owner.onAskChildren = { asked.append("\($0) after \(owner.trace)") }
    container.request("s2", animated: true)
    container.advance(to: 1_000_000_000)
    #expect(asked == ["s2 after [\"willTransition s2\"]"])
  }

  @Test(arguments: [
    (["A"], ["B"], ["A", "B"]),
    (["A", "B", "C"], ["C", "D", "A"], ["C", "D", "A", "B"]),
    (["A", "B", "C", "D"], ["D", "A"], ["D", "A", "B", "C"]),
    (["A", "B", "C"], ["C"], ["A", "B", "C"]),
    (["A", "B", "C"], ["A"], ["A", "B", "C"]),
    (["A", "B", "C", "D"], ["E", "C", "F"], ["A", "B", "E", "C", "D", "F"]),
    (["A", "B"], [], ["A", "B"]),
  ])
  func `leaves those who go directly above the one they were above`(
    before: [String], after: [String], layers: [String]
  ) {
    let owner = RecordedOwner(states: ["s1": before, "s2": after])
    let container = owner.onScreen()
    container.request("s2", animated: true)
    #expect(container.layers.map(\.id) == layers)
    container.advance(to: 1_000_000_000)
    #expect(container.layers.map(\.id) == after)
  }

  @Test func `changes the current state once it has been told`() {
    let owner = RecordedOwner(states: ["s1": [], "s2": []])
    let container = owner.onScreen()
    var seen: [String] = []
    owner.onEvent = { _ in
      seen.append("\(container.currentState ?? "-") \(container.previousState ?? "-")")
    }
    container.request("s2", animated: false)
    #expect(seen == ["s1 -", "s2 s1"])
  }

  @Test func `ends a zero duration at the same instant, but after it has returned`() {
    let owner = RecordedOwner(
      states: ["s1": [], "s2": ["A"]], children: [RecordedChild("A", appear: lasting(0))])
    let container = owner.onScreen()
    container.request("s2", animated: true)
    #expect(container.isTransitioning && container.nextDeadline == 0)
    container.advance(to: 0)
    #expect(!container.isTransitioning && container.nextDeadline == nil)
  }

  @Test func `ends at once when it is told to, and what waits starts`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"], "s3": ["C"]])
    let container = owner.onScreen()
    container.endTransition()
    #expect(owner.takeTrace() == [])
    container.request("s2", animated: true)
    container.request("s3", animated: false)
    container.advance(to: 100_000_000)
    _ = owner.takeTrace()
    container.endTransition()
    #expect(
      owner.takeTrace().filter { !$0.contains(".") }.prefix(7) == [
        "end in B", "childDidAppear B", "end out A", "childDidDisappear A", "order B",
        "didTransition s1 s2", "willTransition s3",
      ])
    #expect(!container.isTransitioning && container.nowNanoseconds == 100_000_000)
  }
}
