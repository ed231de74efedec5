import ChildPluginKit

/// The rows in a virtual list: only those in view are read, so ten million cost what ten do.
///
/// Which rows there are, and in which order, the container's view says: the list counts places in it.
final class ListChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.list", name: "List", vendor: "StateHost", version: "1.0.0",
    description: "The rows as a list to scroll, search, filter, sort and choose from.",
    places: [ChildPlace("loading"), ChildPlace("content")], takesFocus: true,
    options: [.flag("line-numbers", false, help: "each row begins with its number")])

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
  /// Where the last search began.
  var findOrigin: (place: Int?, isBackward: Bool) = (nil, false)
  /// The end of the rows from which the last search went on; nil if it did not reach the other end.
  var wrappedAround: ListStatus.WrappedAround?
  /// How many rows there were to look at for that.
  var lookedRows = 0
  /// What the view is filtered by; while that is typed, what it is to be.
  var filter = ListQuery()
  /// Whether long rows are to go on on the next line.
  var wantsWrapping = false
  /// Whether they do: columns that are scrolled to the right are cut.
  var wraps: Bool { wantsWrapping && place.offset == 0 }
  /// Whether rows are shown with their numbers.
  var numbersRows: Bool
  /// How many rows were copied last, until the user moves on.
  var copiedCount = 0
  /// The number that is typed before a key.
  var count: Int?
  /// Where the user was before the last jump, and whether a quote has been typed.
  var jump = ListJump()
  /// The first row in view of the last draw, where rows are wrapped.
  var settledTop = 0
  /// Whether the scroll bar is held with the mouse.
  var isHoldingBar = false

  private var wasComplete = false
  private var followed = Followed()
  private var awaited: Awaited?
  /// The size of the last draw: what keys and the mouse refer to.
  private var size = (columns: 0, rows: 0)
  private(set) var drawing: ListDrawing

  init(host: Host) {
    self.host = host
    drawing = ListDrawing(host: host)
    numbersRows = host.flag("line-numbers") ?? false
  }

  /// Rows are to be read: they do not fade in.
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
      // About the same part of a long row stays in view.
      place.topLine = place.topLine * size.columns / canvas.columns
    }
    size = (canvas.columns, canvas.rows)
    followRow()
    let content = host.content
    if isWider, let content { scrollBack(in: content) }
    if wraps, let content { settleWrapped(in: content) }
    drawing.draw(
      content, host.view, on: canvas, layout: layout(content), place: place,
      status: ListStatus(
        prompt: prompt, search: search, filter: filter, isSearching: awaitedFind != nil,
        hasFoundNothing: hasFoundNothing,
        wrappedAround: wrappedAround,
        isReload: wasComplete, copiedCount: copiedCount, count: count))
    if let nanoseconds = drawing.changesAfterNanoseconds {
      host.wake(after: .nanoseconds(nanoseconds))
    }
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

  /// The place of a row of the content; nil where the view does not show it.
  func placeInView(of row: Int) -> Int? {
    guard let view = host.view else { return row }
    return view.place(of: row)
  }

  /// The row that the user is on; nil without rows.
  func selectedRow(of content: Content) -> Int? {
    if let selection = host.selection { return selection.row }
    return rowAtPlace(of: content)
  }

  /// The row of the content at the list's place; nil without rows.
  func rowAtPlace(of content: Content) -> Int? {
    let rows = rows(of: content)
    var settled = place
    settled.settle(rows: rows, visible: 1)
    return rows > 0 ? row(at: settled.selected) : nil
  }

  /// What stands where, as last drawn.
  ///
  /// Where the rows fill the view and the last one is in it, a line that has not ended takes the last row.
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

  /// Columns stand apart from the edges, and marks have a place of their own; plain rows have all the room.
  private func hasMargin(_ content: Content?) -> Bool {
    content?.columns ?? 0 > 0 || host.isPick || host.selection?.markedCount ?? 0 > 0
  }

  /// As wide as the largest number, so that nothing moves but where that has a digit more.
  private func numberColumns(of content: Content?) -> Int {
    guard numbersRows, let content else { return 0 }
    var (columns, largest) = (5, 10_000)
    while content.rows >= largest, largest < Self.mostRows {
      columns += 1
      largest *= 10
    }
    return columns
  }

  /// Brings the place into the range of what is shown.
  func settle() {
    let content = host.content
    place.settle(rows: rows(of: content), visible: layout(content).visible)
  }

  /// Puts the user on the row that the list has gone to.
  func moved(in content: Content) {
    awaitedFind = nil
    hasFoundNothing = false
    wrappedAround = nil
    copiedCount = 0
    awaited = nil
    count = nil
    if let row = rowAtPlace(of: content) {
      host.selection?.select(row)
      followed.row = row
    }
    host.invalidate()
  }

  /// Goes to the row that the host has the user on: where that is the same row at another place, or one of another
  /// load, at the same height of the view, else with as little scrolling as that takes.
  func followRow() {
    guard let row = host.selection?.row, let shown = placeInView(of: row)
    else { return }
    let before = followed
    followed = Followed(
      row: row, generation: host.content?.generation, revision: host.view?.revision)
    if let awaited, awaited.row == row, awaited.generation == followed.generation {
      self.awaited = nil
      return place.select(shown, atHeightOf: awaited.place)
    }
    guard shown != place.selected else { return }
    if before.row == row || before.generation != followed.generation {
      return place.follow(to: shown)
    }
    // What is shown are other rows.
    if host.view?.isComplete ?? true {
      awaited = nil
    } else if awaited == nil {
      awaited = Awaited(row: before.row, generation: before.generation, place: place)
    }
    if before.revision != followed.revision { place.top = 0 }
    place.select(shown, rows: rows(of: host.content), visible: layout(host.content).visible)
  }

  /// What the list has followed last.
  struct Followed {
    var row: Int?
    var generation: UInt64?
    var revision: UInt64?
  }

  /// A row that the user was on when a view came that had not got to it, and where it stood: it has its height back once
  /// the view has.
  struct Awaited {
    var row: Int?
    var generation: UInt64?
    var place: ListPlace
  }
}

extension ListChild: ContentChild {
  func contentDidChange() {
    if host.content?.isComplete ?? false { wasComplete = true }
    followRow()
    if let content = host.content, !content.isLoading { _ = lookAgain(in: content) }
  }
}

extension ListChild: ViewChild {
  /// The rows that are shown are others, or a find has come to its end.
  func viewDidChange() {
    guard let view = host.view else { return }
    if prompt?.purpose != .filter { filter = ListQuery(view.filter) }
    followRow()
    followFind(in: view)
  }
}

extension ListChild: FrontChild {
  /// It is drawn otherwise where another child is in front, which it is after this.
  func frontDidChange() {}
}

extension Host {
  /// The user is on a row, which is not being looked for.
  var isOnRow: Bool { selection.map { $0.row != nil } ?? true }

  /// Nobody else takes keys: Tab leads nowhere.
  var isAlone: Bool { focus?.count ?? 1 <= 1 }

  /// Another child that takes keys is in front.
  var isBehind: Bool { !isAlone && focus?.isInFront == false }
}

extension ListChild: SelectionChild {
  /// Another child may have put the user on another row.
  func selectionDidChange() { followRow() }
}
