internal import ChildPluginAPI
internal import HostContent
internal import HostPlugins

/// Which keys, which events of the mouse and which pasted text a child keeps from others.
enum UsedInputChecks {
  static var all: [Check] {
    [
      Check(
        "leaves-plain-keys", level: 4,
        "keys that it does nothing with are left to others: q, r, ? are the program's"
      ) { trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          for key in programKeys {
            try expect(
              !(try isUsedInVain(key, in: child, trial)),
              "false for the key \(CallText.key(key.code, 0)), which the program has a use for",
              else: "true, and nothing comes of it")
          }
          for key in plainKeys {
            let other = try another(child, trial)
            let isUsed = other.key(key)
            let isText = takesText(other)
            other.disappear()
            other.destroy()
            if !isUsed || isText { return }
          }
          throw .failed(
            expected: "false for keys that it has no use for: only Ctrl-C leads out of it else "
              + "(or CHILDPLUGIN_DESCRIPTOR_MODAL)",
            happened: "true for every letter, digit and function key")
        }
      },
      Check(
        "returns-true-for-used-keys", level: 5, severity: .warning,
        "a key that moves the user or asks for something is one that it has used"
      ) { trial throws(CheckEnd) in
        try forEachTaker(trial) { child throws(CheckEnd) in
          let letters = (0x61..<0x7B).compactMap { Unicode.Scalar($0) }.map {
            TrialKey.character($0)
          }
          for key in TrialKey.named.prefix(14) + letters {
            child.services.forgetWishes()
            let isUsed = child.key(key)
            let services = child.services
            let hasActed =
              services.sharedChanged != nil || !services.performed.isEmpty
              || !services.requests.isEmpty
            try expect(
              isUsed || !hasActed, "true: who gets the key next acts on it as well",
              else: "false for \(CallText.key(key.code, 0)), and it has acted on it")
          }
        }
      },
      Check(
        "leaves-unknown-mouse", level: 5, severity: .warning,
        "events of the mouse that it cannot know are left to others"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          guard unsafe child.extensions.input?.mouse != nil, !child.type.isModal else { return }
          let used = unknownMouse.count { child.mouse($0) }
          try expect(
            used < unknownMouse.count,
            "false for an event of a later version: the child below may use the mouse",
            else: "true for every event")
        }
      },
      Check(
        "leaves-unused-paste", level: 5, severity: .warning,
        "pasted text that it does nothing with is left to others"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          guard unsafe child.extensions.input?.paste != nil, !child.type.isModal else { return }
          for text in ["pasted", "42"] {
            guard
              isInVain(
                child, trial, evenIfDrawn: false, { child.paste(Array(text.utf8)) })
            else { return }
          }
          throw .failed(
            expected: "false: another child may take it", happened: "true, and nothing comes of it")
        }
      },
      Check(
        "pastes-one-line", level: 6, severity: .warning,
        "of several lines that are pasted into a filter none has a newline in it"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
          child.appear()
          child.typeText()
          guard child.isTakingText, child.paste(Array("one\ntwo".utf8)) else { return }
          let place = trial.watch.lastCall
          child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
          try expect(
            child.services.trialView.request.filter?.text.contains(0x0A) != true,
            "the first line, or a blank in place of the newline: no row has one", in: place,
            else: "a filter that no row ever matches")
        }
      },
    ]
  }

  /// Those that the program has a use for, where nobody else has.
  private static let programKeys =
    ["q", "r", "?"].map { TrialKey.character($0) }
    + [CHILDPLUGIN_KEY_ESCAPE, CHILDPLUGIN_KEY_TAB].map { TrialKey(code: $0) }

  private static let plainKeys: [TrialKey] =
    (Array(0x61..<0x7B) + Array(0x41..<0x5B) + Array(0x30..<0x3A)).compactMap {
      Unicode.Scalar($0).map { TrialKey.character($0) }
    }
    + (0..<12).map { TrialKey(code: CHILDPLUGIN_KEY_F1 + $0) }

  private static let unknownMouse: [childplugin_mouse_t] =
    [UInt32(0), CHILDPLUGIN_MOUSE_MOVE + 1, 99, .max].map {
      childplugin_mouse_t($0, column: 2, row: 2)
    }

  /// Every child that takes keys and is not modal, in each state, while it takes no text.
  private static func forEachTaker(
    _ trial: Trial, _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    try trial.forEachState { child throws(CheckEnd) in
      guard child.type.takesFocus, !child.type.isModal,
        unsafe child.extensions.input?.key != nil, !takesText(child)
      else { return }
      try body(child)
    }
  }

  private static func takesText(_ child: TrialChild) -> Bool {
    child.services.takesText?.what == true || child.draw(keepingCells: true).cursor != nil
  }

  /// A new child like one, in the same state.
  private static func another(_ child: TrialChild, _ trial: Trial) throws(CheckEnd) -> TrialChild {
    let other = try trial.child(child.type, content: child.services.content)
    other.services.situation = child.services.situation
    other.appear()
    other.focus(true)
    return other
  }

  private static func isUsedInVain(
    _ key: TrialKey, in child: TrialChild, _ trial: Trial
  ) throws(CheckEnd) -> Bool {
    let other = try another(child, trial)
    let isVain = isInVain(other, trial) { other.key(key) }
    other.disappear()
    other.destroy()
    return isVain
  }

  /// Whether a child uses an input, and nothing whatever comes of it, be it that the same is drawn again.
  static func isInVain(
    _ child: TrialChild, _ trial: Trial, evenIfDrawn: Bool = true, _ input: () -> Bool
  ) -> Bool {
    let before = child.draw(keepingCells: true)
    let state = child.savedBytes()
    let words = child.accessibilityText(capacity: 4096)?.bytes
    let options = child.services.askedOptions.count
    child.services.forgetWishes()
    child.services.wakeAfterNanoseconds = nil
    let taken = child.services.takesText?.what
    guard input() else { return false }
    if evenIfDrawn { child.services.invalidateCount = 0 }
    return !child.services.hasWishes && child.services.said.isEmpty
      && child.services.takesText?.what == taken && child.services.askedOptions.count == options
      && !trial.watch.hasOtherThreads
      && child.draw(keepingCells: true).firstDifference(from: before) == nil
      && child.savedBytes() == state && child.accessibilityText(capacity: 4096)?.bytes == words
  }
}
