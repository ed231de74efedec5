internal import HostSurface
internal import HostTerminal
internal import HostText

/// What the command wrote to standard error, over everything else, until it is closed.
///
/// It belongs to the host, so that it is there in every state, whoever presents it.
struct StandardErrorView {
  /// What became of what the user did.
  enum Answer {
    case used
    case closes
    /// It was nothing that the user did.
    case unused
  }

  private let layer: Layer
  private var text: [String] = []
  /// The text in lines of the surface, each as wide as that at most.
  private var lines: [Substring] = []
  private var columns = 0
  private static let wheelLines = 3
  /// How far it is scrolled up from the end.
  private var linesFromEnd = 0

  init(pool: GraphemePool) {
    layer = Layer(columns: 0, rows: 0, pool: pool)
  }

  /// Draws it anew, where the text or the size is another.
  ///
  /// - Parameters:
  ///   - text: the lines that are kept of standard error.
  ///   - lineCount: how many there were.
  ///   - surface: where it is shown.
  mutating func show(_ text: [String], of lineCount: Int, on surface: CellRectangle) {
    if text != self.text || surface.columns != columns {
      self.text = text
      columns = surface.columns
      lines = text.flatMap { Self.wrapped($0, columns: columns) }
    }
    layer.resize(columns: surface.columns, rows: surface.rows)
    linesFromEnd = max(0, min(linesFromEnd, lines.count - visible))
    draw(lineCount: lineCount)
  }

  /// Scrolls it, or closes it; nothing else is done by keys and the mouse while it is shown.
  mutating func receive(_ event: InputEvent) -> Answer {
    switch event {
    case .key(let key): return receive(key)
    case .mouse(let mouse):
      if mouse.action == .wheelUp { scroll(by: Self.wheelLines) }
      if mouse.action == .wheelDown { scroll(by: -Self.wheelLines) }
      return .used
    case .paste: return .used
    case .focus, .reply: return .unused
    }
  }

  private mutating func receive(_ key: Key) -> Answer {
    switch key.name {
    case "e", "q", "escape", "enter": return .closes
    case "up", "k": scroll(by: 1)
    case "down", "j": scroll(by: -1)
    case "page-up", "b": scroll(by: visible - 1)
    case "page-down", "space": scroll(by: 1 - visible)
    case "home", "g": scroll(by: lines.count)
    case "end", "G": scroll(by: -lines.count)
    default: break
    }
    return .used
  }

  /// Moves towards the beginning by so many lines, towards the end where they are negative.
  private mutating func scroll(by count: Int) {
    linesFromEnd = max(0, min(linesFromEnd + count, lines.count - visible))
  }

  /// Its layer over the whole surface.
  func placed(on surface: CellRectangle) -> PlacedLayer { PlacedLayer(layer, in: surface) }

  /// Lines in view, between the title and the keys.
  private var visible: Int { max(1, layer.rows - 2) }

  private func draw(lineCount: Int) {
    layer.clear()
    layer.fill(layer.bounds, style: Style(background: .default))
    layer.put(
      title(lineCount: lineCount), column: 1, row: 0,
      style: Style(foreground: .role(.title), attributes: .bold))
    let first = max(0, lines.count - visible - linesFromEnd)
    for (row, line) in lines[first...].prefix(visible).enumerated() {
      layer.put(
        line.utf8.span, column: 0, row: row + 1, style: Style(foreground: .role(.text)))
    }
    guard layer.rows > 2 else { return }
    layer.put(
      "e back   up down page up page down", column: 1, row: layer.rows - 1,
      style: Style(foreground: .role(.muted)))
  }

  private func title(lineCount: Int) -> String {
    let kept = lineCount > text.count ? ", the last \(text.count) are kept" : ""
    return "standard error: \(lineCount) \(lineCount == 1 ? "line" : "lines")\(kept)"
  }

  /// A line in pieces that fit; of what a carriage return has overwritten only the last is there.
  private static func wrapped(_ line: String, columns: Int) -> [Substring] {
    var said = line[...]
    while said.last == "\r" { said.removeLast() }
    if let last = said.lastIndex(of: "\r") { said = said[said.index(after: last)...] }
    var rest = HarmlessText.clean(String(said))[...]
    var pieces: [Substring] = []
    while columns > 1 {
      let length = TextWidth.prefix(of: rest.utf8.span, columns: columns).bytes
      guard length > 0, length < rest.utf8.count else { break }
      let end = rest.utf8.index(rest.startIndex, offsetBy: length)
      pieces.append(rest[..<end])
      rest = rest[end...]
    }
    return pieces + [rest]
  }
}
