package import HostContent
package import HostPlugins
package import HostSystem

/// The content's rows as filtered, sorted and searched, shared by all children of a run: answers
/// their queries, performs requests to filter, sort or search of children, the command line and the
/// query line of `--pick`, and records those of third-party children, so the user can undo them.
///
/// It is no view of a user interface. Used on the main loop only: a call takes a bounded time and
/// calls no child.
package final class SharedRowView {
  private let view: View
  private unowned let run: RunContext
  private var revision: UInt64 = 0
  private var shown: Content?
  private(set) var requestCount = 0
  private var choice = Choice()
  /// The view and the choice before the provisional requests of a child; nil if there are none.
  private var before: (request: ViewRequest, choice: Choice)?
  /// The number of shown rows when the last search started.
  private var findRowCount = 0
  /// Why the last request was refused; nil if it was not.
  private var refusal: ViewProblem?
  /// Why the last search was refused; nil if it was not, or was ended.
  private var findRefusal: ViewProblem?
  /// The initial filter, until there is content.
  private var firstFilter: RowFilter?
  /// The filter of the command line, which applies while the query of a pick is empty.
  private let ownFilter: RowFilter?
  /// The query of a pick, until there is content.
  private var firstQuery: PickQuery?
  /// The initial sort order, until its column exists or a child requests another order.
  private var firstSort: SortRequest?
  /// The search of an earlier run, whose matches are shown from the first content on.
  private var firstFind: RowFilter?
  /// Whether the run is over; later requests are ignored.
  private var isClosed = false
  /// Whether an input or the command line requested the view or search: later inputs wait for it.
  private var isShownForInput = false
  private var isFoundForInput = false
  /// Whether the last requested view has not been shown yet, and the view before it.
  private var isBeginning = false
  private var shownBefore = ViewRequest()
  /// A reused buffer for the matches in the last examined row.
  private var matches: [Range<Int>] = []
  private var looked: (row: UInt64, generation: Int, revision: Int)?
  private(set) var lookCount = 0
  /// The matches within the cells of that row.
  private(set) var places = DecodedRangeConverter()

  /// The last search with its result, the filter and order before a third-party child changed them,
  /// and the names of the third-party children that set the view and the search; copied before a
  /// child's provisional request, and restored if the child does not use the input.
  private struct Choice {
    /// The last search; nil if there is none, or it was ended.
    var findCall: FindCall?
    var find = ViewFacts.Find.none
    var finds: UInt64 = 0
    /// The user's view, before a third-party child changed it.
    var requestOfUser = ViewRequest()
    /// Third-party children that set the view and the search; nil if the user did so otherwise.
    var showSetter: String?
    var findSetter: String?
  }

  /// The arguments of the last search for a row: the filter to match, where to start, and the
  /// direction; kept to repeat the search when a child's later one is undone, and for `--remember`.
  private struct FindCall: Equatable {
    let filter: RowFilter
    let place: UInt64?
    let isBackward: Bool
  }

  package init(
    in world: any BackgroundWorld, of run: RunContext, beginningWith filter: RowFilter?,
    sortedBy sort: SortRequest? = nil, marking find: RowFilter? = nil
  ) {
    view = View(in: world)
    self.run = run
    firstFilter = filter
    ownFilter = filter
    firstSort = sort
    firstFind = find
  }

  package func contentChanged() {
    guard !isClosed, let content = run.content?.content else { return }
    markFirstFind()
    if let request = takeFirstRequest(of: content) { return show(request, forInput: true) }
    let change = view.contentChanged(content)
    if let shown, let shift = content.rowShift(since: shown), shift != 0 { shiftFind(by: shift) }
    // The found row no longer exists.
    if change.contains(.replaced), shown?.load != content.load {
      (choice.find, choice.findSetter) = (.none, nil)
    }
    shown = content
    note(change)
  }

  private func shiftFind(by shift: Int) {
    guard case .found(let row) = choice.find else { return }
    choice.find = UInt64(exactly: Int64(row) - Int64(shift)).map { .found(row: $0) } ?? .none
  }

  /// Shows the matches of an earlier run's search without moving to one.
  private func markFirstFind() {
    guard let filter = firstFind else { return }
    firstFind = nil
    guard (try? view.showFound(filter)) != nil else { return }
    choice.findCall = FindCall(filter: filter, place: nil, isBackward: false)
    revision += 1
  }

  /// The user's last search, for the next run; nil if none, or if it was limited to one column.
  package var rememberedFind: RowFilter? {
    guard choice.findSetter == nil else { return nil }
    let find = firstFind ?? choice.findCall?.filter
    return find?.column == nil ? find : nil
  }

  /// The command line's initial request, as far as these columns allow and it is still open.
  private func takeFirstRequest(of content: Content) -> ViewRequest? {
    var request = view.request
    request.filter = firstFilter ?? request.filter
    firstFilter = nil
    if let sort = firstSort, content.hasKnownColumns,
      content.missingColumn(of: [sort.column], in: [0..<UInt64(min(content.rowCount, 200))]) == nil,
      let found = sort.resolve(in: content.columns)
    {
      firstSort = nil
      request.sort = found
    }
    if let query = firstQuery {
      firstQuery = nil
      request = self.request(for: query, instead: request)
    }
    return request == view.request ? nil : request
  }

  private var missingColumn: ViewProblem? {
    guard run.content?.content.hasKnownColumns == true else { return nil }
    return firstSort.map { .noColumnToSort($0.column) }
  }

  package func take(_ token: PortToken) { note(view.take(token)) }

  /// Whether no filter, sort or search is running.
  package var isAtRest: Bool { view.isComplete && !view.isFinding }

  package func close() {
    isClosed = true
    view.close()
  }

  private func note(_ change: ViewChange) {
    // The matches of the last examined row may have changed.
    looked = nil
    isBeginning = isBeginning && view.isBeginning
    if change.contains(.replaced) { revision += 1 }
    if change.contains(.found) {
      let row = view.takeFound().flatMap { view.row(at: $0) }
      choice.find = row.map { .found(row: UInt64($0)) } ?? .noMatch
    } else if choice.find == .running, !view.isFinding {
      choice.find = .none
    }
  }
}

