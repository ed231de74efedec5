package import HostSystem

/// The rows of a `Content` as shown by the host: filtered and sorted in the background, with the
/// mapping between positions and row numbers; finds the next match, and ranges to highlight.
///
/// It is used on the loop's thread: `show` for a request, `contentChanged` after each change of the
/// content, `take` for each ready port, and `close` at the end. Rows are searched in the
/// background, except for small contents, so each call takes a bounded time.
///
/// Row numbers are those of `Content`; a *place* is a row's position in the view.
///
/// The old rows stay until new ones can replace them: after `show` until the first matching rows
/// are found or all were searched, or, for a sort, until the rows are in order. When the content is
/// replaced, row numbers lose their meaning, so the view is empty until then.
package final class View {
  /// The rows that the view shows: the content as it is, or a set of found rows in an order.
  private enum Shown {
    case content
    case found(RowSet, RowOrder?)
  }

  /// The last request, without the parts whose column is missing.
  package var request: ViewRequest { tracked.current }
  /// Why the request is not fully met.
  package var problem: ViewProblem? {
    if let pattern = matcher.abandonedPattern ?? rangeMatcher.abandonedPattern {
      return .takesTooLong(pattern: pattern, isFilter: true)
    }
    if let pattern = searchMatcher.abandonedPattern ?? searchRangeMatcher.abandonedPattern {
      return .takesTooLong(pattern: pattern, isFilter: false)
    }
    if let problem = failure ?? tracked.missing { return problem }
    if hasUnsearchedText { return .onlyBeginnings(isFilter: false) }
    return latest?.hasUnsearchedText ?? false ? .onlyBeginnings(isFilter: true) : nil
  }

  /// Why the current search cannot be completed.
  private var failure: ViewProblem?
  private var tracked = TrackedRequest()
  private var content: Content?
  private var shown = Shown.content
  private var latest: ViewResult?
  /// Whether `latest` is shown rather than earlier rows.
  private var showsLatest = false
  /// Whether the content was replaced and none of its rows are shown yet.
  package private(set) var isBeingReplaced = false
  private var endRow = 0
  private var beginRow = 0
  /// The end of the rows when the search began.
  private var initialEndRow = 0
  private var matcher = RowMatcher.every
  /// Finds the ranges of the filter.
  private var rangeMatcher = RowMatcher.every
  /// Matches the text that was last searched for.
  private var searchMatcher = RowMatcher.every
  /// Finds its ranges, and in which column.
  private var searchRangeMatcher = RowMatcher.every
  private var searchColumn: Int?
  private var searchColumnName: TrackedColumn?
  private let searching: SearchRunner<ViewSearch>
  /// The search for the next match, and the row that it found.
  private let finding: SearchRunner<MatchSearch>
  private var matchingRow: Int?
  /// The last search, with the row where it began; that is nil in another order than the rows'.
  private var lastFind: (filter: RowFilter?, place: Int, isBackward: Bool, start: Int?)?
  /// Whether the search waits for the end of a file, whose next rows may match, to begin again.
  private var repeatsFind = false
  /// Whether it found none, but did not search all of each row.
  private var hasUnsearchedText = false

  package init(in world: any BackgroundWorld) {
    searching = SearchRunner(in: world)
    finding = SearchRunner(in: world)
  }

  /// Which of the stored rows is the content's first; the rows of results are stored rows.
  private var firstRow: Int { content?.firstRow ?? 0 }

  /// How many of the found rows have been dropped from the content since; 0 if sorted.
  private var droppedCount = 0

  /// Filters and sorts the rows.
  ///
  /// If the new filter refines the old one, only rows found so far are searched.
  ///
  /// - Throws: an error in the request; nothing changes then.
  package func show(_ request: ViewRequest, of content: Content) throws(ViewProblem) -> ViewChange {
    let columns = content.columns
    let matcher = try RowMatcher(request.filter, columns: columns, findsRanges: false)
    let rangeMatcher = try RowMatcher(request.filter, columns: columns, findsRanges: true)
    let change = contentChanged(content)
    let before = self.request
    // An expression that gave up has not found all rows.
    let found = self.matcher.abandonedPattern == nil ? latest : nil
    self.matcher = matcher
    self.rangeMatcher = rangeMatcher
    tracked = TrackedRequest(request, in: content.columns)
    cancelFind()
    if matcher.isEvery, request.sort == nil { return showContent() }
    let isNarrower = before.filter.map {
      request.filter == $0 || request.filter?.refines($0, columns: columns) ?? false
    }
    begin(in: isNarrower == true ? found : nil)
    return change.union(takeResults())
  }

  private func showContent() -> ViewChange {
    searching.cancel()
    latest = nil
    showsLatest = false
    failure = nil
    shown = .content
    isBeingReplaced = false
    return .replaced
  }

  /// Updates the view after any change of the content, or for another content.
  package func contentChanged(_ content: Content) -> ViewChange {
    let old = self.content
    let before = (selectors: selectors, request: request)
    self.content = content
    let hasOtherRows = old?.generation != content.generation
    let isShifted =
      hasOtherRows && old?.headerRowCount == content.headerRowCount
      && old.flatMap { content.rowShift(since: $0) } ?? 0 > 0
    updateDroppedCount()
    // Rows that were only renumbered stay found, unless they are sorted.
    let isReplaced = hasOtherRows && !(isShifted && !isOrdered)
    if isReplaced { cancelFind() }
    updateSearchColumn(in: content)
    tracked.update(content)
    let hasOtherFilter = (before.request.filter == nil) != (request.filter == nil)
    if hasOtherFilter || (before.request.sort == nil) != (request.sort == nil) {
      return restart(hasOtherFilter: hasOtherFilter)
    }
    guard searching.isRunning else {
      return (hasOtherRows ? .replaced : [] as ViewChange).union(repeatFind())
    }
    var change: ViewChange = []
    if isReplaced, case .found = shown {
      shown = .found(RowSet(), nil)
      showsLatest = false
      isBeingReplaced = true
      change.insert(.replaced)
    }
    let namesColumns = request.filter?.kind == .query && old?.columns != content.columns
    if isReplaced || before.selectors != selectors || namesColumns {
      // An expression that gave up may be fast enough for these rows.
      if matcher.abandonedPattern ?? rangeMatcher.abandonedPattern != nil || namesColumns {
        makeMatchers()
        begin(in: nil)
      } else {
        begin(in: isShifted ? latest : nil)
      }
    } else if isShifted, latest?.searchedEnd ?? beginRow < content.firstRow {
      // Rows are dropped faster than they are searched: the remaining ones are searched first.
      begin(in: nil)
      change.insert(.replaced)
    } else {
      searching.append(endRow..<max(endRow, content.rows.count))
      endRow = content.rows.count
      if isShifted { change.insert(.replaced) }
    }
    return change.union(takeResults())
  }

  private var isOrdered: Bool {
    if case .found(_, .some) = shown { true } else { request.sort != nil }
  }

  private func updateDroppedCount() {
    guard let content, content.droppedRowCount > 0, case .found(let rows, nil) = shown else {
      droppedCount = 0
      return
    }
    droppedCount = rows.rank(of: content.firstRow)
  }

  /// The selectors of the filter and the sort for the current columns.
  private var selectors: [CellSelector?] {
    let columns = content?.columns
    return [
      request.filter.map { CellSelector($0.column, of: columns) },
      request.sort.map { CellSelector($0.column, of: columns) },
    ]
  }

  /// Restarts after a column of the request has disappeared or come back.
  private func restart(hasOtherFilter: Bool) -> ViewChange {
    if hasOtherFilter { makeMatchers() }
    if matcher.isEvery, request.sort == nil { return showContent() }
    shown = .found(RowSet(), nil)
    begin(in: nil)
    return takeResults().union(.replaced)
  }

  /// Compiles the filter again, which succeeded before.
  private func makeMatchers() {
    let (filter, columns) = (request.filter, content?.columns)
    matcher = (try? RowMatcher(filter, columns: columns, findsRanges: false)) ?? .every
    rangeMatcher = (try? RowMatcher(filter, columns: columns, findsRanges: true)) ?? .every
  }

  /// Marks matches in the column of the same name, or none if it is gone.
  private func updateSearchColumn(in content: Content) {
    guard searchColumnName != nil, content.hasKnownColumns else { return }
    searchColumn = searchColumnName?.find(in: content.columns)
    if searchColumn == nil {
      (searchMatcher, searchRangeMatcher, searchColumnName) = (.every, .every, nil)
    }
  }

  /// Searches the rows again, if possible only those found before.
  private func begin(in found: ViewResult?) {
    guard let content else { return }
    let first = content.firstRow
    endRow = content.storedRows.upperBound
    (beginRow, initialEndRow) = (first, endRow)
    let searchedEnd = max(first, found?.searchedEnd ?? first)
    let readsAgain = request.sort.map { $0.key != .score } ?? false
    let plan = ScanPlan(
      [
        ScanPlan.Segment(rows: first..<searchedEnd, only: found?.rows),
        ScanPlan.Segment(rows: searchedEnd..<endRow),
      ], maxBytes: readsAgain ? RowSorter.sliceBytes : RowSlice.maxBytes)
    let selector = CellSelector(request.filter?.column, of: content.columns)
    searching.begin(
      ViewSearch(
        RowScan(matcher: matcher, selector: selector), sort: request.sort, columns: content.columns,
        hasUnsearchedText: found?.hasUnsearchedText ?? false), over: plan)
    latest = nil
    showsLatest = false
    failure = nil
  }

  /// Takes the results of a ready port; ignores ports of others.
  package func take(_ token: PortToken) -> ViewChange {
    token == searching.token || token == finding.token ? takeResults() : []
  }

  package func close() {
    searching.close()
    finding.close()
  }

  private func takeResults() -> ViewChange {
    guard let content else { return [] }
    var change: ViewChange = []
    do throws(SystemError) {
      if let result = try searching.takeResult(in: content.rows) { change = accept(result) }
      if let result = try finding.takeResult(in: content.rows) {
        if result.hasFileChanged { recordFileChange() }
        if result.row != nil || result.isSettled && finding.isIdle {
          finding.cancel()
          repeatsFind = content.isPartOfFile && !isBeforeEnd(result.row)
          if !repeatsFind {
            matchingRow = result.row
            hasUnsearchedText = result.row == nil && result.hasUnsearchedText
            change.insert(.found)
          }
        }
      }
    } catch {
      failure = .system(error)
    }
    return change.union(repeatFind())
  }

  /// Whether the last search has found a row without going on from the other end.
  private func isBeforeEnd(_ row: Int?) -> Bool {
    guard let row, let lastFind, let start = lastFind.start else { return false }
    return lastFind.isBackward ? row < start : row > start
  }

  /// Begins the search again once the file has been read to its end.
  private func repeatFind() -> ViewChange {
    guard repeatsFind, content?.isPartOfFile == false, isComplete, let lastFind else { return [] }
    let change = try? find(lastFind.filter, from: lastFind.place, isBackward: lastFind.isBackward)
    return change ?? []
  }

  private func cancelFind() {
    finding.cancel()
    repeatsFind = false
  }

  private func accept(_ result: ViewResult) -> ViewChange {
    if result.hasFileChanged { recordFileChange() }
    failure = result.problem
    let before = latest
    latest = result
    let isInOrder = request.sort == nil || result.order != nil || result.problem != nil
    let isShown = showsLatest || !result.rows.isEmpty || result.settledEnd >= initialEndRow
    guard isInOrder, isShown || result.isSettled else { return [] }
    let wasOrder = before?.order
    let isReplaced =
      !showsLatest || wasOrder?.ranks.count != result.order?.ranks.count
      || !(wasOrder?.isWhole ?? true) && wasOrder != result.order
    showsLatest = true
    isBeingReplaced = false
    shown = .found(result.rows, result.order)
    updateDroppedCount()
    return isReplaced ? .replaced : []
  }

  private func recordFileChange() {
    if case .file(let rows)? = content?.rows { rows.recordChange() }
  }

  // MARK: - Contents

  package var count: Int {
    switch shown {
    case .content: content?.rowCount ?? 0
    case .found(_, let order?): order.ranks.count
    case .found(let rows, nil): rows.count - droppedCount
    }
  }

  /// How many rows have been found, of which only the best are shown while they are ranked.
  package var foundCount: Int {
    if case .found(let rows, _) = shown { return rows.count - droppedCount }
    return count
  }

  package func row(at place: Int) -> Int? {
    guard place >= 0, place < count else { return nil }
    return switch shown {
    case .content: place
    case .found(let rows, let order?): rows.row(at: Int(order.ranks[place])).map { $0 - firstRow }
    case .found(let rows, nil): rows.row(at: place + droppedCount).map { $0 - firstRow }
    }
  }

  package func place(of row: Int) -> Int? {
    switch shown {
    case .content: return row >= 0 && row < count ? row : nil
    case .found(let rows, let order):
      let stored = row + firstRow
      guard row >= 0, rows.contains(stored) else { return nil }
      let rank = rows.rank(of: stored)
      return order.map { $0.place(ofRank: rank) } ?? rank - droppedCount
    }
  }

  /// The place of a row or of the next one shown, or the last; if sorted the first; nil if empty.
  package func nearestPlace(to row: Int) -> Int? {
    if let place = place(of: row) { return place }
    guard count > 0 else { return nil }
    return switch shown {
    case .content: min(max(0, row), count - 1)
    case .found(_, .some): 0
    case .found(let rows, nil): min(max(0, rows.rank(of: row + firstRow) - droppedCount), count - 1)
    }
  }

  /// The row, or the next one by number that a sorted view shows, or the last; elsewhere, and while
  /// the row may still be found, the row.
  package func nextShownRow(from row: Int) -> Int {
    guard case .found(let rows, .some) = shown, count > 0, isComplete, place(of: row) == nil else {
      return row
    }
    return rows.row(at: min(rows.rank(of: row + firstRow), rows.count - 1)).map { $0 - firstRow }
      ?? row
  }

  package var progress: (searched: Int, of: Int) {
    let count = content?.rowCount ?? 0
    guard searching.isRunning else { return (count, count) }
    return (min(count, max(0, (latest?.searchedEnd ?? 0) - firstRow)), count)
  }

  /// Whether the view is up to date with all rows so far.
  package var isComplete: Bool {
    guard searching.isRunning else { return true }
    return showsLatest && latest?.isSettled == true && searching.isIdle
  }

  package var isInOrder: Bool {
    guard request.sort != nil, showsLatest, case .found(_, let order?) = shown else { return false }
    return order.isWhole
  }

  /// The type of the cells in the natural order; nil for other orders.
  package var sortedType: CellType? {
    guard isInOrder, case .found(_, let order?) = shown else { return nil }
    return order.type
  }

  /// Whether the view is up to date with the first rows; ignores missing ones, but awaits a file's.
  package func isComplete(ofFirst rowCount: Int) -> Bool {
    guard searching.isRunning else { return true }
    if case .system? = failure { return true }
    guard showsLatest, content?.isPartOfFile != true, let placed = latest?.settledEnd else {
      return false
    }
    return placed - firstRow >= min(rowCount, content?.rowCount ?? 0) || isComplete
  }

  /// Whether the view lacks rows that existed at the request, or that have replaced them.
  package var isBeginning: Bool { !isComplete(ofFirst: max(0, initialEndRow - firstRow)) }

  /// Memory for the rows and their order, for measuring.
  package var memoryBytes: Int {
    guard case .found(let rows, let order) = shown else { return 0 }
    return rows.memoryBytes + 8 * (order?.ranks.count ?? 0)
  }

  /// Whether all rows are shown in the content's order, so that places are row numbers.
  package var isContent: Bool { if case .content = shown { true } else { false } }

  /// Whether `findMatches` may find anything.
  package var hasMatches: Bool { !rangeMatcher.isEvery || !searchRangeMatcher.isEvery }

  /// Finds the ranges of a row that match the filter or the last search, in order.
  ///
  /// `row` is from `Content.withRow`. The ranges replace others; none is empty or next to another.
  package func findMatches(in row: Span<UInt8>, into ranges: inout [Range<Int>]) {
    ranges.removeAll(keepingCapacity: true)
    findMatches(of: rangeMatcher, in: row, column: request.filter?.column, into: &ranges)
    let count = ranges.count
    findMatches(of: searchRangeMatcher, in: row, column: searchColumn, into: &ranges)
    if count > 0, ranges.count > count { RowMatcher.join(&ranges) }
  }

  private func findMatches(
    of matcher: RowMatcher, in row: Span<UInt8>, column: Int?, into ranges: inout [Range<Int>]
  ) {
    if matcher.isEvery { return }
    RowScan(matcher: matcher, selector: CellSelector(column, of: content?.columns))
      .findRanges(in: row, into: &ranges)
  }

  // MARK: - Searching for the next match

  /// Searches for the next matching row of the view in its order, wrapping around.
  ///
  /// Another search, request or content cancels it. `ViewChange.found` reports its end.
  /// `filter` is nil for any row of the view; `place` is exclusive: -1 starts with the first row.
  ///
  /// - Throws: an error in the filter.
  package func find(
    _ filter: RowFilter?, from place: Int, isBackward: Bool = false
  ) throws(ViewProblem) -> ViewChange {
    searchMatcher = try RowMatcher(filter, columns: content?.columns, findsRanges: false)
    try showFound(filter)
    guard let content else { return [] }
    var view: RowSet?
    var sorted: RowOrder?
    if case .found(let rows, let order) = shown { (view, sorted) = (rows, order) }
    let rows = content.storedRows
    var plan = ScanPlan([ScanPlan.Segment(rows: rows, only: view)])
    lastFind = (filter, place, isBackward, nil)
    repeatsFind = false
    if sorted == nil {
      let row = row(at: place).map { $0 + rows.lowerBound } ?? rows.lowerBound - 1
      let start = max(rows.lowerBound - 1, min(row, rows.upperBound - 1))
      lastFind?.start = start
      let border = isBackward ? max(start, rows.lowerBound) : start + 1
      let parts = [border..<rows.upperBound, rows.lowerBound..<border]
        .map { ScanPlan.Segment(rows: $0, only: view) }
      plan = ScanPlan(isBackward ? parts.reversed() : parts, isBackward: isBackward)
    }
    (matchingRow, hasUnsearchedText) = (nil, false)
    let selector = CellSelector(filter?.column, of: content.columns)
    finding.begin(
      MatchSearch(
        RowScan(matcher: searchMatcher, selector: selector), view: view, order: sorted, from: place,
        isBackward: isBackward), over: plan)
    return takeResults()
  }

  /// Marks matches of a filter without searching.
  package func showFound(_ filter: RowFilter?) throws(ViewProblem) {
    searchRangeMatcher = try RowMatcher(filter, columns: content?.columns, findsRanges: true)
    searchColumn = filter?.column
    searchColumnName = TrackedColumn(searchColumn, of: content?.columns)
  }

  /// The place of the match that the last search has found; nil if there is none.
  package func takeFound() -> Int? { matchingRow.flatMap { place(of: $0 - firstRow) } }

  package var isFinding: Bool { finding.isRunning || repeatsFind }

  /// Cancels the search and removes its marks.
  package func endFind() {
    cancelFind()
    hasUnsearchedText = false
    (searchMatcher, searchRangeMatcher) = (.every, .every)
  }
}

/// Flags returned by a `View`: its positions mean other rows, or a search for the next match ended.
package struct ViewChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Places mean other rows.
  package static let replaced = ViewChange(rawValue: 1 << 0)
  /// A search for the next match has ended: see `View.takeFound`.
  package static let found = ViewChange(rawValue: 1 << 1)
}
