internal import ChildPluginAPI
internal import HostPlugins

/// The extensions of a child, as it gives them.
enum ExtensionChecks {
  /// The extensions of the header, the bytes of a whole table of each.
  static let known: [(id: String, size: Int)] = [
    (CHILDPLUGIN_EXTENSION_LAYOUT, MemoryLayout<childplugin_layout_t>.size),
    (CHILDPLUGIN_EXTENSION_TRANSITION, MemoryLayout<childplugin_transition_t>.size),
    (CHILDPLUGIN_EXTENSION_INPUT, MemoryLayout<childplugin_input_t>.size),
    (CHILDPLUGIN_EXTENSION_CONTENT, MemoryLayout<childplugin_content_observer_t>.size),
    (CHILDPLUGIN_EXTENSION_WAKE, MemoryLayout<childplugin_wake_t>.size),
    (CHILDPLUGIN_EXTENSION_STATE, MemoryLayout<childplugin_saved_state_t>.size),
    (CHILDPLUGIN_EXTENSION_KEY_HELP, MemoryLayout<childplugin_key_help_t>.size),
    (CHILDPLUGIN_EXTENSION_ACCESSIBILITY, MemoryLayout<childplugin_accessibility_t>.size),
    (CHILDPLUGIN_EXTENSION_THEME, MemoryLayout<childplugin_theme_observer_t>.size),
  ]

  static var all: [Check] {
    [
      Check("unknown-extensions", level: 2, "get_extension returns NULL for what it does not know")
      {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let strange = ["", "com.example.nothing/1", "childplugin.", "childplugin.layout"]
          for id in strange + known.flatMap({ similar(to: $0.id) }) {
            let address = unsafe child.extensionAddress(Array(id.utf8))
            try expect(
              unsafe address == nil, "NULL for \"\(id)\": compare the whole id", else: "a table")
          }
        }
      },
      Check("extension-tables", level: 1, "extension tables have a size and what is required") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          for (id, _) in known {
            guard let address = unsafe child.extensionAddress(Array(id.utf8)) else { continue }
            let size = unsafe ForeignMemory.size(at: address)
            try expect(
              8...ForeignMemory.structBytesLimit ~= size, "\(id) with the size of its table",
              else: "size \(size)")
          }
          for (name, isThere) in requiredFunctions(of: child) {
            try expect(isThere, "a function \(name): it is required", else: "NULL")
          }
        }
      },
      Check(
        "extensions-stay", level: 3, "an extension's table stays the same while its child lives"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let before = known.map { place(of: $0.id, child) }
          child.appear()
          child.live()
          for (index, (id, _)) in known.enumerated() {
            for _ in 0..<3 {
              try expect(
                place(of: id, child) == before[index], "the table of \(id) where it was",
                else: "it has another address, or came or went")
            }
          }
        }
      },
      Check(
        "focus-flag", level: 5, severity: .warning,
        "a child that takes focus has a function for keys, and the other way round"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let takesKeys = unsafe child.input?.key != nil || child.input?.paste != nil
          try expect(
            takesKeys || !child.type.takesFocus,
            "a function input.key: \(child.type.id) has the focus flag", else: "it has none")
          try expect(
            child.type.takesFocus || !takesKeys,
            "the focus flag for \(child.type.id), which has input.key or input.paste",
            else: "without the flag no key ever reaches it")
        }
      },
    ]
  }

  private static func similar(to id: String) -> [String] {
    [id + "0", id + " ", id + "\0x", String(id.dropLast(2)), String(id.dropLast()) + "2", "x" + id]
  }

  private static func place(of id: String, _ child: TrialChild) -> UInt {
    unsafe UInt(bitPattern: child.extensionAddress(Array(id.utf8)))
  }

  /// The functions that must be there, in the extensions that the child has.
  private static func requiredFunctions(of child: TrialChild) -> [(String, Bool)] {
    var functions: [(String, Bool)] = []
    if let table = child.contentObserver {
      functions.append(("content.changed", unsafe table.changed != nil))
    }
    if let table = child.wake { functions.append(("wake.woke", unsafe table.woke != nil)) }
    if let table = child.savedState {
      functions.append(("state.save", unsafe table.save != nil))
      functions.append(("state.restore", unsafe table.restore != nil))
    }
    if let table = child.keyHelp {
      functions.append(("key_help.count", unsafe table.count != nil))
      functions.append(("key_help.item", unsafe table.item != nil))
    }
    if let table = child.accessibility {
      functions.append(("accessibility.text", unsafe table.text != nil))
    }
    if let table = child.themeObserver {
      functions.append(("theme.changed", unsafe table.changed != nil))
    }
    return functions
  }
}
