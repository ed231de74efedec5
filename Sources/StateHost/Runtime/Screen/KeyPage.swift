internal import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostTerminal
internal import HostText

/// The host's full-screen, modal help page, opened with `?` or F1: lists all available keys in
/// titled columns, which the user can scroll and search.
struct KeyPage {
  /// A titled group of keys and their actions on the full-screen help page.
  struct Section: Equatable {
    let title: String
    var items: [KeyHelpItem]
  }

  private let layer: Layer
  private var sections: [Section] = []
  /// The search text; empty to show all keys.
  private var search = ""
  private var isTyping = false
  private var firstLine = 0
  private var hiddenLines = 0

  init(pool: CellPool) { layer = Layer(columns: 0, rows: 0, pool: pool) }

  /// Draws the page over the whole surface, with facts about the current state beside the title.
  mutating func placed(
    _ sections: [Section], _ facts: String, on surface: CellRectangle
  ) -> PlacedLayer {
    self.sections = sections
    layer.beginPage("keys", on: surface)
    draw(facts)
    return PlacedLayer(layer, in: surface)
  }

  mutating func receive(_ event: InputEvent) -> PageAnswer {
    switch event {
    case .key(let key): return isTyping ? type(key) : receive(key)
    case .mouse(let mouse):
      if mouse.action == .wheelUp { firstLine -= 3 }
      if mouse.action == .wheelDown { firstLine += 3 }
    case .paste(let text): if isTyping { add(text.prefix { !$0.isNewline }) }
    case .focus, .reply: return .unused
    }
    return .used
  }

  private mutating func receive(_ key: Key) -> PageAnswer {
    let page = max(1, layer.rows - 3)
    switch key.name {
    case "escape" where !search.isEmpty: search = ""
    case "escape", "q", "?", "f1": return .closes
    case "tab", "f6": return .turns
    case "/": (search, isTyping) = ("", true)
    case "up", "k": firstLine -= 1
    case "down", "j", "enter": firstLine += 1
    case "page-up", "b": firstLine -= page
    case "page-down", "space": firstLine += page
    case "home", "g": firstLine = 0
    case "end", "G": firstLine = hiddenLines
    default: break
    }
    return .used
  }

  private mutating func add(_ text: some StringProtocol) {
    if search.utf8.count + text.utf8.count <= RowFilter.longestText { search += text }
  }

  private mutating func type(_ key: Key) -> PageAnswer {
    switch key.name {
    case "enter": isTyping = false
    case "backspace" where !search.isEmpty: search.removeLast()
    case "escape", "backspace": (search, isTyping) = ("", false)
    default: add(ChildKey(key)?.text ?? "")
    }
    return .used
  }
}

// MARK: - Drawing

extension KeyPage {
  private static let gap = 3

  private mutating func draw(_ facts: String) {
    layer.put(
      facts, column: 7, row: 0, style: Style(foreground: .role(.muted)),
      maximumColumns: max(0, layer.columns - 8))
    let found = found
    let columns = columns(of: found)
    let visible = max(1, layer.rows - 2)
    hiddenLines = max(0, (columns.map { Self.height(of: $0) }.max() ?? 0) - visible)
    firstLine = max(0, min(firstLine, hiddenLines))
    let keyColumns = Self.keyColumns(of: found)
    let width = Self.width(of: found)
    for (number, sections) in columns.enumerated() {
      draw(sections, column: 1 + number * (width + Self.gap), width: width, keyColumns: keyColumns)
    }
    if layer.rows > 2 { drawLastRow(isEmpty: found.isEmpty) }
  }

  private func draw(_ sections: [Section], column: Int, width: Int, keyColumns: Int) {
    var line = -firstLine
    func put(_ text: String, at offset: Int, _ style: Style) {
      guard line >= 0, line < layer.rows - 2 else { return }
      layer.put(
        text, column: column + offset, row: line + 1, style: style,
        maximumColumns: max(0, min(width, layer.columns - 1 - column) - offset))
    }
    for section in sections {
      put(section.title, at: 0, Style(foreground: .role(.accent), attributes: .bold))
      line += 1
      for item in section.items {
        put(item.key, at: 2, Style(foreground: .role(.text), attributes: .bold))
        put(item.action, at: 2 + keyColumns + 2, Style(foreground: .role(.muted)))
        line += 1
      }
      line += 1
    }
  }

  private func drawLastRow(isEmpty: Bool) {
    guard isTyping || !search.isEmpty else {
      let scrolls = hiddenLines > 0 ? "   up down scroll" : ""
      return layer.putPageKeys("/ search\(scrolls)   tab children   escape back")
    }
    let row = layer.rows - 1
    let end = layer.put(
      "/" + search, column: 1, row: row, style: Style(foreground: .role(.text)))
    if isTyping { layer.putCursor(at: CellPlace(column: 1 + end, row: row)) }
    if isEmpty {
      layer.put("no match", column: end + 4, row: row, style: Style(foreground: .role(.muted)))
    }
  }

  /// The search results: sections whose title matches, and matching keys of the others.
  private var found: [Section] {
    let filter = RowFilter(Array(search.lowercased().utf8))
    func isFound(_ text: String) -> Bool {
      search.isEmpty || !filter.ranges(in: text.utf8.span).isEmpty
    }
    return sections.compactMap { section in
      if isFound(section.title) { return section }
      let items = section.items.filter { isFound($0.key) || isFound($0.action) }
      return items.isEmpty ? nil : Section(title: section.title, items: items)
    }
  }

  private static func keyColumns(of sections: [Section]) -> Int {
    sections.flatMap(\.items).reduce(0) { max($0, TextWidth.columns(of: $1.key)) }
  }

  private static func width(of sections: [Section]) -> Int {
    let titles = sections.reduce(0) { max($0, TextWidth.columns(of: $1.title)) }
    let actions = sections.flatMap(\.items).reduce(0) { max($0, TextWidth.columns(of: $1.action)) }
    return max(titles, 2 + keyColumns(of: sections) + 2 + actions)
  }

  /// The height with a blank line between sections.
  private static func height(of sections: [Section]) -> Int {
    sections.reduce(-1) { $0 + 2 + $1.items.count }
  }

  /// Distributes the sections over the available columns as evenly as possible; none is divided.
  private func columns(of sections: [Section]) -> [[Section]] {
    let room = layer.columns - 2 + Self.gap
    let most = max(1, room / max(1, Self.width(of: sections) + Self.gap))
    let least = sections.reduce(1) { max($0, 1 + $1.items.count) }
    let whole = max(least, Self.height(of: sections))
    for height in least...whole {
      let columns = Self.columns(of: sections, height: height)
      if columns.count <= most { return columns }
    }
    return [sections]
  }

  private static func columns(of sections: [Section], height: Int) -> [[Section]] {
    var columns: [[Section]] = []
    for section in sections {
      if let last = columns.last, Self.height(of: last + [section]) <= height {
        columns[columns.count - 1].append(section)
      } else {
        columns.append([section])
      }
    }
    return columns
  }
}
