import ChildPluginKit

/// The keys of the search (`/`) and the filter (`&`).
///
/// Tab changes the kind of match, Enter keeps the text, Escape ends it, `n` and `N` repeat the
/// search.
extension ListChild {
  func beginTyping(_ purpose: ListPrompt.Purpose) {
    if purpose == .search, let content = host.content { rememberPlace(in: content) }
    prompt = ListPrompt(
      purpose: purpose, origin: place, anchor: anchorAtPlace,
      row: host.content.flatMap { selectedRow(of: $0) }, generation: host.content?.generation,
      filterBefore: filter, searchBefore: search)
    switch purpose {
    case .search:
      endSearch()
      search = ListQuery(kind: typedKinds.search)
    case .filter: filter = ListQuery(kind: typedKinds.filter)
    }
    host.invalidate()
  }

  /// The end of the view where the cursor stays; nil if it is on a row.
  private var anchorAtPlace: ListPosition.Anchor? {
    if host.situation?.isFollowing ?? false { return .end }
    let end = anchor == .end ? rows(of: host.content) - 1 : 0
    return place.selected == end ? anchor : nil
  }

  /// Handles a key while a query is typed.
  func typed(_ key: Key, into prompt: ListPrompt) -> Bool {
    switch key.code {
    case .escape: cancel(prompt)
    case .enter: keep(prompt)
    case .backspace where typedQuery.isEmpty: cancel(prompt)
    case .backspace: change(prompt) { $0.removeLast() }
    case .tab: change(prompt) { $0.switchKind() }
    case .up, .down:
      if prompt.purpose == .search { return searchNext(backward: key.code == .up) }
      if let content = host.content { _ = move(key.code, in: content) }
    default: _ = type(key.text, into: prompt)
    }
    host.invalidate()
    return true
  }

  /// Handles Ctrl-U, which removes all text, and Ctrl-W, which removes the last word.
  func edit(_ prompt: ListPrompt, by key: Key) -> Bool {
    guard key.modifiers == .control else { return false }
    switch key.code {
    case .character("u"): change(prompt) { $0.removeAll() }
    case .character("w"): change(prompt) { $0.removeLastWord() }
    default: return false
    }
    return true
  }

  /// Types text into the query; returns whether anything was appended.
  func type(_ text: String, into prompt: ListPrompt) -> Bool {
    var query = typedQuery
    guard query.type(text) else { return false }
    change(prompt) { $0 = query }
    return true
  }

  /// The query that is being typed.
  private var typedQuery: ListQuery { prompt?.purpose == .filter ? filter : search }

  private func change(_ prompt: ListPrompt, _ body: (inout ListQuery) -> Void) {
    switch prompt.purpose {
    case .search:
      body(&search)
      typedKinds.search = search.kind
      searchFromOrigin(of: prompt)
    case .filter:
      let kindBefore = filter.kind
      body(&filter)
      typedKinds.filter = filter.kind
      showFiltered()
      guard isRefused, filter.kind != kindBefore else { break }
      // The rows that match the same text as another kind would be taken for those of this one.
      host.view?.show(prompt.filterBefore.filter, sort: host.view?.sort)
      showFiltered()
    }
    host.invalidate()
  }

  /// Whether the host has refused the filter, an invalid expression, and shows rows of another one.
  private var isRefused: Bool {
    !filter.isEmpty && host.view.map { ListQuery($0.filter) != filter } ?? false
  }

  /// Whether the host has refused the search, an invalid expression.
  private var isSearchRefused: Bool {
    !search.isEmpty && host.view.map { $0.find == .none && $0.problem != nil } ?? false
  }

  private func keep(_ prompt: ListPrompt) {
    if prompt.purpose == .filter { showFiltered() }
    // The prompt stays with an invalid expression, and says what is wrong with it.
    if prompt.purpose == .filter ? isRefused : isSearchRefused { return }
    self.prompt = nil
    switch prompt.purpose {
    case .search where search.isEmpty:
      // Without a text, it repeats the last search.
      search = prompt.searchBefore
      _ = searchNext(backward: false)
    case .search, .filter: break
    }
  }

  private func cancel(_ prompt: ListPrompt) {
    self.prompt = nil
    switch prompt.purpose {
    case .search:
      endSearch()
      search = prompt.searchBefore
      if let content = host.content { goBack(to: prompt, in: content) }
    case .filter:
      filter = prompt.filterBefore
      showFiltered()
    }
    host.invalidate()
  }
}

// MARK: - The search

extension ListChild {
  /// Goes back to the row before typing, at its present place, or to the end where the cursor
  /// stayed; after a reload, the cursor stays on its row unless it was at an end.
  private func goBack(to prompt: ListPrompt, in content: Content) {
    // The cursor is still at that end, and the list with it.
    if prompt.anchor != nil, anchor != nil { return }
    let isSameLoad = content.generation == prompt.generation
    if isSameLoad { place = prompt.origin }
    if let end = prompt.anchor {
      let rows = rows(of: content)
      place.select(end == .end ? rows - 1 : 0, rows: rows, visible: layout(content).visible)
      _ = moveAndAnchor(in: content, atEnd: end == .end)
    } else if isSameLoad {
      if let row = prompt.row, let shown = placeInView(of: row) { place.follow(to: shown) }
      if rowAtPlace(of: content) != selectedRow(of: content) { moved(in: content) }
    }
  }

