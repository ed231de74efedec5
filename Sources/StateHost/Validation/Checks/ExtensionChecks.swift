internal import ChildPluginAPI
internal import HostPlugins

/// The extensions of a child, as it gives them.
enum ExtensionChecks {
  static var all: [Check] {
    [
      Check("unknown-extensions", level: 2, "get_extension returns NULL for what it does not know")
      {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let strange = ["", "com.example.nothing/1", "childplugin.", "childplugin.layout"]
          for id in strange + ChildExtension.all.flatMap({ similar(to: $0.id) }) {
            try expect(
              child.child.extensionAddress(id) == 0, "NULL for \"\(id)\": compare the whole id",
              else: "a table")
          }
        }
      },
      Check("extension-tables", level: 1, "extension tables have a size and what is required") {
        trial throws(CheckEnd) in
        try trial.forEachChild { _ throws(CheckEnd) in
          try trial.expectNoFault("tables with a size and every function that is required") {
            switch $0 {
            case .tableSize, .functionMissing: true
            default: false
            }
          }
        }
      },
      Check(
        "extensions-stay", level: 3, "an extension's table stays the same while its child lives"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let before = ChildExtension.all.map { child.child.extensionAddress($0.id) }
          child.appear()
          child.live()
          for (known, address) in zip(ChildExtension.all, before) {
            for _ in 0..<3 {
              try expect(
                child.child.extensionAddress(known.id) == address,
                "the table of \(known.id) where it was",
                else: "it has another address, or came or went")
            }
          }
        }
      },
      Check(
        "focus-flag", level: 5, severity: .warning,
        "a child that takes focus has a function for keys, and the other way round"
      ) { trial throws(CheckEnd) in
        let descriptors = try trial.descriptors()
        try trial.forEachChild { child throws(CheckEnd) in
          let place = descriptors.first { $0.type.id == child.type.id }?.place ?? .lastCall
          let takesKeys =
            unsafe child.extensions.input?.key != nil || child.extensions.input?.paste != nil
          try expect(
            takesKeys || !child.type.takesFocus,
            "a function input.key: \(child.type.id) has the focus flag", in: place,
            else: "it has none")
          try expect(
            child.type.takesFocus || !takesKeys,
            "the focus flag for \(child.type.id), which has input.key or input.paste", in: place,
            else: "without the flag no key ever reaches it")
        }
      },
    ]
  }

  private static func similar(to id: String) -> [String] {
    [id + "0", id + " ", id + "\0x", String(id.dropLast(2)), String(id.dropLast()) + "2", "x" + id]
  }
}
