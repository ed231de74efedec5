internal import ChildPluginAPI
internal import HostPlugins

/// What a child chooses for the user, and puts the user on.
enum ChoiceChecks {
  static var all: [Check] {
    [
      Check("chooses-rows-there-are", level: 4, "what it accepts is rows that there are") {
        trial throws(CheckEnd) in
        for marked: UInt64 in [12, 1000] {
          try trial.forEachChild(content: .list(rows: 2000, columns: 3)) { child throws(CheckEnd) in
            child.appear()
            child.focus(true)
            _ = child.services.mark(100, count: marked, true)
            child.selectionChanged()
            for key in choosingKeys(of: child) { child.key(key) }
            guard let choice = child.services.missedChoices.first else { return }
            let rows = child.services.content.facts.rows
            let missed = choice.what.rows.first { $0 >= rows } ?? 0
            throw .failed(
              expected: "rows of the \(rows) that there are; \(marked) of them are marked",
              happened: "row \(missed)", place: choice.place)
          }
        }
      },
      Check(
        "chooses-what-is-shown", level: 4, severity: .warning,
        "who shows the rows of the view chooses from them"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          let view = child.services.trialView
          view.showsFew = true
          view.largestAsk = 0
          child.viewChanged()
          child.draw()
          guard view.largestAsk >= screenful else { return }
          child.services.performed = []
          child.key(.down)
          child.draw()
          child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
          for action in child.services.performed {
            guard case .acceptRow(let row) = action.what else { continue }
            try expect(
              view.place(of: row) != nil, "the row at the place in the view that the user is at",
              in: action.place, else: "row \(row), which the view does not show")
          }
        }
      },
    ]
  }

  /// Who asks for so many rows at once shows them.
  private static let screenful = 10

  /// Those with which one chooses.
  private static func choosingKeys(of child: TrialChild) -> [TrialKey] {
    KeyChecks.helpKeys(of: child)
      + [TrialKey(code: CHILDPLUGIN_KEY_ENTER), .character("y"), .character("o")]
  }
}
