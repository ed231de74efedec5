internal import ChildPluginAPI
internal import HostContent
internal import HostPlugins

/// Validator checks that a child handles any key, mouse event, paste and focus change, also invalid
/// ones and those of later versions, requests a draw for changes, and has valid key help.
enum InputChecks {
  static let all: [Check] = [
    keys("keys-named", 2, "a child handles every key of the header with all modifiers") { _ in
      TestKey.named.flatMap { key in (0..<8).map { TestKey(code: key.code, modifiers: $0) } }
    },
    keys("keys-characters", 3, "a child handles characters of every kind") { session in
      let ascii = (0..<128).compactMap { Unicode.Scalar(UInt32($0)) }
      let others = (0..<300).compactMap { _ in
        Unicode.Scalar(UInt32(session.random.next(below: 0x110000)))
      }
      return (ascii + others).map { .character($0) }
    },
    keys("keys-unknown", 4, "a child handles key codes and modifiers of a later version") { _ in
      let codes: [UInt32] = [
        CHILDPLUGIN_KEY_DELETE + 1, CHILDPLUGIN_KEY_F1 - 1, CHILDPLUGIN_KEY_F1 + 12,
        CHILDPLUGIN_KEY_F1 + 1000, 0xD800, 0x7FFF_FFFF, .max,
      ]
      return codes.flatMap { code in
        [UInt32(0), 8, .max].map { TestKey(code: code, modifiers: $0) }
      }
    },
    keys("keys-invalid-text", 4, "a child handles key text that is not UTF-8") { _ in
      EdgeCaseBytes.invalidText.map { TestKey(code: 0xFFFD, text: $0) } + [
        TestKey(code: 0x61, text: [UInt8](repeating: 0x61, count: 4096))
      ]
    },
    .eachChild(
      "focus-changes", 2, "a child may gain and lose focus repeatedly, with keys between",
      once: .shown, having: .input
    ) { child in
      for isFocused in [true, true, false, false, true, false, true] {
        child.focus(isFocused)
        child.draw()
        child.key(.down)
      }
    },
    .eachChild(
      "key-help-items", 3, "key help has at most 32 items, each with a key and an action",
      once: .shown, having: .keyHelp
    ) { child in
      try child.forEachHelp {
        let count = child.keyHelpCount()
        try expect(
          count <= PluginChild.keyHelpLimit, "at most 32 items",
          else: "key_help.count says \(count)")
        for index in 0..<min(count, PluginChild.keyHelpLimit) {
          let item = child.keyHelpItem(index)
          try expect(
            item.map { !$0.key.isEmpty && !$0.action.isEmpty } ?? false,
            "a key and an action for item \(index) of \(count)",
            else: item == nil ? "false" : "an empty text")
        }
        for index in [count, 33, UInt32.max] {
          try expect(
            child.keyHelpItem(index) == nil, "false: there are \(count) items", else: "true")
        }
      }
    },
    mouse(
      "mouse-everywhere", 3, "a child handles the mouse inside and far outside its area",
      (CHILDPLUGIN_MOUSE_PRESS...CHILDPLUGIN_MOUSE_WHEEL).flatMap { kind in
        let isWheel = kind == CHILDPLUGIN_MOUSE_WHEEL
        let places: [Int32] = [0, 5, 79, 80, -1, -1000, .max, .min]
        return places.flatMap { column in
          places.map { row in
            childplugin_mouse_t(
              kind, button: isWheel ? CHILDPLUGIN_BUTTON_NONE : CHILDPLUGIN_BUTTON_LEFT,
              column: column, row: row, wheel: isWheel ? 1 : 0)
          }
        }
      }),
    mouse(
      "mouse-wheel-far", 4, "a child handles very large steps of the wheel",
      [Int32.max, .min, 1_000_000, -1_000_000, 1, -1].flatMap { wheel in
        let turn = childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 2, row: 2, wheel: wheel)
        return [turn, turn, turn]
      }),
    mouse(
      "mouse-unknown", 4, "a child handles mouse events of a later version",
      [UInt32(0), CHILDPLUGIN_MOUSE_WHEEL + 1, 99, .max].flatMap { kind in
        [CHILDPLUGIN_BUTTON_NONE, CHILDPLUGIN_BUTTON_RIGHT + 1, 99, .max].map {
          childplugin_mouse_t(kind, button: $0, modifiers: .max)
        }
      }),
    .eachChild(
      "draws-after-input", .warning(5),
      "a child requests a draw after a paste or click that changes it", once: .focused,
      having: .input
    ) { child in
      func paste(after before: Drawing) throws -> Drawing {
        try child.session.drawing(of: child, after: before) { child.paste(Array("pasted".utf8)) }
      }
      var before = try paste(after: child.snapshot())
      for mouse: childplugin_mouse_t in [
        .press(column: 3, row: 1), .press(column: 1, row: 3), .wheel(3),
      ] { before = try child.session.drawing(of: child, after: before) { child.mouse(mouse) } }
      child.typeText()
      if child.isTakingText { _ = try paste(after: child.snapshot()) }
    },
    .eachChild(
      "paste-any-bytes", 3, "a child handles pasted text that is empty, long or not UTF-8",
      once: .focused, having: .paste
    ) { child in
      for text in EdgeCaseBytes.invalidText + [[], [UInt8](repeating: 0x0A, count: 5000)] {
        child.paste(text)
        child.draw()
      }
      child.paste([UInt8](repeating: 0x61, count: 1 << 20))
      child.draw()
    },
  ]

  /// A check that sends keys to every child.
  private static func keys(
    _ name: String, _ level: Check.Level, _ purpose: String,
    _ keys: @escaping @Sendable (CheckSession) -> [TestKey]
  ) -> Check {
    Check(name, level, purpose) { session in
      let keys = keys(session)
      try session.forEachChild(once: .focused, having: .keys) { child in
        for (index, key) in keys.enumerated() {
          child.key(key)
          if index % 8 == 0 { child.draw() }
        }
        child.draw()
      }
    }
  }

  /// A check that sends mouse events to every child.
  private static func mouse(
    _ name: String, _ level: Check.Level, _ purpose: String,
    _ events: @autoclosure @escaping @Sendable () -> [childplugin_mouse_t]
  ) -> Check {
    .eachChild(name, level, purpose, once: .shown, having: .mouse) { child in
      for event in events() {
        child.mouse(event)
        child.draw()
      }
    }
  }
}

