package import HostSystem

/// The content's rows as they are shown: filtered and sorted.
///
/// It belongs to the loop, which calls it on one thread: `show` when a child asks for something,
/// `contentChanged` whenever the content has, `take` for each port that is ready, and `close` at the end.
/// Rows are looked at beside the loop, but for the few of a small content, which are looked at within the
/// call. A call takes a bounded time, however many rows there are.
///
/// Rows are numbered as those of `Content`; a *place* is a row's number in the view.
///
/// What is shown stays until something can take its place: after `show` until the first rows that match
/// were found, or all were looked at; for a sort, until they are in order. When the content is replaced the
/// numbers of its rows mean nothing any more, so the view is empty until then.
package final class View {
  private enum Shown {
    case content
    case found(RowSet, RowOrder?)
  }

  /// What was asked for last, without what there is no column for now.
  package var request: ViewRequest { followed.current }
  /// Why not all is as it was asked for, though it was taken: an expression that takes too long, too many rows to
  /// sort, no thread, a column that is gone.
  package var problem: ViewProblem? {
    if let pattern = matcher.patternGivenUp ?? places.patternGivenUp {
      return .takesTooLong(pattern: pattern, isFilter: true)
    }
    if let pattern = foundMatcher.patternGivenUp ?? foundPlaces.patternGivenUp {
      return .takesTooLong(pattern: pattern, isFilter: false)
    }
    return failure ?? followed.lost
  }

  /// What of the search under way cannot be done.
  private var failure: ViewProblem?
  private var followed = TrackedRequest()
  private var content: Content?
  private var shown = Shown.content
  /// What the search under way has found; nil before it has said something, and without one.
  private var latest: ViewResult?
  /// What is shown is `latest`, not what was there before.
  private var showsLatest = false
  /// Nothing is shown since the content was replaced, until something of the new one is.
  package private(set) var isBeingReplaced = false
  /// The rows before this one are those that the search goes over.
  private var endRow = 0
  /// When the search began there were no others than those before this one.
  private var firstEndRow = 0
  private var matcher = RowMatcher.every
  /// Finds where rows match the filter.
  private var places = RowMatcher.every
  /// Tells what was last looked for.
  private var foundMatcher = RowMatcher.every
  /// Finds where rows match that, and in which column.
  private var foundPlaces = RowMatcher.every
  private var foundColumn: Int?
  private var foundName: TrackedColumn?
  private let world: any BackgroundWorld
  /// Made when the first search begins.
  private var searching: SearchRunner<ViewSearch>?
  private var finding: MatchFinder

  /// - Parameter world: where rows are looked at beside the loop.
  package init(in world: any BackgroundWorld) {
    self.world = world
    finding = MatchFinder(in: world)
  }

  private var headerRowCount: Int { content?.columns?.headerRowCount ?? 0 }
}

// MARK: - Asking for a view

extension View {
  /// Shows other rows, or others first.
  ///
  /// A text that extends the one before is looked for in the rows alone that matched that.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - content: what there is now.
  /// - Throws: why there is no such view; nothing changes then.
  /// - Returns: what it has changed at once.
  package func show(_ request: ViewRequest, of content: Content) throws(ViewProblem) -> ViewChange {
    let matcher = try Self.matcher(request.filter, findsPlaces: false)
    let places = try Self.matcher(request.filter, findsPlaces: true)
    let change = contentChanged(content)
    let before = self.request
    // What has taken too long has not found all rows.
    let found = self.matcher.patternGivenUp == nil ? latest : nil
    self.matcher = matcher
    self.places = places
    followed = TrackedRequest(request, in: content.columns)
    finding.cancel()
    if case .every = matcher, request.sort == nil { return showContent() }
    let isNarrower = before.filter.map {
      request.filter == $0 || request.filter?.refines($0) ?? false
    }
    begin(in: isNarrower == true ? found : nil)
    return change.union(goOn())
  }

  private static func matcher(
    _ filter: RowFilter?, findsPlaces: Bool
  ) throws(ViewProblem) -> RowMatcher {
    guard let filter else { return .every }
    return try RowMatcher(filter, findsPlaces: findsPlaces)
  }

  private func showContent() -> ViewChange {
    searching?.cancel()
    latest = nil
    showsLatest = false
    failure = nil
    shown = .content
    isBeingReplaced = false
    return [.replaced, .progress]
  }

