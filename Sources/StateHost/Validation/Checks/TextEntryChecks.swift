internal import ChildPluginAPI
internal import HostContent
internal import HostPlugins
internal import HostSurface

/// The validator's checks that a child does not take the keyboard focus back, and deletes typed text by whole
/// characters.
enum FrontChecks {
  static let all: [Check] = [
    .eachState(
      "leaves-the-front", level: .warning(5),
      "another child that the user brings to the front stays there"
    ) { child in
      // A child that consumes Tab keeps the user from moving to another one.
      guard child.type.takesFocus, !child.key(.tab) else { return }
      for _ in 0..<turns {
        child.host.isInFront = false
        child.host.sharedChanged = nil
        child.child.send(.frontChanged)
        child.draw()
        if !child.host.isInFront { return }
      }
      try fail(
        "focus.ask only after user input: Tab moves to others",
        in: child.host.sharedChanged ?? .lastCall,
        but: "it requested the front whenever another child was there, \(turns) times")
    },
    .eachState(
      "edits-whole-characters", level: 4, "deleting typed text removes whole characters"
    ) { child in
      guard child.type.takesFocus else { return }
      for opener in [nil] + KeyChecks.helpKeys(of: child) {
        if let opener { child.key(opener) }
        for letter in letters where child.key(.character(letter)) {
          try edit(child, letter, child.session.watch)
        }
        child.key(.escape)
      }
    },
  ]

  /// Types a letter a few times, and deletes some.
  private static func edit(_ child: CheckedChild, _ letter: Unicode.Scalar, _ watch: CallMonitor)
    throws
  {
    let isHalved = { child.snapshot().firstCell { $0.isReplacement } != nil }
    for edit in edits {
      for _ in 0..<3 { child.key(.character(letter)) }
      // A replacement character that the child draws by itself is no half of a typed one.
      if isHalved() { return }
      for key in edit { child.key(key) }
      let place = watch.lastCall
      try expect(
        !isHalved(), "no half of \"\(letter)\", which is \(letter.utf8.count) bytes", in: place,
        else: "U+FFFD is drawn")
    }
    for first in ["", "x", "xx"] {
      guard child.paste(Array((first + String(repeating: Character(letter), count: 2000)).utf8))
      else { return }
      let place = watch.lastCall
      try expect(
        !isHalved(), "no half of \"\(letter)\" where a pasted text is cut", in: place,
        else: "U+FFFD is drawn")
      for _ in 0..<4 { child.key(.backspace) }
    }
  }

  private static let turns = 3
  private static let letters: [Unicode.Scalar] = ["\u{E9}", "\u{6F22}", "\u{1F600}"]

  /// Keys that delete a character or insert another.
  private static let edits: [[CheckKey]] = {
    let key = { (code: UInt32) in CheckKey(code: code) }
    let (back, left) = (key(CHILDPLUGIN_KEY_BACKSPACE), key(CHILDPLUGIN_KEY_LEFT))
    let right = key(CHILDPLUGIN_KEY_RIGHT)
    let home = key(CHILDPLUGIN_KEY_HOME)
    return [
      [back], [left, .character("x")], [left, back], [left, key(CHILDPLUGIN_KEY_DELETE)],
      [home, right, .character("x")], [home, key(CHILDPLUGIN_KEY_DELETE)],
    ]
  }()
}

/// The validator's checks of text fields that a child draws: typing, pasting and deleting take effect at the visible
/// cursor.
enum EditingChecks {
  static let all: [Check] = [
    Check(
      "draws-what-is-typed", level: .warning(5),
      "spaces and letters of any language can be typed with the cursor visible"
    ) { session in
      try forEachEditor(session) { child, line in
        guard line.type("zq"), line.holds("zq") else { return }
        try expect(
          child.key(.character(" ")), "true for a blank: a text may contain it",
          else: "false")
        let before = line.drawing
        child.key(.character("\u{44F}"))
        let place = session.watch.lastCall
        try expect(
          line.holds("\u{44F}") || line.drawing.firstDifference(from: before) == nil,
          "the text of key->text: a code is not a byte", in: place,
          else: "something other than the letter"
        )
        for _ in 0..<longText { guard child.key(.character("m")) else { return } }
        guard child.host.takesText?.what == true else { return }
        try expect(
          line.drawing.cursor.map { 0..<line.drawing.columns ~= $0.column } ?? false,
          "the cursor on the canvas: scroll a long text to its end",
          else: "none, after \(longText) letters")
      }
    },
    Check(
      "edits-at-the-cursor", level: .warning(5),
      "typing, pasting and deleting change the text at the cursor"
    ) { session in
      try forEachEditor(session) { child, line in
        guard line.type("zq"), line.holds("zq"), let end = line.drawing.cursor, child.key(.left)
        else { return }
        let cursor = line.drawing.cursor
        guard line.type("k") else { return }
        let isInside = line.holds("zkq")
        guard isInside || line.holds("zqk") else { return }
        try expect(
          isInside == (cursor?.column == end.column - 1),
          "the cursor where the next letter is typed",
          else: isInside
            ? "the letter before the last one, and the cursor after that"
            : "the cursor before a letter, and the next one after it")
        guard isInside else { return }
        if child.key(.backspace) {
          try expect(
            line.holds("zq") || !line.holds("z"), "the letter before the cursor is gone",
            else: "another one")
        }
        if line.holds("zq"), child.paste(Array("xy".utf8)) {
          try expect(
            line.holds("zxyq") || !line.holds("xy") || !line.holds("zq"),
            "the pasted text before the cursor", else: "the pasted text elsewhere")
        }
      }
    },
    Check(
      "filters-by-all-letters", level: .warning(5),
      "a child that filters while text is typed uses the whole text"
    ) { session in
      try forEachEditor(session) { child, line in
        child.host.wakeAfterNanoseconds = nil
        func filter() -> [UInt8]? { child.host.checkView.request.filter?.text }
        for letters in ["r", "ro", "row"] {
          guard let before = filter(), line.type(String(letters.suffix(1))) else { return }
          let place = session.watch.lastCall
          guard line.holds(letters), child.host.wakeAfterNanoseconds == nil else { return }
          try expect(
            filter() != before, "view->show for the text that is drawn", in: place,
            else: "the text is drawn, but the rows match the previous text")
        }
      }
    },
  ]

  private static let longText = 400

  /// A text field that a child under test shows: types into it, and tells whether a text is drawn.
  private struct Line {
    let child: CheckedChild

    var drawing: Drawing { child.snapshot() }

    func type(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { child.key(.character($0)) }
    }

    func holds(_ text: String) -> Bool {
      let drawing = drawing
      let scalars = Array(text.unicodeScalars)
      return (0..<drawing.rows).contains { row in
        let line = drawing.line(row)
        return line.indices.contains { line[$0...].starts(with: scalars) }
      }
    }
  }

  /// Runs a body with every child that begins a text entry after a key of its help or a usual one.
  private static func forEachEditor(
    _ session: CheckSession, _ body: (CheckedChild, Line) throws -> Void
  )
    throws
  {
    try session.forEachChild(content: .list(rows: 400, columns: 3)) { child in
      guard child.type.takesFocus else { return }
      child.appear()
      child.typeText()
      guard child.isTakingText else { return }
      try body(child, Line(child: child))
    }
  }
}
