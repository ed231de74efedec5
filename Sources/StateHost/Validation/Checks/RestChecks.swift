internal import CHostSystem
internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// The validator's checks that a child comes to rest: it does not request layouts, states or messages forever, and
/// gives text input back.
enum FeedbackLoopChecks {
  static let all: [Check] = [
    Check("settles-in-its-area", level: 4, "area and insets stop changing when nothing happens") {
      session in
      try session.forEachState { child in
        try settle(child)
        child.live()
        try settle(child)
      }
      // On a large surface, because a strip that keeps growing soon fills a small one.
      try session.forEachState { child in
        guard case .some(.some(let claimed)) = child.host.claimed else { return }
        child.setSize(columns: 200, rows: 100)
        child.host.change(.dock(Dock(claimed.edge, .cells(stripCells))))
        try settle(child, within: growths)
      }
    },
    .eachState(
      "stays-in-its-state", level: .warning(5),
      "a child does not request another state or a reload whenever it is shown"
    ) { child in
      var last: (what: String, place: CallPlace)?
      for _ in 0..<appearances {
        child.focus(false)
        child.disappear()
        (child.host.requests, child.host.performed) = ([], [])
        child.appear()
        child.focus(true)
        let own = child.host.situation.current
        last = child.host.requests.first { $0.what != own }.map {
          ("\"\($0.what)\" was requested", $0.place)
        }
        if let reload = child.host.performed.first(where: { $0.what == .reload }) {
          last = ("the source was run again", reload.place)
        }
        if last == nil { return }
      }
      guard let last else { return }
      try fail(
        "a request only after user input or new content", in: last.place,
        but: "\(last.what) in each of \(appearances) appearances")
    },
    .eachState(
      "rests-when-told", level: 4, "a child does not reply to every change with another change"
    ) {
      child in
      if child.host.change(.select(row: 3)) {
        child.selectionChanged()
        try expect(
          child.host.selection.row == 3,
          "the cursor stays on row 3: call selection->set_row only after user input",
          else: "the cursor on row \(child.host.selection.row ?? 0)")
      }
      for _ in 0..<rounds {
        child.host.sharedChanged = nil
        child.selectionChanged()
        child.viewChanged()
        child.child.send(.frontChanged)
        child.draw()
        if child.host.sharedChanged == nil { break }
      }
      try expect(
        child.host.sharedChanged == nil,
        "no change of selection, view or front: each change calls the child again",
        in: child.host.sharedChanged ?? .lastCall, else: "another change, \(rounds) times")
      for _ in 0..<rounds {
        child.host.performed = []
        child.change(to: child.host.content)
        if !child.host.performed.contains(where: { $0.what == .reload }) { return }
      }
      try fail(
        "a reload only after user input: its result calls content.changed again",
        but: "content.changed reloaded the source, \(rounds) times")
    },
    .eachState(
      "acts-for-the-user", level: 3, "a child accepts, copies and quits only after user input"
    ) { child in
      child.change(to: child.host.content)
      child.themeChanged()
      child.surroundingsChanged()
      child.ask()
      child.draw()
      guard
        let (words, place) = child.host.unasked.lazy.compactMap({ asked in
          asked.what.wordsForTheUser.map { ($0, asked.place) }
        }).first
      else { return }
      try fail(
        "no such request before a key, the mouse or a paste", in: place,
        but: "\(words) was requested")
    },
    .eachState(
      "wakes-for-something", level: .warning(6),
      "a repeating timer changes what is drawn"
    ) { child in
      child.woke()
      let first = child.snapshot()
      // The system clock advances as well, for a child that reads it.
      let began = child.host.nowNanoseconds
      defer { plugin_clock_shift(0) }
      for _ in 0..<turns {
        guard let delay = child.host.wakeAfterNanoseconds, delay < shortDelay else { return }
        child.host.wakeAfterNanoseconds = nil
        child.host.nowNanoseconds += max(delay, 4_000_000)
        plugin_clock_shift(child.host.nowNanoseconds - began)
        child.woke()
        if child.snapshot().firstDifference(from: first) != nil { return }
      }
      try fail(
        "no wake while nothing moves: each one costs energy",
        in: child.host.wakeAsked ?? .lastCall, but: "\(turns) wakes, and the same cells")
    },
    .eachChild(
      "messages-end", level: 4, "two children of the plugin do not answer each other forever",
      having: .messages
    ) { child in
      let other = try child.session.child(child.type)
      child.appear()
      other.appear()
      child.live()
      let sender = Array("org.statehost.validator".utf8)
      child.message(Array("org.statehost.anything/1".utf8), [], from: sender)
      try converse(child, other)
      other.disappear()
      other.destroy()
    },
    .eachState(
      "gives-text-back", level: .warning(5),
      "a child that takes text after a key stops at escape or enter"
    ) { child in
      guard child.host.takesText?.what != true else { return }
      for key in keys(of: child) {
        child.key(key)
        guard let taken = child.host.takesText, taken.what else { continue }
        child.key(.character("x"))
        for _ in 0..<2 {
          child.key(.escape)
          child.key(.enter)
        }
        try expect(
          child.host.takesText?.what != true,
          "take_text(false): until then no key reaches anything else", in: taken.place,
          else: "only take_text(true)")
      }
    },
  ]

  private static let appearances = 3
  private static let rounds = 20
  /// 100 ms.
  private static let shortDelay: Int64 = 100_000_000
  private static let layouts = 20
  private static let stripCells = 5
  /// More than a strip for all rows needs, less than the surface has.
  private static let growths = 60
  private static let turns = 60
  /// The number of messages per turn that are passed on.
  private static let heardLimit = 8

