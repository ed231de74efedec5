internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// The validator's checks of lists: keys and wheel reach every row and come back, and the visible rows stay when rows
/// are added.
enum RowChecks {
  static let all: [Check] = moving + showing

  private static let moving: [Check] = [
    Check(
      "moves-the-right-way", level: .warning(5),
      "moving up at the first row does not move down"
    ) { session in
      try forEachList(session, rows: 300) { child in
        guard child.snapshot().numberedRows.first == 0 else { return }
        for move in moves {
          for _ in 0..<move.backThirty { move.back(child) }
          let first = child.snapshot().numberedRows.first ?? 0
          let row = Int(child.host.selection.row ?? 0)
          // Moving up from the first row may wrap to the last.
          try expect(
            (first == 0 || first > 150) && (row == 0 || row > 150),
            "the first rows, with the cursor on one of them",
            else: "after \(move.backThirty) times \(move.backName) the first visible row is "
              + "row \(first), and the cursor is on row \(row)")
        }
      }
    },
    Check(
      "reaches-every-row", level: .warning(5),
      "a child that moves through the rows reaches the first and the last"
    ) { session in
      for move in moves {
        try forEachList(session, rows: 60) { child in
          let before = child.snapshot().numberedRows
          guard before.count > 3, let last = before.last, last < 50 else { return }
          for _ in 0..<repeats { move.on(child) }
          let after = child.snapshot().numberedRows
          guard after.contains(where: { $0 > last }) else { return }
          try expect(
            after.contains(59), "row 59, the last of 60",
            else: "row \(after.last ?? 0) is the last visible one after \(repeats) times "
              + move.onName)
          for _ in 0..<repeats { move.back(child) }
          let first = child.snapshot().numberedRows.first
          try expect(
            first == 0, "row 0 again, the first: the line with the names is not a row",
            else: "row \(first ?? 0) is the first visible one after \(repeats) times "
              + move.backName)
        }
      }
    },
    Check(
      "end-leads-to-the-last", level: .warning(5),
      "the End key, if used, moves to the last row of the view"
    ) { session in
      for isFew in [false, true] {
        try session.forEachChild(once: .focused, content: .list(rows: 400, columns: 3)) { child in
          let view = child.host.checkView
          view.showsFew = isFew
          child.viewChanged()
          child.host.change(.select(row: view.row(at: 0)))
          child.selectionChanged()
          func place() -> UInt64? { child.host.selection.row.flatMap { view.place(of: $0) } }
          let first = place()
          child.key(.down)
          let before = (place(), child.snapshot())
          guard before.0 != first, before.0.map({ $0 + 1 < view.facts.rows }) ?? false,
            child.key(.end)
          else { return }
          let call = session.watch.lastCall
          // It may move to the end of a row.
          if place() == before.0, child.snapshot().firstDifference(from: before.1) != nil { return }
          try expect(
            place() == view.facts.rows - 1,
            "the cursor at the place \(view.facts.rows - 1) of the view, its last", in: call,
            else: "at the place \(place() ?? 0)")
        }
      }
    },
    Check(
      "comes-back-at-once", level: .warning(5),
      "at an end of the rows the first step back moves at once"
    ) { session in
      for move in moves {
        try forEachList(session, rows: 60) { child in
          let start = child.snapshot()
          for _ in 0..<repeats { move.on(child) }
          let end = child.snapshot()
          guard end.numberedRows.contains(where: { $0 > start.numberedRows.last ?? 0 }) else {
            return
          }
          for (back, name, other) in [
            (move.back, move.backName, move.onName), (move.on, move.onName, move.backName),
          ] {
            let before = child.snapshot()
            back(child)
            try expect(
              child.snapshot().firstDifference(from: before) != nil,
              "other cells after \(name): do not count beyond the rows",
              else: "the same as after \(repeats) times \(other)")
            for _ in 0..<repeats { back(child) }
          }
        }
      }
    },
    Check(
      "goes-as-far-back", level: .warning(6),
      "a step of the wheel or of a page moves as far up as down"
    ) { session in
      for move in moves {
        try forEachList(session, rows: 300) { child in
          func first() -> Int? { child.snapshot().numberedRows.first }
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
            else: "\(stepBack) rows: numbers of the header may be negative")
        }
      }
    },
    Check(
      "keeps-its-place", level: .warning(5),
      "rows added at the end do not move the cursor or the visible rows"
    ) { session in
      try forEachList(session, rows: 200, whileLoading: true) { child in
        let start = child.snapshot().numberedRows
        for _ in 0..<repeats { child.key(.down) }
        let before = child.snapshot().numberedRows
        guard start.count > 3, before.count > 3, !start.contains(before[0]) else { return }
        let row = child.host.selection.row
        child.host.sharedChanged = nil
        var content = child.host.content
        content.facts.rows += 10
        child.change(to: content)
        let isMoved = child.host.sharedChanged != nil && child.host.selection.row != row
        let place = child.host.sharedChanged ?? session.watch.lastCall
        try expect(
          !isMoved, "the cursor on row \(row ?? 0), as before the new rows", in: place,
          else: "the cursor on row \(child.host.selection.row ?? 0)")
        let after = child.snapshot().numberedRows
        // A child that follows the end shows the last row.
        let isThere = after.contains { before.contains($0) } || after.contains(209)
        try expect(
          isThere, "rows \(before[0]) to \(before.last ?? 0), as before the new rows",
          in: place, else: "rows from row \(after.first ?? 0) on")
      }
    },
  ]

  private static let showing: [Check] = [
    Check(
      "draws-plain-rows", level: .warning(5),
      "a child that draws rows with columns also draws rows of one text"
    ) { session in
      for type in try session.types() {
        let counts = try [3, 0].map { columns in
          let child = try session.child(type, content: .lettered(60, columns: columns))
          child.appear()
          defer {
            child.disappear()
            child.destroy()
          }
          return session.drawing(of: child, keepingCells: true) { !$0.numberedRows.isEmpty }
            .numberedRows.count
        }
        try expect(
          counts[0] < listedRows || counts[1] > 0,
          "the whole rows of \(type.id) where content.columns is 0 (CHILDPLUGIN_WHOLE_ROW)",
          else: "none of them, and \(counts[0]) rows where there are columns")
      }
    },
    .eachState(
      "draws-for-its-size", level: .warning(5),
      "after a resize a child draws what a new child of that size draws",
      { $0.facts.rows > 0 ? .lettered(300) : $0 }
    ) { child in
      let rows = child.snapshot().numberedRows.count
      for (columns, lines) in [(200, 60), (40, 10)] {
        child.resize(columns: columns, rows: lines)
        let place = child.session.watch.lastCall
        let drawing = child.snapshot()
        let other = try child.session.child(child.type, content: child.host.content)
        other.host.situation = child.host.situation
        other.setSize(columns: columns, rows: lines)
        other.appear()
        other.focus(true)
        let expected = other.snapshot()
        other.disappear()
        other.destroy()
        if child.session.watch.hasOtherThreads { return }
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
    },
    Check(
      "shows-without-colours", level: .warning(6),
      "what a colour shows is also visible on a terminal without colours"
    ) { session in
      try forEachList(session, rows: 60) { child in
        child.host.terminalFacts.colours = 0
        child.themeChanged()
        let before = child.snapshot()
        child.key(.down)
        let after = child.snapshot()
        try expect(
          after.firstDifference(from: before) == nil
            || after.firstDifferenceWithoutColours(from: before) != nil,
          "an attribute, a sign or CHILDPLUGIN_ROLE_SELECTION_BACKGROUND, which is visible there",
          else: "the key changes only a colour")
      }
    },
  ]

  /// A way of moving in a list under test, such as page-down or the wheel, together with its inverse.
  private struct Move: Sendable {
    let onName: String
    let on: @Sendable (CheckedChild) -> Void
    let backName: String
    let back: @Sendable (CheckedChild) -> Void
    /// The number of inverse moves that go back thirty to a hundred rows.
    let backThirty: Int

    init(_ on: UInt32, _ onName: String, _ back: UInt32, _ backName: String, backThirty: Int) {
      self.backThirty = backThirty
      (self.onName, self.backName) = (onName, backName)
      self.on = { $0.key(CheckKey(code: on)) }
      self.back = { $0.key(CheckKey(code: back)) }
    }

    /// Turning the wheel.
    init() {
      (onName, backName, backThirty) = ("the wheel down", "the wheel up", 12)
      on = { $0.turnWheel(3) }
      back = { $0.turnWheel(-3) }
    }
  }

  private static let moves = [
    Move(CHILDPLUGIN_KEY_DOWN, "down", CHILDPLUGIN_KEY_UP, "up", backThirty: 30),
    Move(CHILDPLUGIN_KEY_PAGE_DOWN, "page-down", CHILDPLUGIN_KEY_PAGE_UP, "page-up", backThirty: 3),
    Move(),
  ]
  private static let repeats = 80
  /// A child that draws this many rows is a list.
  private static let listedRows = 10

  /// Runs a body with each child that takes keys or the mouse, on screen, with and without columns.
  private static func forEachList(
    _ session: CheckSession, rows: Int, whileLoading isLoading: Bool = false,
    _ body: (CheckedChild) throws -> Void
  ) throws {
    for columns in [3, 0] {
      var content = CheckContent.lettered(rows, columns: columns)
      (content.facts.isLoading, content.facts.isComplete) = (isLoading, !isLoading)
      try session.forEachChild(content: content) { child in
        guard child.extensions.input != nil else { return }
        child.appear()
        child.focus(true)
        try body(child)
      }
    }
  }
}

