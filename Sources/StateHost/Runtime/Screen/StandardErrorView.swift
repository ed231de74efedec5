internal import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostTerminal
internal import HostText

/// The host's full-screen, modal view of the standard error of the source's command, wrapped to the
/// screen, with its own keys to scroll and search; available in every state.
struct StandardErrorView {
  /// A part of a line of standard error that fits one screen row, visible or not, and its matches.
  private struct Piece {
    let text: Substring
    let matches: [Range<Int>]
    let beginsMatch: Bool
  }

  private let layer: Layer
  private var text: [String] = []
  private var pieces: [Piece] = []
  private var columns = 0
  private static let wheelLines = 3
  /// The number of lines scrolled up from the end.
  private var linesFromEnd = 0
  private var search = ""
  /// The scroll position when typing of the search began; nil while none is typed.
  private var typedFrom: Int?
  private var match: Int?

  init(pool: CellPool) { layer = Layer(columns: 0, rows: 0, pool: pool) }

  /// Draws the view over the surface: the kept lines of standard error, and the number of all.
  mutating func placed(
    _ text: [String], of lineCount: Int, on surface: CellRectangle
  ) -> PlacedLayer {
    if text != self.text || surface.columns != columns {
      self.text = text
      columns = surface.columns
      layOut()
    }
    layer.beginPage(title(lineCount: lineCount), on: surface)
    scroll(by: 0)
    draw()
    return PlacedLayer(layer, in: surface)
  }

  private mutating func layOut() {
    let filter = search.isEmpty ? nil : RowFilter(Array(search.utf8))
    pieces = text.flatMap { Self.pieces(of: $0, columns: columns, matching: filter) }
    match = nil
  }

  private var visible: Int { max(1, layer.rows - 2) }
  private var first: Int { max(0, pieces.count - visible - linesFromEnd) }

  /// Splits a line into pieces that fit; text that a carriage return overwrote is dropped.
  private static func pieces(
    of line: String, columns: Int, matching filter: RowFilter?
  ) -> [Piece] {
    var said = line[...]
    while said.last == "\r" { said.removeLast() }
    if let last = said.lastIndex(of: "\r") { said = said[said.index(after: last)...] }
    let clean = HarmlessText.clean(String(said))
    let matches = filter?.ranges(in: clean.utf8.span) ?? []
    var pieces: [Piece] = []
    var (rest, start) = (clean[...], 0)
    while true {
      let room = columns > 1 ? TextWidth.prefix(of: rest.utf8.span, columns: columns).bytes : 0
      let isLast = room == 0 || room >= rest.utf8.count
      let bytes = start..<start + (isLast ? rest.utf8.count : room)
      let end = rest.utf8.index(rest.startIndex, offsetBy: bytes.count)
      let parts = matches.map { $0.clamped(to: bytes) }.filter { !$0.isEmpty }
      pieces.append(
        Piece(
          text: rest[..<end], matches: parts.map { $0.lowerBound - start..<$0.upperBound - start },
          beginsMatch: matches.contains { bytes.contains($0.lowerBound) }))
      if isLast { return pieces }
      (rest, start) = (rest[end...], bytes.upperBound)
    }
  }
}

// MARK: - Keys and the mouse

extension StandardErrorView {
  /// Scrolls, searches or closes the view; keys and the mouse do nothing else while it is shown.
  mutating func receive(_ event: InputEvent) -> PageAnswer {
    switch event {
    case .key(let key): return receive(key)
    case .mouse(let mouse):
      if mouse.action == .wheelUp { scroll(by: Self.wheelLines) }
      if mouse.action == .wheelDown { scroll(by: -Self.wheelLines) }
      return .used
    case .paste(let text):
      if typedFrom != nil { look(for: search + text.prefix { !$0.isNewline }) }
      return .used
    case .focus, .reply: return .unused
    }
  }