// MARK: - Queries of children

extension SharedRowView: ViewReader {
  package var facts: ViewFacts {
    let progress = view.progress
    var facts = ViewFacts()
    facts.request = view.request
    facts.revision = revision
    facts.rows = UInt64(view.count)
    facts.lookedRows = UInt64(progress.searched)
    facts.allRows = UInt64(progress.of)
    facts.isComplete = view.isComplete
    facts.isInOrder = view.isInOrder
    // Without rows, the type would depend on when they disappeared.
    facts.sortedType = view.count > 0 ? view.sortedType : nil
    facts.isContent = view.isContent
    facts.hasMatches = view.hasMatches
    facts.finds = choice.finds
    facts.find = choice.find
    facts.problem = (refusal ?? findRefusal ?? missingColumn ?? problem)?.text
    return facts
  }

  /// Why the view differs from the request, with the child that set a pattern that takes too long.
  private var problem: ViewProblem? {
    guard case .takesTooLong(let pattern, let isFilter, _)? = view.problem else {
      return view.problem
    }
    let isOfUser = isFilter && view.request.filter == choice.requestOfUser.filter
    let setter = isOfUser ? nil : isFilter ? choice.showSetter : choice.findSetter
    return .takesTooLong(pattern: pattern, isFilter: isFilter, setter: setter)
  }

  package func copyRows(
    from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>
  ) -> Int {
    guard let first = Int(exactly: place) else { return 0 }
    let count = min(rows.count, max(0, view.count - min(first, view.count)))
    for index in 0..<count {
      guard let row = view.row(at: first + index) else { return index }
      unsafe rows[index] = UInt64(row)
    }
    return count
  }

  package func place(of row: UInt64) -> UInt64? {
    Int(exactly: row).flatMap { view.place(of: $0) }.map { UInt64($0) }
  }

  var count: Int { view.count }

  /// The number of matches so far, including those that are not shown because only the best are.
  var foundCount: Int { view.foundCount }

  /// The progress of filtering and sorting in percent; nil if complete.
  var percent: Int? {
    guard !view.isComplete else { return nil }
    let progress = view.progress
    return progress.of > 0 ? min(99, progress.searched * 100 / progress.of) : 0
  }

