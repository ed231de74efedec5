internal import HostPlugins

/// Validator checks of a child with a list: keys and wheel reach every row and come back, visible
/// rows stay when rows are added, and it draws correctly if resized or without columns or colours.
enum RowChecks {
  static let all: [Check] = [
    eachList(
      "moves-the-right-way", .warning(5), "moving up at the first row does not move down", rows: 300
    ) { child in
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
    },
    eachMove(
      "reaches-every-row", .warning(5),
      "a child that moves through the rows reaches the first and the last", rows: 60
    ) { child, move in
      let before = child.snapshot().numberedRows
      guard before.count > 3, let last = before.last, last < 50 else { return }
      for _ in 0..<repeats { move.on(child) }
      let after = child.snapshot().numberedRows
      guard after.contains(where: { $0 > last }) else { return }
      try expect(
        after.contains(59), "row 59, the last of 60",
        else: "row \(after.last ?? 0) is the last visible one after \(repeats) times \(move.onName)"
      )
      for _ in 0..<repeats { move.back(child) }
      let first = child.snapshot().numberedRows.first
      try expect(
        first == 0, "row 0 again, the first: the line with the names is not a row",
        else: "row \(first ?? 0) is the first visible one after \(repeats) times " + move.backName)
    },
    Check(
      "end-leads-to-the-last", .warning(5),
      "the End key, if used, moves to the last row of the view"
    ) { session in
      for isFew in [false, true] {
        try session.forEachChild(once: .focused, content: .list(rows: 400, columns: 3)) { child in
          let view = child.host.checkView
          child.changeView { $0.showsFew = isFew }
          child.select(row: view.row(at: 0))
          func place() -> UInt64? { child.host.selection.row.flatMap { view.place(of: $0) } }
          let first = place()
          child.key(.down)
          let before = (place(), child.snapshot())
          guard before.0 != first, before.0.map({ $0 + 1 < view.facts.rows }) ?? false,
            child.key(.end)
          else { return }
          let call = session.monitor.lastCall
          // It may move to the end of a row.
          if place() == before.0, child.snapshot().firstDifference(from: before.1) != nil { return }
          try expect(
            place() == view.facts.rows - 1,
            "the cursor at the place \(view.facts.rows - 1) of the view, its last", in: call,
            else: "at the place \(place() ?? 0)")
        }
      }
    },
    eachMove(
      "comes-back-at-once", .warning(5), "at an end of the rows the first step back moves at once",
      rows: 60
    ) { child, move in
      let last = child.snapshot().numberedRows.last ?? 0
      for _ in 0..<repeats { move.on(child) }
      guard child.snapshot().numberedRows.contains(where: { $0 > last }) else { return }
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
    },
    eachMove(
      "goes-as-far-back", .warning(6), "a step of the wheel or of a page moves as far up as down",
      rows: 300
    ) { child, move in
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
    },
    eachList(
      "keeps-its-place", .warning(5),
      "rows added at the end do not move the cursor or the visible rows", rows: 200,
      whileLoading: true
    ) { child in
      let start = child.snapshot().numberedRows
      for _ in 0..<repeats { child.key(.down) }
      let before = child.snapshot().numberedRows
      guard start.count > 3, before.count > 3, !start.contains(before[0]) else { return }
      let row = child.host.selection.row
      child.host.changeCall = nil
      child.change { $0.facts.rows += 10 }
      let isMoved = child.host.changeCall != nil && child.host.selection.row != row
      let place = child.host.changeCall ?? child.monitor.lastCall
      try expect(
        !isMoved, "the cursor on row \(row ?? 0), as before the new rows", in: place,
        else: "the cursor on row \(child.host.selection.row ?? 0)")
      let after = child.snapshot().numberedRows
      // A child that follows the end shows the last row.
      let isThere = after.contains { before.contains($0) } || after.contains(209)
      try expect(
        isThere, "rows \(before[0]) to \(before.last ?? 0), as before the new rows", in: place,
        else: "rows from row \(after.first ?? 0) on")
    },
    .eachType(
      "draws-plain-rows", .warning(5),
      "a child that draws rows with columns also draws rows of one text"
    ) { session, type in
      let counts = try [3, 0].map { columns in
        let child = try session.child(type, content: .lettered(60, columns: columns))
        child.appear()
        defer { child.remove() }
        return session.drawing(of: child, keepingCells: true) { !$0.numberedRows.isEmpty }
          .numberedRows.count
      }
      // A child that draws ten rows is a list.
      try expect(
        counts[0] < 10 || counts[1] > 0,
        "the whole rows of \(type.id) where content.columns is 0 (CHILDPLUGIN_WHOLE_ROW)",
        else: "none of them, and \(counts[0]) rows where there are columns")
    },
    .eachState(
      "draws-for-its-size", .warning(5),
      "after a resize a child draws what a new child of that size draws",
      { $0.facts.rows > 0 ? .lettered(300) : $0 }
    ) { child in
      child.awaitThreads()
      let rows = child.snapshot().numberedRows.count
      for (columns, lines) in [(200, 60), (40, 10)] {
        child.resize(columns: columns, rows: lines)
        let place = child.monitor.lastCall
        let drawing = child.snapshot()
        let other = try child.another(size: (columns, lines))
        other.awaitThreads()
        let expected = other.snapshot()
        other.remove()
        if child.monitor.hasOtherThreads { return }
        try expectNone(
          drawing.firstDifference(from: expected),
          "at \(columns)×\(lines) what a new child draws there", in: place)
        let drawn = drawing.numberedRows.count
        try expect(
          lines < 60 || rows < 15 || drawn > rows,
          "more than \(rows) of 300 rows on 60 lines: as many as the canvas has room for",
          in: place, else: "\(drawn) rows, as on 24 lines")
      }
      guard rows >= 10, let narrow = try lastColumn(of: child, columns: 80), narrow >= 60,
        let wide = try lastColumn(of: child, columns: 200)
      else { return }
      try expect(
        wide >= 80, "text of long rows up to column 199: canvas->columns is the width",
        else: "none beyond column \(wide) of 200")
    },
    eachList(
      "shows-without-colours", .warning(6),
      "what a colour shows is also visible on a terminal without colours", rows: 60
    ) { child in
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
    },
  ]

