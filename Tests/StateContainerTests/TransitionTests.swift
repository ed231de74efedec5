import StateContainer
import Testing

/// No delay, and the given milliseconds.
func lasting(_ milliseconds: Int64, delay: Int64 = 0) -> TransitionTiming {
  TransitionTiming(
    delayNanoseconds: delay * 1_000_000, durationNanoseconds: milliseconds * 1_000_000)
}

@Suite struct `A request on screen and idle` {
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
        "transitionDidEnd B in", "childDidAppear B", "transitionDidEnd A out",
        "childDidDisappear A", "order B",
        "didTransition s1 s2", "willTransition s3",
      ])
    #expect(!container.isTransitioning && container.nowNanoseconds == 100_000_000)
  }
}
