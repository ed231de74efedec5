package import HostContent
package import HostPlugins
package import HostSystem

/// The view of the container: what its children ask of it, and what they see of it.
///
/// It belongs to the loop: a call takes a bounded time, and calls no child.
package final class ContainerView {
  private let view: View
  private unowned let run: RunContext
  private var revision: UInt64 = 0
  /// The content as the view has it.
  private var shown: Content?
  /// How often another view was asked for.
  private(set) var requestCount = 0
  private var finds: UInt64 = 0
  private var lastFind = ViewFacts.Find.none
  /// What was looked for last; nil: nothing, or it has been ended.
  private var lastFindCall: FindCall?
  /// What was asked for before a child began to ask for something for now; nil: none has.
  private var before: Before?
  /// How many rows were shown when it began.
  private var findRowCount = 0
  /// Why what was asked for last was not begun.
  private var refusal: ViewProblem?
  /// What it begins with, until there is a content.
  private var firstFilter: RowFilter?
  /// The filter of the command line, for as long as nothing is typed in a pick.
  private let ownFilter: RowFilter?
  /// What is typed in a pick, until there is a content.
  private var firstQuery: PickQuery?
  /// The order that it begins with, until there is a column of that name, or a child asks for another order.
  private var firstSort: SortRequest?
  /// What matches from the first content on, as it was looked for in an earlier run.
  private var firstFind: RowFilter?
  /// The names of the third-party children that have asked for what is shown and for what is looked for; nil: the
  /// user has, by a bundled child or the command line.
  private var showSetter: String?
  private var findSetter: String?
  /// What was shown before the first of them asked for another view.
  private var requestOfUser = ViewRequest()
  /// The run is over: what children ask for as they go is not begun any more.
  private var isClosed = false
  /// A child asked for what is shown, or looked for, while it handled an input, or the user did on the command line:
  /// later inputs wait for it.
  private var isShownForInput = false
  private var isFoundForInput = false
  /// What was asked for last has not been shown yet, and what was shown before.
  private var isBeginning = false
  private var shownBefore = ViewRequest()
  /// Where the row that was looked at last matches; filled again and again.
  private var matches: [Range<Int>] = []
  private var looked: LookedRow?
  /// How often a row was looked at.
  private(set) var lookCount = 0
  /// Where that is in its cells.
  private(set) var places = DecodedRanges()

  /// - Parameters:
  ///   - world: where rows are looked at beside the loop.
  ///   - run: has the content.
  ///   - filter: the rows that are shown first; nil for all.
  ///   - sort: their order at first; nil for that of the content.
  ///   - find: what matches at first, as in an earlier run.
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

  /// The content is another.
  package func contentChanged() {
    guard !isClosed, let content = run.content?.content else { return }
    markFirstFind()
    if let request = takeFirstRequest(of: content) { return show(request, forInput: true) }
    let change = view.contentChanged(content)
    if let shown, let shift = content.rowShift(since: shown), shift != 0 { shiftFind(by: shift) }
    // The row that was found is no more.
    if change.contains(.replaced), shown?.load != content.load {
      (lastFind, findSetter) = (.none, nil)
    }
    shown = content
    note(change)
  }

  /// The row that was found has another number, or has been dropped.
  private func shiftFind(by shift: Int) {
    guard case .found(let row) = lastFind else { return }
    lastFind = UInt64(exactly: Int64(row) - Int64(shift)).map { .found(row: $0) } ?? .none
  }

  /// Has rows match as they did in an earlier run, and looks for none.
  private func markFirstFind() {
    guard let filter = firstFind else { return }
    firstFind = nil
    guard (try? view.showFound(filter)) != nil else { return }
    lastFindCall = FindCall(filter: filter, place: nil, isBackward: false)
    revision += 1
  }

  /// What was looked for last by the user, for the next run; nil: nothing, or in one column alone.
  package var rememberedFind: RowFilter? {
    guard findSetter == nil else { return nil }
    let find = firstFind ?? lastFindCall?.filter
    return find?.column == nil ? find : nil
  }

  /// What the command line asks for, as far as that is possible with these columns and has not been before.
  private func takeFirstRequest(of content: Content) -> ViewRequest? {
    var request = view.request
    if let filter = firstFilter {
      firstFilter = nil
      request.filter = filter
    }
    if let sort = firstSort, content.hasKnownColumns,
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

  /// The column of the command line is none of those that there are.
  private var missingColumn: ViewProblem? {
    guard let firstSort, let content = run.content?.content, content.hasKnownColumns else {
      return nil
    }
    return .noColumnToSort(firstSort.column)
  }

  /// Takes what a ready port brings; nothing where it is none of the view's.
  package func take(_ token: PortToken) { note(view.take(token)) }

  /// Nothing is looked at.
  package var isAtRest: Bool { view.isComplete && !view.isFinding }

  /// Nothing is looked at any more.
  package func close() {
    isClosed = true
    view.close()
  }

  private func note(_ change: ViewChange) {
    // What was found before may be no match any more.
    looked = nil
    isBeginning = isBeginning && view.isBeginning
    if change.contains(.replaced) { revision += 1 }
    if change.contains(.found) {
      let row = view.takeFound().flatMap { view.row(at: $0) }
      lastFind = row.map { .found(row: UInt64($0)) } ?? .noMatch
    } else if lastFind == .running, !view.isFinding {
      lastFind = .none
    }
  }
}

// MARK: - What children see

extension ContainerView {
  /// Answers what a child asks of the view.
  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .view: .view(facts)
    case .viewRows(let place, let rows): .length(UInt64(unsafe copyRows(from: place, into: rows)))
    case .place(let row): place(of: row).map { .place($0) } ?? .none
    case .matches(let row, let column): .matches(matches(in: row, column: column))
    default: .none
    }
  }

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
    // Which type it was depends on when the rows went, where there are none.
    facts.sortedType = view.count > 0 ? view.sortedType : nil
    facts.isContent = view.isContent
    facts.hasMatches = view.hasMatches
    facts.finds = finds
    facts.find = lastFind
    facts.problem = (refusal ?? missingColumn ?? problem)?.text
    return facts
  }

  /// Why not all is as it was asked for, with the child that has set a pattern that takes too long.
  private var problem: ViewProblem? {
    guard case .takesTooLong(let pattern, let isFilter, _)? = view.problem else {
      return view.problem
    }
    let isOfUser = isFilter && view.request.filter == requestOfUser.filter
    let setter = isOfUser ? nil : isFilter ? showSetter : findSetter
    return .takesTooLong(pattern: pattern, isFilter: isFilter, setter: setter)
  }

  /// Fills a buffer with the rows at the places from one on; how many there were.
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

  /// How many rows it shows.
  var count: Int { view.count }

  /// How many rows match so far, also where only the best are shown.
  var foundCount: Int { view.foundCount }

  /// How much of the rows has been looked at, in percent; nil: all of them, and they are in order.
  var percent: Int? {
    guard !view.isComplete else { return nil }
    let progress = view.progress
    return progress.of > 0 ? min(99, progress.searched * 100 / progress.of) : 0
  }

  /// The row at a place.
  func row(at place: Int) -> UInt64? { view.row(at: place).map { UInt64($0) } }

  /// The place of a row, or of the nearest that is shown; nil without rows.
  func nearestPlace(to row: Int) -> Int? { view.nearestPlace(to: row) }

  package func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard view.hasMatches, row < run.rowCount, let content = run.content?.content else { return [] }
    var cut: [Range<Int>] = []
    content.withRow(Int(row)) { bytes, _ in
      look(at: bytes, LookedRow(row: row, content: content))
      guard let column, let columns = content.columns, column < columns.columns.count else {
        if column == nil { cut = matches }
        return
      }
      let cell = columns.cell(Int(column), of: bytes)
      places.append(matches, in: cell, of: bytes, columns, to: &cut)
    }
    if cut.count > ViewFacts.mostMatches {
      cut.removeLast(cut.count - ViewFacts.mostMatches)
    }
    return cut
  }

  /// Looks where a row matches, once for all its columns.
  private func look(at bytes: Span<UInt8>, _ row: LookedRow) {
    if row == looked { return }
    looked = row
    lookCount += 1
    let first = bytes.extracting(first: min(bytes.count, ViewFacts.matchedBytes))
    view.findMatches(in: first, into: &matches)
  }
}

