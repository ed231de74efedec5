internal import CHostSystem
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// Validator checks that a child comes to rest: no endless requests of layouts, states, timers or
/// messages, no accepting, copying or quitting without user input, and an end of text entry.
enum FeedbackLoopChecks {
  static let all: [Check] = [
    Check("settles-in-its-area", 4, "area and insets stop changing when nothing happens") {
      session in
      try session.forEachState { child in
        try settle(child)
        child.live()
        try settle(child)
      }
      // On a large surface, because a strip that keeps growing soon fills a small one.
      try session.forEachState { child in
        guard case .some(.some(let dock)) = child.host.requestedDock else { return }
        child.setSize(columns: 200, rows: 100)
        child.host.change(.dock(Dock(dock.edge, .cells(5))))
        // More than a strip for all rows needs, less than the surface has.
        try settle(child, within: 60)
      }
    },
    .eachState(
      "stays-in-its-state", .warning(5),
      "a child does not request a state, a reload or another row whenever it is shown"
    ) { child in
      var last: Located<String>?
      for round: UInt64 in 1...3 {
        child.select(row: round * 3)
        let row = child.host.selection.row
        child.focus(false)
        child.disappear()
        child.host.forgetRequests()
        child.appearWithFocus()
        let own = child.host.situation.current
        let rowCall = child.host.selection.row == row ? nil : child.host.changeCall
        last =
          child.host.performed.first { $0.what == .reload }.map {
            Located(what: "the source was run again", place: $0.place)
          }
          ?? child.host.requests.first { $0.what != own }.map {
            Located(what: "\"\($0.what)\" was requested", place: $0.place)
          }
          ?? rowCall.map { Located(what: "the cursor was moved to another row", place: $0) }
        if last == nil { return }
      }
      try expectNone(located: last, "a request only after user input or new content") {
        "\($0) in each of 3 appearances"
      }
    },
    .eachState("rests-when-told", 4, "a child does not reply to every change with another change") {
      child in
      if child.host.change(.select(row: 3)) {
        child.selectionChanged()
        try expect(
          child.host.selection.row == 3,
          "the cursor stays on row 3: call selection->set_row only after user input",
          else: "the cursor on row \(child.host.selection.row ?? 0)")
      }
      for _ in 0..<rounds {
        child.host.changeCall = nil
        child.selectionChanged()
        child.viewChanged()
        child.child.send(.frontChanged)
        child.draw()
        if child.host.changeCall == nil { break }
      }
      if let place = child.host.changeCall {
        try fail(
          "no change of selection, view or front: each change calls the child again", in: place,
          but: "another change, \(rounds) times")
      }
      for _ in 0..<rounds {
        child.host.performed = []
        child.change(to: child.host.content)
        if !child.host.performed.contains(where: { $0.what == .reload }) { return }
      }
      try fail(
        "a reload only after user input: its result calls content.changed again",
        but: "content.changed reloaded the source, \(rounds) times")
    },
    .eachState("acts-for-the-user", 3, "a child accepts, copies and quits only after user input") {
      child in
      child.change(to: child.host.content)
      child.themeChanged()
      child.surroundingsChanged()
      child.ask()
      child.draw()
      for asked in child.host.unasked {
        guard let words = asked.what.wordsForTheUser else { continue }
        try fail(
          "no such request before a key, the mouse or a paste", in: asked.place,
          but: "\(words) was requested")
      }
    },
    .eachState("wakes-for-something", .warning(6), "a repeating timer changes what is drawn") {
      child in
      child.woke()
      let first = child.snapshot()
      // The system clock advances as well, for a child that reads it.
      let began = child.host.nowNanoseconds
      defer { plugin_clock_shift(0) }
      for _ in 0..<turns {
        guard let delay = child.host.wakeAfterNanoseconds, delay < 100_000_000 else { return }
        child.host.wakeAfterNanoseconds = nil
        child.host.nowNanoseconds += max(delay, 4_000_000)
        plugin_clock_shift(child.host.nowNanoseconds - began)
        child.woke()
        if child.snapshot().firstDifference(from: first) != nil { return }
      }
      try fail(
        "no wake while nothing moves: each one costs energy", in: child.host.timerCall ?? .lastCall,
        but: "\(turns) wakes, and the same cells")
    },
    .eachChild(
      "messages-end", 4, "two children of the plugin do not answer each other forever",
      having: .messages
    ) { child in
      let other = try child.session.child(child.type)
      child.appear()
      other.appear()
      child.live()
      child.message("org.statehost.anything/1", [])
      try converse(child, other)
      other.remove()
    },
    .eachState(
      "gives-text-back", .warning(5), "a child that takes text after a key stops at escape or enter"
    ) { child in
      if let taken = child.host.takesText, taken.what {
        // It takes text as soon as it has the focus.
        child.focus(false)
        return try expect(
          child.host.takesText?.what != true,
          "take_text(false) when it loses the focus, as take_text(true) when it gets it",
          in: taken.place, else: "only take_text(true)")
      }
      // Also keys that usually begin a text entry.
      for key in child.helpKeys + TestKey.characters("/:fi&") {
        child.key(key)
        guard let taken = child.host.takesText, taken.what else { continue }
        child.key(.character("x"))
        child.press([.escape, .enter, .escape, .enter])
        try expect(
          child.host.takesText?.what != true,
          "take_text(false): until then no key reaches anything else", in: taken.place,
          else: "only take_text(true)")
      }
    },
  ]