/// Fixed lists of unusual byte sequences (invalid UTF-8, control sequences, odd or huge values)
/// that validator checks pass to plugins as texts, option values and rows.
enum EdgeCaseBytes {
  /// Texts that are not UTF-8, and one with control sequences.
  static let invalidText: [[UInt8]] = [
    [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x80],
    [0xF4, 0x90, 0x80, 0x80], [0x00], [0x61, 0x00, 0x62], [0x1B, 0x5B, 0x32, 0x4A],
  ]

  /// Option values that users or other versions may write.
  static let options: [[UInt8]] =
    [
      "", "0", "-1", "1", "7.5", "99999999999999999999", "1e400", "nan", "true", "null", "nonsense",
      "[1,2]", "{\"a\":1}", " ",
    ].map { Array($0.utf8) } + [[0xFF, 0x00, 0xC3], Array(repeating: 0x41, count: 70_000)]
    // Long enough to overrun a buffer if a terminator is written at its length.
    + [Array(repeating: 0x41, count: 1 << 20)]

  /// Rows that are hard to display.
  static let hardRows: [[UInt8]] =
    invalidText + [
      [], Array(repeating: 0x09, count: 100), Array("\u{1F468}\u{200D}\u{1F469}\u{200D}".utf8),
      Array("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}".utf8), Array("\u{202E}abc\u{2066}".utf8),
      Array("漢字漢字漢字".utf8), Array("\u{1B}]0;title\u{7}\u{9B}31m".utf8),
      Array(repeating: 0x20, count: 500), [0x0D, 0x0A, 0x0D],
    ]
}

