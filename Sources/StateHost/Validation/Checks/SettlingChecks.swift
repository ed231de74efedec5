internal import CHostSystem
internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// What a child asks for again and again has an end, and what it takes it gives back.
enum SettlingChecks {
  static var all: [Check] {
    [
      Check(
        "settles-in-its-area", level: 4, "its area and insets come to rest when nothing happens"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          try settle(child)
          child.live()
          try settle(child)
        }
        // A strip that wants more than it has soon has all, where there is little.
        try trial.forEachState { child throws(CheckEnd) in
          guard case .some(.some(let claimed)) = child.services.claimed else { return }
          child.setSize(columns: 200, rows: 100)
          child.services.change(.dock(Dock(claimed.edge, .cells(stripCells))))
          try settle(child, within: growths)
        }
      },
      Check(
        "stays-in-its-state", level: 5, severity: .warning,
        "it asks for no other state and no reload each time that its own is shown"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          var last: (what: String, place: CallPlace)?
          for _ in 0..<appearances {
            child.focus(false)
            child.disappear()
            (child.services.requests, child.services.performed) = ([], [])
            child.appear()
            child.focus(true)
            let own = child.services.situation.current
            last = child.services.requests.first { $0.what != own }.map {
              ("\"\($0.what)\" was asked for", $0.place)
            }
            if let reload = child.services.performed.first(where: { $0.what == .reload }) {
              last = ("the source was run again", reload.place)
            }
            if last == nil { return }
          }
          guard let last else { return }
          throw .failed(
            expected: "a request when the user or the content asks for it: its state can be seen",
            happened: "\(last.what) in each of \(appearances) appearances",
            place: last.place)
        }
      },
      Check("rests-when-told", level: 4, "what it is told of it does not change each time") {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          if child.services.change(.select(row: 3)) {
            child.selectionChanged()
            try expect(
              child.services.selection.row == 3,
              "the user left on row 3: selection->set_row is for what the user does",
              else: "the user is on row \(child.services.selection.row ?? 0)")
          }
          for _ in 0..<rounds {
            child.services.sharedChanged = nil
            child.selectionChanged()
            child.viewChanged()
            child.child.frontChanged()
            child.draw()
            if child.services.sharedChanged == nil { break }
          }
          try expect(
            child.services.sharedChanged == nil,
            "selection, view and front as they are: who changes what it is told of is told again",
            in: child.services.sharedChanged ?? .lastCall, else: "another one, \(rounds) times")
          for _ in 0..<rounds {
            child.services.performed = []
            child.change(to: child.services.content)
            if !child.services.performed.contains(where: { $0.what == .reload }) { return }
          }
          throw .failed(
            expected: "a reload when the user asks, or later: what it brings is told as this is",
            happened: "content.changed had the source run again, \(rounds) times")
        }
      },
      Check(
        "acts-for-the-user", level: 3,
        "it chooses, copies and quits only when the user did something"
      ) {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.change(to: child.services.content)
          child.themeChanged()
          child.surroundingsChanged()
          child.ask()
          child.draw()
          guard
            let (words, place) = child.services.unasked.lazy.compactMap({ asked in
              asked.what.wordsForTheUser.map { ($0, asked.place) }
            }).first
          else { return }
          throw .failed(
            expected: "nothing of that before a key, the mouse or pasted text has come to it",
            happened: "\(words) was asked for", place: place)
        }
      },
      Check(
        "wakes-for-something", level: 6, severity: .warning,
        "a timer that comes again and again changes what is drawn"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.woke()
          let first = child.draw(keepingCells: true)
          // Who looks at a clock of the system's is woken when that is due, too.
          let began = child.services.nowNanoseconds
          defer { plugin_clock_shift(0) }
          for _ in 0..<turns {
            guard let delay = child.services.wakeAfterNanoseconds, delay < shortDelay else {
              return
            }
            child.services.wakeAfterNanoseconds = nil
            child.services.nowNanoseconds += max(delay, 4_000_000)
            plugin_clock_shift(child.services.nowNanoseconds - began)
            child.woke()
            if child.draw(keepingCells: true).firstDifference(from: first) != nil { return }
          }
          throw .failed(
            expected: "rest while nothing moves: each wake costs the user's battery",
            happened: "\(turns) wakes, and the same cells",
            place: child.services.wakeAsked ?? .lastCall)
        }
      },
      Check("messages-end", level: 4, "two of its children do not answer each other for ever") {
        trial throws(CheckEnd) in
        try trial.forEachChild(having: "messages", { $0.extensions.messages != nil }) {
          child throws(CheckEnd) in
          let other = try trial.child(child.type)
          child.appear()
          other.appear()
          child.live()
          let sender = Array("org.statehost.validator".utf8)
          child.message(Array("org.statehost.anything/1".utf8), [], from: sender)
          try converse(child, other)
          other.disappear()
          other.destroy()
        }
      },
      Check(
        "gives-text-back", level: 5, severity: .warning,
        "who takes text since a key takes none after escape or enter"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          guard child.services.takesText?.what != true else { return }
          for key in keys(of: child) {
            child.key(key)
            guard let taken = child.services.takesText, taken.what else { continue }
            child.key(.character("x"))
            for _ in 0..<2 {
              child.key(TrialKey(code: CHILDPLUGIN_KEY_ESCAPE))
              child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
            }
            try expect(
              child.services.takesText?.what != true,
              "take_text(false): until then no key of the user's leads anywhere else",
              in: taken.place, else: "take_text(true) is all that it has said")
          }
        }
      },
    ]
  }

  private static let appearances = 3
  private static let rounds = 20
  /// Ten times a second.
  private static let shortDelay: Int64 = 100_000_000
  private static let layouts = 20
  private static let stripCells = 5
  /// More than a strip for all rows of the content needs, fewer than there is room for.
  private static let growths = 60
  private static let turns = 60
  /// Of what is said in one turn so much is passed on.
  private static let heardLimit = 8

  /// Does what it asks of its place, until it asks no more.
  private static func settle(
    _ child: TrialChild, within layouts: Int = layouts
  ) throws(CheckEnd) {
    for _ in 0..<layouts {
      guard child.services.layoutAsked != nil else { return }
      child.services.layoutAsked = nil
      child.layOut()
    }
    guard let place = child.services.layoutAsked else { return }
    throw .failed(
      expected: "claim and refresh when something has happened: not for each size or question",
      happened: "in each of \(layouts) layouts it asked for the next one", place: place)
  }

  /// Each hears what the other says, until both are silent.
  private static func converse(_ one: TrialChild, _ other: TrialChild) throws(CheckEnd) {
    var last: CallPlace?
    for turn in 0..<turns {
      let (speaker, listener) = turn % 2 == 0 ? (one, other) : (other, one)
      let heard = speaker.services.said.filter { message in
        message.what.to.isEmpty || message.what.to == listener.type.id
      }
      speaker.services.said = []
      if heard.isEmpty, listener.services.said.isEmpty { return }
      for message in heard.prefix(heardLimit) {
        last = message.place
        listener.message(
          Array(message.what.subject.utf8), message.what.body, from: Array(speaker.type.id.utf8))
      }
      one.services.nowNanoseconds += second
      other.services.nowNanoseconds += second
    }
    throw .failed(
      expected: "an end of what two children say to each other: do not answer what you answered",
      happened: "they still talk after \(turns) turns", place: last ?? .lastCall)
  }

  private static let second: Int64 = 1_000_000_000

  /// Those that it names, and what many begin a text with.
  private static func keys(of child: TrialChild) -> [TrialKey] {
    KeyChecks.helpKeys(of: child) + ["/", ":", "f", "i", "&"].map { .character($0) }
  }
}
