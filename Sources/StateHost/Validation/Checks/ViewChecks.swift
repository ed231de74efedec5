internal import ChildPluginAPI
internal import HostContent
internal import HostPlugins

/// Rows that are not shown as they came: filtered, sorted, marked; and the row that the user is on.
enum ViewChecks {
  static var all: [Check] {
    [
      Check("view-of-few-rows", level: 3, "it lives with rows filtered, sorted and marked") {
        trial throws(CheckEnd) in
        for columns in [0, 3] {
          for size in [(columns: 80, rows: 24), (columns: 200, rows: 100)] {
            try trial.forEachChild(content: .list(rows: 2000, columns: columns)) {
              child throws(CheckEnd) in
              child.setSize(columns: size.columns, rows: size.rows)
              child.appear()
              child.focus(true)
              moveAbout(child)
              child.services.change(.mark(row: 100, count: 1000, isMarked: true))
              child.services.trialView.showsFew = true
              tell(child)
              moveAbout(child)
              child.services.change(.select(row: 1))
              tell(child)
              moveAbout(child)
              child.services.trialView.showsNone = true
              tell(child)
              moveAbout(child)
              child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
              child.services.trialView.showsNone = false
              // The view knows of them first.
              child.services.content.facts.rows = 2
              tell(child)
              moveAbout(child)
            }
          }
        }
      },
      Check("view-long-filter", level: 4, "it lives with a filter of any text that others ask for")
      {
        trial throws(CheckEnd) in
        let texts =
          Samples.invalidText
          + [1, 255, 256, RowFilter.longestText].map { [UInt8](repeating: 0x61, count: $0) }
        for columns in [0, 3] {
          try trial.forEachChild(content: .list(rows: 400, columns: columns)) {
            child throws(CheckEnd) in
            child.appear()
            child.focus(true)
            for text in texts {
              var request = ViewRequest()
              request.filter = RowFilter(text)
              child.services.trialView.show(request)
              tell(child)
              child.ask()
              child.key(.character("/"))
              child.draw()
              child.key(TrialKey(code: CHILDPLUGIN_KEY_ESCAPE))
            }
          }
        }
      },
      Check("view-matches-anywhere", level: 4, "it lives with matches anywhere in any text") {
        trial throws(CheckEnd) in
        for (letter, count) in [("\u{E9}", 20), ("\u{1F600}", 20), ("\u{E9}", 2100)] {
          let text = String(repeating: letter, count: count)
          let bytes = letter.utf8.count
          try trial.forEachContent({ $0.withCells(text) }) { child throws(CheckEnd) in
            let view = child.services.trialView
            var request = ViewRequest()
            request.filter = RowFilter(Array(letter.utf8))
            view.show(request)
            for letters in [[0, count - 1], Array(stride(from: 0, to: 20, by: 2))] {
              view.matching = { _, _ in letters.map { $0 * bytes..<($0 + 1) * bytes } }
              child.viewChanged()
              child.draw()
            }
          }
        }
      },
      Check(
        "shows-the-view", level: 4, severity: .warning,
        "who asks for the rows of the view draws those, in their order"
      ) { trial throws(CheckEnd) in
        for columns in [0, 3] {
          try trial.forEachChild(content: .list(rows: 400, columns: columns)) {
            child throws(CheckEnd) in
            child.appear()
            let view = child.services.trialView
            let before = child.draw(keepingCells: true)
            guard view.largestAsk >= screenful else { return }
            view.showsPairsSwapped = true
            child.viewChanged()
            let swapped = child.draw(keepingCells: true)
            try expect(
              swapped.firstDifference(from: before) != nil,
              "the rows that are at the same places now: the view has another revision",
              else: "the same as before each two neighbours changed places")
            view.showsPairsSwapped = false
            view.showsFew = true
            child.viewChanged()
            let after = child.draw(keepingCells: true)
            try expect(
              after.firstDifference(from: before) != nil,
              "the rows at the places of the view: a place is no row's number",
              else: "the same as before it showed every third row alone, the last first")
          }
        }
        try trial.forEachChild(content: numbered(30)) { child throws(CheckEnd) in
          child.appear()
          let before = child.draw(keepingCells: true).rows(of: 30)
          let view = child.services.trialView
          view.showsFew = true
          child.viewChanged()
          let after = child.draw(keepingCells: true).rows(of: 30)
          // Who shows as many as the view has means those.
          guard before.count > after.count, UInt64(after.count) == view.facts.rows else { return }
          let hidden = after.first { view.place(of: $0) == nil }
          try expect(
            hidden == nil, "the rows at the places of the view: a place is no row's number",
            else: "as many rows as it has, and row \(hidden ?? 0), which it does not show")
        }
      },
      Check(
        "follows-a-find-once", level: 6, severity: .warning,
        "what was found before does not move the user again"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(
          having: "an extension for the view", { $0.extensions.view != nil }, content: numbered(400)
        ) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          let view = child.services.trialView
          view.find(RowFilter(Array("=".utf8)), from: 4, isBackward: false)
          tell(child)
          child.services.change(.select(row: 20))
          tell(child)
          view.changeAgain()
          child.viewChanged()
          let place = trial.watch.lastCall
          try expect(
            child.services.selection.row != 5,
            "the user left on row 20: \"finds\" says that nothing else was looked for", in: place,
            else: "the user is on row 5 again, which was found before")
        }
      },
      Check(
        "shows-the-selection", level: 4, severity: .warning,
        "who draws the user's row draws another when the user is on another"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(
          having: "an extension for the selection", { $0.extensions.selection != nil },
          content: numbered(400)
        ) { child throws(CheckEnd) in
          child.appear()
          guard child.draw(keepingCells: true).draws(row: 0) else { return }
          child.services.change(.select(row: 3))
          child.selectionChanged()
          let after = child.draw(keepingCells: true)
          try expect(
            after.draws(row: 3) || !after.draws(row: 0),
            "no more of row 0 alone: the user is on row 3", else: "row 0, and nothing of row 3")
        }
      },
    ]
  }

  /// Content whose rows can be told apart by what is drawn of them.
  private static func numbered(_ rows: UInt64) -> TrialContent {
    var content = TrialContent.list(rows: rows, columns: 3)
    content.cell = { row, _ in Drawing.text(ofRow: row) }
    return content
  }

  /// Who asks for so many rows at once shows them.
  private static let screenful = 10

  private static func tell(_ child: TrialChild) {
    child.viewChanged()
    child.selectionChanged()
    child.draw()
  }

  private static func moveAbout(_ child: TrialChild) {
    for code in [
      CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_UP, CHILDPLUGIN_KEY_PAGE_UP, CHILDPLUGIN_KEY_HOME,
      CHILDPLUGIN_KEY_PAGE_DOWN, CHILDPLUGIN_KEY_DOWN,
    ] { child.key(TrialKey(code: code)) }
    child.draw()
  }
}

extension Drawing {
  fileprivate static func text(ofRow row: UInt64) -> [UInt8] { Array("=\(row)=".utf8) }

  /// Those of so many rows that are drawn.
  fileprivate func rows(of count: UInt64) -> [UInt64] { (0..<count).filter { draws(row: $0) } }

  fileprivate func draws(row: UInt64) -> Bool {
    let sought = Drawing.text(ofRow: row)
    return texts.contains { $0.starts(with: sought) }
  }
}