  /// Searches from the place before typing, including its row; after a reload, from the cursor.
  private func searchFromOrigin(of prompt: ListPrompt) {
    // Leaves the previous match.
    if let content = host.content, content.generation == prompt.generation {
      goBack(to: prompt, in: content)
    }
    settle()
    look(from: place.selected > 0 ? place.selected - 1 : nil)
  }

  /// Goes to the next match; returns whether the key is used.
  func searchNext(backward isBackward: Bool) -> Bool {
    guard !search.isEmpty else { return prompt != nil }
    settle()
    look(from: place.selected, backward: isBackward)
    host.invalidate()
    return true
  }

  private func look(from place: Int?, backward isBackward: Bool = false) {
    awaitedFind = nil
    hasFoundNothing = false
    guard let view = host.view else { return }
    guard let filter = search.filter else { return view.endFind() }
    lookedRows = view.rows
    findOrigin = (place, isBackward)
    guard view.find(filter, from: place, backward: isBackward), let now = host.view else { return }
    awaitedFind = now.finds
    followFind(in: now)
  }

  /// Repeats a search without a match if there are other rows now; returns whether it did.
  ///
  /// While rows arrive, many must be new if there are many, because all are searched again.
  func lookAgain(in content: Content) -> Bool {
    let rows = rows(of: content)
    guard hasFoundNothing, rows != lookedRows else { return false }
    if content.isLoading, rows - lookedRows < (lookedRows - Self.fewRows) / 4 { return false }
    look(from: findOrigin.place, backward: findOrigin.isBackward)
    host.invalidate()
    return true
  }

  /// The number of rows that are searched in a moment.
  private static let fewRows = 100_000

  func endSearch() {
    search = ListQuery()
    awaitedFind = nil
    hasFoundNothing = false
    host.view?.endFind()
  }

  /// Goes to the row that was found.
  func followFind(in view: View) {
    guard awaitedFind == view.finds, view.find != .running else { return }
    awaitedFind = nil
    hasFoundNothing = view.find == .noMatch
    if case .found(let row) = view.find, let found = view.place(of: row),
      let content = host.content
    {
      if prompt == nil, found != place.selected { rememberPlace(in: content) }
      goTo(found, in: content)
      if let origin = findOrigin.place {
        let isPastEnd = findOrigin.isBackward ? found >= origin : found <= origin
        wrappedAround = isPastEnd ? findOrigin.isBackward ? .fromEnd : .fromTop : nil
      }
      showMatch(inRow: row, of: content, view)
      scrollToMatch(inRow: row, of: content, view)
    }
    // The last rows may have arrived while the others were searched.
    if let content = host.content { _ = lookAgain(in: content) }
    host.invalidate()
  }
}

// MARK: - The filter and the order

extension ListChild {
  func showFiltered() {
    guard let view = host.view else { return }
    view.show(filter.filter, sort: view.sort)
    viewDidChange()
  }

  /// Sorts by the next column, or not at all after the last one; without columns, by whole rows.
  func sortByNextColumn(in content: Content) -> Bool {
    guard let view = host.view else { return false }
    let columns = min(content.columns, ListColumns.limit)
    let next = view.sort.map { ($0.column ?? 0) + 1 } ?? 0
    var sort: View.Sort?
    if next < max(1, columns) {
      sort = View.Sort(by: .natural, column: columns > 0 ? next : nil)
    }
    view.show(view.filter, sort: sort)
    viewDidChange()
    return true
  }

  /// Sorts by column number, or without columns by word, where 1 is the whole row, as for `--sort`.
  func sort(byColumn number: Int, in content: Content) -> Bool {
    guard let view = host.view else { return false }
    guard content.columns == 0 || number <= content.columns else {
      outcome = .noColumn(number)
      return true
    }
    let isWholeRow = content.columns == 0 && number == 1
    view.show(view.filter, sort: View.Sort(by: .natural, column: isWholeRow ? nil : number - 1))
    viewDidChange()
    return true
  }

  func reverseSort() -> Bool {
    guard let view = host.view, var sort = view.sort else { return false }
    sort.isDescending.toggle()
    view.show(view.filter, sort: sort)
    viewDidChange()
    return true
  }

  /// Ends the search, or else the filter; false if there is neither.
  ///
  /// When a filter ends, the selected row is shown among its neighbours.
  func endSearchOrFilter() -> Bool {
    if !search.isEmpty {
      endSearch()
    } else if !filter.isEmpty {
      if !(host.situation?.isFollowing ?? false), let selection = host.selection,
        let row = selection.row
      {
        selection.select(row)
      }
      filter = ListQuery()
      showFiltered()
    } else {
      return false
    }
    host.invalidate()
    return true
  }
}
