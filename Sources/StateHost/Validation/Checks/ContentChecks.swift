internal import ChildPluginAPI
internal import HostContent
internal import HostPlugins

/// Validator checks that a child works with any content: none, empty, loading, a trillion rows,
/// rows of any bytes, odd columns, every error, or content that changes, also without notice.
enum ContentChecks {
  static let all: [Check] = [
    shows("content-none", 2, "a child works without any content") { [.none] },
    shows("content-empty", 2, "a child works with content without rows") { [.empty] },
    shows("content-huge", 4, "a child works with a trillion rows, at both ends") {
      [.list(rows: 1_000_000_000_000), .list(rows: UInt64(Int64.max), columns: 3)]
    },
    shows("content-odd-columns", 4, "a child works with columns of any number, name and width") {
      let names: [[UInt8]] = [[], [0xFF, 0xFE], Array(repeating: 0x58, count: 5000)]
      let widths = [1, 10_000, Int(Int32.max)]
      return [1, 2, 300].flatMap { count in
        names.flatMap { name in
          widths.map { width in
            SimulatedContent.list(rows: 30).with {
              $0.columns = (0..<count).map {
                (name, ContentColumnFacts(isRightAligned: $0 % 2 == 0, width: width))
              }
              $0.cell = { row, column in (column ?? 0) % 3 == 2 ? [] : Array("r\(row)".utf8) }
            }
          }
        }
      }
    },
    shows("content-hard-text", 3, "a child works with rows of any bytes") {
      [0, 2].map { columns in
        SimulatedContent.list(rows: UInt64(EdgeCaseBytes.hardRows.count), columns: columns)
          .withCells {
            row, _ in EdgeCaseBytes.hardRows[Int(row) % EdgeCaseBytes.hardRows.count]
          }
      }
    },
    shows("content-long-rows", 4, "a child works with rows of 1 MiB, cut and whole") {
      let long = [UInt8](repeating: 0x41, count: 1 << 20)
      return [(false, 0), (true, 0), (false, 3)].map { (isCut, columns) in
        SimulatedContent.list(rows: 10, columns: columns).with {
          $0.cell = { _, _ in long }
          $0.isEveryRowCut = isCut
        }
      }
    },
    .eachChild(
      "content-changing", 3, "rows may be added, removed and replaced while a child shows them",
      once: .focused
    ) { child in
      for rows in [0, 1, 1000, 3, 0, 50, 100_000, 1] as [UInt64] {
        for columns in [0, 4, 1] as [Int] {
          let generation = child.host.content.facts.generation + UInt64(columns)
          child.change(
            to: .list(rows: rows, columns: columns).with { $0.facts.generation = generation })
          child.draw()
          child.press([.end, .enter])
          child.draw()
        }
      }
    },
    .eachChild(
      "content-changes-unsaid", 5, "content may change before the child is notified", once: .focused
    ) { child in
      for rows in [UInt64(1000), 0, 10, 1] {
        child.host.content = .list(rows: rows, columns: Int(rows % 4))
        child.key(.down)
        child.draw()
        child.key(.end)
        child.host.content = .empty
        child.draw()
        _ = child.accessibilityText(capacity: 100)
      }
    },
    shows("loading-facts", 3, "a child works with loading facts that are missing, many or odd") {
      [0.0, 0.5, 1].flatMap { fraction in
        [Int64(0), 1, 3_600_000_000_000, .max / 2].map { elapsed in
          SimulatedContent.loading.with {
            $0.facts.fraction = fraction
            $0.facts.elapsedNanoseconds = elapsed
            $0.facts.rows = UInt64(elapsed / 1000)
          }
        }
      }
    },
    shows("error-empty", 2, "a child works with an error whose fields are all empty") {
      [
        .failure.with {
          $0.facts.failure = .later(kind: CHILDPLUGIN_ERROR_NONE, number: 0)
          $0.facts.elapsedNanoseconds = 0
          $0.texts = [:]
        }
      ]
    },
    shows("error-every-kind", 3, "a child works with every kind of error, and with later kinds") {
      (CHILDPLUGIN_ERROR_NONE...CHILDPLUGIN_ERROR_OTHER + 2).flatMap { kind in
        [Int32(0), 1, -1, 255, .max, .min].map { number in
          let kind = kind == CHILDPLUGIN_ERROR_OTHER + 2 ? .max : kind
          return SimulatedContent.failure.with {
            $0.facts.failure = .later(kind: kind, number: number)
          }
        }
      }
    },
    shows("error-hard-text", 3, "a child works with errors of any bytes and length") {
      (EdgeCaseBytes.hardRows + [[UInt8](repeating: 0x0A, count: 3000)]).map { bytes in
        SimulatedContent.failure.with {
          for which in ContentText.allCases { $0.texts[which] = bytes }
        }
      }
    },
  ]

