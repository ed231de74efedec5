internal import ChildPluginAPI
internal import HostPlugins

/// Validator checks that a plugin creates each described child, any number of times, independently,
/// with a valid function table, refuses unknown ids, and destroys children in any order.
enum CreationChecks {
  static let all: [Check] = [
    .eachType("creates-every-child", 1, "create succeeds for every described child") {
      session, type in
      try expect(
        try session.refusal(ofID: type.id) != .refused, "a child for its own id \"\(type.id)\"",
        else: "NULL")
    },
    Check("refuses-unknown-ids", 1, "create returns NULL for an unknown id") { session in
      _ = try session.types()
      for id in ["org.statehost.no-such-child", "", "x", "../etc", "\u{1F600}"] {
        try expect(
          try session.refusal(ofID: id) == .refused, "NULL for the unknown id \"\(id)\"",
          in: session.monitor.creation, else: "a child")
      }
    },
    Check("refuses-similar-ids", 2, "create compares the whole id") { session in
      let own = try session.types().map(\.id)
      for id in own {
        let similar = [
          id + "x", id + " ", id + "\0", id + "\0garbage", id + ".more", String(id.dropLast()),
          " " + id, String(id.dropFirst()),
        ]
        for other in similar where !own.contains(other) {
          let shown = other.split(separator: "\0", omittingEmptySubsequences: false).joined(
            separator: "\\0")
          try expect(
            try session.refusal(ofID: other) == .refused,
            "NULL for \"\(shown)\": its own is \"\(id)\"", in: session.monitor.creation,
            else: "a child")
        }
      }
    },
    .eachType("child-tables", 1, "a child's table has its size, destroy and draw") {
      session, type in
      switch try session.refusal(ofID: type.id) {
      case .tableSize(let size)?:
        try fail(
          "size = sizeof(childplugin_child_t)", in: session.monitor.creation, but: "size \(size)")
      case .functionMissing(let function)?:
        try fail("a function \(function)", in: session.monitor.creation, but: "NULL")
      case .notLoaded?, .refused?, nil: break
      }
    },
    .eachChild("never-shown", 2, "a child that was never shown can be destroyed") { $0.destroy() },
    .eachType("create-again", 2, "a child can be created again and again") { session, type in
      for round in 1...50 {
        do { try session.child(type).liveAndEnd() } catch  where round > 1 {
          try fail("a child at every call of create", but: "none at call \(round)")
        }
      }
    },
    .eachType("children-differ", 2, "two children at the same time each have their own table") {
      session, type in
      var children = [try session.child(type)]
      // With a thread per child, the worker's thread limit comes first.
      while children.count < (session.monitor.hasOtherThreads ? 9 : 101) {
        let number = children.count
        guard let child = try? session.child(type) else {
          try fail(
            "many children of \(type.id)", in: session.monitor.creation,
            but: "NULL for number \(number)")
        }
        let place = child.child.tableAddress
        let isAnother = !children.contains { $0.child.tableAddress == place }
        // Leaked, because a second destroy would crash.
        if !isAnother { _ = unsafe Unmanaged.passRetained(child) }
        try expect(
          isAnother, "a separate table for each", in: session.monitor.creation,
          else: "number \(number) has the table of an earlier one")
        children.append(child)
      }
    },
    Check("destroy-any-order", 3, "children can be destroyed in any order") { session in
      for order in 0..<3 {
        var children: [CheckedChild] = []
        // A worker may have few threads.
        for round in 0..<21 where round < 4 || !session.monitor.hasOtherThreads {
          for type in try session.types() {
            children.append(try session.child(type))
            children.last?.appear()
          }
        }
        if order == 1 { children.reverse() }
        if order == 2 { children.shuffle(using: &session.random) }
        for child in children { child.disappear() }
        for child in children { child.destroy() }
      }
    },
    .eachType("children-apart", 4, "two children of a type do not share what they show") {
      session, type in
      let quiet = try session.child(type)
      let busy = try session.child(type)
      quiet.appear()
      busy.appear()
      let before = quiet.snapshot()
      func expectTheSame() throws {
        try expectNone(
          quiet.snapshot().unexplainedDifference(from: before),
          "one child of \(type.id) draws the same after keys for another, and after its end")
      }
      busy.focus(true)
      for _ in 0..<50 { busy.key(.down) }
      for _ in 0..<20 { busy.turnWheel(3) }
      try expectTheSame()
      busy.press(TestKey.named + [.character("/"), .character("x"), .character("j")])
      busy.paste(Array("pasted".utf8))
      busy.turnWheel(3)
      busy.mouse(.press(column: 3, row: 5))
      busy.draw()
      try expectTheSame()
      busy.remove()
      try expectTheSame()
      quiet.remove()
    },
    .eachChild("child-tables-stay", 3, "a child's table does not change while the child exists") {
      child in
      let before = child.child.tableBytes
      child.monitor.afterEachCall { child.child.tableBytes == before ? nil : "it changed" }
      child.liveOnce()
      try child.session.expectNoFinding("the table as create returned it")
      child.monitor.afterEachCall { nil }
    },
  ]
}