  /// The content has changed in any way, or another one takes its place.
  package func contentChanged(_ content: Content) -> ViewChange {
    let old = self.content
    let before = (choices: choices, request: request, lost: followed.lost)
    self.content = content
    let isReplaced = old?.generation != content.generation
    if isReplaced { finding.cancel() }
    followFound(in: content)
    followed.follow(content)
    var change: ViewChange = before.lost == followed.lost ? [] : .problem
    let hasOtherFilter = (before.request.filter == nil) != (request.filter == nil)
    if hasOtherFilter || (before.request.sort == nil) != (request.sort == nil) {
      return change.union(beginOther(hasOtherFilter: hasOtherFilter))
    }
    guard let searching, searching.isRunning else {
      if isReplaced { return change.union(.replaced) }
      return old?.rowCount == content.rowCount ? change : change.union(.rows)
    }
    if isReplaced, case .found = shown {
      shown = .found(RowSet(), nil)
      showsLatest = false
      isBeingReplaced = true
      change.insert(.replaced)
    }
    if isReplaced || before.choices != choices {
      // An expression that took too long for the rows before may do for these.
      if matcher.patternGivenUp ?? places.patternGivenUp != nil { makeMatchers() }
      begin(in: nil)
    } else {
      searching.append(endRow..<max(endRow, content.rows.count))
      endRow = content.rows.count
    }
    return change.union(goOn())
  }

  /// What the filter and the sort look at, as the columns are now.
  private var choices: [CellSelector?] {
    let columns = content?.columns
    return [
      request.filter.map { CellSelector($0.column, of: columns) },
      request.sort.map { CellSelector($0.column, of: columns) },
    ]
  }

  /// A column of the request has gone, or has come back: what is left of it is looked for anew.
  private func beginOther(hasOtherFilter: Bool) -> ViewChange {
    if hasOtherFilter { makeMatchers() }
    if case .every = matcher, request.sort == nil { return showContent() }
    shown = .found(RowSet(), nil)
    begin(in: nil)
    return goOn().union(.replaced)
  }

  /// Makes what the filter matches with anew; it was taken once.
  private func makeMatchers() {
    matcher = (try? Self.matcher(request.filter, findsPlaces: false)) ?? .every
    places = (try? Self.matcher(request.filter, findsPlaces: true)) ?? .every
  }

  /// What was looked for in a column is marked in that of the same name, and where there is none no more.
  private func followFound(in content: Content) {
    guard foundName != nil, content.hasKnownColumns else { return }
    foundColumn = foundName?.find(in: content.columns)
    if foundColumn == nil { (foundMatcher, foundPlaces, foundName) = (.every, .every, nil) }
  }

  /// Looks at the rows anew; where it is known, in those alone that were found before.
  private func begin(in found: ViewResult?) {
    guard let content else { return }
    let first = headerRowCount
    endRow = max(first, content.rows.count)
    firstEndRow = endRow
    let lookedRow = max(first, found?.lookedRow ?? first)
    let sorter = request.sort.map {
      RowSorter(SortKey($0, columns: content.columns, matcher: matcher))
    }
    let way = ScanPlan(
      [
        ScanPlan.Stretch(rows: first..<lookedRow, only: found?.rows),
        ScanPlan.Stretch(rows: lookedRow..<endRow, only: nil),
      ], mostBytes: sorter == nil ? RowSlice.mostBytes : RowSorter.pieceBytes)
    let choice = CellSelector(request.filter?.column, of: content.columns)
    let searching = self.searching ?? SearchRunner(in: world)
    self.searching = searching
    searching.begin(
      ViewSearch(RowScan(matcher: matcher, choice: choice), sorter: sorter), over: way)
    latest = nil
    showsLatest = false
    failure = nil
  }

  /// Takes what a ready port brings; nothing where it is none of the view's.
  package func take(_ token: PortToken) -> ViewChange {
    guard token == searching?.token || token == finding.token else { return [] }
    return goOn()
  }

  /// Nothing is looked at any more.
  package func close() {
    searching?.close()
    finding.close()
  }

  private func goOn() -> ViewChange {
    guard let content else { return [] }
    var change: ViewChange = []
    do throws(SystemError) {
      if let result = try searching?.goOn(in: content.rows) { change = accept(result) }
      let found = try finding.goOn(in: content.rows)
      if found.hasFileChanged { noteFileChange() }
      change.formUnion(found.change)
    } catch {
      failure = .system(error)
      change.insert(.problem)
    }
    return change
  }

