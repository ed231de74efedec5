internal import ChildPluginAPI
internal import HostPlugins

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
      },
      Check(
        "stays-in-its-state", level: 5, severity: .warning,
        "it does not ask for another state each time that its own is shown"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          var last: TrialServices.Asked<String>?
          for _ in 0..<appearances {
            child.focus(false)
            child.disappear()
            child.services.requests = []
            child.appear()
            child.focus(true)
            let own = child.services.situation.current
            last = child.services.requests.first { $0.what != own }
            if last == nil { return }
          }
          guard let last else { return }
          throw .failed(
            expected: "a request when the user or the content asks for it: its state can be seen",
            happened: "\"\(last.what)\" was asked for in each of \(appearances) appearances",
            place: last.place)
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
  private static let layouts = 20
  private static let turns = 60
  /// Of what is said in one turn so much is passed on.
  private static let heardLimit = 8

  /// Does what it asks of its place, until it asks no more.
  private static func settle(_ child: TrialChild) throws(CheckEnd) {
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