/// Validator checks that a child can appear, run its transitions, be drawn and disappear in many
/// valid orders of callbacks, a thousand times, and during random events.
enum AppearanceChecks {
  static let all: [Check] = [
    .eachChild(
      "appears", 1, "a child appears, is drawn and disappears, without animation", once: .shown
    ) { $0.draw() },
    .eachChild("appears-animated", 1, "a child appears and disappears with a transition") { child in
      child.appear(animated: true)
      child.remove(animated: true)
    },
    Check(
      "callback-orders", 3,
      "a child appears and disappears in every combination of animated and not"
    ) { session in
      for mask in 0..<16 {
        try session.forEachChild { child in
          for turn in 0..<2 {
            child.appear(animated: mask >> (2 * turn) & 1 == 1)
            child.disappear(animated: mask >> (2 * turn + 1) & 1 == 1)
          }
        }
      }
    },
    .eachChild("never-drawn", 3, "a child can appear and disappear without being drawn") { child in
      for _ in 0..<3 {
        child.willTransition(appearing: true, animated: false)
        child.didTransition(appearing: true, animated: false)
        child.disappear()
      }
    },
    .eachChild(
      "draws-in-every-phase", 2,
      "a child can be drawn in every phase, from will_appear to did_disappear"
    ) { child in
      for appearing in [true, false] {
        child.willTransition(appearing: appearing)
        child.draw()
        child.willBegin(appearing: appearing)
        child.draw()
        child.progress(0.5, appearing: appearing)
        child.draw()
        child.didEnd(appearing: appearing)
        child.draw()
        child.didTransition(appearing: appearing)
        if appearing { child.draw() }
      }
    },
    .eachChild(
      "asked-off-screen", 3, "functions that may be called at any time also work off screen"
    ) { child in
      for isAfter in [false, true] {
        if isAfter {
          child.appear()
          child.disappear()
        }
        child.ask()
        let words = child.accessibilityText(capacity: 4096)?.bytes ?? []
        try expect(
          String(validating: words, as: UTF8.self) != nil, "UTF-8 off screen, too",
          else: CallFormatter.bytes(words))
      }
    },
    .eachChild("appears-1000-times", 4, "a child can appear and disappear a thousand times") {
      child in
      let time = ThreadStopwatch()
      // A draw may be slow.
      for turn in 0..<1000 where time.nanoseconds < 2_000_000_000 {
        child.appear(animated: turn % 4 == 1)
        child.disappear(animated: turn % 4 == 2)
      }
    },
    .eachType("random-life", 5, "a child handles 2,000 random events in valid orders") {
      RandomEventDriver(session: $0, child: try $0.child($1)).run()
    },
    transition(
      "transition-repeated", 3, "the same progress may be sent many times",
      [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1]),
    transition(
      "transition-backwards", 4, "progress may go backwards, as when a transition is reversed",
      [0, 0.5, 1, 0.7, 0.3, 0, 0.2, 1, 0]),
    transition("transition-at-once", 3, "a transition may end without any progress", []),
    transition(
      "transition-fine", 4, "progress may come in very small steps",
      [0, Double.leastNonzeroMagnitude] + (1...500).map { Double($0) / 500 }),
    .eachChild(
      "draws-after-progress", .warning(5),
      "a child that draws by its progress requests a draw after each step", having: .progress
    ) { child in
      for appearing in [true, false] {
        child.willTransition(appearing: appearing)
        if appearing { child.resize(columns: 80, rows: 24) }
        _ = child.timing(appearing: appearing)
        child.willBegin(appearing: appearing)
        var before = child.snapshot()
        for step in [0.2, 0.5, 0.8] {
          child.host.forgetRequests()
          child.progress(step, appearing: appearing)
          let place = child.monitor.lastCall
          let asks = child.host.hasRequests
          let after = child.snapshot()
          try expect(
            asks || child.host.hasRequests || after.unexplainedDifference(from: before) == nil,
            "host->invalidate: a transition alone draws no frames", in: place,
            else: "other cells, which are not shown")
          before = after
        }
        child.didEnd(appearing: appearing)
        child.didTransition(appearing: appearing)
      }
    },
  ]