/// What was shown and looked for before a child asked for something that may be undone.
private struct Before {
  let request: ViewRequest
  let find: FindCall?
  let came: ViewFacts.Find
  let finds: UInt64
  let requestOfUser: ViewRequest
  let showSetter: String?
  let findSetter: String?
}

/// What a child has looked for.
private struct FindCall: Equatable {
  let filter: RowFilter
  let place: UInt64?
  let isBackward: Bool
}

/// The row that was looked at last, as it was then.
private struct LookedRow: Equatable {
  let row: UInt64
  let generation: Int
  let revision: Int

  init(row: UInt64, content: Content) {
    self.row = row
    generation = content.generation
    revision = content.revision
  }
}

// MARK: - Views that third-party children set

extension ContainerView {
  /// Notes which child asks for another view, before it is shown.
  ///
  /// - Parameters:
  ///   - request: what it asks for.
  ///   - name: of a third-party child; nil for a bundled one.
  func willShow(_ request: ViewRequest, for name: String?) {
    guard request != view.request else { return }
    if name != nil, showSetter == nil { requestOfUser = view.request }
    showSetter = request == requestOfUser ? nil : name
  }

  /// Notes which child looks for matches; nil for a bundled one.
  func willFind(for name: String?) { findSetter = name }

  /// What third-party children have set and which they are, in words; nil: nothing.
  ///
  /// Where a pattern of theirs takes too long these are the words for it.
  var setter: String? {
    if case .takesTooLong(_, _, .some)? = problem { return problem?.text }
    var parts: [String] = []
    if let showSetter {
      let what = [
        view.request.filter.map { _ in "filtered" }, view.request.sort.map { _ in "sorted" },
      ]
      .compactMap(\.self).joined(separator: " and ")
      parts.append("rows \(what.isEmpty ? "unfiltered" : what) by \(showSetter)")
    }
    if let findSetter { parts.append("search by \(findSetter)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Removes what third-party children have set: the rows are shown as the user had them.
  func restore() {
    if findSetter != nil { endFind() }
    guard showSetter != nil else { return }
    showSetter = nil
    show(requestOfUser, forInput: true)
  }
}

// MARK: - What children ask for

extension ContainerView {
  package func show(_ request: ViewRequest) {
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
    attempt { () throws(ViewProblem) in try view.show(request, of: content) }
    // What is shown may be the same for now, and match elsewhere.
    if hadMatches || view.hasMatches { revision += 1 }
  }

  /// Shows the rows that match what is typed in a pick, the best first unless they are sorted otherwise.
  func show(_ query: PickQuery) {
    guard run.content != nil else {
      firstQuery = query
      return
    }
    showSetter = nil
    show(request(for: query, instead: view.request), forInput: true)
  }

  private func request(for query: PickQuery, instead request: ViewRequest) -> ViewRequest {
    var request = request
    request.filter = query.filter ?? ownFilter
    if request.sort == nil || request.sort?.key == .score { request.sort = query.sort }
    return request
  }

  package func find(_ filter: RowFilter, from place: UInt64?, isBackward: Bool) {
    if isClosed { return }
    firstFind = nil
    finds += 1
    revision += 1
    lastFindCall = FindCall(filter: filter, place: place, isBackward: isBackward)
    lastFind = .running
    findRowCount = view.count
    isFoundForInput = run.isHandlingInput
    let start = place.map { Int(clamping: $0) } ?? (isBackward ? view.count : -1)
    attempt { () throws(ViewProblem) in
      try view.find(filter, from: start, isBackward: isBackward)
    }
  }

  package func endFind() {
    findSetter = nil
    firstFind = nil
    view.endFind()
    looked = nil
    revision += 1
    lastFindCall = nil
    lastFind = .none
  }

  /// What is asked for from here on may be undone.
  func beginProvisional() {
    guard before == nil else { return }
    before = Before(
      request: view.request, find: lastFindCall, came: lastFind, finds: finds,
      requestOfUser: requestOfUser, showSetter: showSetter, findSetter: findSetter)
  }

  /// What was asked for since stays, or is undone.
  func endProvisional(isKept: Bool) {
    guard let before else { return }
    self.before = nil
    if isKept { return }
    if view.request != before.request { show(before.request, forInput: true) }
    (requestOfUser, showSetter) = (before.requestOfUser, before.showSetter)
    defer { findSetter = before.findSetter }
    guard finds != before.finds || lastFindCall != before.find else { return }
    endFind()
    (finds, lastFindCall) = (before.finds, before.find)
    guard let call = before.find else { return }
    if before.came == .running {
      find(call.filter, from: call.place, isBackward: call.isBackward)
      finds = before.finds
    } else {
      lastFind = before.came
      // It was none when it was looked for.
      try? view.showFound(call.filter)
    }
  }

  /// No row matches what was looked for last, nor the filter.
  var hasNoMatch: Bool {
    view.isComplete && (view.count == 0 || lastFind == .noMatch && findRowCount == view.count)
  }

  /// The content was replaced, and none of its rows are shown yet.
  var isBeingReplaced: Bool { view.isBeingReplaced }

  /// Nothing that an input has begun is under way.
  ///
  /// - Parameter rowCount: rows after so many do not matter.
  /// - Returns: whether it is so.
  func hasFollowedInputs(overFirst rowCount: UInt64) -> Bool {
    !(isFoundForInput && view.isFinding)
      && (!isShownForInput || view.isComplete(ofFirst: Int(clamping: rowCount)))
  }

  /// Something that an input has begun has not come to its end once.
  var isFollowingInput: Bool {
    isFoundForInput && view.isFinding || isShownForInput && isBeginning
  }

  /// Ends that: what was shown before is shown again.
  func dropOperation() {
    if isFoundForInput, view.isFinding { endFind() }
    guard isShownForInput, isBeginning else { return }
    let before = shownBefore
    shownBefore = ViewRequest()
    show(before, forInput: true)
  }

  private func attempt(_ ask: () throws(ViewProblem) -> ViewChange) {
    do throws(ViewProblem) {
      refusal = nil
      note(try ask())
    } catch {
      refusal = error
      note([])
    }
  }
}
