internal import HostContent
internal import HostPlugins

/// Validator checks that a child on screen stays current: after a change of content, cursor, marks,
/// filter or focus it draws what a newly created child draws; also that it keeps the filter when it
/// sets the order, and the reverse, and that draws log little and use no uninitialised memory.
enum RedrawChecks {
  static let all: [Check] = [
    .eachType(
      "follows-what-changes", .warning(5), "after a change a child draws what a new child draws"
    ) { session, type in
      // Each wait for a thread that does nothing takes a while.
      for change in changes(in: type.places.first?.state ?? "content")
      where session.monitor.followingNanoseconds < 3_000_000_000 {
        try follow(change, by: type, session)
      }
    },
    .eachChild(
      "says-what-is-there", .warning(5),
      "after a change the accessibility text is that of a new child", once: .shown,
      having: .accessibilityText, contents: [.lettered(40)]
    ) { child in
      let listed = child.snapshot().numberedRows.count
      guard let before = child.accessibilityText(capacity: 4096)?.bytes else { return }
      child.reload { $0 = .lettered(7, from: 20) }
      child.draw()
      let after = child.accessibilityText(capacity: 4096)?.bytes
      let other = try child.session.child(child.type, content: child.host.content)
      other.appear()
      other.draw()
      let new = other.accessibilityText(capacity: 4096)?.bytes
      other.remove()
      try expect(
        after != before || new == before || child.monitor.hasOtherThreads,
        CallFormatter.bytes(new ?? []) + ", as from a new child",
        else: CallFormatter.bytes(before) + ", as of the previous rows")
      guard listed >= 10, after == before else { return }
      // A text about content it cannot use is the same for such rows, another for others.
      for content in [.empty, .list(rows: 5).withCells("1")] as [SimulatedContent] {
        child.reload { $0 = content }
        child.draw()
        if child.accessibilityText(capacity: 4096)?.bytes != before { return }
      }
      try fail(
        "another text for 7 rows than for 40: it replaces what is drawn",
        but: CallFormatter.bytes(before) + " for any rows")
    },
    .eachChild(
      "marks-the-users-row", .warning(5),
      "the row drawn differently from the others is the cursor's row", once: .focused,
      contents: [.lettered(40)]
    ) { child in
      func rowsOtherwise() -> Set<Int> {
        child.select(row: 2)
        let one = child.snapshot()
        child.select(row: 4)
        let other = child.snapshot()
        let lines = (0..<one.rows).filter { !one.hasLine($0, of: other) }
        return Set(one.numberedLines.filter { lines.contains($0.line) }.map(\.row))
      }
      child.select(row: 2)
      let before = child.snapshot()
      child.key(.down)
      let after = child.snapshot()
      let isMoved = child.host.selection.row == 3
      try expect(
        !isMoved || before.numberedRows != after.numberedRows
          || !Set(after.numberedRows).isSuperset(of: [2, 3])
          || after.firstDifference(from: before) != nil,
        "row 3 drawn differently from the others: the key has moved the cursor there",
        else: "the same cells as with the cursor on row 2")
      guard rowsOtherwise() == [2, 4] else { return }
      child.changeView { $0.showsPairsSwapped = true }
      let rows = rowsOtherwise()
      try expect(
        rows.isEmpty || rows == [2, 4],
        "rows 2 and 4, where the cursor was: a place of the view is not a row number",
        else: "rows \(rows.sorted().map(String.init).joined(separator: ", "))")
    },
    .eachChild(
      "shows-the-marks", .warning(5), "a mark is drawn until it is removed, also by others",
      once: .focused, contents: [.lettered(9)]
    ) { child in
      try expectMark(of: try child.another())
      let before = child.snapshot()
      for key in [.character(" ")] + child.helpKeys {
        child.key(key)
        guard let row = child.host.markedRows(from: 0, count: 1).first else { continue }
        child.select(row: 0)
        let marked = child.snapshot()
        child.mark(row: row, false)
        let after = child.snapshot()
        let isStale = before.numberedLines.contains {
          $0.row == Int(row) && !marked.hasLine($0.line, of: before)
            && after.hasLine($0.line, of: marked)
        }
        try expect(
          !isStale, "row \(row) without a mark: selection->is_marked says which rows are marked",
          else: "row \(row) as while it was marked")
        try expect(
          !marked.numberedRows.contains(Int(row)) || after.firstDifference(from: marked) != nil,
          "row \(row) with a mark: a key of the child has set it",
          else: "the same cells as without the mark")
        return
      }
    },
    .eachChild(
      "shows-the-row-there", .warning(5),
      "after scrolling right, the next row is shown from where it has text", once: .focused,
      having: .selection,
      contents: [
        .list(rows: 9).withCells { row, _ in
          Array((row == 0 ? String(repeating: "long words ", count: 800) : "short").utf8)
        }
      ]
    ) { child in
      let scrollKeys = TestKey.characters("]}") + [.pageDown]
      let monitor = child.monitor
      for key in scrollKeys where child.host.selection.row == 0 {
        for _ in 0..<20 { child.key(key) }
      }
      child.select(row: 1)
      let place = monitor.lastCall
      let lines = child.snapshot().visibleLines
      let wanted = try child.newDrawing(endingPrograms: false).visibleLines
      try expect(
        lines >= wanted || monitor.hasOtherThreads,
        "\(wanted) lines of the cursor's row, as a new child draws", in: place,
        else: "\(lines): it is scrolled as far as the previous row")
      child.select(row: 0)
      for _ in 0..<40 { child.press(scrollKeys) }
      guard child.host.selection.row == 0 else { return }
      child.resize(columns: 200, rows: 60)
      let wide = child.snapshot().visibleLines
      let wideWanted = try child.newDrawing(endingPrograms: false).visibleLines
      try expect(
        wide > 1 || wideWanted < 3 || monitor.hasOtherThreads,
        "more of the \(wideWanted) lines of a new child: in wider ones there are fewer to scroll",
        else: "\(wide)")
    },
    Check(
      "keeps-filter-and-order", .warning(5),
      "a child that sets the order keeps the filter, and the reverse"
    ) { session in
      for (isFiltered, there) in [
        (true, ViewRequest(filter: RowFilter(Array("o".utf8)))),
        (false, ViewRequest(sort: RowSort(by: .number))),
      ] {
        try session.forEachChild(content: .list(rows: 400, columns: 3)) { child in
          guard child.type.takesFocus else { return }
          child.appearWithFocus()
          let view = child.host.checkView
          func put() { if view.request != there { child.changeView { $0.show(there) } } }
          func expectBoth() throws {
            let (filter, sort) = (view.request.filter, view.request.sort)
            try expect(
              isFiltered ? sort == nil || filter != nil : filter == nil || sort != nil,
              "view->show with both: the values of view->filter and view->sort, and the new one",
              else: isFiltered
                ? "an order and all rows: the filter is gone"
                : "a filter and the content's order: the user's order is gone")
          }
          put()
          for key in child.helpKeys + TestKey.letters + TestKey.characters("<>")
          where !child.isTakingText {
            child.key(key)
            try expectBoth()
            if child.isTakingText { child.key(.enter) }
            put()
          }
          child.typeText()
          try expectBoth()
          child.key(.enter)
          try expectBoth()
        }
      }
    },
    EditingChecks.eachEditor(
      "drops-its-filter", .warning(5), "a text that escape removes no longer filters rows"
    ) { child in
      let view = child.host.checkView
      guard let text = view.request.filter?.text else { return }
      func isShown() -> Bool { child.snapshot().texts.contains { $0.holds(text) } }
      guard isShown() else { return }
      child.key(.escape)
      try expect(
        child.isTakingText || view.request.filter?.text != text || isShown(),
        "view->show without the filter, or its text on screen",
        else: "the filter still applies, but is not drawn")
    },
    .eachChild(
      "shows-its-focus", .warning(6), "a child that draws its focus stops when it loses focus"
    ) { child in
      guard child.type.takesFocus else { return }
      func drawing(inFront isInFront: Bool) -> Drawing {
        child.host.isInFront = isInFront
        child.focus(isInFront)
        child.child.send(.frontChanged)
        return child.snapshot()
      }
      child.host.isInFront = false
      child.appear()
      let never = child.snapshot()
      let now = drawing(inFront: true)
      let noMore = drawing(inFront: false)
      var isStale =
        now.firstDifference(from: never) != nil && noMore.firstDifference(from: now) == nil
      if isStale {
        // The drawing may also depend on the time; then a difference says nothing about the focus.
        RealTime.sleep(milliseconds: 20)
        isStale = child.snapshot().firstDifference(from: noMore) == nil
      }
      try expect(
        !isStale, "other cells after input.focus(false)", else: "the same cells as in front")
    },
    .eachType(
      "shows-what-is-known", .warning(5),
      "a child shows percentages, statuses and rows only if the content has them"
    ) { session, type in
      var place = CallPlace.lastCall
      func drawing(_ content: SimulatedContent, afterMilliseconds delay: Int = 0) throws -> Drawing
      {
        let child = try session.child(type, content: content)
        child.host.terminalFacts.isMotionReduced = true
        child.appear()
        if delay > 0 { RealTime.sleep(milliseconds: delay) }
        let drawing = child.snapshot()
        place = session.monitor.lastCall
        child.remove()
        return drawing
      }
      func loading(_ fraction: Double?) throws -> Drawing {
        try drawing(.loading.with { $0.facts.fraction = fraction })
      }
      func failing(_ failure: ContentFacts.Failure, afterMilliseconds delay: Int = 0) throws
        -> Drawing
      { try drawing(.failure.with { $0.facts.failure = failure }, afterMilliseconds: delay) }
      func isSame(_ one: Drawing, _ other: Drawing) -> Bool {
        one.firstDifference(from: other) == nil
      }
      let none = try drawing(.empty)
      try expectNone(
        none.texts.first { $0.holds("18446744073709551615") || $0.holdsMinusOne },
        "a word for no row: CHILDPLUGIN_NO_ROW is not the number of one", in: place,
        else: CallFormatter.bytes)
      let unknown = try loading(nil)
      if unknown.texts.contains(where: { $0.contains(UInt8(ascii: "%")) }) {
        let (none, half) = (try loading(0), try loading(0.5))
        try expect(
          !isSame(unknown, none) || isSame(none, half),
          "no percentage without CHILDPLUGIN_CONTENT_FRACTION", else: "the same as at 0 %")
      }
      if isSame(try failing(.exitStatus(3)), try failing(.exitStatus(4))) { return }
      let ended = try failing(.exitStatus(0))
      for failure in [.notFound, .signal(9)] as [ContentFacts.Failure] {
        // Compared twice, because the drawing may also depend on the time.
        guard isSame(try failing(failure), ended) else { continue }
        try expect(
          !isSame(try failing(failure, afterMilliseconds: 20), ended),
          "no status without CHILDPLUGIN_ERROR_EXIT_STATUS", else: "the same as at status 0")
      }
    },
    .eachState("logs-little", .warning(6), "a child does not log in every draw") { child in
      let before = child.monitor.logCount
      for _ in 0..<5 { child.draw() }
      let lines = child.monitor.logCount - before
      try expect(lines < 5, "one line for each event", else: "\(lines) lines in 5 draws")
    },
    .eachContent(
      "reads-what-it-wrote", 4, "drawing and saved state do not depend on uninitialised memory"
    ) { child in
      func answers(_ byte: UInt8) -> (drawing: Drawing, rest: [[UInt8]?]) {
        child.monitor.unwrittenByte = byte
        let drawing = child.snapshot()
        return (drawing, [child.savedBytes(), child.accessibilityText(capacity: 4096)?.bytes])
      }
      let (one, other) = (answers(0), answers(UInt8(ascii: "9")))
      let (again, otherAgain) = (answers(0), answers(UInt8(ascii: "9")))
      child.monitor.unwrittenByte = nil
      let isSteady =
        one.drawing.firstDifference(from: again.drawing) == nil
        && other.drawing.firstDifference(from: otherAgain.drawing) == nil && one.rest == again.rest
        && other.rest == otherAgain.rest
      let difference = other.drawing.firstDifference(from: one.drawing)
      try expect(
        !isSteady || difference == nil && one.rest == other.rest,
        "the same: a text has a length and no NUL, and variables are initialised",
        else: difference.map { "other bytes in memory change the cells at \($0)" }
          ?? "other bytes in memory change other results")
    },
  ]

