internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// What a child does with the keys and the text that come to it while it is in front, and once it is not.
enum FrontChecks {
  static var all: [Check] {
    [
      Check(
        "leaves-the-front", level: 5, severity: .warning,
        "another child that the user puts in front stays there"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          // Who uses Tab says that the user is to go nowhere else.
          guard child.type.takesFocus, !child.key(TrialKey(code: CHILDPLUGIN_KEY_TAB)) else {
            return
          }
          for _ in 0..<turns {
            child.services.isInFront = false
            child.services.sharedChanged = nil
            child.child.frontChanged()
            child.draw()
            if !child.services.isInFront { return }
          }
          throw .failed(
            expected: "focus.ask when the user does something to it: Tab leads to others",
            happened: "it asked to be in front whenever another one was, \(turns) times",
            place: child.services.sharedChanged ?? .lastCall)
        }
      },
      Check("edits-whole-characters", level: 4, "what is typed is taken back by whole characters") {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          guard child.type.takesFocus else { return }
          for opener in [nil] + KeyChecks.helpKeys(of: child) {
            if let opener { child.key(opener) }
            for letter in letters where child.key(.character(letter)) {
              try edit(child, letter, trial.watch)
            }
            child.key(TrialKey(code: CHILDPLUGIN_KEY_ESCAPE))
          }
        }
      },
    ]
  }

  /// Types a letter, a few times, and takes some of it back.
  private static func edit(
    _ child: TrialChild, _ letter: Unicode.Scalar, _ watch: TrialWatch
  ) throws(CheckEnd) {
    let isHalved = { child.draw(keepingCells: true).firstCell { $0.isReplacement } != nil }
    for edit in edits {
      for _ in 0..<3 { child.key(.character(letter)) }
      // What it draws of its own is no half of what was typed.
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
      for _ in 0..<4 { child.key(TrialKey(code: CHILDPLUGIN_KEY_BACKSPACE)) }
    }
  }

  private static let turns = 3
  private static let letters: [Unicode.Scalar] = ["\u{E9}", "\u{6F22}", "\u{1F600}"]

  /// What takes a character back, or puts another one beside it.
  private static let edits: [[TrialKey]] = {
    let key = { (code: UInt32) in TrialKey(code: code) }
    let (back, left) = (key(CHILDPLUGIN_KEY_BACKSPACE), key(CHILDPLUGIN_KEY_LEFT))
    let right = key(CHILDPLUGIN_KEY_RIGHT)
    let home = key(CHILDPLUGIN_KEY_HOME)
    return [
      [back], [left, .character("x")], [left, back], [left, key(CHILDPLUGIN_KEY_DELETE)],
      [home, right, .character("x")], [home, key(CHILDPLUGIN_KEY_DELETE)],
    ]
  }()
}