  func row(at place: Int) -> UInt64? { view.row(at: place).map { UInt64($0) } }

  /// The position of a row, or of the nearest shown one; nil without rows.
  func nearestPlace(to row: Int) -> Int? { view.nearestPlace(to: row) }

  /// The row to go to instead of one that a sorted view does not show; elsewhere the row itself.
  func nextShownRow(from row: Int) -> Int { view.nextShownRow(from: row) }

  package func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard view.hasMatches, row < run.rowCount, let content = run.content?.content else { return [] }
    var cut: [Range<Int>] = []
    content.withRow(Int(row)) { bytes, _ in
      look(at: bytes, (row, content.generation, content.revision))
      guard let column, let columns = content.columns, column < columns.columns.count else {
        if column == nil { cut = matches }
        return
      }
      let cell = columns.cell(Int(column), of: bytes)
      places.append(matches, in: cell, of: bytes, columns, to: &cut)
    }
    if cut.count > ViewFacts.mostMatches { cut.removeLast(cut.count - ViewFacts.mostMatches) }
    return cut
  }

  private func look(
    at bytes: Span<UInt8>, _ row: (row: UInt64, generation: Int, revision: Int)
  ) {
    if let looked, looked == row { return }
    looked = row
    lookCount += 1
    let first = bytes.extracting(first: min(bytes.count, ViewFacts.matchedBytes))
    view.findMatches(in: first, into: &matches)
  }
}

// MARK: - Views that third-party children set

extension SharedRowView {
  /// Records which child requests a view before it is shown; the name is nil for a bundled child.
  func willShow(_ request: ViewRequest, for name: String?) {
    guard request != view.request else { return }
    if name != nil, choice.showSetter == nil { choice.requestOfUser = view.request }
    choice.showSetter = request == choice.requestOfUser ? nil : name
  }

  func willFind(for name: String?) { choice.findSetter = name }

