internal import ChildPluginAPI
internal import HostPlugins
internal import HostSystem

/// The validator's checks that a plugin creates every child it describes, refuses unknown ids, and can destroy
/// children in any order.
enum CreationChecks {
  static let all: [Check] = refusing + lives

  private static let refusing: [Check] = [
    Check("creates-every-child", level: 1, "create succeeds for every described child") { session in
      for type in try session.types() {
        try expect(
          try session.refusal(ofID: type.id) != .refused, "a child for its own id \"\(type.id)\"",
          else: "NULL")
      }
    },
    Check("refuses-unknown-ids", level: 1, "create returns NULL for an unknown id") {
      session in
      _ = try session.types()
      for id in ["org.statehost.no-such-child", "", "x", "../etc", "\u{1F600}"] {
        try expect(
          try session.refusal(ofID: id) == .refused, "NULL for the unknown id \"\(id)\"",
          in: session.watch.creation, else: "a child")
      }
    },
    Check("refuses-similar-ids", level: 2, "create compares the whole id") { session in
      let own = try session.types().map(\.id)
      for id in own {
        let similar = [
          id + "x", id + " ", id + "\0", id + "\0garbage", id + ".more", String(id.dropLast()),
          " " + id, String(id.dropFirst()),
        ]
        for other in similar where !own.contains(other) {
          let shown = other.replacingNUL
          try expect(
            try session.refusal(ofID: other) == .refused,
            "NULL for \"\(shown)\": its own is \"\(id)\"", in: session.watch.creation,
            else: "a child"
          )
        }
      }
    },
    Check("child-tables", level: 1, "a child's table has its size, destroy and draw") { session in
      for type in try session.types() {
        switch try session.refusal(ofID: type.id) {
        case .tableSize(let size)?:
          try fail(
            "size = sizeof(childplugin_child_t)", in: session.watch.creation, but: "size \(size)")
        case .functionMissing(let function)?:
          try fail("a function \(function)", in: session.watch.creation, but: "NULL")
        case .notLoaded?, .refused?, nil: break
        }
      }
    },
  ]

  private static let lives: [Check] = [
    .eachChild("never-shown", level: 2, "a child that was never shown can be destroyed") {
      $0.destroy()
    },
    Check("create-again", level: 2, "a child can be created again and again") { session in
      for type in try session.types() {
        for round in 1...50 {
          do { try session.child(type).liveAndEnd() } catch {
            if round == 1 { throw error }
            try fail("a child at every call of create", but: "none at call \(round)")
          }
        }
      }
    },
    Check("children-differ", level: 2, "two children at the same time each have their own table") {
      session in
      for type in try session.types() {
        var children = [try session.child(type)]
        // With a thread per child, the worker's thread limit comes first.
        while children.count < (session.watch.hasOtherThreads ? 9 : 101) {
          let number = children.count
          guard let child = try? session.child(type) else {
            try fail(
              "many children of \(type.id)", in: session.watch.creation,
              but: "NULL for number \(number)")
          }
          let place = child.child.tableAddress
          let isAnother = !children.contains { $0.child.tableAddress == place }
          // Leaked, because a second destroy would crash.
          if !isAnother { _ = unsafe Unmanaged.passRetained(child) }
          try expect(
            isAnother, "a separate table for each", in: session.watch.creation,
            else: "number \(number) has the table of an earlier one")
          children.append(child)
        }
      }
    },
    Check("destroy-any-order", level: 3, "children can be destroyed in any order") { session in
      for order in 0..<3 {
        var children = try session.types().map { type in try session.child(type) }
        for _ in 0..<(session.watch.hasOtherThreads ? 3 : 20) {
          for type in try session.types() { children.append(try session.child(type)) }
        }
        for child in children { child.appear() }
        if order == 1 { children.reverse() }
        if order == 2 { children.shuffle(using: &session.random) }
        for child in children { child.disappear() }
        for child in children { child.destroy() }
      }
    },
    Check("children-apart", level: 4, "two children of a type do not share what they show") {
      session in for type in try session.types() { try ChildrenApart.check(type, in: session) }
    },
    .eachChild(
      "child-tables-stay", level: 3, "a child's table does not change while the child exists"
    ) {
      child in
      let before = child.child.tableBytes
      child.session.watch.afterEachCall { child.child.tableBytes == before ? nil : "it changed" }
      child.appear(animated: true)
      child.live()
      child.disappear(animated: true)
      try child.session.expectNoFinding("the table as create returned it")
      child.session.watch.afterEachCall { nil }
    },
  ]
}