  /// Fails if a mark is drawn beside the row whose number is the place of the marked row.
  private static func expectMark(of child: CheckedChild) throws {
    defer { child.remove() }
    child.changeView { $0.showsPairsSwapped = true }
    let before = child.snapshot()
    child.mark(row: 4, true)
    let after = child.snapshot()
    let rows = before.numberedLines.filter { !before.hasLine($0.line, of: after) }.map(\.row)
    try expect(
      rows != [5], "a mark in row 4, which is marked: a place of the view is not a row number",
      else: "in row 5")
  }

  /// A named change, with the content before it, after which a child is to draw as a newly
  /// created one does.
  private struct Change {
    let name: String
    let content: SimulatedContent
    /// Whether only lines with a number besides the names of columns are compared.
    var needsNumber = false
    let happen: (CheckedChild) -> Void
  }

  /// The changes in a state, with so few rows that nothing scrolls.
  private static func changes(in state: String) -> [Change] {
    switch state {
    case "loading":
      return [
        Change(name: "rows have come", content: .loading) { $0.change { $0.facts.rows += 1234 } },
        Change(name: "it is known how far it is", content: .loading) {
          $0.change { $0.facts.fraction = 0.5 + ($0.facts.fraction ?? 0) / 2 }
        },
      ]
    case "error":
      return [
        Change(name: "another load has failed", content: .failure) {
          $0.reload {
            let number = Int32(truncatingIfNeeded: $0.facts.generation) + 3
            $0.facts.failure = .exitStatus(number)
            $0.texts[.error] = Array("something else has failed: \(number)".utf8)
            $0.texts[.errorDetail] = Array("another line".utf8)
          }
        }
      ]
    case "empty": return []
    default:
      let rows = SimulatedContent.lettered(9)
      return [
        Change(name: "more rows have come", content: rows) { $0.change { $0.facts.rows += 3 } },
        Change(name: "a reload has brought others", content: rows) {
          let number = UInt32(truncatingIfNeeded: $0.host.content.facts.generation)
          let others = SimulatedContent.lettered(9, from: 30 * number)
          $0.reload { $0.cell = { others.cell($0, $1) + Array(" again".utf8) } }
        },
        // What a child draws of the column that it knew by number is what it drew before.
        // Lines without a number are not compared: it may keep its column by the name it draws.
        Change(
          name: "a reload has brought other columns", content: .numbers.with { $0.facts.rows = 9 },
          needsNumber: true
        ) {
          let all = SimulatedContent.list(rows: 9, columns: 4).columns
          $0.reload { $0.columns = all[1...2] + [all[0], all[3]] }
        },
        Change(name: "the user is on another row", content: rows) {
          $0.select(row: ($0.host.selection.row ?? 0) + 3)
        },
        Change(name: "another child has marked a row", content: rows) {
          $0.mark(row: 2 + $0.host.selection.markedCount, true)
        },
        Change(name: "the view shows fewer rows", content: rows) {
          $0.changeView { $0.showsFew.toggle() }
        },
        Change(name: "the view shows no row", content: rows) {
          $0.changeView { $0.showsNone.toggle() }
          $0.selectionChanged()
        },
      ]
    }
  }