  /// A description of the view and search set by third-party children, or of their slow pattern.
  var setter: String? {
    if case .takesTooLong(_, _, .some)? = problem { return problem?.text }
    var parts: [String] = []
    if let setter = choice.showSetter {
      let what =
        switch (view.request.filter, view.request.sort) {
        case (nil, nil): "unfiltered"
        case (_?, nil): "filtered"
        case (nil, _?): "sorted"
        case (_?, _?): "filtered and sorted"
        }
      parts.append("rows \(what) by \(setter)")
    }
    if let setter = choice.findSetter { parts.append("search by \(setter)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Removes the view and search of third-party children, and shows the user's view again.
  func restore() {
    if choice.findSetter != nil { endFind() }
    guard choice.showSetter != nil else { return }
    choice.showSetter = nil
    show(choice.requestOfUser, forInput: true)
  }
}

// MARK: - Requests of children

extension SharedRowView {
  package func show(_ request: ViewRequest) {
    var request = request
    // A child that keeps the filter does not know this.
    request.filter?.matchesExactly = view.request.filter?.matchesExactly ?? false
    if request.filter != view.request.filter { request.filter?.matchesExactly = false }
    if request.sort != view.request.sort { firstSort = nil }
    show(request, forInput: run.isHandlingInput)
  }

  private func show(_ request: ViewRequest, forInput isForInput: Bool) {
    guard !isClosed, let content = run.content?.content else { return }
    if !isBeginning { shownBefore = view.request }
    isBeginning = true
    isShownForInput = isForInput
    let hadMatches = view.hasMatches
    requestCount += 1
    refusal = attempt { () throws(ViewProblem) in try view.show(request, of: content) }
    // The same rows may be shown with different matches.
    if hadMatches || view.hasMatches { revision += 1 }
  }

  /// Shows the rows that match the query of a pick, best first unless another order is set.
  func show(_ query: PickQuery) {
    guard run.content != nil else {
      firstQuery = query
      return
    }
    choice.showSetter = nil
    // The query is newer than a search that has found nothing so far.
    if choice.find == .noMatch || choice.find == .running { endFind() }
    let request = request(for: query, instead: view.request)
    show(request, forInput: true)
    guard refusal != nil, view.request.filter?.kind != request.filter?.kind else { return }
    // Rows that match an invalid expression as a query would seem to match the expression.
    show(ViewRequest(filter: ownFilter, sort: view.request.sort), forInput: true)
    show(request, forInput: true)
  }

  /// Why the rows are not those of a pick's query, such as an invalid expression; nil if they are.
  var queryProblem: String? {
    guard let query = run.query else { return nil }
    return view.request.filter == query.filter ?? ownFilter ? nil : refusal?.text
  }

  private func request(for query: PickQuery, instead request: ViewRequest) -> ViewRequest {
    var request = request
    request.filter = query.filter ?? ownFilter
    if request.sort == nil || request.sort?.key == .score { request.sort = query.sort }
    return request
  }

  package func find(_ filter: RowFilter, from place: UInt64?, isBackward: Bool) {
    if isClosed { return }
    // A search of an input that is repeated because the first rows have come is still that input's.
    let isRepeated = isFoundForInput && findRowCount == 0 && choice.findCall?.filter == filter
    firstFind = nil
    choice.finds += 1
    revision += 1
    choice.findCall = FindCall(filter: filter, place: place, isBackward: isBackward)
    choice.find = .running
    findRowCount = view.count
    isFoundForInput = run.isHandlingInput || isRepeated
    let start = place.map { Int(clamping: $0) } ?? (isBackward ? view.count : -1)
    findRefusal = attempt { () throws(ViewProblem) in
      try view.find(filter, from: start, isBackward: isBackward)
    }
  }

  package func endFind() {
    findRefusal = nil
    choice.findSetter = nil
    firstFind = nil
    view.endFind()
    looked = nil
    revision += 1
    choice.findCall = nil
    choice.find = .none
  }

  func beginProvisional() {
    before = before ?? (view.request, choice)
  }

  func endProvisional(isKept: Bool) {
    guard let (request, old) = before else { return }
    before = nil
    if isKept { return }
    if view.request != request { show(request, forInput: true) }
    (choice.requestOfUser, choice.showSetter) = (old.requestOfUser, old.showSetter)
    defer { choice.findSetter = old.findSetter }
    guard choice.finds != old.finds || choice.findCall != old.findCall else { return }
    endFind()
    (choice.finds, choice.findCall) = (old.finds, old.findCall)
    guard let call = old.findCall else { return }
    if old.find == .running {
      find(call.filter, from: call.place, isBackward: call.isBackward)
      choice.finds = old.finds
    } else {
      choice.find = old.find
      // The search was valid when it was first requested, so this does not throw.
      try? view.showFound(call.filter)
    }
  }

  /// Whether no row matches the filter or the last search.
  var hasNoMatch: Bool { view.isComplete && showsNoMatch }

  /// Whether no row that matches the filter or the last search is shown.
  var showsNoMatch: Bool {
    view.count == 0 || choice.find == .noMatch && findRowCount == view.count
  }

  /// Whether the content was replaced and none of its rows are shown yet.
  var isBeingReplaced: Bool { view.isBeingReplaced }

  /// Whether no filter, sort or search of an input runs over the first rows; the rest is ignored.
  func hasFollowedInputs(overFirst rowCount: UInt64) -> Bool {
    !(isFoundForInput && view.isFinding)
      && (!isShownForInput || view.isComplete(ofFirst: Int(clamping: rowCount)))
  }

  /// Whether a filter, sort or search of an input has not completed for the first time.
  var isFollowingInput: Bool {
    isFoundForInput && view.isFinding || isShownForInput && isBeginning
  }

  /// Cancels that operation and restores the previous view.
  func dropOperation() {
    if isFoundForInput, view.isFinding { endFind() }
    guard isShownForInput, isBeginning else { return }
    let before = shownBefore
    shownBefore = ViewRequest()
    show(before, forInput: true)
  }

  /// Returns why a request was refused; nil if it was not.
  private func attempt(_ ask: () throws(ViewProblem) -> ViewChange) -> ViewProblem? {
    do throws(ViewProblem) {
      note(try ask())
      return nil
    } catch {
      note([])
      return error
    }
  }
}