extension String {
  /// The text with each NUL replaced by `\0`.
  fileprivate var replacingNUL: String {
    split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\0")
  }
}

/// One check of the validator: what happens to one child does not change what another child of the same type draws.
enum ChildrenApart {
  static func check(_ type: ChildType, in session: CheckSession) throws {
    let quiet = try session.child(type)
    let busy = try session.child(type)
    quiet.appear()
    busy.appear()
    let before = quiet.snapshot()
    busy.focus(true)
    for _ in 0..<50 { busy.key(.down) }
    for _ in 0..<20 { busy.turnWheel(3) }
    try expectTheSame(quiet, before)
    for key in CheckKey.named + [.character("/"), .character("x"), .character("j")] {
      busy.key(key)
    }
    busy.paste(Array("pasted".utf8))
    busy.turnWheel(3)
    busy.mouse(
      childplugin_mouse_t(
        CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, column: 3, row: 5))
    busy.draw()
    try expectTheSame(quiet, before)
    busy.disappear()
    busy.destroy()
    try expectTheSame(quiet, before)
    quiet.disappear()
    quiet.destroy()
  }

  private static func expectTheSame(_ quiet: CheckedChild, _ before: Drawing) throws {
    let difference = quiet.snapshot().unexplainedDifference(from: before)
    try expect(
      difference == nil,
      "one child of \(quiet.type.id) draws the same after keys for another, and after its end",
      else: "a difference at \(difference ?? "")")
  }
}

/// The validator's checks that a child can appear, run its transitions and disappear in every valid order of the
/// callbacks.
enum AppearanceChecks {
  static let all: [Check] = orders + transitions

  private static let orders: [Check] = [
    .eachChild(
      "appears", level: 1, "a child appears, is drawn and disappears, without animation",
      once: .shown
    ) { child in
      child.draw()
      child.disappear()
      child.destroy()
    },
    .eachChild("appears-animated", level: 1, "a child appears and disappears with a transition") {
      child in
      child.appear(animated: true)
      child.disappear(animated: true)
      child.destroy()
    },
    Check(
      "callback-orders", level: 3,
      "a child appears and disappears in every combination of animated and not"
    ) {
      session in
      for mask in 0..<16 {
        try session.forEachChild { child in
          for turn in 0..<2 {
            child.appear(animated: mask >> (2 * turn) & 1 == 1)
            child.disappear(animated: mask >> (2 * turn + 1) & 1 == 1)
          }
        }
      }
    },
    .eachChild("never-drawn", level: 3, "a child can appear and disappear without being drawn") {
      child in
      for _ in 0..<3 {
        child.willAppear()
        child.didAppear()
        child.disappear()
      }
    },
    .eachChild(
      "draws-in-every-phase", level: 2,
      "a child can be drawn in every phase, from will_appear to did_disappear"
    ) {
      child in
      child.willAppear(animated: true)
      child.draw()
      child.willBegin(appearing: true)
      child.draw()
      child.progress(0.5, appearing: true)
      child.draw()
      child.didEnd(appearing: true)
      child.draw()
      child.didAppear(animated: true)
      child.draw()
      child.willDisappear(animated: true)
      child.draw()
      child.willBegin(appearing: false)
      child.draw()
      child.didEnd(appearing: false)
      child.draw()
      child.didDisappear(animated: true)
    },
    .eachChild(
      "asked-off-screen", level: 3, "functions that may be called at any time also work off screen"
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
          else: CallText.bytes(words))
      }
    },
    .eachChild("appears-1000-times", level: 4, "a child can appear and disappear a thousand times")
    { child in
      let time = ThreadStopwatch()
      for turn in 0..<1000 where time.nanoseconds < longestComing {
        child.appear(animated: turn % 4 == 1)
        child.disappear(animated: turn % 4 == 2)
      }
    },
    Check("random-life", level: 5, "a child handles 2,000 random events in valid orders") {
      session in
      for type in try session.types() { try RandomLife(session, type).run(steps: 2000) }
    },
  ]

  private static let transitions: [Check] = [
    Check("transition-repeated", level: 3, "the same progress may be sent many times") { session in
      try steps(session, [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1])
    },
    Check(
      "transition-backwards", level: 4,
      "progress may go backwards, as when a transition is reversed"
    ) { session in try steps(session, [0, 0.5, 1, 0.7, 0.3, 0, 0.2, 1, 0]) },
    Check("transition-at-once", level: 3, "a transition may end without any progress") { session in
      try steps(session, [])
    },
    Check("transition-fine", level: 4, "progress may come in very small steps") { session in
      try steps(session, [0, Double.leastNonzeroMagnitude] + (1...500).map { Double($0) / 500 })
    },
    .eachChild(
      "draws-after-progress", level: .warning(5),
      "a child that draws by its progress requests a draw after each step", having: .progress
    ) { child in
      for appearing in [true, false] {
        if appearing {
          child.willAppear(animated: true)
          child.resize(columns: 80, rows: 24)
        } else {
          child.willDisappear(animated: true)
        }
        _ = child.timing(appearing: appearing)
        child.willBegin(appearing: appearing)
        try expectDraws(child, by: [0.2, 0.5, 0.8], appearing: appearing, child.session)
        child.didEnd(appearing: appearing)
        if appearing { child.didAppear(animated: true) } else { child.didDisappear(animated: true) }
      }
    },
  ]

  /// The time limit of repeated appearances, because a draw may be slow.
  private static let longestComing: Int64 = 2_000_000_000

  /// Expects that each step of a transition that changes cells has requested a draw.
  private static func expectDraws(
    _ child: CheckedChild, by steps: [Double], appearing: Bool, _ session: CheckSession
  ) throws {
    var before = child.snapshot()
    for step in steps {
      child.host.forgetRequests()
      child.progress(step, appearing: appearing)
      let place = session.watch.lastCall
      let asks = child.host.hasRequests
      let after = child.snapshot()
      try expect(
        asks || child.host.hasRequests || after.unexplainedDifference(from: before) == nil,
        "host->invalidate: a transition alone draws no frames", in: place,
        else: "other cells, which are not shown")
      before = after
    }
  }

  /// Runs a transition in both directions with these steps.
  private static func steps(_ session: CheckSession, _ steps: [Double]) throws {
    try session.forEachChild { child in
      for appearing in [true, false] {
        if appearing {
          child.willAppear(animated: true)
        } else {
          child.willDisappear(animated: true)
        }
        _ = child.timing(appearing: appearing)
        child.willBegin(appearing: appearing)
        for step in steps {
          child.progress(step, appearing: appearing)
          child.draw()
        }
        child.didEnd(appearing: appearing)
        if appearing { child.didAppear(animated: true) } else { child.didDisappear(animated: true) }
      }
    }
  }
}