  /// A check that shows each content to each child, at first and as a change, and moves through it.
  private static func shows(
    _ name: String, _ level: Check.Level, _ purpose: String,
    _ contents: @escaping @Sendable () -> [SimulatedContent]
  ) -> Check {
    .eachChild(name, level, purpose, once: .focused, contents: contents()) { child in
      moveAbout(child)
      child.change(to: child.host.content)
      moveAbout(child)
    }
  }

  private static func moveAbout(_ child: CheckedChild) {
    child.draw()
    child.press([.end, .up, .pageUp, .right, .home, .pageDown, .down, .enter])
    child.draw()
    _ = child.accessibilityText(capacity: 200)
    child.woke()
    child.draw()
  }
}

/// Validator checks that a child draws the rows that the content has now, however many, keeps some
/// in sight while the user scrolls, and draws the same when it has left the screen and returns.
enum ShownContentChecks {
  static let all: [Check] = [
    .eachContent(
      "shows-new-content", 4, "after a change a child does not draw only the old rows",
      // Few rows, so that a child that shows the old ones has room for the new ones.
      { $0.withCells("former").with { $0.facts.rows = min($0.facts.rows, 3) } }
    ) { child in
      child.draw()
      child.reload { $0 = $0.withCells("present") }
      func isPresent(_ drawing: Drawing) -> Bool {
        drawing.textCount(of: "former") <= drawing.textCount(of: "present")
      }
      let session = child.session
      try expect(
        isPresent(session.drawing(of: child, keepingCells: true, expecting: isPresent)),
        "the rows since content.changed", else: "the rows before it")
      child.change { $0.facts.rows = min($0.facts.rows * 10, 20) }
      var shown = child.snapshot().textCount(of: "present")
      let place = session.monitor.lastCall
      let other = try child.another()
      let wanted = other.snapshot().textCount(of: "present")
      other.remove()
      if shown * 2 < wanted {
        shown = session.drawing(of: child, keepingCells: true) {
          $0.textCount(of: "present") * 2 >= wanted
        }.textCount(of: "present")
      }
      try expect(
        shown * 2 >= wanted, "the rows that have come since, as a new child draws them", in: place,
        else: "\(shown) texts of rows, where a new one draws \(wanted)")
    },
    .eachContent(
      "keeps-rows-in-sight", .warning(5), "however far the user scrolls, some row stays visible",
      { $0.withCells("present") }
    ) { child in
      func expectRows(_ expected: String, else happened: String) throws {
        let count = child.snapshot().textCount(of: "present")
        try expect(count > 0, expected, else: happened)
      }
      guard child.snapshot().textCount(of: "present") > 0 else { return }
      let end = "the last rows at the end of \(child.host.content.facts.rows)"
      for key in [.down, .pageDown] as [TestKey] {
        for _ in 0..<100 { child.key(key) }
        try expectRows(end, else: "no row after 100 keys")
      }
      for _ in 0..<100 { child.turnWheel(3) }
      try expectRows(end, else: "no row after 100 turns of the wheel")
      child.reload { $0.facts.rows = 5 }
      try expectRows("some of the 5 rows after a reload: the cursor was below them", else: "none")
      let place = child.monitor.lastCall
      let count = child.snapshot().textCount(of: "present")
      let wanted = try child.newDrawing().textCount(of: "present")
      try expect(
        count * 2 >= wanted, "as many of the 5 rows as a new child draws: there is room for them",
        in: place, else: "\(count) texts of rows, where a new one draws \(wanted)")
    },
    Check("draws-many-rows", 4, "a child shows billions of rows as it shows forty") { session in
      for rows: UInt64 in [3_000_000_000, 1 << 32] {
        try session.forEachState { child in
          let marks = child.draw().marks
          guard child.host.content.facts.rows > 0 else { return }
          child.change { $0.facts.rows = rows }
          let drawing = child.snapshot()
          let words = drawing.texts + [child.accessibilityText(capacity: 4096)?.bytes ?? []]
          try expectNone(
            words.first { $0.holdsNegativeNumber }, "a number of rows of 0 or more: it has 64 bits",
            else: CallFormatter.bytes)
          try expect(
            drawing.marks * 2 >= marks, "as many rows as fit: the number of rows has 64 bits",
            else: "\(drawing.marks) calls of the canvas where there were \(marks)")
        }
      }
    },
    .eachState(
      "comes-back-the-same", .warning(5), "a child that disappears and returns draws the same"
    ) { child in
      child.woke()
      // A thread may deliver results at the next timer, in an unknown draw.
      if child.monitor.hasOtherThreads, child.host.wakeAfterNanoseconds != nil { return }
      let first = child.snapshot()
      child.settle(awaitingThreads: false)
      let last = child.snapshot()
      child.focus(false)
      child.disappear()
      child.ask(waking: false)
      child.appearWithFocus()
      if child.snapshot().firstDifference(from: first) == nil { return }
      // It may have ended its program or wait a moment before it runs the next one.
      if !child.host.programs.isEmpty || child.host.wakeAfterNanoseconds != nil,
        child.snapshot().firstDifference(from: last) != nil
      {
        child.settle(awaitingThreads: false)
      }
      try expectNone(
        child.snapshot().unexplainedDifference(from: last),
        "the same cells as before: nothing has changed")
    },
  ]
}

