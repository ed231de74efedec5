internal import HostContent
internal import HostPlugins
internal import HostSurface

/// Validator checks that a child lets the user move the keyboard to another child, without
/// requesting it back, and deletes typed text by whole characters, not bytes.
enum FocusChecks {
  static let all: [Check] = [
    .eachState(
      "leaves-the-front", .warning(5), "another child that the user brings to the front stays there"
    ) { child in
      // A child that consumes Tab keeps the user from moving to another one.
      guard child.type.takesFocus, !child.key(.tab) else { return }
      for _ in 0..<3 {
        child.host.isInFront = false
        child.host.changeCall = nil
        child.child.send(.frontChanged)
        child.draw()
        if !child.host.isInFront { return }
      }
      try fail(
        "focus.ask only after user input: Tab moves to others",
        in: child.host.changeCall ?? .lastCall,
        but: "it requested the front whenever another child was there, 3 times")
    },
    .eachState("edits-whole-characters", 4, "deleting typed text removes whole characters") {
      child in
      guard child.type.takesFocus else { return }
      for opener in [nil] + child.helpKeys {
        if let opener { child.key(opener) }
        for letter in ["\u{E9}", "\u{6F22}", "\u{1F600}"] as [Unicode.Scalar]
        where child.key(.character(letter)) { try edit(child, letter) }
        child.key(.escape)
      }
    },
  ]

  /// Types a letter a few times, and deletes some.
  private static func edit(_ child: CheckedChild, _ letter: Unicode.Scalar) throws {
    func expectWhole(_ expected: String) throws {
      let place = child.monitor.lastCall
      let half = child.snapshot().firstCell { $0.isReplacement }
      try expectNone(half, expected, in: place) { _ in "U+FFFD is drawn" }
    }
    // Keys that delete a character or insert another.
    for edit: [TestKey] in [
      [.backspace], [.left, .character("x")], [.left, .backspace], [.left, .delete],
      [.home, .right, .character("x")], [.home, .delete],
    ] {
      for _ in 0..<3 { child.key(.character(letter)) }
      // A replacement character that the child draws by itself is no half of a typed one.
      if child.snapshot().firstCell(where: { $0.isReplacement }) != nil { return }
      child.press(edit)
      try expectWhole("no half of \"\(letter)\", which is \(letter.utf8.count) bytes")
    }
    for first in ["", "x", "xx"] {
      guard child.paste(Array((first + String(repeating: Character(letter), count: 2000)).utf8))
      else { return }
      try expectWhole("no half of \"\(letter)\" where a pasted text is cut")
      for _ in 0..<4 { child.key(.backspace) }
    }
  }
}

/// Validator checks of text fields: letters are drawn, edits occur at the cursor, filters follow.
enum EditingChecks {
  static let all: [Check] = [
    eachEditor(
      "draws-what-is-typed", .warning(5),
      "spaces and letters of any language can be typed with the cursor visible"
    ) { child in
      guard child.type("zq"), child.shows("zq") else { return }
      try expect(
        child.key(.character(" ")), "true for a blank: a text may contain it", else: "false")
      let before = child.snapshot()
      child.key(.character("\u{44F}"))
      let place = child.monitor.lastCall
      try expect(
        child.shows("\u{44F}") || child.snapshot().firstDifference(from: before) == nil,
        "the text of key->text: a code is not a byte", in: place,
        else: "something other than the letter")
      guard child.type(String(repeating: "m", count: 400)) else { return }
      guard child.host.takesText?.what == true else { return }
      try expect(
        child.snapshot().cursor.map { 0..<child.snapshot().columns ~= $0.column } ?? false,
        "the cursor on the canvas: scroll a long text to its end", else: "none, after 400 letters")
    },
    eachEditor(
      "edits-at-the-cursor", .warning(5),
      "typing, pasting and deleting change the text at the cursor"
    ) { child in
      guard child.type("zq"), child.shows("zq"), let end = child.snapshot().cursor, child.key(.left)
      else { return }
      let cursor = child.snapshot().cursor
      guard child.type("k") else { return }
      let isInside = child.shows("zkq")
      guard isInside || child.shows("zqk") else { return }
      try expect(
        isInside == (cursor?.column == end.column - 1), "the cursor where the next letter is typed",
        else: isInside
          ? "the letter before the last one, and the cursor after that"
          : "the cursor before a letter, and the next one after it")
      guard isInside else { return }
      if child.key(.backspace) {
        try expect(
          child.shows("zq") || !child.shows("z"), "the letter before the cursor is gone",
          else: "another one")
      }
      if child.shows("zq"), child.paste(Array("xy".utf8)) {
        try expect(
          child.shows("zxyq") || !child.shows("xy") || !child.shows("zq"),
          "the pasted text before the cursor", else: "the pasted text elsewhere")
      }
    },
    eachEditor(
      "filters-by-all-letters", .warning(5),
      "a child that filters while text is typed uses the whole text"
    ) { child in
      child.host.wakeAfterNanoseconds = nil
      func filter() -> [UInt8]? { child.host.checkView.request.filter?.text }
      for letters in ["r", "ro", "row"] {
        guard let before = filter(), child.type(String(letters.suffix(1))) else { return }
        let place = child.monitor.lastCall
        guard child.shows(letters), child.host.wakeAfterNanoseconds == nil else { return }
        try expect(
          filter() != before, "view->show for the text that is drawn", in: place,
          else: "the text is drawn, but the rows match the previous text")
      }
    },
  ]

  /// A check of every child that begins a text entry after a key of its help or a usual one.
  static func eachEditor(
    _ name: String, _ level: Check.Level, _ purpose: String, _ body: @escaping Check.ChildTest
  ) -> Check {
    .eachChild(name, level, purpose, contents: [.list(rows: 400, columns: 3)]) { child in
      guard child.type.takesFocus else { return }
      child.appear()
      child.typeText()
      if child.isTakingText { try body(child) }
    }
  }
}

extension CheckedChild {
  /// Whether it draws a text in a line.
  func shows(_ text: String) -> Bool {
    let drawing = snapshot()
    return (0..<drawing.rows).contains { drawing.line($0).holds(text.unicodeScalars) }
  }
}
