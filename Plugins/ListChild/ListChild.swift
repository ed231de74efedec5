import ChildPluginKit

/// The rows in a virtual list: only those in view are read, so ten million cost what ten do.
final class ListChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.list", name: "List", vendor: "StateHost", version: "1.0.0",
    description: "The rows as a list to scroll, search and choose from.",
    places: [ChildPlace("loading"), ChildPlace("content")], takesFocus: true)

  /// The most rows that a list counts: sums of places stay far from their limits.
  private static let mostRows = 1 << 60

  let host: Host
  var place = ListPlace()
  var search = ListSearch()
  var memory = RowMemory()
  /// Whether the remembered row has not been found again yet.
  var isSeeking = false
  /// Whether the scroll bar is held with the mouse.
  var isHoldingBar = false

  private var generation: UInt64?
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

  func willAppear(animated: Bool) { contentDidChange() }

  func draw(on canvas: borrowing Canvas) {
    size = (canvas.columns, canvas.rows)
    let content = host.content
    drawing.draw(
      content, on: canvas, layout: layout(content), place: place, search: search,
      isReload: wasComplete)
  }

  /// How many rows there are.
  func rows(of content: Content?) -> Int { min(Self.mostRows, content?.rows ?? 0) }

  /// What stands where, as last drawn.
  func layout(_ content: Content?) -> ListLayout {
    ListLayout(
      columns: size.columns, rows: size.rows, contentRows: rows(of: content),
      hasHeader: (content?.columns ?? 0) > 0, hasNotice: drawing.readNotice(of: content))
  }

  /// Moves the list, and remembers the row it has come to.
  func moved(in content: Content) {
    isSeeking = false
    search.stopLooking()
    remember(content)
    host.invalidate()
  }

  private func remember(_ content: Content) {
    var settled = place
    settled.settle(rows: rows(of: content), visible: 1)
    guard content.rows > 0 else { return }
    memory.remember(settled.selected, of: content)
    host.selection?.select(settled.selected)
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
    if let row = memory.find(near: place.selected, in: content) {
      place.follow(to: row)
      isSeeking = false
      host.selection?.select(row)
    } else if !content.isLoading || content.rows > place.selected + RowMemory.reach {
      isSeeking = false
      remember(content)
    }
  }
}

extension ListChild: WakeChild {
  func woke() { continueSearch() }
}

extension ListChild: SelectionChild {
  /// Another child may have put the user on another row.
  func selectionDidChange() {
    guard !isSeeking, let content = host.content, let row = host.selection?.row else { return }
    let rows = rows(of: content)
    var settled = place
    settled.settle(rows: rows, visible: 1)
    guard settled.selected != row else { return }
    place.select(row, rows: rows, visible: layout(content).visible)
    memory.remember(row, of: content)
  }
}