  /// The last column with text of long rows in a new child this wide; nil if it lists none.
  private static func lastColumn(of child: CheckedChild, columns: Int) throws -> Int? {
    let names = SimulatedContent.lettered(60)
    let other = try child.another(
      content: .list(rows: 60).withCells { row, column in
        names.cell(row, column) + Array(String(repeating: " words", count: 60).utf8)
      }, size: (columns, 24))
    defer { other.remove() }
    let drawing = other.snapshot()
    let lines = drawing.numberedLines.map(\.line)
    return lines.count < 10 ? nil : lines.compactMap(drawing.lastColumn(inRow:)).max()
  }

  /// A way of moving in a list under test, such as page-down, and back, as inputs and names for
  /// messages: to check the ends of the rows and the step sizes.
  private struct Move: Sendable {
    let onName: String
    let backName: String
    /// The number of inverse moves that go back thirty to a hundred rows.
    let backThirty: Int
    let on: @Sendable (CheckedChild) -> Void
    let back: @Sendable (CheckedChild) -> Void
  }

  private static let moves = [
    Move(
      onName: "down", backName: "up", backThirty: 30, on: { $0.key(.down) }, back: { $0.key(.up) }),
    Move(
      onName: "page-down", backName: "page-up", backThirty: 3, on: { $0.key(.pageDown) },
      back: { $0.key(.pageUp) }),
    Move(
      onName: "the wheel down", backName: "the wheel up", backThirty: 12, on: { $0.turnWheel(3) },
      back: { $0.turnWheel(-3) }),
  ]
  private static let repeats = 80

