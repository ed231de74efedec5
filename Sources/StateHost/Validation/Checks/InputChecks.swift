internal import ChildPluginAPI
internal import HostPlugins
internal import HostSystem

/// Keys, mouse, pasted text, focus.
enum InputChecks {
  static var all: [Check] { keys + others }

  private static var keys: [Check] {
    [
      Check("keys-named", level: 2, "it lives through every key of the header, all modifiers") {
        trial throws(CheckEnd) in
        try send(
          trial,
          TrialKey.named.flatMap { key in
            (0..<8).map { TrialKey(code: key.code, modifiers: $0) }
          })
      },
      Check("keys-characters", level: 3, "it lives through characters of every kind") {
        trial throws(CheckEnd) in
        let ascii = (0..<128).compactMap { Unicode.Scalar(UInt32($0)) }
        let others = (0..<300).compactMap { _ in
          Unicode.Scalar(UInt32(trial.random.next(below: 0x110000)))
        }
        try send(trial, (ascii + others).map { .character($0) })
      },
      Check("keys-unknown", level: 4, "it lives through key codes and modifiers of a later version")
      {
        trial throws(CheckEnd) in
        let codes: [UInt32] = [
          CHILDPLUGIN_KEY_DELETE + 1, CHILDPLUGIN_KEY_F1 - 1, CHILDPLUGIN_KEY_F1 + 12,
          CHILDPLUGIN_KEY_F1 + 1000, 0xD800, 0x7FFF_FFFF, .max,
        ]
        try send(
          trial,
          codes.flatMap { code in
            [UInt32(0), 8, .max].map { TrialKey(code: code, modifiers: $0) }
          })
      },
      Check("keys-invalid-text", level: 4, "it lives through key text that is not UTF-8") {
        trial throws(CheckEnd) in
        try send(
          trial,
          Samples.invalidText.map { TrialKey(code: 0xFFFD, modifiers: 0, text: $0) }
            + [TrialKey(code: 0x61, text: [UInt8](repeating: 0x61, count: 4096))])
      },
      Check("focus-changes", level: 2, "focus comes and goes, also twice, and with keys between") {
        trial throws(CheckEnd) in
        try trial.forEachChild(having: "input", { $0.extensions.input != nil }) {
          child throws(CheckEnd) in
          child.appear()
          for isFocused in [true, true, false, false, true, false, true] {
            child.focus(isFocused)
            child.draw()
            child.key(.down)
          }
        }
      },
      Check("key-help-items", level: 3, "key help has at most 32 items, each with key and action") {
        trial throws(CheckEnd) in
        try trial.forEachChild(having: "key help", { $0.extensions.keyHelp != nil }) {
          child throws(CheckEnd) in
          child.appear()
          let count = child.keyHelpCount()
          try expect(
            count <= PluginChild.keyHelpLimit, "at most 32 items",
            else: "key_help.count says \(count)")
          for index in 0..<min(count, PluginChild.keyHelpLimit) {
            let item = child.keyHelpItem(index)
            try expect(
              item.map { !$0.key.isEmpty && !$0.action.isEmpty } ?? false,
              "a key and what it does for item \(index) of \(count)",
              else: item == nil ? "false" : "an empty text")
          }
          for index in [count, 33, UInt32.max] {
            try expect(
              child.keyHelpItem(index) == nil, "false: there are \(count) items", else: "true")
          }
        }
      },
    ]
  }