  /// Shows what has been found, if it is time to.
  private func accept(_ result: ViewResult) -> ViewChange {
    var change: ViewChange = .progress
    if result.hasFileChanged { noteFileChange() }
    if result.problem != failure { change.insert(.problem) }
    failure = result.problem
    let before = latest
    latest = result
    let isInOrder = request.sort == nil || result.order != nil || result.problem != nil
    let isShown = showsLatest || !result.rows.isEmpty || result.placedRow >= firstEndRow
    guard isInOrder, isShown || result.isSettled else { return change }
    if !showsLatest || before?.order?.ranks.count != result.order?.ranks.count {
      change.insert(.replaced)
    } else if before?.rows.count != result.rows.count {
      change.insert(.rows)
    }
    showsLatest = true
    isBeingReplaced = false
    shown = .found(result.rows, result.order)
    return change
  }

  private func noteFileChange() {
    if case .file(let rows)? = content?.rows { rows.noteChange() }
  }
}

// MARK: - What it shows

extension View {
  /// How many rows it shows.
  package var count: Int {
    switch shown {
    case .content: content?.rowCount ?? 0
    case .found(_, let order?): order.ranks.count
    case .found(let rows, nil): rows.count
    }
  }

  /// The row at a place; nil when there is none.
  package func row(at place: Int) -> Int? {
    guard place >= 0, place < count else { return nil }
    return switch shown {
    case .content: place
    case .found(let rows, let order?): rows.row(at: Int(order.ranks[place])).map(numbered)
    case .found(let rows, nil): rows.row(at: place).map(numbered)
    }
  }

  /// The place of a row; nil when it is not in the view.
  package func place(of row: Int) -> Int? {
    switch shown {
    case .content: return row >= 0 && row < count ? row : nil
    case .found(let rows, let order):
      let stored = row + headerRowCount
      guard row >= 0, rows.contains(stored) else { return nil }
      let rank = rows.rank(of: stored)
      guard let order else { return rank }
      return rank < order.places.count ? Int(order.places[rank]) : nil
    }
  }

  /// The place of a row, or, where the view does not show it, of the next one that it shows, else the last; the
  /// first where the rows are sorted, nil without rows.
  package func nearestPlace(to row: Int) -> Int? {
    if let place = place(of: row) { return place }
    guard count > 0 else { return nil }
    return switch shown {
    case .content: min(max(0, row), count - 1)
    case .found(_, .some): 0
    case .found(let rows, nil): min(rows.rank(of: row + headerRowCount), count - 1)
    }
  }

  /// A row's number as `Content` has it.
  private func numbered(_ row: Int) -> Int { row - headerRowCount }

  /// How many rows have been looked at, of those that there are.
  package var progress: (looked: Int, of: Int) {
    let count = content?.rowCount ?? 0
    guard let searching, searching.isRunning else { return (count, count) }
    return (min(count, max(0, (latest?.lookedRow ?? 0) - headerRowCount)), count)
  }

  /// It shows what was asked for, of all the rows that there are so far.
  package var isComplete: Bool {
    guard let searching, searching.isRunning else { return true }
    return showsLatest && latest?.isSettled == true && searching.isIdle
  }

  /// The rows are shown in the order that was asked for.
  package var isInOrder: Bool {
    guard request.sort != nil, showsLatest, case .found(_, .some) = shown else { return false }
    return true
  }

  /// What the cells are taken for that the rows are in the natural order of; nil where they are not.
  package var sortedType: CellType? {
    guard isInOrder, case .found(_, let order?) = shown else { return nil }
    return order.type
  }

  /// It shows what was asked for of the first rows, whatever comes after them.
  ///
  /// - Parameter rowCount: how many they are; those that there are not do not count.
  /// - Returns: whether it does.
  package func isComplete(ofFirst rowCount: Int) -> Bool {
    guard let searching, searching.isRunning, !isStuck else { return true }
    guard showsLatest, let placed = latest?.placedRow else { return false }
    return placed - headerRowCount >= min(rowCount, content?.rowCount ?? 0) || isComplete
  }

  /// It does not show yet what was asked for of the rows that there were then, or that have replaced them since.
  package var isBeginning: Bool { !isComplete(ofFirst: max(0, firstEndRow - headerRowCount)) }