  private mutating func receive(_ key: Key) -> PageAnswer {
    if typedFrom != nil { return type(key) }
    switch key.name {
    case "e", "q", "escape": return .closes
    case "/":
      typedFrom = linesFromEnd
      look(for: "")
    case "n": goToMatch(backward: false)
    case "N": goToMatch(backward: true)
    case "up", "k": scroll(by: 1)
    case "down", "j": scroll(by: -1)
    case "page-up", "b": scroll(by: visible - 1)
    case "page-down", "space": scroll(by: 1 - visible)
    case "home", "g": scroll(by: pieces.count)
    case "end", "G": scroll(by: -pieces.count)
    default: break
    }
    return .used
  }

  /// Scrolls towards the beginning by a number of lines; towards the end if negative.
  private mutating func scroll(by count: Int) {
    linesFromEnd = max(0, min(linesFromEnd + count, pieces.count - visible))
  }

  private mutating func type(_ key: Key) -> PageAnswer {
    switch key.name {
    case "enter": typedFrom = nil
    case "backspace" where !search.isEmpty: look(for: String(search.dropLast()))
    case "escape", "backspace":
      look(for: "")
      typedFrom = nil
    default: look(for: search + (ChildKey(key)?.text ?? ""))
    }
    return .used
  }

  /// Goes to the first match, from the position that was shown when typing began.
  private mutating func look(for text: String) {
    guard text.utf8.count <= RowFilter.longestText else { return }
    search = text
    layOut()
    linesFromEnd = typedFrom ?? linesFromEnd
    scroll(by: 0)
    goToMatch(backward: false)
  }

  /// Goes to the next or previous match, from the current one if visible, else the visible lines;
  /// wraps around.
  private mutating func goToMatch(backward isBackward: Bool) {
    let places = pieces.indices.filter { pieces[$0].beginsMatch }
    let view = first..<first + visible
    let last = match.flatMap { view.contains($0) ? $0 : nil }
    match =
      isBackward
      ? places.last { $0 < last ?? view.upperBound } ?? places.last
      : places.first { $0 > last ?? view.lowerBound - 1 } ?? places.first
    guard let match, !view.contains(match) else { return }
    linesFromEnd = pieces.count - visible - max(0, match - visible / 2)
    scroll(by: 0)
  }
}

// MARK: - Drawing

extension StandardErrorView {
  private func draw() {
    for (row, index) in pieces.indices[first...].prefix(visible).enumerated() {
      draw(pieces[index], row: row + 1, isMatch: index == match)
    }
    guard layer.rows > 2 else { return }
    let style = Style(foreground: .role(.muted))
    if search.isEmpty, typedFrom == nil {
      layer.put(
        "e back   / search   up down   space b", column: 1, row: layer.rows - 1, style: style)
      return
    }
    let row = layer.rows - 1
    let end = layer.put(
      "/" + search, column: 1, row: row, style: Style(foreground: .role(.text)))
    if typedFrom != nil { layer.putCursor(at: CellPlace(column: 1 + end, row: row)) }
    layer.put(searchState, column: end + 4, row: row, style: style)
  }

  private func draw(_ piece: Piece, row: Int, isMatch: Bool) {
    layer.put(
      piece.text.utf8.span, column: 0, row: row, style: Style(foreground: .role(.text)))
    let style = Style(
      foreground: .role(.accent),
      attributes: isMatch ? [.bold, .underline, .reverse] : [.bold, .underline])
    for match in piece.matches {
      let bytes = piece.text.utf8
      let start = bytes.index(bytes.startIndex, offsetBy: match.lowerBound)
      let end = bytes.index(bytes.startIndex, offsetBy: match.upperBound)
      layer.put(
        piece.text[start..<end].utf8.span,
        column: TextWidth.columns(of: piece.text[..<start].utf8.span), row: row, style: style)
    }
  }

  /// The number of the current match, and the keys.
  private var searchState: String {
    if search.isEmpty { return "" }
    let places = pieces.indices.filter { pieces[$0].beginsMatch }
    if places.isEmpty { return "no match" }
    let number = match.flatMap { places.firstIndex(of: $0) }.map { "\($0 + 1) of " } ?? ""
    return "\(number)\(places.count)" + (typedFrom == nil ? "   n N   e back" : "")
  }

  private func title(lineCount: Int) -> String {
    let kept = lineCount > text.count ? ", the last \(text.count) are kept" : ""
    return "standard error: \(lineCount) \(lineCount == 1 ? "line" : "lines")\(kept)"
  }
}
