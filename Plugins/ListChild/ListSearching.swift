import ChildPluginKit

/// The search as keys drive it: `/` and a text, `enter` keeps it, `n` and `N` go on, `escape` ends.
extension ListChild {
  /// A key while the query is typed; all but the arrows up and down are the query's.
  func typed(_ key: Key) -> Bool {
    switch key.code {
    case .escape:
      place = search.origin
      search.end()
    case .enter: search.keep()
    case .backspace where search.query.isEmpty: search.end()
    case .backspace:
      search.removeLast()
      searchFromOrigin()
    case .up: return searchNext(direction: -1, in: host.content)
    case .down: return searchNext(direction: 1, in: host.content)
    default:
      guard search.type(key.text) else { return true }
      searchFromOrigin()
    }
    host.invalidate()
    return true
  }

  /// Looks for the query from where the list was when the typing began.
  func searchFromOrigin() {
    let rows = rows(of: host.content)
    place = search.origin
    place.settle(rows: rows, visible: layout(host.content).visible)
    // Many keys that come at once are looked for once.
    let isWorking = search.isWorking
    search.look(from: place.selected, direction: 1, rows: rows)
    if isWorking { host.wake(after: .zero) } else { continueSearch() }
    host.invalidate()
  }

  /// Goes on to the next row that holds the query; false when there is none.
  func searchNext(direction: Int, in content: Content?) -> Bool {
    guard !search.query.isEmpty else { return search.isTyping }
    let rows = rows(of: content)
    place.settle(rows: rows, visible: layout(content).visible)
    search.look(from: place.selected + direction, direction: direction, rows: rows)
    continueSearch()
    host.invalidate()
    return true
  }

  /// Looks at some more rows, and asks for another turn when that was not enough.
  func continueSearch() {
    guard let content = host.content else { return }
    switch search.step(in: content, host: host) {
    case .found(let row):
      place.select(row, rows: rows(of: content), visible: layout(content).visible)
      moved(in: content)
    case .working: host.wake(after: .zero)
    case .none, .idle: break
    }
  }
}
