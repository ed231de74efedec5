import ChildPluginKit

/// The bundled component for `loading` and `content`, by default in the host's process: a list of
/// rows to scroll, search, filter, sort and choose from; reads only visible rows to draw them.
///
/// The list counts places in the container's view, which filters and sorts the rows.
final class ListChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.list", name: "List", vendor: "StateHost", version: "1.0.0",
    description: "The rows as a list to scroll, search, filter, sort and choose from.",
    places: [ChildPlace("loading"), ChildPlace("content")], takesFocus: true,
    options: [
      .flag("line-numbers", false, help: "each row begins with its number"),
      .flag("wrap", false, help: "long rows are wrapped, not cut"),
    ])

  /// The most rows that a list counts, so that sums of places do not overflow.
  private static let maxRows = 1 << 60

  let host: Host
  /// The selected row and the visible part.
  var place = ListPosition()
  /// The end of the view where the list left the cursor; nil once the list has moved it to a row.
  var anchor: ListPosition.Anchor? = .top
  /// The text that is being typed; nil if none.
  ///
  /// Typing brings the list to the front, and the list then receives all text.
  var prompt: ListPrompt? {
    didSet {
      if oldValue == nil, prompt != nil { host.focus?.ask() }
      host.focus?.takeText(prompt != nil)
    }
  }
  var search = ListQuery()
  /// The number of the running search; nil if there is none.
  var awaitedFind: UInt64?
  var hasFoundNothing = false
  /// The start and the direction of the last search.
  var findOrigin: (place: Int?, isBackward: Bool) = (nil, false)
  /// The end of the rows from which the last search went on; nil if it did not reach the other end.
  var wrappedAround: WrappedAround?
  /// The number of rows that the last search covered.
  var lookedRows = 0
  /// The filter of the view, or the one that is being typed.
  var filter = ListQuery()
  /// The kinds of match that the user has chosen last, with which the next search and filter begin.
  var typedKinds = (search: View.Filter.Kind.text, filter: View.Filter.Kind.text)
  /// Whether long rows should wrap.
  var wantsWrapping: Bool
  /// Whether long rows wrap; they are cut while the list is scrolled to the right.
  var wraps: Bool { wantsWrapping && place.offset == 0 }
  /// Whether row numbers are shown.
  var numbersRows: Bool
  /// What the last key did, for the status line; nil after the next key.
  var outcome: Outcome?
  /// The count that was typed before a key.
  var count: Int?
  /// The row before the last jump.
  var jump = ListJump()
  /// The place in the last draw with wrapped rows, or after scrolling them by lines.
  var settled = ListPosition()
  /// Whether the mouse drags the scroll bar.
  var isHoldingBar = false

  /// Whether an earlier load was complete.
  private(set) var wasComplete = false
  /// Whether the user has followed these rows; the status line then names the key for it.
  var hasFollowed: Bool {
    followedGeneration != nil && followedGeneration == host.content?.generation
  }
  /// The generation of the content when the user last followed it.
  private var followedGeneration: UInt64?
  private var followed = Followed()
  private var pendingRow: PendingRow?
  /// The size of the last draw, which keys and the mouse refer to.
  private var size = (columns: 0, rows: 0)
  private(set) var drawing: ListDrawing

  init(host: Host) {
    self.host = host
    drawing = ListDrawing(host: host)
    numbersRows = host.flag("line-numbers") ?? false
    wantsWrapping = host.flag("wrap") ?? false
  }

  /// No animation if there are rows, so that they can be read at once.
  func timing(appearing: Bool) -> Timing? {
    appearing && rows(of: host.content) > 0 ? Timing(duration: .zero) : nil
  }

  func willAppear(animated: Bool) {
    contentDidChange()
    viewDidChange()
  }

  func draw(on canvas: borrowing Canvas) {
    let isWider = canvas.columns > size.columns
    if canvas.columns != size.columns, canvas.columns > 0 {
      // Keeps about the same part of a long row in view.
      place.topLine = place.topLine * size.columns / canvas.columns
    }
    size = (canvas.columns, canvas.rows)
    if host.situation?.isFollowing ?? false { followedGeneration = host.content?.generation }
    followRow()
    let content = host.content
    if isWider, let content { scrollBack(in: content) }
    if wraps, let content { settleWrapped(in: content) }
    drawing.draw(
      content, host.view, on: canvas, layout: layout(content), place: place, list: self)
    if let nanoseconds = drawing.changesAfterNanoseconds {
      host.wake(after: .nanoseconds(nanoseconds))
    }
  }

  /// The number of rows shown.
  func rows(of content: Content?) -> Int {
    min(Self.maxRows, host.view?.rows ?? content?.rows ?? 0)
  }

  /// The row of the content at a place; the place itself without a view.
  func row(at place: Int) -> Int? {
    guard let view = host.view else { return place }
    return view.row(at: place)
  }

  /// The place of a row of the content; nil if the view does not have it.
  func placeInView(of row: Int) -> Int? {
    guard let view = host.view else { return row }
    return view.place(of: row)
  }

  /// The selected row; nil without rows.
  func selectedRow(of content: Content) -> Int? {
    if let selection = host.selection { return selection.row }
    return rowAtPlace(of: content)
  }

  /// The row of the content at the list's place, clamped; nil without rows.
  func rowAtPlace(of content: Content) -> Int? {
    let rows = rows(of: content)
    var settled = place
    settled.settle(rows: rows, visible: 1)
    return rows > 0 ? row(at: settled.selected) : nil
  }

  /// The layout at the size of the last draw.
  ///
  /// If the rows fill the view and the last one is visible, an unterminated line takes its last
  /// line.
  func layout(_ content: Content?) -> ListLayout {
    let rows = rows(of: content)
    let hasNotice = drawing.readNotice(of: content)
    func layout(hasOpenLine: Bool) -> ListLayout {
      ListLayout(
        columns: size.columns, rows: size.rows, contentRows: rows,
        hasHeader: (content?.columns ?? 0) > 0, hasNotice: hasNotice, hasOpenLine: hasOpenLine,
        wraps: wraps, hasMargin: hasMargin(content), numberColumns: numberColumns(of: content))
    }
    if wraps, let content {
      var layout = layout(hasOpenLine: false)
      layout.visible = rowsInView(of: content, layout)
      return layout
    }
    let usual = layout(hasOpenLine: false)
    let others = usual.visible - 1
    let top = max(place.top, place.selected - others + 1)
    guard others > 0, rows > others, top + others >= rows,
      drawing.readOpenLine(of: content, host.view)
    else { return usual }
    return layout(hasOpenLine: true)
  }

  /// Whether margins are left: for a table, and for marks.
  private func hasMargin(_ content: Content?) -> Bool {
    content?.columns ?? 0 > 0 || host.isPick || host.selection?.markedCount ?? 0 > 0
  }

  /// The width for row numbers; it grows only by digits, so that the text seldom moves.
  private func numberColumns(of content: Content?) -> Int {
    guard numbersRows, let content else { return 0 }
    var (columns, largest) = (5, 10_000)
    while content.rows >= largest, largest < Self.maxRows {
      columns += 1
      largest *= 10
    }
    return columns
  }

  /// Clamps the place to the rows shown.
  func settle() {
    let content = host.content
    place.settle(rows: rows(of: content), visible: layout(content).visible)
  }

  /// Selects the row that the list has moved to.
  func moved(in content: Content) {
    awaitedFind = nil
    hasFoundNothing = false
    wrappedAround = nil
    outcome = nil
    pendingRow = nil
    count = nil
    jump.awaited = nil
    anchor = nil
    if let row = rowAtPlace(of: content) {
      host.selection?.select(row)
      followed.row = row
    }
    host.invalidate()
  }

  /// Moves the list to the selected row.
  ///
  /// The row stays at its height in the view if it is the same row at another place, or a row of
  /// another load; otherwise the list scrolls as little as possible.
  func followRow() {
    guard let row = host.selection?.row, let shown = placeInView(of: row)
    else { return }
    let before = followed
    followed = Followed(
      row: row, generation: host.content?.generation, revision: host.view?.revision)
    if let pendingRow, pendingRow.row == row, pendingRow.generation == followed.generation {
      self.pendingRow = nil
      return place.select(shown, atHeightOf: pendingRow.place)
    }
    guard shown != place.selected else { return }
    if before.row == row || before.generation != followed.generation {
      return place.follow(to: shown)
    }
    // The view shows other rows.
    if host.view?.isComplete ?? true {
      pendingRow = nil
    } else if pendingRow == nil {
      pendingRow = PendingRow(row: before.row, generation: before.generation, place: place)
    }
    if before.revision != followed.revision { place.top = 0 }
    place.select(shown, rows: rows(of: host.content), visible: layout(host.content).visible)
  }

  /// The selected row as of the list's last update, with the content's generation and the view's
  /// revision then, to tell a moved cursor from a new load or other rows.
  struct Followed {
    var row: Int?
    var generation: UInt64?
    var revision: UInt64?
  }

  /// The row that was selected before a running filter or sort moved the cursor to another row,
  /// with the list's position then, to show the row at that height once the cursor is back on it.
  struct PendingRow {
    var row: Int?
    var generation: UInt64?
    var place: ListPosition
  }
}