extension CheckContent {
  /// Content whose rows are identifiable by their letter, at most 336 rows.
  static func lettered(_ rows: Int, columns: Int = 3, from first: UInt32 = 0) -> CheckContent {
    var content = CheckContent.list(rows: UInt64(rows), columns: columns)
    content.cell = { row, _ in
      guard
        let letter = Unicode.Scalar(Drawing.firstLetter + first + UInt32(truncatingIfNeeded: row))
      else { return [] }
      return Array(String(repeating: String(letter), count: 3).utf8)
    }
    return content
  }
}

extension Drawing {
  /// Latin letters with diacritics, one column wide, which no child draws by itself.
  fileprivate static let firstLetter: UInt32 = 0x100
  private static let lastLetter: UInt32 = 0x24F

  /// The drawn rows of such content, from the top.
  var numberedRows: [Int] { (0..<rows).compactMap { numberedRow(inLine: $0) } }

  /// The row of such content in a line; nil if there is none.
  func numberedRow(inLine line: Int) -> Int? {
    letter(inLine: line, from: Self.firstLetter, to: Self.lastLetter).map {
      Int($0 - Self.firstLetter)
    }
  }
}

/// The validator's checks of the rows that a child accepts, marks or moves the cursor to: they exist and are those
/// that the user meant.
enum ChoiceChecks {
  static let all: [Check] = [
    Check("chooses-rows-there-are", level: 4, "a child accepts only rows that exist") { session in
      for (count, marked) in [(2000, 12), (2000, 1000), (0, 0), (0, 1)] as [(UInt64, UInt64)] {
        try session.forEachChild(content: .list(rows: count, columns: 3)) { child in
          child.host.situation.isPick = marked % 2 > 0 || marked == 1000
          child.appear()
          child.focus(true)
          if count > 0 { child.host.change(.mark(row: 100, count: marked, isMarked: true)) }
          child.selectionChanged()
          for key in choosingKeys(of: child) { child.key(key) }
          guard let choice = child.host.missedChoices.first else { return }
          let rows = child.host.content.facts.rows
          let missed = choice.what.rows.first { $0 >= rows } ?? 0
          try fail(
            "rows of the \(rows) that exist; \(marked) of them are marked", in: choice.place,
            but: "row \(missed)")
        }
      }
    },
    .eachChild(
      "chooses-all-marked", level: .warning(5),
      "a child that accepts the marked rows accepts all of them",
      once: .focused, content: .list(rows: 2000, columns: 3)
    ) { child in
      child.host.change(.mark(row: 100, count: 1000, isMarked: true))
      child.selectionChanged()
      child.host.performed = []
      for key in choosingKeys(of: child) { child.key(key) }
      for action in child.host.performed where action.what.rows.count > 1 {
        try expect(
          action.what.rows.count >= 1000,
          "the 1000 rows that are marked, by several calls of " + "marked_rows", in: action.place,
          else: "\(action.what.rows.count) rows")
      }
    },
    Check(
      "chooses-what-is-shown", level: .warning(4),
      "a child that shows the rows of the view accepts only those"
    ) { session in
      for isPick in [false, true] {
        try session.forEachChild(content: .list(rows: 400, columns: 3)) { child in
          child.host.situation.isPick = isPick
          child.appear()
          child.focus(true)
          let view = child.host.checkView
          view.showsFew = true
          view.largestAsk = 0
          child.viewChanged()
          child.draw()
          guard view.largestAsk >= screenful else { return }
          child.host.performed = []
          // The user may be at the end.
          for key in [.down, .up, .up] as [CheckKey] {
            child.key(key)
            child.draw()
            child.key(.enter)
          }
          for action in child.host.performed {
            guard case .acceptRow(let row) = action.what else { continue }
            try expect(
              view.place(of: row) != nil, "the row at the cursor's place in the view",
              in: action.place, else: "row \(row), which the view does not show")
          }
        }
      }
    },
    .eachChild(
      "accepts-where-the-user-is", level: .warning(5),
      "enter accepts the cursor's row: a place of the view is not a row number",
      content: .list(rows: 400, columns: 3)
    ) { child in
      child.host.situation.isPick = true
      child.appear()
      child.focus(true)
      child.host.checkView.showsPairsSwapped = true
      child.viewChanged()
      for row: UInt64 in [4, 9] {
        child.host.performed = []
        child.host.change(.select(row: row))
        child.selectionChanged()
        child.draw()
        child.key(.enter)
        for action in child.host.performed where action.what.rows.count == 1 {
          try expect(
            action.what.rows != [row ^ 1],
            "row \(row), the cursor's row: a place of the view is not a row number",
            in: action.place, else: "row \(row ^ 1)")
        }
      }
    },
    .eachChild(
      "marks-where-the-user-is", level: .warning(5),
      "a key that marks one row marks the cursor's row", once: .focused,
      content: .list(rows: 400, columns: 3)
    ) { child in
      child.host.checkView.showsPairsSwapped = true
      child.viewChanged()
      for key in [.character(" ")] + KeyChecks.helpKeys(of: child) {
        child.host.change(.select(row: 4))
        child.selectionChanged()
        child.draw()
        child.key(key)
        let marked = child.host.markedRows(from: 0, count: 2)
        guard marked.count == 1 else { continue }
        try expect(
          marked == [4], "row 4, the cursor's row: a place of the view is not a row number",
          else: "row \(marked[0])")
        return
      }
    },
    .eachChild(
      "moves-in-the-view", level: .warning(6),
      "a child that shows the view moves from one of its places to the next",
      content: .list(rows: 400, columns: 3)
    ) { child in
      let view = child.host.checkView
      func put(on row: UInt64) {
        child.host.change(.select(row: row))
        child.selectionChanged()
        child.draw()
      }
      child.appear()
      child.focus(true)
      put(on: 4)
      child.key(.down)
      guard child.host.selection.row == 5, view.largestAsk >= screenful else { return }
      put(on: 9)
      view.showsPairsSwapped = true
      child.viewChanged()
      child.draw()
      // The rows are swapped: row 9 is at place 8, row 8 at place 9.
      guard child.host.selection.row == 9 else { return }
      child.key(.down)
      let row = child.host.selection.row
      try expect(
        row != 9 && row != 10,
        "row 8, which the view shows below row 9: a place is not a row number",
        else: row == 9 ? "the cursor is still on row 9" : "row 10")
    },
    .eachChild(
      "clicks-the-row-there", level: .warning(5), "a click on a row moves the cursor to that row",
      once: .focused, content: lettered
    ) { child in
      for scrolls in [0, Drawing.letters.count] {
        var misses: [Int] = []
        for index in [4, 1, 6] {
          for _ in 0..<scrolls { child.key(.down) }
          let rows = child.snapshot().letteredRows
          guard index < rows.count else { return }
          let target = rows[index]
          // A click on a row that is at the top in any case proves nothing.
          if scrolls > 0, rows[0].row == 0 { return }
          child.host.sharedChanged = nil
          for kind in [CHILDPLUGIN_MOUSE_PRESS, CHILDPLUGIN_MOUSE_RELEASE] {
            child.mouse(
              childplugin_mouse_t(
                kind, button: CHILDPLUGIN_BUTTON_LEFT, column: Int32(target.column),
                row: Int32(target.line)))
          }
          guard child.host.sharedChanged != nil, let row = child.host.selection.row else { return }
          misses.append(Int(row) - target.row)
        }
        guard let miss = misses.first, misses.allSatisfy({ $0 == miss }) else { return }
        try expect(
          miss == 0, "the row drawn under the mouse",
          in: child.host.sharedChanged ?? .lastCall,
          else: "the row \(abs(miss)) \(miss > 0 ? "below" : "above") it, each time")
      }
    },
    .eachChild(
      "keeps-its-row-in-sight", level: .warning(5),
      "the cursor's row stays visible when there is less room", once: .focused,
      content: lettered
    ) { child in
      for _ in 0..<15 { child.key(.down) }
      guard let row = child.host.selection.row.map({ Int($0) }), row >= 10,
        child.snapshot().letteredRows.contains(where: { $0.row == row })
      else { return }
      child.resize(columns: 80, rows: 8)
      let rows = child.snapshot().letteredRows
      try expect(
        rows.isEmpty || rows.contains { $0.row == row },
        "the cursor's row among the visible rows", else: "rows without it")
      for code in [
        CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_HOME, CHILDPLUGIN_KEY_PAGE_DOWN,
        CHILDPLUGIN_KEY_PAGE_UP,
      ] {
        child.key(CheckKey(code: code))
        let place = child.session.watch.lastCall
        let (rows, row) = (child.snapshot().letteredRows, child.host.selection.row)
        try expect(
          rows.isEmpty || rows.contains { row == UInt64($0.row) },
          "the cursor's row among the visible rows", in: place, else: "rows without it")
      }
    },
  ]

  /// Content whose rows are identifiable by their letter.
  private static var lettered: CheckContent {
    var content = CheckContent.list(rows: UInt64(Drawing.letters.count), columns: 3)
    content.cell = { row, _ in
      Array(String(repeating: String(Drawing.letters[Int(row)]), count: 3).utf8)
    }
    return content
  }

  /// A child that reads this many rows at once shows them.
  private static let screenful = 10

  /// Keys that may choose a row.
  private static func choosingKeys(of child: CheckedChild) -> [CheckKey] {
    let enter = CheckKey.enter
    // A key of the help may begin a text entry.
    return [enter] + KeyChecks.helpKeys(of: child) + [
      .escape, enter, .character("y"), .character("o"),
    ]
  }
}

extension Drawing {
  /// One Cyrillic letter per row, which no child draws by itself.
  fileprivate static let letters = (0x430..<0x450).compactMap(Unicode.Scalar.init)

  /// The drawn rows of the content, in the order of the lines, and their positions.
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
