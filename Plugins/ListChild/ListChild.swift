import ChildPluginKit

/// The rows in a virtual list: only those in view are read, so ten million cost what ten do.
///
/// Which rows there are, and in which order, the container's view says: the list counts places in it.
final class ListChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.list", name: "List", vendor: "StateHost", version: "1.0.0",
    description: "The rows as a list to scroll, search, filter, sort and choose from.",
    places: [ChildPlace("loading"), ChildPlace("content")], takesFocus: true)

  /// The most rows that a list counts: sums of places stay far from their limits.
  private static let mostRows = 1 << 60

  let host: Host
  /// Where it is in the view.
  var place = ListPlace()
  /// What is typed now, if anything is.
  ///
  /// Whoever was in front did not use the key that began it; the text is the list's.
  var prompt: ListPrompt? {
    didSet {
      if oldValue == nil, prompt != nil { host.focus?.ask() }
      host.focus?.takeText(prompt != nil)
    }
  }
  var search = ListQuery()
  /// The number of the find that it goes to the end of.
  var awaitedFind: UInt64?
  var hasFoundNothing = false
  /// What the view is filtered by; while that is typed, what it is to be.
  var filter = ListQuery()
  var memory = RowMemory()
  /// The row of the content that the list stays on.
  var keptRow = 0
  /// The view does not show that row, as far as it is known.
  private var isAway = false
  /// Whether the remembered row has not been found again yet.
  var isSeeking = false
  /// Whether the scroll bar is held with the mouse.
  var isHoldingBar = false

  private var generation: UInt64?
  private var seenView: (revision: UInt64, rows: Int) = (0, 0)
  private var wasComplete = false
  /// The size of the last draw: what keys and the mouse refer to.
  private var size = (columns: 0, rows: 0)
  private var drawing: ListDrawing

  init(host: Host) {
    self.host = host
    drawing = ListDrawing(host: host)
  }

  /// Rows are to be read: they do not fade in.
  func timing(appearing: Bool) -> Timing? {
    appearing && rows(of: host.content) > 0 ? Timing(duration: .zero) : nil
  }

  func willAppear(animated: Bool) {
    contentDidChange()
    viewDidChange()
    markSearch()
  }

  func draw(on canvas: borrowing Canvas) {
    let isWider = canvas.columns > size.columns
    size = (canvas.columns, canvas.rows)
    let content = host.content
    if isWider, let content { scrollBack(in: content) }
    drawing.draw(
      content, host.view, on: canvas, layout: layout(content), place: place,
      status: ListStatus(
        prompt: prompt, search: search, filter: filter, isSearching: awaitedFind != nil,
        hasFoundNothing: hasFoundNothing, isReload: wasComplete))
  }

  /// How many rows it shows.
  func rows(of content: Content?) -> Int {
    min(Self.mostRows, host.view?.rows ?? content?.rows ?? 0)
  }

  /// The row of the content at a place; without a view that is its number.
  func row(at place: Int) -> Int? {
    guard let view = host.view else { return place }
    return view.row(at: place)
  }

  /// The row that the list is on; nil without rows.
  func selectedRow(of content: Content) -> Int? {
    let rows = rows(of: content)
    var settled = place
    settled.settle(rows: rows, visible: 1)
    return rows > 0 ? row(at: settled.selected) : nil
  }

  /// What stands where, as last drawn.
  func layout(_ content: Content?) -> ListLayout {
    ListLayout(
      columns: size.columns, rows: size.rows, contentRows: rows(of: content),
      hasHeader: (content?.columns ?? 0) > 0, hasNotice: drawing.readNotice(of: content))
  }

  /// Brings the place into the range of what is shown.
  func settle() {
    let content = host.content
    place.settle(rows: rows(of: content), visible: layout(content).visible)
  }

  /// Moves the list, and remembers the row it has come to.
  func moved(in content: Content) {
    isSeeking = false
    awaitedFind = nil
    remember(content)
    host.invalidate()
  }

  private func remember(_ content: Content) {
    guard let row = selectedRow(of: content) else { return }
    keptRow = row
    isAway = false
    memory.remember(row, of: content)
    host.selection?.select(row)
  }
}

extension ListChild: ContentChild {
  func contentDidChange() {
    guard let content = host.content else { return }
    if content.isComplete { wasComplete = true }
    if generation != content.generation {
      generation = content.generation
      isSeeking = !memory.isEmpty
    }
    if isSeeking {
      seek(in: content)
    } else if memory.isEmpty {
      remember(content)
    }
  }

  /// Finds the remembered row again; while rows still arrive near its place, it may come yet.
  private func seek(in content: Content) {
    if let row = memory.find(near: keptRow, in: content) {
      keptRow = row
      isSeeking = false
      host.selection?.select(row)
      goToKeptRow()
    } else if !content.isLoading || content.rows > keptRow + RowMemory.reach {
      isSeeking = false
      remember(content)
    }
  }

  /// Goes to the row that it stays on, at the same height; where that is not shown, to the first one.
  private func goToKeptRow() {
    let view = host.view
    guard let kept = view.map({ $0.place(of: keptRow) }) ?? keptRow else {
      if !isAway { place = ListPlace(offset: place.offset) }
      isAway = true
      if let row = view?.row(at: place.selected) { host.selection?.select(row) }
      return
    }
    isAway = false
    place.follow(to: kept)
    host.selection?.select(keptRow)
  }
}

extension ListChild: ViewChild {
  /// The rows that are shown are others, or a find has come to its end.
  func viewDidChange() {
    guard let view = host.view else { return }
    if prompt?.purpose != .filter { filter = ListQuery(view.filter) }
    let isAnother = seenView.revision != view.revision || isAway && seenView.rows != view.rows
    seenView = (view.revision, view.rows)
    if isAnother, !isSeeking { goToKeptRow() }
    followFind(in: view)
  }
}

extension ListChild: FrontChild {
  /// It is drawn otherwise where another child is in front, which it is after this.
  func frontDidChange() {}
}

extension Host {
  /// Nobody else takes keys: Tab leads nowhere.
  var isAlone: Bool { focus?.count ?? 1 <= 1 }

  /// Another child that takes keys is in front.
  var isBehind: Bool { !isAlone && focus?.isInFront == false }
}

extension ListChild: SelectionChild {
  /// Another child may have put the user on another row.
  func selectionDidChange() {
    guard !isSeeking, let content = host.content, let row = host.selection?.row,
      selectedRow(of: content) != row,
      let shown = host.view.map({ $0.place(of: row) }) ?? row
    else { return }
    place.select(shown, rows: rows(of: content), visible: layout(content).visible)
    keptRow = row
    isAway = false
    memory.remember(row, of: content)
  }
}