/// Validator checks that a child returns true exactly for inputs that it uses, as the program
/// handles the rest, reports a typed row number without a row, and lets no newline into a filter.
enum InputResultChecks {
  static let all: [Check] = [
    eachTaker(
      "leaves-plain-keys", 4, "a child does not use keys without effect: q, r, ? are the program's"
    ) { child in
      for key in TestKey.characters("qr?") + [.escape, .tab] {
        let other = try child.another()
        let isVain = isInVain(other) { other.key(key) }
        other.remove()
        try expect(
          !isVain, "false for the key \(CallFormatter.key(key.code, 0)), which the program uses",
          else: "true, without any effect")
      }
      for key in plainKeys {
        let other = try child.another()
        let isLeft = !other.key(key) || other.isTakingText
        other.remove()
        if isLeft { return }
      }
      try fail(
        "false for keys that it does not use: else only Ctrl-C ends it "
          + "(or CHILDPLUGIN_DESCRIPTOR_MODAL)",
        but: "true for every letter, digit and function key")
    },
    .eachState(
      "returns-true-for-used-keys", .warning(5),
      "a child returns true for a key, press or wheel that moves the cursor or makes a request"
    ) { child in
      func expectTrue(for name: String, _ input: () -> Bool) throws {
        child.host.forgetRequests()
        let isUsed = input()
        let host = child.host
        let hasActed =
          host.changeCall != nil || !host.performed.isEmpty || !host.requests.isEmpty
        try expect(
          isUsed || !hasActed, "true: else the next receiver of the input acts on it as well",
          else: "false for \(name), and it has acted on it")
      }
      guard !child.type.isModal, !child.isTakingText else { return }
      for row: Int32 in 1...6 {
        let event = childplugin_mouse_t.press(column: 3, row: row)
        try expectTrue(for: "a press") { child.mouse(event) }
        child.mouse(
          childplugin_mouse_t(
            CHILDPLUGIN_MOUSE_RELEASE, button: CHILDPLUGIN_BUTTON_LEFT, column: 3, row: row))
      }
      for steps: Int32 in [3, -3] { try expectTrue(for: "the wheel") { child.turnWheel(steps) } }
      guard child.has(.focusAndKeys), !child.isTakingText else { return }
      for key in TestKey.named.prefix(14) + TestKey.letters {
        try expectTrue(for: CallFormatter.key(key.code, 0)) { child.key(key) }
      }
    },
    .eachState(
      "leaves-unknown-mouse", .warning(5), "a child does not use mouse events that it cannot know"
    ) { child in
      guard child.has(.mouse), !child.type.isModal else { return }
      let kinds = [UInt32(0), CHILDPLUGIN_MOUSE_MOVE + 1, 99, .max]
      let used = kinds.count { child.mouse(childplugin_mouse_t($0, column: 2, row: 2)) }
      try expect(
        used < kinds.count, "false for an event of a later version: the child below may use it",
        else: "true for every event")
    },
    .eachState(
      "leaves-unused-paste", .warning(5), "a child does not use a paste that has no effect"
    ) { child in
      guard child.has(.paste), !child.type.isModal || child.isTakingText else { return }
      for text in ["pasted", "42"] {
        guard isInVain(child, evenIfDrawn: false, { child.paste(Array(text.utf8)) }) else { return }
      }
      try fail("false: another child may take it", but: "true, without any effect")
    },
    .eachState("uses-every-key", .warning(5), "a modal child uses every key, as it declares") {
      child in
      guard child.has(.focusAndKeys), child.type.isModal else { return }
      let both = CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
      let keys: [TestKey] = [
        .character("q"), .tab, .up, TestKey(code: CHILDPLUGIN_KEY_F1 + 4),
        TestKey(code: 0x78, modifiers: both),
      ]
      for key in keys {
        try expect(
          child.key(key), "true for every key: CHILDPLUGIN_DESCRIPTOR_MODAL says so",
          else: "false for \(CallFormatter.key(key.code, key.modifiers))")
      }
    },
    .eachChild(
      "says-what-is-refused", .warning(6),
      "a child that moves to a row whose number is typed says when there is none",
      contents: [.list(rows: 40, columns: 3)]
    ) { child in
      guard child.has(.focusAndKeys) else { return }
      child.appear()
      /// What enter does after a number.
      func enter(_ number: String) throws -> (requests: [String], isSilent: Bool)? {
        let other = try child.another()
        defer { other.remove() }
        other.beginText()
        guard other.isTakingText, other.type(number) else { return nil }
        let before = other.snapshot()
        (other.host.requests, other.host.hasMissedRow, other.host.changeCall) = ([], false, nil)
        other.key(.enter)
        guard other.host.hasMissedRow || other.host.changeCall != nil else { return nil }
        let words = Set(other.snapshot().texts).subtracting(before.texts)
        return (other.host.requests.map(\.what), other.host.hasMissedRow && words.isEmpty)
      }
      guard let right = try enter("7"), let wrong = try enter("987654321") else { return }
      try expect(
        !wrong.isSilent || right.requests.isEmpty || wrong.requests != right.requests,
        "a word about it, and another number: set_row returned false",
        else: "the same as for a row that exists")
    },
    .eachChild(
      "pastes-one-line", .warning(6), "a paste of several lines puts no newline into a filter",
      once: .shown, contents: [.list(rows: 400, columns: 3)]
    ) { child in
      child.typeText()
      guard child.isTakingText, child.paste(Array("one\ntwo".utf8)) else { return }
      let place = child.monitor.lastCall
      child.key(.enter)
      try expect(
        child.host.checkView.request.filter?.text.contains(0x0A) != true,
        "the first line, or a blank for the newline: no row contains one", in: place,
        else: "a filter that no row matches")
    },
  ]

  private static let plainKeys: [TestKey] =
    TestKey.letters + TestKey.characters("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    + (0..<12).map { TestKey(code: CHILDPLUGIN_KEY_F1 + $0) }

  /// A check of every non-modal child that takes keys, in each state, while it takes no text.
  private static func eachTaker(
    _ name: String, _ level: Check.Level, _ purpose: String, _ body: @escaping Check.ChildTest
  ) -> Check {
    .eachState(name, level, purpose) { child in
      guard child.has(.focusAndKeys), !child.type.isModal, !child.isTakingText else { return }
      try body(child)
    }
  }

  /// Whether a child uses an input without effect; with `evenIfDrawn`, also if it draws the same.
  static func isInVain(_ child: CheckedChild, evenIfDrawn: Bool = true, _ input: () -> Bool) -> Bool
  {
    let before = child.snapshot()
    let state = child.savedBytes()
    let words = child.accessibilityText(capacity: 4096)?.bytes
    let options = child.host.askedOptions.count
    child.host.forgetRequests()
    child.host.wakeAfterNanoseconds = nil
    let taken = child.host.takesText?.what
    guard input() else { return false }
    if evenIfDrawn { child.host.invalidateCount = 0 }
    return !child.host.hasRequests && child.host.sentMessages.isEmpty
      && child.host.takesText?.what == taken
      && child.host.askedOptions.count == options && !child.monitor.hasOtherThreads
      && child.snapshot().firstDifference(from: before) == nil && child.savedBytes() == state
      && child.accessibilityText(capacity: 4096)?.bytes == words
  }
}
