internal import ChildPluginAPI
internal import HostPlugins
internal import HostText

/// Validator checks of the keys that a child uses: its key help is true and lists each key once,
/// unknown and modified keys are left to others, typing after any key works, a key that changes the
/// child requests a draw, and text entry is declared, with the cursor at its end.
enum KeyChecks {
  static let all: [Check] = [
    .eachChild(
      "leaves-unknown-keys", 4, "a child does not use keys that it cannot know", once: .focused,
      having: .focusAndKeys
    ) { child in
      if child.type.isModal { return }
      let all = CHILDPLUGIN_MODIFIER_SHIFT | CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
      let keys = [
        TestKey(code: CHILDPLUGIN_KEY_DELETE + 1), TestKey(code: CHILDPLUGIN_KEY_F1 + 40),
        TestKey(code: CHILDPLUGIN_KEY_F1 + 11, modifiers: all), TestKey(code: 0x7FFF_FFFF),
      ]
      let used = keys.count { child.key($0) }
      try expect(
        used < keys.count, "false for a key of a later version: ignore unknown keys",
        else: "true for every key")
    },
    .eachChild(
      "leaves-modified-keys", .warning(5),
      "a child does not treat a key with modifiers as the plain key", once: .focused,
      having: .focusAndKeys
    ) { child in
      let both = CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
      try expectNoText(of: child)
      try expectOtherEffects(of: child, with: both)
      if child.type.isModal { return }
      let used = TestKey.letters.filter { child.key($0) }
      var place = CallPlace.lastCall
      let usedModified = used.filter { key in
        let isUsed = child.key(TestKey(code: key.code, modifiers: both))
        if key.code == used.first?.code { place = child.monitor.lastCall }
        return isUsed
      }
      try expect(
        used.isEmpty || usedModified.count < used.count,
        "false for a letter with ctrl and alt: ignore keys with modifiers that you do not use",
        in: place,
        else: "true for \(CallFormatter.key(used.first?.code ?? 0, both)), as without them")
      child.typeText()
      guard child.isTakingText, TestKey.letters.allSatisfy({ child.key($0) }) else { return }
      let isEachUsed = TestKey.letters.allSatisfy {
        child.key(TestKey(code: $0.code, modifiers: both))
      }
      try expect(
        !isEachUsed, "false for a letter with ctrl and alt: its text is empty",
        else: "true for all of them while it takes text")
    },
    .eachChild(
      "key-help-differs", 3, "each item of the key help has two texts, and each key is listed once",
      once: .shown, having: .keyHelp
    ) { child in
      try child.forEachHelp {
        for index in 0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit) {
          guard let item = child.keyHelpItem(index),
            let key = child.monitor.answerAddresses[.keyHelpKey],
            let action = child.monitor.answerAddresses[.keyHelpAction]
          else { continue }
          // The compiler may merge equal string constants: "end", and "end" of "append".
          let namesKey = (try? Key(naming: item.key)) != nil
          try expect(
            !key.overlaps(action) || namesKey, "a key and an action, each in its own buffer",
            else: "\"\(item.key)\" and \"\(item.action)\", in the same memory")
        }
        var keys: Set<String> = []
        for item in child.keyHelp {
          try expect(
            keys.insert(item.key).inserted, "each key once", else: "\"\(item.key)\" again")
        }
      }
    },
    .eachChild(
      "keys-after-each", 4, "a child handles typing after each key of its key help", once: .focused,
      having: .focusAndKeys
    ) { child in
      for item in child.keyHelp.prefix(8) {
        guard let key = TestKey(named: item.key) else { continue }
        let other = try child.another()
        other.key(key)
        other.draw()
        type(on: other)
        other.remove()
      }
    },
    .eachState(
      "draws-after-keys", .warning(5), "a child requests a draw after a key that changes it"
    ) { child in
      guard child.has(.focusAndKeys) else { return }
      let named = TestKey.named.prefix(14)
      var before = child.snapshot()
      func press(_ keys: [TestKey]) throws {
        for key in keys {
          before = try child.session.drawing(of: child, after: before) { child.key(key) }
        }
      }
      try press(child.helpKeys + named + [.down, .up, .character(" ")] + TestKey.letters)
      // Backwards too, because a move has no effect at an end.
      try press(child.helpKeys.reversed() + named.reversed())
      // Within a text entry, if a key begins one.
      for opener in child.helpKeys + [.character("/")] {
        try press(
          [.escape, opener] + TestKey.letters.prefix(3) + [
            .left, .left, .right, .home, .delete, .end, .backspace,
          ])
      }
    },
    .eachChild(
      "says-it-takes-text", .warning(5), "a child that draws typed text declares text entry",
      once: .focused, having: .focusAndKeys
    ) { child in
      // A word that is unlikely to be bound to keys.
      let word: StaticString = "zqxjvkw"
      guard child.snapshot().textCount(of: word) == 0, child.type("\(word)") else { return }
      let place = child.monitor.lastCall
      let drawing = child.snapshot()
      guard drawing.textCount(of: word) > 0 else { return }
      try expect(
        drawing.cursor != nil || child.host.takesText?.what == true,
        "canvas->cursor or focus->take_text: else a typed key leaves the text", in: place,
        else: "\"\(word)\" is drawn, and neither was called")
    },
    .eachChild(
      "cursor-after-text", .warning(5),
      "the cursor is at the end of the text, whatever its characters", once: .focused,
      having: .focusAndKeys
    ) { child in
      child.typeText()
      let isText = child.isTakingText
      guard let plain = distance(toCursorOf: child, typing: "qqqq", columns: 1) else {
        let drawing = child.snapshot()
        let line = (0..<drawing.rows).first { drawing.line($0).holds("qqqq".unicodeScalars) }
        guard let cursor = drawing.cursor, let line else { return }
        return try expect(
          line == cursor.row, "the cursor in line \(line), at the end of the typed text",
          else: "it is in line \(cursor.row)")
      }
      try expect(
        plain >= 0, "the cursor after the typed text",
        else: "it is \(-plain) columns before its end")
      for (text, columns) in [("\u{E9}\u{E9}\u{E9}\u{E9}", 1), ("\u{6F22}\u{6F22}", 2)] {
        let other = try child.another()
        if isText { other.typeText() }
        let distance = distance(toCursorOf: other, typing: text, columns: columns)
        let place = child.monitor.lastCall
        other.remove()
        guard let distance else { continue }
        try expect(
          distance == plain,
          "the cursor \(plain) columns from the end of the text, as after ASCII: count "
            + "columns, not bytes or letters (host->text_columns)", in: place,
          else: "\(distance) columns after \"\(text)\"")
      }
    },
    .eachChild(
      "key-help-is-true", .warning(5),
      "each key of the key help can be pressed, is used and has an effect", once: .focused,
      having: .focusAndKeys
    ) { child in
      child.key(.down)
      let items = child.keyHelp
      for item in items {
        guard let key = TestKey(named: item.key) else {
          try expectNoKey(named: item.key)
          continue
        }
        var (isUsed, hasEffect) = (false, false)
        for keys in situations(besides: key, of: items) {
          if hasEffect { break }
          let other = try child.session.child(child.type)
          other.host.situation.isPick = keys.isEmpty && isUsed
          other.appearWithFocus()
          other.press(keys)
          // A program ends with output shortly after it starts.
          if isUsed, !other.host.programs.isEmpty { other.endPrograms() }
          var isUsedNow = false
          // With other rows it may do more than request a draw.
          let isVain = InputResultChecks.isInVain(other, evenIfDrawn: false) {
            isUsedNow = other.key(key)
            return isUsedNow
          }
          isUsed = isUsed || isUsedNow
          hasEffect = isUsedNow && !isVain
          other.remove()
        }
        try expect(isUsed, "true for the key \(item.key), which it lists", else: "false")
        try expect(
          hasEffect, "an effect of the key \(item.key), which it lists",
          else: "true, without any effect")
      }
    },
  ]

  /// Fails if a letter with a modifier, whose key text is empty, is typed like the plain letter.
  private static func expectNoText(of child: CheckedChild) throws {
    for modifier in [CHILDPLUGIN_MODIFIER_CONTROL, CHILDPLUGIN_MODIFIER_ALT] {
      let other = try child.another()
      defer { other.remove() }
      other.beginText()
      guard other.isTakingText, other.type("zq"), other.shows("zq") else { return }
      other.key(TestKey(code: 0x6B, modifiers: modifier))
      try expect(
        !other.shows("zqk"),
        "no letter for \(CallFormatter.key(0x6B, modifier)): its text is empty",
        else: "the letter k is typed")
    }
  }

  /// Fails if all keys that end or edit a text do the same with these modifiers as without.
  private static func expectOtherEffects(of child: CheckedChild, with modifiers: UInt32) throws {
    /// What a key has caused: the child's requests to the host, and the cells that it draws.
    typealias Effect = (acts: [String], drawing: Drawing)
    func effect(of key: TestKey?) throws -> Effect? {
      let other = try child.another()
      defer { other.remove() }
      other.beginText()
      guard other.isTakingText, other.type("7") else { return nil }
      other.host.forgetRequests()
      if let key { other.key(key) }
      let host = other.host
      return (
        host.requests.map(\.what)
          + ["\(host.performed.count) \(host.takesText?.what == true) \(host.selection.row ?? 0)"],
        other.snapshot()
      )
    }
    func isSame(_ one: Effect, _ other: Effect) -> Bool {
      one.acts == other.acts && one.drawing.firstDifference(from: other.drawing) == nil
    }
    guard let none = try effect(of: nil), !child.monitor.hasOtherThreads else { return }
    var isEffective = false
    for var key in [.enter, .escape, .backspace] as [TestKey] {
      guard let plain = try effect(of: key), !isSame(plain, none) else { continue }
      isEffective = true
      key.modifiers = modifiers
      guard let modified = try effect(of: key), isSame(modified, plain) else { return }
    }
    try expect(
      !isEffective, "ignore keys with modifiers that you do not use",
      else: "enter, escape and backspace with ctrl and alt do what they do without them")
  }

  /// Fails for a misspelled key name; other text may stand for several keys.
  private static func expectNoKey(named name: String) throws {
    do throws(KeyNameProblem) { _ = try Key(naming: name) } catch .unknown {
      let meant = name.lowercased().split(separator: "+").joined(separator: "-")
      try expect(
        TestKey(named: meant) == nil || name.count == 1,
        "the key \(meant), as a states file names it", else: "\"\(name)\", which is not a key")
    } catch {
      try fail(
        "keys that reach it", but: "\"\(name)\", which terminals send as another key or as a signal"
      )
    }
  }

  /// Keys that may have to precede a key: a move, a mark, a search, another key of the help.
  private static func situations(besides key: TestKey, of items: [KeyHelpItem]) -> [[TestKey]] {
    let search = TestKey.characters("/ro") + [.enter]
    let others = items.compactMap { TestKey(named: $0.key) }.filter { $0.code != key.code }
    let first: [[TestKey]] = [[.down], [], [.down, .down, .character(" ")], [.end], search]
    return first + others.map { [$0] } + others.map { [$0, .character("a")] } + [[]]
  }

  /// The distance from the typed text to the drawn cursor, in columns; nil if either is not drawn.
  private static func distance(toCursorOf child: CheckedChild, typing text: String, columns: Int)
    -> Int?
  {
    guard let letter = text.unicodeScalars.first, child.type(text) else { return nil }
    let drawing = child.snapshot()
    guard let cursor = drawing.cursor else { return nil }
    let drawn = drawing.columns(of: letter, inRow: cursor.row)
    guard let last = drawn.last, drawn.count == text.unicodeScalars.count else { return nil }
    return cursor.column - last - columns
  }

  /// Types into a text entry: past both ends, and more than fits.
  private static func type(on child: CheckedChild) {
    func edit() {
      child.press([
        .backspace, .delete, .left, .backspace, .right, .delete, .home, .backspace, .end,
      ])
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
}