  /// Performs its layout requests until there are none.
  private static func settle(_ child: CheckedChild, within layouts: Int = layouts) throws {
    for _ in 0..<layouts {
      guard child.host.layoutAsked != nil else { return }
      child.host.layoutAsked = nil
      child.layOut()
    }
    guard let place = child.host.layoutAsked else { return }
    try fail(
      "claim and refresh only after an event, not at each size or query", in: place,
      but: "each of \(layouts) layouts requested the next one")
  }

  /// Passes messages between two children until both are silent.
  private static func converse(_ one: CheckedChild, _ other: CheckedChild) throws {
    var last: CallPlace?
    for turn in 0..<turns {
      let (speaker, listener) = turn % 2 == 0 ? (one, other) : (other, one)
      let heard = speaker.host.said.filter { message in
        message.what.to.isEmpty || message.what.to == listener.type.id
      }
      speaker.host.said = []
      if heard.isEmpty, listener.host.said.isEmpty { return }
      for message in heard.prefix(heardLimit) {
        last = message.place
        listener.message(
          Array(message.what.subject.utf8), message.what.body, from: Array(speaker.type.id.utf8))
      }
      one.host.nowNanoseconds += second
      other.host.nowNanoseconds += second
    }
    try fail(
      "an end of their messages: do not answer an answer",
      in: last ?? .lastCall, but: "they still send messages after \(turns) turns")
  }

  private static let second: Int64 = 1_000_000_000

  /// The keys of its help, and keys that usually begin a text entry.
  private static func keys(of child: CheckedChild) -> [CheckKey] {
    KeyChecks.helpKeys(of: child) + ["/", ":", "f", "i", "&"].map { .character($0) }
  }
}

/// The validator's checks of a child's timers: not too soon, not too often, and set when it draws elapsed time.
enum WakeChecks {
  static let all: [Check] = [
    Check("rests-when-woken", level: 4, "a child does not request an immediate wake in every wake")
    {
      session in
      for state in CheckContent.states {
        try session.forEachChild(once: .shown, content: .fitting(state)) { child in
          child.woke()
          for _ in 0..<300 where child.host.wakeAfterNanoseconds == 0 {
            child.host.wakeAfterNanoseconds = nil
            child.woke()
            child.draw()
          }
          try session.expectNoFault("host->wake_after with 4 ms or more, or no wake") {
            $0 == .wokenWithoutRest
          }
        }
      }
    },
    Check(
      "wakes-with-frames", level: .warning(5),
      "a timer does not run more often than frames are drawn"
    ) { session in
      for state in CheckContent.states {
        try session.forEachChild(once: .focused, content: .fitting(state)) { child in
          var wakes = shortWakes(of: child)
          for key in [.down, .character(" "), .character("r"), .enter] as [CheckKey]
          where wakes < wakesLimit {
            child.key(key)
            wakes = shortWakes(of: child)
          }
          try expect(
            wakes < wakesLimit,
            "16 ms or more, again and again: 16000000, as host->wake_after takes nanoseconds",
            in: child.host.wakeAsked ?? .lastCall, else: "4 ms or less, \(wakes) times")
        }
      }
    },
    Check(
      "wakes-for-time", level: .warning(5), "a child that draws elapsed time sets a timer for it"
    ) { session in
      let threads = ProcessSnapshot.threadCount
      try session.forEachState { child in
        // While loading, new rows cause draws.
        guard !child.host.content.facts.isLoading else { return }
        child.woke()
        let before = child.snapshot()
        for seconds: Int64 in [1, 10] {
          let asks = child.host.wakeAfterNanoseconds != nil
          // A thread may wake it.
          guard !asks, ProcessSnapshot.threadCount <= threads else { return }
          child.host.nowNanoseconds += seconds * 1_000_000_000
          let after = child.snapshot()
          try expect(
            child.host.wakeAfterNanoseconds != nil
              || after.unexplainedDifference(from: before) == nil,
            "host->wake_after: nothing else requests a draw as time passes",
            else: "other cells \(seconds) s later, which are not shown")
        }
      }
    },
    .eachChild(
      "wakes-go-on", level: 6, "a child handles a thousand wakes, over a million rows",
      content: .list(rows: 1_000_000, columns: 3)
    ) { child in
      let began = RealTime.nowNanoseconds
      child.appear()
      // A thread that is woken in a tight loop is busier than in a run.
      for count in 0..<1000 where RealTime.nowNanoseconds - began < longestWaking {
        if child.session.watch.hasOtherThreads { return }
        guard let delay = child.host.wakeAfterNanoseconds else { return }
        child.host.wakeAfterNanoseconds = nil
        child.host.nowNanoseconds += delay
        child.woke()
        if count % 50 == 0 { child.draw() }
      }
      child.draw()
    },
    .eachContent(
      "threads-wake", level: 4, "a child requests a draw for the work of its own thread",
      { $0.withCells("former") }
    ) { child in
      for word in ["present", "later", "last"] where child.session.watch.hasOtherThreads {
        var content = child.host.content.withCells(word)
        content.facts.generation += 1
        child.host.forgetRequests()
        child.change(to: content)
        let first = child.snapshot()
        let place = child.session.watch.lastCall
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

  /// The time limit of repeated wakes.
  private static let longestWaking: Int64 = 1_500_000_000

  /// The shortest delay of the host's timers.
  private static let shortWake: Int64 = 4_000_000

  private static let wakesLimit = 100

  /// The number of consecutive timers with the shortest delay.
  private static func shortWakes(of child: CheckedChild) -> Int {
    child.woke()
    for wakes in 0..<wakesLimit {
      guard let delay = child.host.wakeAfterNanoseconds, 1...shortWake ~= delay else {
        return wakes
      }
      child.host.wakeAfterNanoseconds = nil
      child.host.nowNanoseconds += delay
      child.woke()
      child.draw()
    }
    return wakesLimit
  }
}