extension [UInt8] {
  /// Whether the bytes contain a minus sign followed by a large number.
  fileprivate var holdsNegativeNumber: Bool {
    indices.contains { index in
      self[index] == UInt8(ascii: "-")
        && self[index...].dropFirst().prefix(while: { 0x30...0x39 ~= $0 }).count > 5
    }
  }
}

/// Validator checks that a child works with filters, searches and marks that the user or other
/// children set, and draws the filtered and sorted rows and the cursor's row.
enum ViewChecks {
  static let all: [Check] = [
    Check("view-of-few-rows", 3, "a child works with filtered, sorted and marked rows") { session in
      for columns in [0, 3] {
        for size in [(columns: 80, rows: 24), (columns: 200, rows: 100)] {
          try session.forEachChild(content: .list(rows: 2000, columns: columns)) { child in
            child.setSize(columns: size.columns, rows: size.rows)
            child.appearWithFocus()
            moveAbout(child)
            child.host.change(.mark(row: 100, count: 1000, isMarked: true))
            child.host.checkView.showsFew = true
            tellAndMove(child)
            child.host.change(.select(row: 1))
            tellAndMove(child)
            child.host.checkView.showsNone = true
            tellAndMove(child)
            child.key(.enter)
            child.host.checkView.showsNone = false
            // The view changes first.
            child.host.content.facts.rows = 2
            tellAndMove(child)
          }
        }
      }
    },
    .eachChild(
      "view-long-filter", 4, "a child works with a filter of any text set by others",
      once: .focused, contents: [.list(rows: 400), .list(rows: 400, columns: 3)]
    ) { child in
      let letters = [1, 255, 256, RowFilter.longestText].map { [UInt8](repeating: 0x61, count: $0) }
      for text in EdgeCaseBytes.invalidText + letters {
        child.host.checkView.show(ViewRequest(filter: RowFilter(text)))
        tell(child)
        child.ask()
        child.key(.character("/"))
        child.draw()
        child.key(.escape)
      }
    },
    Check("view-matches-anywhere", 4, "a child works with matches anywhere in any text") {
      session in
      for (letter, count) in [("\u{E9}", 20), ("\u{1F600}", 20), ("\u{E9}", 2100)] {
        let text = String(repeating: letter, count: count)
        let bytes = letter.utf8.count
        try session.forEachContent({ $0.withCells(text) }) { child in
          child.host.checkView.show(ViewRequest(filter: RowFilter(Array(letter.utf8))))
          for letters in [[0, count - 1], Array(stride(from: 0, to: 20, by: 2))] {
            child.changeView {
              $0.matching = { _, _ in letters.map { $0 * bytes..<($0 + 1) * bytes } }
            }
            child.draw()
          }
        }
      }
    },
    Check(
      "shows-the-view", .warning(4),
      "a child that reads the rows of the view draws them in their order"
    ) { session in
      for columns in [0, 3] {
        try session.forEachChild(once: .shown, content: .list(rows: 400, columns: columns)) {
          child in
          let view = child.host.checkView
          let before = child.snapshot()
          guard view.isShown else { return }
          child.changeView { $0.showsPairsSwapped = true }
          try expect(
            child.snapshot().firstDifference(from: before) != nil,
            "the rows now at these places: the view has a new revision",
            else: "the same rows as before neighbouring rows were swapped")
          view.showsPairsSwapped = false
          child.changeView { $0.showsFew = true }
          try expect(
            child.snapshot().firstDifference(from: before) != nil,
            "the rows at the places of the view: a place is not a row number",
            else: "the same rows as before the view showed every third row in reverse order")
        }
      }
      try session.forEachChild(once: .shown, content: numbered(30)) { child in
        let before = child.snapshot().rows(of: 30)
        let view = child.host.checkView
        child.changeView { $0.showsFew = true }
        let after = child.snapshot().rows(of: 30)
        // A child that shows as many rows as the view has must show those of the view.
        let hidden = after.filter { view.place(of: $0) == nil }
        // So must one that asks for the view and draws several rows.
        let isList = view.isUsed && hidden.count > 2
        guard isList || before.count > after.count && UInt64(after.count) == view.facts.rows
        else { return }
        try expectNone(
          hidden.first, "the rows at the places of the view: a place is not a row number"
        ) { "row \($0), which the view does not show" }
      }
    },
    .eachChild(
      "counts-the-view", .warning(6),
      "a child that shows the view and counts rows counts those of the view", once: .shown,
      contents: [.lettered(123)]
    ) { child in
      let before = child.snapshot()
      let view = child.host.checkView
      guard view.isUsed || view.isShown, before.numberedRows.count >= 10, before.draws(number: 123)
      else { return }
      child.changeView { $0.showsFew = true }
      let after = child.snapshot()
      try expect(
        !after.draws(number: 123) || after.draws(number: 41),
        "41, the rows of the view, besides or instead of 123", else: "123, all rows")
    },
    .eachChild(
      "follows-a-find-once", .warning(6), "an earlier search result does not move the cursor again",
      once: .focused, having: .view, contents: [numbered(400)]
    ) { child in
      let view = child.host.checkView
      view.find(RowFilter(Array("=".utf8)), from: 4, isBackward: false)
      tell(child)
      child.host.change(.select(row: 20))
      tell(child)
      child.changeView { $0.changeAgain() }
      let place = child.monitor.lastCall
      try expect(
        child.host.selection.row != 5,
        "the cursor stays on row 20: \"finds\" shows that there was no new search", in: place,
        else: "the cursor is on row 5 again, the earlier result")
    },
    .eachChild(
      "shows-the-selection", .warning(4), "a child that draws the cursor's row follows the cursor",
      once: .shown, having: .selection, contents: [numbered(400)]
    ) { child in
      guard child.snapshot().draws(row: 0) else { return }
      child.select(row: 3)
      let after = child.snapshot()
      try expect(
        after.draws(row: 3) || !after.draws(row: 0), "row 3: the cursor is there",
        else: "row 0, and nothing of row 3")
    },
  ]

