internal import ChildPluginAPI
internal import HostPlugins

/// What a child chooses for the user, and puts the user on.
enum ChoiceChecks {
  static var all: [Check] {
    [
      Check("chooses-rows-there-are", level: 4, "what it accepts is rows that there are") {
        trial throws(CheckEnd) in
        for (count, marked) in [(2000, 12), (2000, 1000), (0, 0), (0, 1)] as [(UInt64, UInt64)] {
          try trial.forEachChild(content: .list(rows: count, columns: 3)) {
            child throws(CheckEnd) in
            child.services.situation.isPick = marked % 2 > 0 || marked == 1000
            child.appear()
            child.focus(true)
            if count > 0 { child.services.change(.mark(row: 100, count: marked, isMarked: true)) }
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
        "chooses-all-marked", level: 5, severity: .warning,
        "who accepts the marked rows accepts all of them"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 2000, columns: 3)) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          child.services.change(.mark(row: 100, count: 1000, isMarked: true))
          child.selectionChanged()
          child.services.performed = []
          for key in choosingKeys(of: child) { child.key(key) }
          for action in child.services.performed where action.what.rows.count > 1 {
            try expect(
              action.what.rows.count >= 1000,
              "the 1000 rows that are marked, by several calls of "
                + "marked_rows", in: action.place, else: "\(action.what.rows.count) rows")
          }
        }
      },
      Check(
        "chooses-what-is-shown", level: 4, severity: .warning,
        "who shows the rows of the view chooses from them"
      ) { trial throws(CheckEnd) in
        for isPick in [false, true] {
          try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
            child.services.situation.isPick = isPick
            child.appear()
            child.focus(true)
            let view = child.services.trialView
            view.showsFew = true
            view.largestAsk = 0
            child.viewChanged()
            child.draw()
            guard view.largestAsk >= screenful else { return }
            child.services.performed = []
            // The user may be at the last place.
            for key in [.down, .up, .up] as [TrialKey] {
              child.key(key)
              child.draw()
              child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
            }
            for action in child.services.performed {
              guard case .acceptRow(let row) = action.what else { continue }
              try expect(
                view.place(of: row) != nil, "the row at the place in the view that the user is at",
                in: action.place, else: "row \(row), which the view does not show")
            }
          }
        }
      },
      Check(
        "accepts-where-the-user-is", level: 5, severity: .warning,
        "enter accepts the row that the user is on, not the one of its place"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
          child.services.situation.isPick = true
          child.appear()
          child.focus(true)
          child.services.trialView.showsPairsSwapped = true
          child.viewChanged()
          for row: UInt64 in [4, 9] {
            child.services.performed = []
            child.services.change(.select(row: row))
            child.selectionChanged()
            child.draw()
            child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
            for action in child.services.performed where action.what.rows.count == 1 {
              try expect(
                action.what.rows != [row ^ 1],
                "row \(row), on which the user is: a place of the view is no row's number",
                in: action.place, else: "row \(row ^ 1)")
            }
          }
        }
      },
      Check(
        "marks-where-the-user-is", level: 5, severity: .warning,
        "a key that marks one row marks the one that the user is on"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          child.services.trialView.showsPairsSwapped = true
          child.viewChanged()
          for key in [.character(" ")] + KeyChecks.helpKeys(of: child) {
            child.services.change(.select(row: 4))
            child.selectionChanged()
            child.draw()
            child.key(key)
            let marked = child.services.markedRows(from: 0, count: 2)
            guard marked.count == 1 else { continue }
            try expect(
              marked == [4], "row 4, on which the user is: a place of the view is no row's number",
              else: "row \(marked[0])")
            return
          }
        }
      },
      Check(
        "moves-in-the-view", level: 6, severity: .warning,
        "who shows the rows of the view moves from one of its places to the next"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
          let view = child.services.trialView
          func put(on row: UInt64) {
            child.services.change(.select(row: row))
            child.selectionChanged()
            child.draw()
          }
          child.appear()
          child.focus(true)
          put(on: 4)
          child.key(.down)
          guard child.services.selection.row == 5, view.largestAsk >= screenful else { return }
          put(on: 9)
          view.showsPairsSwapped = true
          child.viewChanged()
          child.draw()
          // Row 9 is at the place 8 now, and row 8 at the place 9.
          guard child.services.selection.row == 9 else { return }
          child.key(.down)
          let row = child.services.selection.row
          try expect(
            row != 9 && row != 10,
            "row 8, which the view shows below row 9: a place is no row's number",
            else: row == 9 ? "the user is still on row 9" : "row 10")
        }
      },
      Check(
        "clicks-the-row-there", level: 5, severity: .warning,
        "a click on a row puts the user on that one"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: lettered) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          for scrolls in [0, Drawing.letters.count] {
            var misses: [Int] = []
            for index in [4, 1, 6] {
              for _ in 0..<scrolls { child.key(.down) }
              let rows = child.draw(keepingCells: true).letteredRows
              guard index < rows.count else { return }
              let target = rows[index]
              // Of a row that is at the top anyhow a click says no more.
              if scrolls > 0, rows[0].row == 0 { return }
              child.services.sharedChanged = nil
              for kind in [CHILDPLUGIN_MOUSE_PRESS, CHILDPLUGIN_MOUSE_RELEASE] {
                child.mouse(
                  childplugin_mouse_t(
                    kind, button: CHILDPLUGIN_BUTTON_LEFT, column: Int32(target.column),
                    row: Int32(target.line)))
              }
              guard child.services.sharedChanged != nil, let row = child.services.selection.row
              else { return }
              misses.append(Int(row) - target.row)
            }
            guard let miss = misses.first, misses.allSatisfy({ $0 == miss }) else { return }
            try expect(
              miss == 0, "the row that is drawn where the mouse is",
              in: child.services.sharedChanged ?? .lastCall,
              else: "the row \(abs(miss)) \(miss > 0 ? "below" : "above") it, each time")
          }
        }
      },
      Check(
        "keeps-its-row-in-sight", level: 5, severity: .warning,
        "the row that it has put the user on is still there when there is less room"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(content: lettered) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          for _ in 0..<15 { child.key(.down) }
          guard let row = child.services.selection.row.map({ Int($0) }), row >= 10,
            child.draw(keepingCells: true).letteredRows.contains(where: { $0.row == row })
          else { return }
          child.resize(columns: 80, rows: 8)
          let rows = child.draw(keepingCells: true).letteredRows
          try expect(
            rows.isEmpty || rows.contains { $0.row == row },
            "the user's row among those that are drawn", else: "rows without it")
          for code in [
            CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_HOME, CHILDPLUGIN_KEY_PAGE_DOWN,
            CHILDPLUGIN_KEY_PAGE_UP,
          ] {
            child.key(TrialKey(code: code))
            let place = trial.watch.lastCall
            let (rows, row) = (
              child.draw(keepingCells: true).letteredRows, child.services.selection.row
            )
            try expect(
              rows.isEmpty || rows.contains { row == UInt64($0.row) },
              "the user's row among those that are drawn", in: place, else: "rows without it")
          }
        }
      },
    ]
  }

  /// Content whose rows can be told apart by the letter of which each cell is.
  private static var lettered: TrialContent {
    var content = TrialContent.list(rows: UInt64(Drawing.letters.count), columns: 3)
    content.cell = { row, _ in
      Array(String(repeating: String(Drawing.letters[Int(row)]), count: 3).utf8)
    }
    return content
  }

  /// Who asks for so many rows at once shows them.
  private static let screenful = 10

  /// Those with which one chooses.
  private static func choosingKeys(of child: TrialChild) -> [TrialKey] {
    let enter = TrialKey(code: CHILDPLUGIN_KEY_ENTER)
    // A key of the help may begin a text.
    return [enter] + KeyChecks.helpKeys(of: child)
      + [TrialKey(code: CHILDPLUGIN_KEY_ESCAPE), enter, .character("y"), .character("o")]
  }
}

extension Drawing {
  /// One for each row: Cyrillic ones, which no child draws by itself.
  fileprivate static let letters = (0x430..<0x450).compactMap(Unicode.Scalar.init)

  /// The rows of the content, in the order in which they stand, and where.
  fileprivate var letteredRows: [(row: Int, line: Int, column: Int)] {
    (0..<rows).compactMap { line in
      for (row, letter) in Self.letters.enumerated() {
        let columns = columns(of: letter, inRow: line)
        if columns.count >= 3 { return (row, line, columns[0]) }
      }
      return nil
    }
  }
}