  /// A check that runs a transition in both directions with these steps.
  private static func transition(
    _ name: String, _ level: Check.Level, _ purpose: String, _ steps: [Double]
  ) -> Check {
    .eachChild(name, level, purpose) { child in
      for appearing in [true, false] {
        child.willTransition(appearing: appearing)
        child.runTransition(appearing: appearing, steps: steps)
        child.didTransition(appearing: appearing)
      }
    }
  }
}

/// The random run of one validator check: sends a child up to 2,000 events (input, resizing, new
/// content, draws) in an order that the header permits, and destroys it; the seed repeats it.
struct RandomEventDriver {
  let session: CheckSession
  let child: CheckedChild

  /// Runs 2,000 events, fewer with a slow plugin.
  func run() {
    for _ in 0..<2000 where session.monitor.slow.nanoseconds < 2_000_000_000 {
      if !child.isOnScreen {
        child.appear(animated: below(2) == 0)
      } else if below(40) == 0 {
        child.disappear(animated: below(2) == 0)
      } else {
        step()
      }
      child.host.nowNanoseconds += Int64(below(100_000_000))
    }
    child.remove()
  }

  private func below(_ limit: Int) -> Int { session.random.next(below: limit) }

  private func step() {
    switch below(12) {
    case 0, 1, 2: child.key(key())
    case 3: child.paste(session.random.bytes(below(200)))
    case 4, 5: child.mouse(mouse())
    case 6: child.focus(below(2) == 0)
    case 7: child.resize(columns: below(200), rows: below(80))
    case 8: child.change(to: content())
    case 9: child.woke()
    case 10: child.themeChanged()
    default: child.draw()
    }
    if below(3) == 0 { child.draw() }
  }

  private func key() -> TestKey {
    let modifiers = UInt32(below(8))
    if below(2) == 0 {
      var key = TestKey.named[below(TestKey.named.count)]
      key.modifiers = modifiers
      return key
    }
    return .character(Unicode.Scalar(UInt8(32 + below(95))), modifiers: modifiers)
  }

  private func mouse() -> childplugin_mouse_t {
    childplugin_mouse_t(
      CHILDPLUGIN_MOUSE_PRESS + UInt32(below(4)), button: UInt32(below(4)),
      modifiers: UInt32(below(8)), column: Int32(below(220)) - 10, row: Int32(below(100)) - 10,
      wheel: Int32(below(9)) - 4)
  }

  private func content() -> SimulatedContent {
    var content: SimulatedContent =
      switch below(6) {
      case 0: .empty
      case 1: .loading
      case 2: .failure
      case 3: .none
      default: .list(rows: UInt64(below(5000)), columns: below(6))
      }
    content.facts.generation = child.host.content.facts.generation + UInt64(below(2))
    return content
  }
}

/// Validator checks that a plugin reads the host's arguments only within their size and during the
/// call; the memory beyond and afterwards is inaccessible, so that a violation crashes.
enum ArgumentMemoryChecks {
  static let all: [Check] = [
    Check("reads-by-length", 3, "texts and structs are read only up to their size") {
      try live($0, .guarded)
    },
    Check("keeps-nothing-lent", 4, "a child copies the arguments that it keeps") {
      try live($0, .revoked)
    },
  ]

  /// Runs a whole life in such memory, where an invalid read crashes.
  private static func live(_ session: CheckSession, _ arguments: ArgumentMemoryOptions) throws {
    try session.forEachChild(arguments: arguments) { child in
      if let saved = child.savedBytes() { _ = child.restore(saved) }
      _ = child.restore(Array("not a state".utf8))
      child.appear(animated: true)
      child.live()
      // "/" begins a text entry in many children.
      child.press(TestKey.characters("search text/search text"))
      child.paste(Array("more".utf8))
      child.draw()
      child.live()
      child.remove(animated: true)
    }
  }
}