  /// The rows cannot be looked at.
  private var isStuck: Bool { if case .system? = failure { true } else { false } }

  /// Bytes that say which rows are shown and where, for measuring.
  package var memoryBytes: Int {
    guard case .found(let rows, let order) = shown else { return 0 }
    return rows.memoryBytes + 8 * (order?.ranks.count ?? 0)
  }

  /// It shows all rows, in the content's order: a place is the row's number.
  package var isContent: Bool { if case .content = shown { true } else { false } }

  /// There is a filter, or something that was looked for, so that `findMatches` may find something.
  package var hasMatches: Bool {
    if case .every = places, case .every = foundPlaces { false } else { true }
  }

  /// Finds where a row matches the filter, or what was last looked for: ranges of its bytes, in order.
  ///
  /// - Parameters:
  ///   - row: the bytes of a row, as `Content.withRow` gives them.
  ///   - ranges: replaced; none of them empty or touching another.
  package func findMatches(in row: Span<UInt8>, into ranges: inout [Range<Int>]) {
    ranges.removeAll(keepingCapacity: true)
    findMatches(of: places, in: row, column: request.filter?.column, into: &ranges)
    let count = ranges.count
    findMatches(of: foundPlaces, in: row, column: foundColumn, into: &ranges)
    if count > 0, ranges.count > count { RowMatcher.join(&ranges) }
  }

  private func findMatches(
    of matcher: RowMatcher, in row: Span<UInt8>, column: Int?, into ranges: inout [Range<Int>]
  ) {
    if case .every = matcher { return }
    RowScan(matcher: matcher, choice: CellSelector(column, of: content?.columns))
      .findRanges(in: row, into: &ranges)
  }
}

// MARK: - Finding

extension View {
  /// Looks for the next row of the view that matches, round its end, in the order in which it is shown.
  ///
  /// A find under way is cancelled. What it comes to is told by `ViewChange.found`, at once or later;
  /// another request, and content that is replaced, cancel it.
  ///
  /// - Parameters:
  ///   - filter: what a row has to match besides; nil for the next row of the view.
  ///   - place: the find begins after it, or before it; -1 begins with the first row.
  ///   - isBackward: looks for the one before.
  /// - Throws: what is wrong with the filter.
  /// - Returns: what it has come to at once.
  package func find(
    _ filter: RowFilter?, from place: Int, isBackward: Bool = false
  ) throws(ViewProblem) -> ViewChange {
    foundMatcher = try Self.matcher(filter, findsPlaces: false)
    try showFound(filter)
    guard let content else { return [] }
    let choice = CellSelector(filter?.column, of: content.columns)
    var view: RowSet?
    var order: RowOrder?
    if case .found(let rows, let sorted) = shown { (view, order) = (rows, sorted) }
    let first = headerRowCount
    let row = row(at: place).map { $0 + first } ?? first - 1
    finding.begin(
      RowScan(matcher: foundMatcher, choice: choice),
      at: MatchFinder.Start(
        view: view, order: order, row: row, place: place,
        rows: first..<max(first, content.rows.count), isBackward: isBackward))
    return goOn()
  }

  /// Has rows match what was looked for, and looks for nothing.
  package func showFound(_ filter: RowFilter?) throws(ViewProblem) {
    foundPlaces = try Self.matcher(filter, findsPlaces: true)
    foundColumn = filter?.column
    foundName = TrackedColumn(foundColumn, of: content?.columns)
  }

  /// The place that a find has come to, once; nil when nothing matches.
  package func takeFound() -> Int? { finding.take().flatMap { place(of: numbered($0)) } }

  /// A find is under way.
  package var isFinding: Bool { finding.isRunning }

  /// Nothing is looked for any more, and nothing of it matches.
  package func endFind() {
    finding.cancel()
    (foundMatcher, foundPlaces) = (.every, .every)
  }
}

/// What a call changed in the view.
package struct ViewChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Rows were added at the end.
  package static let rows = ViewChange(rawValue: 1 << 0)
  /// Places mean other rows.
  package static let replaced = ViewChange(rawValue: 1 << 1)
  /// More rows have been looked at, or all.
  package static let progress = ViewChange(rawValue: 1 << 2)
  /// The next match was found, or that there is none: see `View.takeFound`.
  package static let found = ViewChange(rawValue: 1 << 3)
  /// `View.problem` is another.
  package static let problem = ViewChange(rawValue: 1 << 4)
}