  /// A check of each child that takes keys or the mouse, on screen, with and without columns.
  private static func eachList(
    _ name: String, _ level: Check.Level, _ purpose: String, rows: Int,
    whileLoading isLoading: Bool = false, _ body: @escaping Check.ChildTest
  ) -> Check {
    .eachChild(
      name, level, purpose,
      contents: [3, 0].map { columns in
        SimulatedContent.lettered(rows, columns: columns).with {
          ($0.facts.isLoading, $0.facts.isComplete) = (isLoading, !isLoading)
        }
      }
    ) { child in
      guard child.has(.input) else { return }
      child.appearWithFocus()
      try body(child)
    }
  }

  /// The same for each way of moving.
  private static func eachMove(
    _ name: String, _ level: Check.Level, _ purpose: String, rows: Int,
    _ body: @escaping @Sendable (CheckedChild, Move) throws -> Void
  ) -> Check {
    Check(name, level, purpose) { session in
      for move in moves {
        try eachList(name, level, purpose, rows: rows) { try body($0, move) }.run(session)
      }
    }
  }
}

extension SimulatedContent {
  /// Content whose rows are identifiable by their letter, at most 336 rows.
  static func lettered(_ rows: Int, columns: Int = 3, from first: UInt32 = 0) -> SimulatedContent {
    .list(rows: UInt64(rows), columns: columns).withCells { row, _ in
      let letter = Unicode.Scalar(
        Drawing.letters.lowerBound + first + UInt32(truncatingIfNeeded: row))
      return letter.map { Array(String(repeating: String($0), count: 3).utf8) } ?? []
    }
  }
}

extension Drawing {
  /// Latin letters with diacritics, one column wide, which no child draws by itself.
  fileprivate static let letters: ClosedRange<UInt32> = 0x100...0x24F

  /// The drawn rows of such content, from the top.
  var numberedRows: [Int] { numberedLines.map(\.row) }

  /// The rows of such content in the order of the lines, and where their texts begin.
  var numberedLines: [(row: Int, line: Int, column: Int)] {
    (0..<rows).compactMap { line in
      var run: (letter: Unicode.Scalar, count: Int) = (" ", 0)
      for (column, letter) in self.line(line).enumerated() {
        run = (letter, letter == run.letter ? run.count + 1 : 1)
        if run.count == 3, Self.letters ~= letter.value {
          return (Int(letter.value - Self.letters.lowerBound), line, column - 2)
        }
      }
      return nil
    }
  }
}