  private static var others: [Check] {
    [
      Check("mouse-everywhere", level: 3, "it lives through the mouse inside and far outside") {
        trial throws(CheckEnd) in
        let places: [Int32] = [0, 5, 79, 80, -1, -1000, .max, .min]
        var events: [childplugin_mouse_t] = []
        for kind in CHILDPLUGIN_MOUSE_PRESS...CHILDPLUGIN_MOUSE_WHEEL {
          let isWheel = kind == CHILDPLUGIN_MOUSE_WHEEL
          for column in places {
            for row in places {
              events.append(
                childplugin_mouse_t(
                  kind, button: isWheel ? CHILDPLUGIN_BUTTON_NONE : CHILDPLUGIN_BUTTON_LEFT,
                  column: column, row: row, wheel: isWheel ? 1 : 0))
            }
          }
        }
        try sendMouse(trial, events)
      },
      Check("mouse-wheel-far", level: 4, "it lives through a wheel that turns very far") {
        trial throws(CheckEnd) in
        try sendMouse(
          trial,
          [Int32.max, .min, 1_000_000, -1_000_000, 1, -1].flatMap { wheel in
            (0..<3).map { _ in
              childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 2, row: 2, wheel: wheel)
            }
          })
      },
      Check("mouse-unknown", level: 4, "it lives through mouse events of a later version") {
        trial throws(CheckEnd) in
        try sendMouse(
          trial,
          [UInt32(0), CHILDPLUGIN_MOUSE_WHEEL + 1, 99, .max].flatMap { kind in
            [CHILDPLUGIN_BUTTON_NONE, CHILDPLUGIN_BUTTON_RIGHT + 1, 99, .max].map {
              childplugin_mouse_t(kind, button: $0, modifiers: .max)
            }
          })
      },
      Check(
        "draws-after-input", level: 5, severity: .warning,
        "what is pasted or clicked and changes what it draws has it drawn"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(having: "input", { $0.extensions.input != nil }) {
          child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          let clicks = [(3, 1), (1, 3)].map {
            childplugin_mouse_t(
              CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, column: $0, row: $1)
          }
          let wheel = childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: 3)
          let inputs: [() -> Bool] =
            [{ child.paste(Array("pasted".utf8)) }]
            + (clicks + [wheel]).map { mouse in { child.mouse(mouse) } }
          var before = child.draw(keepingCells: true)
          for input in inputs {
            before = try trial.drawing(of: child, after: before) { input() }
          }
          child.typeText()
          guard child.isTakingText else { return }
          before = child.draw(keepingCells: true)
          _ = try trial.drawing(of: child, after: before) { child.paste(Array("pasted".utf8)) }
        }
      },
      Check("paste-any-bytes", level: 3, "it lives through pasted text: empty, long, not UTF-8") {
        trial throws(CheckEnd) in
        try trial.forEachChild(
          having: "a paste function", { unsafe $0.extensions.input?.paste != nil }
        ) {
          child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          for text in Samples.invalidText + [[], [UInt8](repeating: 0x0A, count: 5000)] {
            child.paste(text)
            child.draw()
          }
          child.paste([UInt8](repeating: 0x61, count: 1 << 20))
          child.draw()
        }
      },
    ]
  }

  private static func send(_ trial: Trial, _ keys: [TrialKey]) throws(CheckEnd) {
    try trial.forEachChild(having: "a key function", { unsafe $0.extensions.input?.key != nil }) {
      child throws(CheckEnd) in
      child.appear()
      child.focus(true)
      for (index, key) in keys.enumerated() {
        child.key(key)
        if index % 8 == 0 { child.draw() }
      }
      child.draw()
    }
  }

  private static func sendMouse(_ trial: Trial, _ events: [childplugin_mouse_t]) throws(CheckEnd) {
    try trial.forEachChild(having: "a mouse function", { unsafe $0.extensions.input?.mouse != nil })
    {
      child throws(CheckEnd) in
      child.appear()
      for event in events {
        child.mouse(event)
        child.draw()
      }
    }
  }
}

/// Bytes that are not what one expects.
enum Samples {
  /// Texts that are not UTF-8, and one with everything a terminal would act on.
  static let invalidText: [[UInt8]] = [
    [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x80],
    [0xF4, 0x90, 0x80, 0x80], [0x00], [0x61, 0x00, 0x62], [0x1B, 0x5B, 0x32, 0x4A],
  ]

  /// What users and other versions may write for an option.
  static let options: [[UInt8]] =
    [
      "", "0", "-1", "1", "7.5", "99999999999999999999", "1e400", "nan", "true", "null", "nonsense",
      "[1,2]", "{\"a\":1}", " ",
    ].map { Array($0.utf8) }
    + [[0xFF, 0x00, 0xC3], Array(repeating: 0x41, count: 70_000)]
    // Where an end is written at its length, that is far from all that the plugin has.
    + [Array(repeating: 0x41, count: 1 << 20)]

  /// Texts of rows that are hard to show.
  static let hardRows: [[UInt8]] =
    invalidText + [
      [], Array(repeating: 0x09, count: 100), Array("\u{1F468}\u{200D}\u{1F469}\u{200D}".utf8),
      Array("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}".utf8), Array("\u{202E}abc\u{2066}".utf8),
      Array("漢字漢字漢字".utf8), Array("\u{1B}]0;title\u{7}\u{9B}31m".utf8),
      Array(repeating: 0x20, count: 500), [0x0D, 0x0A, 0x0D],
    ]
}
