internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// Whether all rows can be come to, and whether a child stays at those that the user has come to.
enum RowChecks {
  static var all: [Check] { moving + showing }

  private static var moving: [Check] {
    [
      Check(
        "moves-the-right-way", level: 5, severity: .warning,
        "at the first row neither up nor the wheel leads on"
      ) { trial throws(CheckEnd) in
        try forEachList(trial, rows: 300) { child throws(CheckEnd) in
          guard child.draw(keepingCells: true).numberedRows.first == 0 else { return }
          for move in moves {
            for _ in 0..<move.backThirty { move.back(child) }
            let first = child.draw(keepingCells: true).numberedRows.first ?? 0
            let row = Int(child.services.selection.row ?? 0)
            // From the first row up to the last one is a way, too.
            try expect(
              (first == 0 || first > 150) && (row == 0 || row > 150),
              "the first rows: the user is there, and goes up",
              else:
                "after \(move.backThirty) times \(move.backName) the first row that is drawn is "
                + "row \(first), and the user is on row \(row)")
          }
        }
      },
      Check(
        "reaches-every-row", level: 5, severity: .warning,
        "who goes through the rows comes to the first and to the last"
      ) { trial throws(CheckEnd) in
        for move in moves {
          try forEachList(trial, rows: 60) { child throws(CheckEnd) in
            let before = child.draw(keepingCells: true).numberedRows
            guard before.count > 3, let last = before.last, last < 50 else { return }
            for _ in 0..<repeats { move.on(child) }
            let after = child.draw(keepingCells: true).numberedRows
            guard after.contains(where: { $0 > last }) else { return }
            try expect(
              after.contains(59), "row 59, the last of 60",
              else: "row \(after.last ?? 0) is the last that is drawn after \(repeats) times "
                + move.onName)
            for _ in 0..<repeats { move.back(child) }
            let first = child.draw(keepingCells: true).numberedRows.first
            try expect(
              first == 0, "row 0 again, which is the first: the line with the names is no row",
              else: "row \(first ?? 0) is the first that is drawn after \(repeats) times "
                + move.backName)
          }
        }
      },
      Check(
        "end-leads-to-the-last", level: 5, severity: .warning,
        "the End key leads to the last row of the view, where it leads anywhere"
      ) { trial throws(CheckEnd) in
        for isFew in [false, true] {
          try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
            child.appear()
            child.focus(true)
            let view = child.services.trialView
            view.showsFew = isFew
            child.viewChanged()
            child.services.change(.select(row: view.row(at: 0)))
            child.selectionChanged()
            func place() -> UInt64? { child.services.selection.row.flatMap { view.place(of: $0) } }
            let first = place()
            child.key(.down)
            let before = (place(), child.draw(keepingCells: true))
            guard before.0 != first, before.0.map({ $0 + 1 < view.facts.rows }) ?? false,
              child.key(TrialKey(code: CHILDPLUGIN_KEY_END))
            else { return }
            let call = trial.watch.lastCall
            // It may lead to the end of a row.
            if place() == before.0,
              child.draw(keepingCells: true).firstDifference(from: before.1) != nil
            {
              return
            }
            try expect(
              place() == view.facts.rows - 1,
              "the user at the place \(view.facts.rows - 1) of the view, its last", in: call,
              else: "at the place \(place() ?? 0)")
          }
        }
      },
      Check(
        "comes-back-at-once", level: 5, severity: .warning,
        "at an end of the rows the first step back leads back"
      ) { trial throws(CheckEnd) in
        for move in moves {
          try forEachList(trial, rows: 60) { child throws(CheckEnd) in
            let start = child.draw(keepingCells: true)
            for _ in 0..<repeats { move.on(child) }
            let end = child.draw(keepingCells: true)
            guard end.numberedRows.contains(where: { $0 > start.numberedRows.last ?? 0 }) else {
              return
            }
            for (back, name, other) in [
              (move.back, move.backName, move.onName), (move.on, move.onName, move.backName),
            ] {
              let before = child.draw(keepingCells: true)
              back(child)
              try expect(
                child.draw(keepingCells: true).firstDifference(from: before) != nil,
                "other cells after \(name): a place ends with the rows",
                else: "the same as after \(repeats) times \(other)")
              for _ in 0..<repeats { back(child) }
            }
          }
        }
      },
      Check(
        "goes-as-far-back", level: 6, severity: .warning,
        "one step of the wheel or of a page leads as far up as one leads down"
      ) { trial throws(CheckEnd) in
        for move in moves {
          try forEachList(trial, rows: 300) { child throws(CheckEnd) in
            func first() -> Int? { child.draw(keepingCells: true).numberedRows.first }
            for _ in 0..<repeats / 10 { move.on(child) }
            guard let start = first() else { return }
            move.on(child)
            guard let there = first(), there > start else { return }
            move.back(child)
            move.back(child)
            guard let back = first() else { return }
            let (step, stepBack) = (there - start, there - back)
            try expect(
              stepBack <= step * 4 + 2, "some \(step * 2) rows up for two times \(move.backName)",
              else: "\(stepBack) rows: a number of the header's may be negative")
          }
        }
      },
      Check(
        "keeps-its-place", level: 5, severity: .warning,
        "rows that come at the end leave the user where they are"
      ) { trial throws(CheckEnd) in
        try forEachList(trial, rows: 200, whileLoading: true) { child throws(CheckEnd) in
          let start = child.draw(keepingCells: true).numberedRows
          for _ in 0..<repeats { child.key(.down) }
          let before = child.draw(keepingCells: true).numberedRows
          guard start.count > 3, before.count > 3, !start.contains(before[0]) else { return }
          let row = child.services.selection.row
          child.services.sharedChanged = nil
          var content = child.services.content
          content.facts.rows += 10
          child.change(to: content)
          let isMoved = child.services.sharedChanged != nil && child.services.selection.row != row
          let place = child.services.sharedChanged ?? trial.watch.lastCall
          try expect(
            !isMoved, "the user on row \(row ?? 0), as before there were more rows", in: place,
            else: "the user is on row \(child.services.selection.row ?? 0)")
          let after = child.draw(keepingCells: true).numberedRows
          // Who follows the end shows that.
          let isThere = after.contains { before.contains($0) } || after.contains(209)
          try expect(
            isThere, "rows \(before[0]) to \(before.last ?? 0), as before there were more rows",
            in: place, else: "rows from row \(after.first ?? 0) on")
        }
      },
    ]
  }

  private static var showing: [Check] {
    [
      Check(
        "draws-plain-rows", level: 5, severity: .warning,
        "who draws rows with columns draws those that are one text, too"
      ) { trial throws(CheckEnd) in
        for type in try trial.types() {
          let counts = try [3, 0].map { columns throws(CheckEnd) in
            let child = try trial.child(type, content: .lettered(60, columns: columns))
            child.appear()
            defer {
              child.disappear()
              child.destroy()
            }
            return trial.drawing(of: child, keepingCells: true) { !$0.numberedRows.isEmpty }
              .numberedRows.count
          }
          try expect(
            counts[0] < listedRows || counts[1] > 0,
            "the whole rows of \(type.id) where content.columns is 0 (CHILDPLUGIN_WHOLE_ROW)",
            else: "none of them, and \(counts[0]) rows where there are columns")
        }
      },
      Check(
        "draws-for-its-size", level: 5, severity: .warning,
        "with another size it draws what a new child of that size draws"
      ) { trial throws(CheckEnd) in
        try trial.forEachState({ $0.facts.rows > 0 ? .lettered(300) : $0 }) {
          child throws(CheckEnd) in
          let rows = child.draw(keepingCells: true).numberedRows.count
          for (columns, lines) in [(200, 60), (40, 10)] {
            child.resize(columns: columns, rows: lines)
            let place = trial.watch.lastCall
            let drawing = child.draw(keepingCells: true)
            let other = try trial.child(child.type, content: child.services.content)
            other.services.situation = child.services.situation
            other.setSize(columns: columns, rows: lines)
            other.appear()
            other.focus(true)
            let expected = other.draw(keepingCells: true)
            other.disappear()
            other.destroy()
            if trial.watch.hasOtherThreads { return }
            let difference = drawing.firstDifference(from: expected)
            try expect(
              difference == nil, "at \(columns)×\(lines) what a new child draws there", in: place,
              else: "a difference at \(difference ?? "")")
            let drawn = drawing.numberedRows.count
            try expect(
              lines < 60 || rows < 15 || drawn > rows,
              "more than \(rows) of 300 rows on 60 lines: as many as the canvas has room for",
              in: place, else: "\(drawn) rows, as on 24 lines")
          }
        }
      },
      Check(
        "shows-without-colours", level: 6, severity: .warning,
        "what only a colour shows is shown on a terminal without colours, too"
      ) { trial throws(CheckEnd) in
        try forEachList(trial, rows: 60) { child throws(CheckEnd) in
          child.services.terminalFacts.colours = 0
          child.themeChanged()
          let before = child.draw(keepingCells: true)
          child.key(.down)
          let after = child.draw(keepingCells: true)
          try expect(
            after.firstDifference(from: before) == nil
              || after.firstDifferenceWithoutColours(from: before) != nil,
            "an attribute or a sign beside it, or CHILDPLUGIN_ROLE_SELECTION_BACKGROUND, which is visible there",
            else: "the key changes a colour and nothing else")
        }
      },
    ]
  }

  /// Two ways that undo one another, as often as the user likes.
  private struct Move: Sendable {
    let onName: String
    let on: @Sendable (TrialChild) -> Void
    let backName: String
    let back: @Sendable (TrialChild) -> Void
    /// How often it takes to go back some thirty rows or more, and no hundred.
    let backThirty: Int

    init(
      _ on: UInt32, _ onName: String, _ back: UInt32, _ backName: String, backThirty: Int
    ) {
      self.backThirty = backThirty
      (self.onName, self.backName) = (onName, backName)
      self.on = { $0.key(TrialKey(code: on)) }
      self.back = { $0.key(TrialKey(code: back)) }
    }

    /// The wheel.
    init() {
      (onName, backName, backThirty) = ("the wheel down", "the wheel up", 12)
      on = { $0.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: 3)) }
      back = {
        $0.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: -3))
      }
    }
  }

  private static let moves = [
    Move(CHILDPLUGIN_KEY_DOWN, "down", CHILDPLUGIN_KEY_UP, "up", backThirty: 30),
    Move(CHILDPLUGIN_KEY_PAGE_DOWN, "page-down", CHILDPLUGIN_KEY_PAGE_UP, "page-up", backThirty: 3),
    Move(),
  ]
  private static let repeats = 80
  /// Who draws so many rows lists them.
  private static let listedRows = 10

  /// Each child that takes keys or the mouse, on screen over rows that can be told apart; with columns and without.
  private static func forEachList(
    _ trial: Trial, rows: Int, whileLoading isLoading: Bool = false,
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for columns in [3, 0] {
      var content = TrialContent.lettered(rows, columns: columns)
      (content.facts.isLoading, content.facts.isComplete) = (isLoading, !isLoading)
      try trial.forEachChild(content: content) { child throws(CheckEnd) in
        guard child.extensions.input != nil else { return }
        child.appear()
        child.focus(true)
        try body(child)
      }
    }
  }
}

extension TrialContent {
  /// Content whose rows can be told apart by the letter of which each cell is, 336 at most.
  static func lettered(_ rows: Int, columns: Int = 3, from first: UInt32 = 0) -> TrialContent {
    var content = TrialContent.list(rows: UInt64(rows), columns: columns)
    content.cell = { row, _ in
      guard
        let letter = Unicode.Scalar(Drawing.firstLetter + first + UInt32(truncatingIfNeeded: row))
      else {
        return []
      }
      return Array(String(repeating: String(letter), count: 3).utf8)
    }
    return content
  }
}

extension Drawing {
  /// Latin letters with signs, which no child draws by itself, each of one column.
  fileprivate static let firstLetter: UInt32 = 0x100
  private static let lastLetter: UInt32 = 0x24F

  /// The rows of such content that are seen, from the top down.
  var numberedRows: [Int] {
    (0..<rows).compactMap { numberedRow(inLine: $0) }
  }

  /// The row of such content that a line shows; nil: none.
  func numberedRow(inLine line: Int) -> Int? {
    letter(inLine: line, from: Self.firstLetter, to: Self.lastLetter).map {
      Int($0 - Self.firstLetter)
    }
  }
}