extension ListChild: ContentChild {
  func contentDidChange() {
    if host.content?.isComplete ?? false { wasComplete = true }
    followRow()
    guard let content = host.content else { return }
    goToAwaited(in: content)
    _ = lookAgain(in: content)
  }
}

extension ListChild: ViewChild {
  /// Updates the list after a change of the rows or of the search result.
  func viewDidChange() {
    guard let view = host.view else { return }
    if prompt?.purpose != .filter {
      // A new query of a pick ends a search without a match.
      if host.isPick, filter != ListQuery(view.filter) { hasFoundNothing = false }
      filter = ListQuery(view.filter)
    }
    followRow()
    followFind(in: view)
    if let content = host.content { goToAwaited(in: content) }
  }
}

extension ListChild: FrontChild {
  /// Does nothing: the list is redrawn, and only its drawing depends on the child in front.
  func frontDidChange() {}
}

extension ListChild: SituationChild {
  /// Draws anew, because the status line says whether the user follows.
  func situationDidChange() { host.invalidate() }
}

extension Host {
  /// Whether a row is selected, rather than still searched for after a reload.
  var isOnRow: Bool { selection.map { $0.row != nil } ?? true }

  /// Whether no other child takes keys, so that Tab is free.
  var isAlone: Bool { focus?.count ?? 1 <= 1 }

  /// Whether another child that takes keys is in front.
  var isBehind: Bool { !isAlone && focus?.isInFront == false }
}

extension ListChild: SelectionChild {
  /// Follows the selection, which another child may have changed.
  func selectionDidChange() { followRow() }
}