  private static let rounds = 20
  private static let turns = 60

  /// Performs its layout requests until there are none.
  private static func settle(_ child: CheckedChild, within layouts: Int = 20) throws {
    for _ in 0..<layouts {
      guard child.host.layoutCall != nil else { return }
      child.host.layoutCall = nil
      child.layOut()
    }
    guard let place = child.host.layoutCall else { return }
    try fail(
      "claim and refresh only after an event, not at each size or query", in: place,
      but: "each of \(layouts) layouts requested the next one")
  }

  /// Passes messages between two children until both are silent.
  private static func converse(_ one: CheckedChild, _ other: CheckedChild) throws {
    var last: CallPlace?
    for turn in 0..<turns {
      let (speaker, listener) = turn % 2 == 0 ? (one, other) : (other, one)
      let heard = speaker.host.sentMessages.filter { message in
        message.what.to.isEmpty || message.what.to == listener.type.id
      }
      speaker.host.sentMessages = []
      if heard.isEmpty, listener.host.sentMessages.isEmpty { return }
      for message in heard.prefix(8) {
        last = message.place
        listener.message(message.what.subject, message.what.body, from: speaker.type.id)
      }
      one.host.nowNanoseconds += 1_000_000_000
      other.host.nowNanoseconds += 1_000_000_000
    }
    try fail(
      "an end of their messages: do not answer an answer", in: last ?? .lastCall,
      but: "they still send messages after \(turns) turns")
  }
}

/// Validator checks of a child's wakes (calls of `woke` after a timer, or requested by its own
/// thread): no timers without rest or faster than frames, a timer if it draws elapsed time, a
/// request once its thread has changed what it draws, and a thousand wakes survived.
enum WakeChecks {
  static let all: [Check] = [
    .eachChild(
      "rests-when-woken", 4, "a child does not request an immediate wake in every wake",
      once: .shown, contents: SimulatedContent.states.map(SimulatedContent.fitting)
    ) { child in
      child.woke()
      for _ in 0..<300 {
        guard child.fireTimer(dueIn: 0...0) else { break }
        child.draw()
      }
      try child.session.expectNoFault("host->wake_after with 4 ms or more, or no wake") {
        $0 == .wokenWithoutRest
      }
    },
    .eachChild(
      "wakes-with-frames", .warning(5),
      "a timer is a delay in nanoseconds, not shorter than a frame",
      once: .focused, contents: SimulatedContent.states.map(SimulatedContent.fitting)
    ) { child in
      var wakes = shortWakes(of: child)
      for key in [.down, .character(" "), .character("r"), .enter] as [TestKey]
      where wakes < wakesLimit {
        child.key(key)
        wakes = shortWakes(of: child)
      }
      try expect(
        wakes < wakesLimit,
        "16 ms or more, again and again: 16000000, as host->wake_after takes nanoseconds",
        in: child.host.timerCall ?? .lastCall, else: "4 ms or less, \(wakes) times")
      let (short, long) = child.host.timerCounts
      try expect(
        short == 0 || long > 0, "nanoseconds: 150 ms are 150000000",
        in: child.host.timerCall ?? .lastCall, else: "only timers of less than 100000 ns")
      try expectNone(
        child.host.clockTimerCall, "the time until the wake: it is not a time of host->now",
        in: child.host.clockTimerCall ?? .lastCall
      ) { _ in "a timer of days, as long as host->now" }
    },
    .eachState("wakes-for-time", .warning(5), "a child that draws elapsed time sets a timer for it")
    { child in
      // While loading, new rows cause draws.
      guard !child.host.content.facts.isLoading else { return }
      child.woke()
      child.awaitThreads()
      try expectTimer(of: child)
      // Its timer may not be set again.
      child.disappear()
      child.appear()
      try expectTimer(of: child)
    },
    .eachChild(
      "stops-its-timer", .warning(6), "a timer is not set again once a key has stopped what moves",
      once: .focused, having: .focusAndKeys
    ) { child in
      for key in child.helpKeys {
        let other = try child.another()
        defer { other.remove() }
        /// Whether a wake changes cells within a number of timers; nil without a timer.
        func moves(within wakes: Int) -> Bool? {
          let before = other.snapshot()
          for _ in 0..<wakes {
            guard other.fireTimer(dueIn: 0...2_000_000_000) else { return nil }
            if other.snapshot().firstDifference(from: before) != nil { return true }
          }
          return false
        }
        let isMoving = (0..<3).allSatisfy { _ in moves(within: 1) ?? false }
        let before = other.snapshot()
        guard isMoving, other.key(key) else { continue }
        // A key may also lead to another page, which nothing moves.
        let after = other.snapshot()
        if (0..<before.rows).count(where: { !before.hasLine($0, of: after) }) > 2 { continue }
        try expect(
          moves(within: 60) ?? true, "no wake while nothing moves: each one costs energy",
          in: other.host.timerCall ?? .lastCall,
          else: "60 wakes, and the same cells since the \(CallFormatter.key(key.code, 0))")
      }
    },
    .eachType(
      "takes-its-wakes", .warning(6), "what a thread has done is shown after the wake it requests"
    ) { session, type in
      let child = try session.child(type, content: .numbers)
      defer { child.remove() }
      child.appearWithFocus()
      if child.has(.wake) { return }
      child.followThreads()
      let first = child.snapshot()
      // The host draws after each wake, so only what came of cells may need the function.
      for content in [
        .list(rows: 3, columns: 1).withCells("7"), .list(rows: 41, columns: 2).withCells("words"),
        .numbers,
      ] as [SimulatedContent] {
        var isRead = false
        child.reload {
          $0 = content.withCells {
            isRead = true
            return content.cell($0, $1)
          }
        }
        if child.snapshot().firstDifference(from: first) != nil || child.followThreads() == 0
          || child.snapshot().firstDifference(from: first) != nil || !isRead
        {
          return
        }
      }
      try fail(
        "other cells after host->wake, or childplugin.wake/1 from get_extension",
        but: "a wake for each of 3 reloads, the same cells for other rows, and no woke")
    },
    .eachChild(
      "wakes-go-on", 6, "a child handles a thousand wakes, over a million rows",
      contents: [.list(rows: 1_000_000, columns: 3)]
    ) { child in
      let began = RealTime.nowNanoseconds
      child.appear()
      // A thread that is woken in a tight loop is busier than in a run.
      for count in 0..<1000 where RealTime.nowNanoseconds - began < 1_500_000_000 {
        guard !child.monitor.hasOtherThreads, child.fireTimer(dueIn: 0...) else { return }
        if count % 50 == 0 { child.draw() }
      }
      child.draw()
    },
    .eachContent(
      "threads-wake", 4, "a child requests a draw for the work of its own thread",
      { $0.withCells("former") }
    ) { child in
      try expectWake(ofThreadsThatEnd: child)
      for word in ["present", "later", "last"] where child.monitor.hasOtherThreads {
        child.host.forgetRequests()
        child.reload { $0 = $0.withCells(word) }
        let first = child.snapshot()
        let place = child.monitor.lastCall
        func hasAsked() -> Bool { child.host.hasRequests || first.isFollowedByWake }
        for _ in 0..<20 where !hasAsked() {
          RealTime.sleep(milliseconds: 5)
          guard child.snapshot().firstDifference(from: first) != nil else { continue }
          // The wake request may follow the change after a moment.
          for _ in 0..<100 where !hasAsked() { RealTime.sleep(milliseconds: 10) }
          try expect(
            hasAsked(), "host->wake, which any thread may call: nothing else requests a draw",
            in: place, else: "other cells a moment later, which are not shown")
        }
      }
    },
  ]