  /// Fails for an outdated line: the same after the change, and equal to a new child's only before.
  ///
  /// A new child knows nothing of the past. So no key is pressed, which may collect what is there,
  /// and a child that draws something else when the same change comes again, such as a chart of
  /// changes, is not compared, except in lines that have followed a change before.
  private static func follow(
    _ change: Change, by type: ChildType, _ session: CheckSession
  ) throws {
    let child = try session.child(type, content: change.content)
    child.host.situation.current = type.places.first?.state
    // With reduced motion its timers must bring the final drawing.
    child.host.terminalFacts.isMotionReduced = true
    child.appearWithFocus()
    child.settle()
    // A child that is woken again and again, such as a clock, never rests.
    if child.followThreads() == 2 { return child.remove() }
    var before = child.snapshot()
    var newBefore = try drawing(ofNewChildLike: child).drawing
    var followed: Set<Int> = []
    // It may follow the first change only.
    for _ in 0..<2 {
      let wakes = session.monitor.followedWakeCount
      change.happen(child)
      child.settle()
      if child.followThreads() == 2 { break }
      let isWoken = session.monitor.followedWakeCount > wakes
      let after = child.snapshot()
      let place = session.monitor.lastCall
      let (newAfter, isNewWoken) = try drawing(ofNewChildLike: child)
      // Threads may change the drawing at any time, unless they have requested a wake for that.
      if session.monitor.hasOtherThreads, !isWoken || !isNewWoken { break }
      let lines = 0..<before.rows
      let line = lines.first { line in
        before.hasLine(line, of: newBefore) && before.hasLine(line, of: after)
          && !before.hasLine(line, of: newAfter)
          && (!change.needsNumber || before.hasNumber(inRow: line))
      }
      if let line {
        if !followed.contains(line) {
          change.happen(child)
          child.settle()
          child.followThreads()
          guard child.snapshot().firstDifference(from: after) == nil else { break }
        }
        child.remove()
        try fail(
          "in line \(line) what a new child draws after this: \(change.name)", in: place,
          but: "the same as before")
      }
      followed = Set(
        lines.filter { after.hasLine($0, of: newAfter) && !after.hasLine($0, of: before) })
      (before, newBefore) = (after, newAfter)
    }
    child.remove()
  }

  /// What a new child draws, and whether its threads have requested a wake before.
  private static func drawing(ofNewChildLike child: CheckedChild) throws
    -> (drawing: Drawing, isWoken: Bool)
  {
    let other = try child.session.child(child.type, content: child.host.content)
    other.host.share(with: child.host)
    let wakes = child.monitor.followedWakeCount
    other.appearWithFocus()
    other.settle()
    other.followThreads()
    defer { other.remove() }
    return (other.snapshot(), child.monitor.followedWakeCount > wakes)
  }
}

extension [UInt8] {
  /// Whether a text has the number -1, not as a part of a word or of another number.
  fileprivate var holdsMinusOne: Bool {
    let isOfWord = { (byte: UInt8) in
      byte >= 0x80 || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte & 0xDF || byte == 0x2D
        || byte == 0x2E
    }
    return split { !isOfWord($0) }.contains { $0.elementsEqual("-1".utf8) }
  }
}