  /// Content whose rows are identifiable in a drawing.
  private static func numbered(_ rows: UInt64) -> SimulatedContent {
    .list(rows: rows, columns: 3).withCells { row, _ in Drawing.text(ofRow: row) }
  }

  private static func tell(_ child: CheckedChild) {
    child.viewChanged()
    child.selectionChanged()
    child.draw()
  }

  private static func moveAbout(_ child: CheckedChild) {
    child.press([.end, .up, .pageUp, .home, .pageDown, .down])
    child.draw()
  }

  private static func tellAndMove(_ child: CheckedChild) {
    tell(child)
    moveAbout(child)
  }
}

extension Drawing {
  fileprivate static func text(ofRow row: UInt64) -> [UInt8] { Array("=\(row)=".utf8) }

  /// Which of the first `count` rows are drawn.
  fileprivate func rows(of count: UInt64) -> [UInt64] { (0..<count).filter { draws(row: $0) } }

  /// Whether one of its texts has this number, not as a part of another.
  fileprivate func draws(number: Int) -> Bool {
    texts.contains { text in
      text.split { !(0x30...0x39 ~= $0) }.contains { $0.elementsEqual("\(number)".utf8) }
    }
  }

  fileprivate func draws(row: UInt64) -> Bool {
    let sought = Drawing.text(ofRow: row)
    return texts.contains { $0.starts(with: sought) }
  }
}