/// Validator checks that the rows that a child accepts (requests to print as the user's choice),
/// marks or moves the cursor to exist, are those that the user meant, and stay in sight.
enum ChoiceChecks {
  static let all: [Check] = [
    Check("chooses-rows-there-are", 4, "a child accepts only rows that exist") { session in
      for (count, marked) in [(2000, 12), (2000, 1000), (0, 0), (0, 1)] as [(UInt64, UInt64)] {
        try session.forEachChild(content: .list(rows: count, columns: 3)) { child in
          child.host.situation.isPick = marked % 2 > 0 || marked == 1000
          child.appearWithFocus()
          if count > 0 { child.host.change(.mark(row: 100, count: marked, isMarked: true)) }
          child.selectionChanged()
          child.press(choosingKeys(of: child))
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
      "chooses-all-marked", .warning(5), "a child that accepts the marked rows accepts all of them",
      once: .focused, contents: [.list(rows: 2000, columns: 3)]
    ) { child in
      child.mark(row: 100, count: 1000, true)
      child.host.performed = []
      child.press(choosingKeys(of: child))
      for action in child.host.performed where action.what.rows.count > 1 {
        try expect(
          action.what.rows.count >= 1000,
          "the 1000 rows that are marked, by several calls of marked_rows", in: action.place,
          else: "\(action.what.rows.count) rows")
      }
    },
    Check(
      "chooses-what-is-shown", .warning(4),
      "a child that shows the rows of the view accepts only those"
    ) { session in
      for isPick in [false, true] {
        try session.forEachChild(content: .list(rows: 400, columns: 3)) { child in
          child.host.situation.isPick = isPick
          child.appearWithFocus()
          let view = child.host.checkView
          view.showsFew = true
          view.largestRequest = 0
          child.viewChanged()
          child.draw()
          guard view.isShown else { return }
          child.host.performed = []
          // The user may be at the end.
          for key in [.down, .up, .up] as [TestKey] {
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
      "accepts-where-the-user-is", .warning(5),
      "enter accepts the cursor's row: a place of the view is not a row number",
      contents: [.list(rows: 400, columns: 3)]
    ) { child in
      child.host.situation.isPick = true
      child.appearWithFocus()
      child.changeView { $0.showsPairsSwapped = true }
      for row: UInt64 in [4, 9] {
        child.host.performed = []
        child.select(row: row)
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
      "marks-where-the-user-is", .warning(5), "a key that marks one row marks the cursor's row",
      once: .focused, contents: [.list(rows: 400, columns: 3)]
    ) { child in
      child.changeView { $0.showsPairsSwapped = true }
      for key in [.character(" ")] + child.helpKeys {
        child.select(row: 4)
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
      "moves-in-the-view", .warning(6),
      "a child that shows the view moves from one of its places to the next",
      contents: [.list(rows: 400, columns: 3)]
    ) { child in
      let view = child.host.checkView
      func put(on row: UInt64) {
        child.select(row: row)
        child.draw()
      }
      child.appearWithFocus()
      put(on: 4)
      child.key(.down)
      guard child.host.selection.row == 5, view.isShown else { return }
      put(on: 9)
      child.changeView { $0.showsPairsSwapped = true }
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
      "clicks-the-row-there", .warning(5), "a click on a row moves the cursor to that row",
      once: .focused, contents: [.lettered(32)]
    ) { child in
      for scrolls in [0, 32] {
        var misses: [Int] = []
        for index in [4, 1, 6] {
          for _ in 0..<scrolls { child.key(.down) }
          let rows = child.snapshot().numberedLines
          guard index < rows.count else { return }
          let target = rows[index]
          // A click on a row that is at the top in any case proves nothing.
          if scrolls > 0, rows[0].row == 0 { return }
          child.host.changeCall = nil
          child.click(column: Int32(target.column), row: Int32(target.line))
          guard child.host.changeCall != nil, let row = child.host.selection.row else { return }
          misses.append(Int(row) - target.row)
        }
        guard let miss = misses.first, misses.allSatisfy({ $0 == miss }) else { return }
        try expect(
          miss == 0, "the row drawn under the mouse", in: child.host.changeCall ?? .lastCall,
          else: "the row \(abs(miss)) \(miss > 0 ? "below" : "above") it, each time")
      }
    },
    .eachChild(
      "keeps-its-row-in-sight", .warning(5),
      "the cursor's row stays visible when there is less room", once: .focused,
      contents: [.lettered(32)]
    ) { first in
      for isPart in [false, true] {
        let child = try first.another()
        defer { child.remove() }
        func expectRow(_ fixed: UInt64? = nil) throws {
          let place = child.monitor.lastCall
          let (rows, row) = (child.snapshot().numberedRows, fixed ?? child.host.selection.row)
          try expect(
            rows.isEmpty || rows.contains { row == UInt64($0) },
            "the cursor's row among the visible rows" + (isPart ? " of a part of the screen" : ""),
            in: place, else: "rows without it")
        }
        for _ in 0..<15 { child.key(.down) }
        guard let row = child.host.selection.row, row >= 10,
          child.snapshot().numberedRows.contains(Int(row))
        else { return }
        if isPart { child.lay(columns: 80, rows: 8) } else { child.resize(columns: 80, rows: 8) }
        try expectRow(row)
        for key in [.end, .home, .pageDown, .pageUp] as [TestKey] {
          child.key(key)
          try expectRow()
        }
      }
    },
  ]

  /// Keys that may choose a row.
  private static func choosingKeys(of child: CheckedChild) -> [TestKey] {
    // A key of the help may begin a text entry.
    [.enter] + child.helpKeys + [.escape, .enter, .character("y"), .character("o")]
  }
}