/// Sends a child under test a sequence of random events (appearing, input, resizing, new content) in an order that
/// the header permits.
struct RandomLife {
  private let session: CheckSession
  private let child: CheckedChild

  init(_ session: CheckSession, _ type: ChildType) throws {
    self.session = session
    child = try session.child(type)
  }

  /// Runs at most `steps` events, fewer with a slow plugin.
  func run(steps: Int) throws {
    for _ in 0..<steps where session.watch.slow.nanoseconds < Self.longestSlowNanoseconds {
      if !child.isOnScreen {
        child.appear(animated: below(2) == 0)
      } else if below(40) == 0 {
        child.disappear(animated: below(2) == 0)
      } else {
        step()
      }
      child.host.nowNanoseconds += Int64(below(100_000_000))
    }
    if child.isOnScreen { child.disappear() }
    child.destroy()
  }

  private static let longestSlowNanoseconds: Int64 = 2_000_000_000

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

  private func key() -> CheckKey {
    let modifiers = UInt32(below(8))
    if below(2) == 0 {
      var key = CheckKey.named[below(CheckKey.named.count)]
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

  private func content() -> CheckContent {
    var content: CheckContent =
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

/// The validator's checks that a plugin reads the memory that the host passes to it only within its size and during
/// the call.
enum BorrowingChecks {
  static let all: [Check] = [
    Check("reads-by-length", level: 3, "texts and structs are read only up to their size") {
      session in try live(session, .guarded)
    },
    Check("keeps-nothing-lent", level: 4, "a child copies the arguments that it keeps") {
      session in try live(session, .revoked)
    },
  ]

  /// Runs a whole life in such memory, where an invalid read crashes.
  private static func live(_ session: CheckSession, _ arguments: ArgumentMemory) throws {
    try session.forEachChild(arguments: arguments) { child in
      if let saved = child.savedBytes() { _ = child.restore(saved) }
      _ = child.restore(Array("not a state".utf8))
      child.appear(animated: true)
      child.live()
      // "/" begins a text entry in many children.
      for character in "search text/search text" {
        child.key(.character(character.unicodeScalars.first ?? "x"))
      }
      child.paste(Array("more".utf8))
      child.draw()
      child.live()
      child.disappear(animated: true)
      child.destroy()
    }
  }
}
