internal import ChildPluginAPI
internal import HostPlugins
internal import HostText

/// The validator's checks of the keys that a child uses: its key help is true, and unknown keys are left to others.
enum KeyChecks {
  static let all: [Check] = [
    Check("leaves-unknown-keys", level: 4, "a child does not use keys that it cannot know") {
      session in
      try forEachTaker(session) { child in
        if child.type.isModal { return }
        let all =
          CHILDPLUGIN_MODIFIER_SHIFT | CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
        let keys = [
          CheckKey(code: CHILDPLUGIN_KEY_DELETE + 1), CheckKey(code: CHILDPLUGIN_KEY_F1 + 40),
          CheckKey(code: CHILDPLUGIN_KEY_F1 + 11, modifiers: all), CheckKey(code: 0x7FFF_FFFF),
        ]
        let used = keys.count { child.key($0) }
        try expect(
          used < keys.count, "false for a key of a later version: ignore unknown keys",
          else: "true for every key")
      }
    },
    Check(
      "leaves-modified-keys", level: .warning(5),
      "a child does not treat a key with modifiers as the plain key"
    ) { session in
      let both = CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
      try forEachTaker(session) { child in
        if child.type.isModal { return }
        let used = CheckKey.letters.filter { child.key($0) }
        var place = CallPlace.lastCall
        let usedModified = used.filter { key in
          let isUsed = child.key(CheckKey(code: key.code, modifiers: both))
          if key.code == used.first?.code { place = session.watch.lastCall }
          return isUsed
        }
        try expect(
          used.isEmpty || usedModified.count < used.count,
          "false for a letter with ctrl and alt: ignore keys with modifiers that you do not use",
          in: place, else: "true for \(CallText.key(used.first?.code ?? 0, both)), as without them")
        child.typeText()
        guard child.isTakingText, CheckKey.letters.allSatisfy({ child.key($0) }) else { return }
        let isEachUsed = CheckKey.letters.allSatisfy {
          child.key(CheckKey(code: $0.code, modifiers: both))
        }
        try expect(
          !isEachUsed, "false for a letter with ctrl and alt: its text is empty",
          else: "true for all of them while it takes text")
      }
    },
    .eachChild(
      "key-help-differs", level: 3,
      "each item of the key help has two texts, and each key is listed once",
      once: .shown, having: .keyHelp
    ) { child in
      for index in 0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit) {
        guard let item = child.keyHelpItem(index),
          let key = child.session.watch.lastAddresses(of: .keyHelpKey),
          let action = child.session.watch.lastAddresses(of: .keyHelpAction)
        else { continue }
        // The compiler may merge equal string constants: "end", and "end" of "append".
        let namesKey = (try? Key(naming: item.key)) != nil
        try expect(
          !key.overlaps(action) || namesKey, "a key and an action, each in its own buffer",
          else: "\"\(item.key)\" and \"\(item.action)\", in the same memory")
      }
      var keys: [String] = []
      for index in 0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit) {
        guard let item = child.keyHelpItem(index) else { continue }
        try expect(!keys.contains(item.key), "each key once", else: "\"\(item.key)\" again")
        keys.append(item.key)
      }
    },
    Check("keys-after-each", level: 4, "a child handles typing after each key of its key help") {
      session in
      try forEachTaker(session) { child in
        for item in help(of: child).prefix(8) {
          guard let key = (try? Key(naming: item.key)).flatMap({ ChildKey($0) }) else { continue }
          let other = try session.child(child.type)
          other.appear()
          other.focus(true)
          _ = other.child.key(key)
          other.draw()
          type(on: other)
          other.disappear()
          other.destroy()
        }
      }
    },
    .eachState(
      "draws-after-keys", level: .warning(5), "a child requests a draw after a key that changes it"
    ) { child in
      guard child.type.takesFocus, unsafe child.extensions.input?.key != nil else { return }
      let named = CheckKey.named.prefix(14)
      var before = child.snapshot()
      func press(_ keys: [CheckKey]) throws {
        for key in keys {
          before = try child.session.drawing(of: child, after: before) { child.key(key) }
        }
      }
      try press(helpKeys(of: child) + named + [.down, .up, .character(" ")] + CheckKey.letters)
      // Backwards too, because a move has no effect at an end.
      try press(helpKeys(of: child).reversed() + named.reversed())
      // Within a text entry, if a key begins one.
      for opener in helpKeys(of: child) + [.character("/")] {
        try press([.escape, opener] + CheckKey.letters.prefix(3) + editing)
      }
    },
    Check(
      "says-it-takes-text", level: .warning(5),
      "a child that draws typed text declares text entry"
    ) { session in
      try forEachTaker(session) { child in
        guard !child.snapshot().texts.contains(where: { $0.holds(word) }) else { return }
        let letters = "\(word)".unicodeScalars
        guard letters.allSatisfy({ child.key(.character($0)) }) else { return }
        let place = session.watch.lastCall
        let drawing = child.snapshot()
        guard drawing.texts.contains(where: { $0.holds(word) }) else { return }
        try expect(
          drawing.cursor != nil || child.host.takesText?.what == true,
          "canvas->cursor or focus->take_text: else a typed key leaves the text",
          in: place, else: "\"\(word)\" is drawn, and neither was called")
      }
    },
    Check(
      "cursor-after-text", level: .warning(5),
      "the cursor is at the end of the text, whatever its characters"
    ) { session in
      try forEachTaker(session) { child in
        child.typeText()
        let isText = child.isTakingText
        guard let plain = distance(toCursorOf: child, typing: "qqqq", columns: 1) else { return }
        for (text, columns) in [("\u{E9}\u{E9}\u{E9}\u{E9}", 1), ("\u{6F22}\u{6F22}", 2)] {
          let other = try session.child(child.type)
          other.appear()
          other.focus(true)
          if isText { other.typeText() }
          let distance = distance(toCursorOf: other, typing: text, columns: columns)
          let place = session.watch.lastCall
          other.disappear()
          other.destroy()
          guard let distance else { continue }
          try expect(
            distance == plain,
            "the cursor \(plain) columns from the end of the text, as after ASCII: count "
              + "columns, not bytes or letters (host->text_columns)", in: place,
            else: "\(distance) columns after \"\(text)\"")
        }
      }
    },
    Check(
      "key-help-is-true", level: .warning(5),
      "each key of the key help can be pressed, is used and has an effect"
    ) { session in
      try forEachTaker(session) { child in
        child.key(.down)
        let items = help(of: child)
        for item in items {
          guard let key = key(named: item.key) else {
            try expectNoKey(named: item.key)
            continue
          }
          var (isUsed, hasEffect) = (false, false)
          for keys in situations(besides: key, of: items) {
            if hasEffect { break }
            let other = try session.child(child.type)
            other.host.situation.isPick = keys.isEmpty && isUsed
            other.appear()
            other.focus(true)
            for key in keys { other.key(key) }
            // A program ends with output shortly after it starts.
            if isUsed, !other.host.programs.isEmpty { other.endPrograms() }
            var isUsedNow = false
            // With other rows it may do more than request a draw.
            let isVain = InputResultChecks.isInVain(other, session, evenIfDrawn: false) {
              isUsedNow = other.key(key)
              return isUsedNow
            }
            isUsed = isUsed || isUsedNow
            hasEffect = isUsedNow && !isVain
            other.disappear()
            other.destroy()
          }
          try expect(isUsed, "true for the key \(item.key), which it lists", else: "false")
          try expect(
            hasEffect, "an effect of the key \(item.key), which it lists",
            else: "true, without any effect")
        }
      }
    },
  ]

  private static let editing: [CheckKey] = [
    CHILDPLUGIN_KEY_LEFT, CHILDPLUGIN_KEY_LEFT, CHILDPLUGIN_KEY_RIGHT, CHILDPLUGIN_KEY_HOME,
    CHILDPLUGIN_KEY_DELETE, CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_BACKSPACE,
  ].map { CheckKey(code: $0) }

  private static func key(named name: String) -> CheckKey? {
    (try? Key(naming: name)).flatMap { ChildKey($0) }.map {
      CheckKey(code: $0.code, modifiers: UInt32($0.modifiers.rawValue), text: Array($0.text.utf8))
    }
  }

  /// Fails for a misspelled key name; other text may stand for several keys.
  private static func expectNoKey(named name: String) throws {
    do throws(KeyNameProblem) { _ = try Key(naming: name) } catch .unknown {
      let meant = name.lowercased().split(separator: "+").joined(separator: "-")
      try expect(
        key(named: meant) == nil || name.count == 1, "the key \(meant), as a states file names it",
        else: "\"\(name)\", which is not a key")
    } catch {
      try fail(
        "keys that reach it",
        but: "\"\(name)\", which terminals send as another key or as a signal")
    }
  }

  /// Keys that may have to precede a key: a move, a mark, a search, another key of the help.
  private static func situations(besides key: CheckKey, of items: [KeyHelpItem]) -> [[CheckKey]] {
    let enter = CheckKey.enter
    let search: [CheckKey] = [.character("/"), .character("r"), .character("o"), enter]
    let others = items.compactMap { self.key(named: $0.key) }.filter { $0.code != key.code }
    let first: [[CheckKey]] = [[.down], [], [.down, .down, .character(" ")], [.end], search]
    return first + others.map { [$0] } + others.map { [$0, .character("a")] } + [[]]
  }

  /// The distance from the typed text to the drawn cursor, in columns; nil if either is not drawn.
  private static func distance(toCursorOf child: CheckedChild, typing text: String, columns: Int)
    -> Int?
  {
    let letters = text.unicodeScalars
    guard let letter = letters.first, letters.allSatisfy({ child.key(.character($0)) }) else {
      return nil
    }
    let drawing = child.snapshot()
    guard let cursor = drawing.cursor else { return nil }
    let drawn = drawing.columns(of: letter, inRow: cursor.row)
    guard let last = drawn.last, drawn.count == letters.count else { return nil }
    return cursor.column - last - columns
  }

  /// A word that is unlikely to be bound to keys.
  private static let word: StaticString = "zqxjvkw"

  /// Types into a text entry: past both ends, and more than fits.
  private static func type(on child: CheckedChild) {
    func edit() {
      for code in [
        CHILDPLUGIN_KEY_BACKSPACE, CHILDPLUGIN_KEY_DELETE, CHILDPLUGIN_KEY_LEFT,
        CHILDPLUGIN_KEY_BACKSPACE, CHILDPLUGIN_KEY_RIGHT, CHILDPLUGIN_KEY_DELETE,
        CHILDPLUGIN_KEY_HOME, CHILDPLUGIN_KEY_BACKSPACE, CHILDPLUGIN_KEY_END,
      ] { child.key(CheckKey(code: code)) }
      child.draw()
    }
    edit()
    for (character, count) in [("a", 5000), ("\u{E9}", 200), ("\u{6F22}", 200)]
      as [(Unicode.Scalar, Int)]
    {
      for _ in 0..<count { child.key(.character(character)) }
      child.draw()
    }
    edit()
    child.paste([UInt8](repeating: 0x61, count: 5000))
    edit()
    for _ in 0..<20 { child.key(.backspace) }
    child.key(.escape)
    child.draw()
  }

  /// Runs a body with every focused child that takes keys.
  private static func forEachTaker(_ session: CheckSession, _ body: (CheckedChild) throws -> Void)
    throws
  {
    try session.forEachChild(once: .focused, having: .focusAndKeys) { child in try body(child) }
  }

  /// The keys of its help that have a key's name.
  static func helpKeys(of child: CheckedChild) -> [CheckKey] {
    help(of: child).compactMap { key(named: $0.key) }
  }

  private static func help(of child: CheckedChild) -> [KeyHelpItem] {
    (0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit)).compactMap { child.keyHelpItem($0) }
  }
}
