internal import HostPlugins

/// What is lent for a call ends where it ends, and when the call returns.
enum BorrowingChecks {
  static var all: [Check] {
    [
      Check("reads-by-length", level: 3, "texts and structs are read no farther than they reach") {
        trial throws(CheckEnd) in try live(trial, .guarded)
      },
      Check("keeps-nothing-lent", level: 4, "what it keeps of a call's arguments it has copied") {
        trial throws(CheckEnd) in try live(trial, .revoked)
      },
    ]
  }

  /// A whole life in such memory, where reading wrong memory is a crash.
  private static func live(_ trial: Trial, _ arguments: ArgumentMemory) throws(CheckEnd) {
    try trial.forEachChild(arguments: arguments) { child throws(CheckEnd) in
      if let saved = child.savedBytes() { _ = child.restore(saved) }
      _ = child.restore(Array("not a state".utf8))
      child.appear(animated: true)
      child.live()
      // Many take text once this key has asked for it.
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
