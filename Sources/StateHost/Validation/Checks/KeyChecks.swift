internal import ChildPluginAPI
internal import HostPlugins
internal import HostText

/// Which keys a child uses, and which it names.
enum KeyChecks {
  static var all: [Check] {
    [
      Check("leaves-unknown-keys", level: 4, "keys that it cannot know are left to others") {
        trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          let all =
            CHILDPLUGIN_MODIFIER_SHIFT | CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
          let keys = [
            TrialKey(code: CHILDPLUGIN_KEY_DELETE + 1), TrialKey(code: CHILDPLUGIN_KEY_F1 + 40),
            TrialKey(code: CHILDPLUGIN_KEY_F1 + 11, modifiers: all), TrialKey(code: 0x7FFF_FFFF),
          ]
          let used = keys.count { child.key($0) }
          try expect(
            used < keys.count, "false for a key of a later version: ignore what you do not know",
            else: "true for every key")
        }
      },
      Check(
        "leaves-modified-keys", level: 5, severity: .warning,
        "a key with modifiers is another than the one without"
      ) { trial throws(CheckEnd) in
        let both = CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_CONTROL
        let letters = (0x61..<0x7B).compactMap { Unicode.Scalar($0) }.map { TrialKey.character($0) }
        try forEachTaker(trial) { child throws(CheckEnd) in
          let used = letters.filter { child.key($0) }
          var place = CallPlace.lastCall
          let usedModified = used.filter { key in
            let isUsed = child.key(TrialKey(code: key.code, modifiers: both))
            if key.code == used.first?.code { place = trial.watch.lastCall }
            return isUsed
          }
          try expect(
            used.isEmpty || usedModified.count < used.count,
            "false for a letter with ctrl and alt: ignore keys with modifiers that you do not use",
            in: place,
            else: "true for \(CallText.key(used.first?.code ?? 0, both)), as without them")
        }
      },
      Check("key-help-differs", level: 3, "key help has two texts an item, and each key once") {
        trial throws(CheckEnd) in
        try trial.forEachChild(having: "key help", { $0.extensions.keyHelp != nil }) {
          child throws(CheckEnd) in
          child.appear()
          for index in 0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit) {
            guard let item = child.keyHelpItem(index),
              let key = trial.watch.lastAddresses(of: .keyHelpKey),
              let action = trial.watch.lastAddresses(of: .keyHelpAction)
            else { continue }
            // A compiler keeps what is twice in a program once: "end", and "end" of "append".
            let namesKey = (try? Key(naming: item.key)) != nil
            try expect(
              !key.overlaps(action) || namesKey, "a key and what it does: a buffer for each",
              else: "\"\(item.key)\" and \"\(item.action)\", in the same memory")
          }
          var keys: [String] = []
          for index in 0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit) {
            guard let item = child.keyHelpItem(index) else { continue }
            try expect(!keys.contains(item.key), "each key once", else: "\"\(item.key)\" again")
            keys.append(item.key)
          }
        }
      },
      Check("keys-after-each", level: 4, "after each key that it names it lives through typing") {
        trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          for item in help(of: child).prefix(8) {
            guard let key = (try? Key(naming: item.key)).flatMap({ ChildKey($0) }) else { continue }
            let other = try trial.child(child.type)
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
      Check(
        "draws-after-keys", level: 5, severity: .warning,
        "a key that changes what it draws has it drawn"
      ) { trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          let letters = (0x61..<0x7B).compactMap { Unicode.Scalar($0) }.map {
            TrialKey.character($0)
          }
          var before = child.draw(keepingCells: true)
          for key in helpKeys(of: child) + [.down, .up, .character(" ")] + letters {
            before = try trial.drawing(of: child, after: before) { child.key(key) }
          }
        }
      },
      Check(
        "says-it-takes-text", level: 5, severity: .warning,
        "who draws what is typed as a text says that it takes text"
      ) { trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          guard !child.draw(keepingCells: true).texts.contains(where: { $0.holds(word) }) else {
            return
          }
          let letters = "\(word)".unicodeScalars
          guard letters.allSatisfy({ child.key(.character($0)) }) else { return }
          let place = trial.watch.lastCall
          let drawing = child.draw(keepingCells: true)
          guard drawing.texts.contains(where: { $0.holds(word) }) else { return }
          try expect(
            drawing.cursor != nil || child.services.takesText?.what == true,
            "canvas->cursor or focus->take_text: else a key of the user's leads away from the text",
            in: place, else: "\"\(word)\" is drawn, and neither was called")
        }
      },
      Check(
        "cursor-after-text", level: 5, severity: .warning,
        "the cursor stands where the text ends, whatever its letters"
      ) { trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          guard let plain = distance(toCursorOf: child, typing: "qqqq", columns: 1) else { return }
          for (text, columns) in [("\u{E9}\u{E9}\u{E9}\u{E9}", 1), ("\u{6F22}\u{6F22}", 2)] {
            let other = try trial.child(child.type)
            other.appear()
            other.focus(true)
            let distance = distance(toCursorOf: other, typing: text, columns: columns)
            let place = trial.watch.lastCall
            other.disappear()
            other.destroy()
            guard let distance else { continue }
            try expect(
              distance == plain,
              "the cursor \(plain) columns from the end of the text, as behind ASCII: count "
                + "columns, not bytes or letters (host->text_columns)",
              in: place, else: "\(distance) columns behind \"\(text)\"")
          }
        }
      },
      Check(
        "key-help-is-true", level: 7, severity: .warning, "it uses the keys that its key help names"
      ) { trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          child.key(.down)
          for item in help(of: child) {
            guard let key = (try? Key(naming: item.key)).flatMap({ ChildKey($0) }) else { continue }
            let other = try trial.child(child.type)
            other.appear()
            other.focus(true)
            other.key(.down)
            try expect(
              other.child.key(key), "true for the key \(item.key), which it names", else: "false")
            other.disappear()
            other.destroy()
          }
        }
      },
    ]
  }

  /// How far behind what is typed the cursor is drawn; nil where either is not drawn.
  private static func distance(
    toCursorOf child: TrialChild, typing text: String, columns: Int
  ) -> Int? {
    let letters = text.unicodeScalars
    guard let letter = letters.first, letters.allSatisfy({ child.key(.character($0)) }) else {
      return nil
    }
    let drawing = child.draw(keepingCells: true)
    guard let cursor = drawing.cursor else { return nil }
    let drawn = drawing.columns(of: letter, inRow: cursor.row)
    guard let last = drawn.last, drawn.count == letters.count else { return nil }
    return cursor.column - last - columns
  }

  /// No one's keys.
  private static let word: StaticString = "zqxjvkw"

  /// Into a text, if it takes one now: out of it at both ends, and more than has room.
  private static func type(on child: TrialChild) {
    func edit() {
      for code in [
        CHILDPLUGIN_KEY_BACKSPACE, CHILDPLUGIN_KEY_DELETE, CHILDPLUGIN_KEY_LEFT,
        CHILDPLUGIN_KEY_BACKSPACE, CHILDPLUGIN_KEY_RIGHT, CHILDPLUGIN_KEY_DELETE,
        CHILDPLUGIN_KEY_HOME, CHILDPLUGIN_KEY_BACKSPACE, CHILDPLUGIN_KEY_END,
      ] { child.key(TrialKey(code: code)) }
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
    for _ in 0..<20 { child.key(TrialKey(code: CHILDPLUGIN_KEY_BACKSPACE)) }
    child.key(TrialKey(code: CHILDPLUGIN_KEY_ESCAPE))
    child.draw()
  }

  /// Every child on screen that has the keys.
  private static func forEachTaker(
    _ trial: Trial, _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    try trial.forEachChild(
      having: "a key function", { unsafe $0.type.takesFocus && $0.extensions.input?.key != nil }
    ) { child throws(CheckEnd) in
      child.appear()
      child.focus(true)
      try body(child)
    }
  }

  /// The keys that it names, as far as each is one.
  static func helpKeys(of child: TrialChild) -> [TrialKey] {
    help(of: child).compactMap { item in
      (try? Key(naming: item.key)).flatMap { ChildKey($0) }.map {
        TrialKey(code: $0.code, modifiers: UInt32($0.modifiers.rawValue), text: Array($0.text.utf8))
      }
    }
  }

  private static func help(of child: TrialChild) -> [KeyHelpItem] {
    (0..<min(child.keyHelpCount(), PluginChild.keyHelpLimit)).compactMap { child.keyHelpItem($0) }
  }
}