  /// Fails if it draws other cells as time passes, without a timer.
  private static func expectTimer(of child: CheckedChild) throws {
    let before = child.snapshot()
    for seconds: Int64 in [1, 10] {
      // A thread may wake it.
      guard child.host.wakeAfterNanoseconds == nil, !child.monitor.hasOtherThreads else { return }
      child.host.nowNanoseconds += seconds * 1_000_000_000
      let after = child.snapshot()
      try expect(
        child.host.wakeAfterNanoseconds != nil || after.unexplainedDifference(from: before) == nil,
        "host->wake_after: nothing else requests a draw as time passes",
        else: "other cells \(seconds) s later, which are not shown")
    }
  }

  /// Fails if a wake that nothing has requested shows what a thread has done since.
  private static func expectWake(ofThreadsThatEnd child: CheckedChild) throws {
    let file = child.session.file.descriptor.bytes(at: 0, count: 1 << 22)
    guard file.holds("pthread_create") || file.holds("thrd_create") else { return }
    child.awaitThreads()
    child.host.forgetRequests()
    child.reload { $0 = $0.withCells("wakened") }
    let place = child.monitor.lastCall
    let first = child.snapshot()
    RealTime.sleep(milliseconds: 10)
    guard !child.monitor.hasOtherThreads, child.host.wakeAfterNanoseconds == nil,
      !first.isFollowedByWake, child.monitor.wakeCount == child.monitor.followedWakeCount,
      child.snapshot().firstDifference(from: first) == nil
    else { return }
    child.woke()
    try expect(
      child.snapshot().firstDifference(from: first) == nil || first.isFollowedByWake,
      "host->wake, which any thread may call: nothing else requests a draw", in: place,
      else: "other cells after a wake that nothing requested")
  }

  private static let wakesLimit = 100

  /// The number of consecutive timers with the shortest delay.
  private static func shortWakes(of child: CheckedChild) -> Int {
    child.woke()
    for wakes in 0..<wakesLimit {
      guard child.fireTimer(dueIn: 1...4_000_000) else { return wakes }
      child.draw()
    }
    return wakesLimit
  }
}
