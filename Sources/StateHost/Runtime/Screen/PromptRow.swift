internal import HostSurface
internal import HostText

/// What `--pick` draws in the first rows: the query, the numbers of rows, and the lines of `--header`.
struct PromptRow: Equatable {
  var query = PickQuery()
  /// The number of matching rows, of all rows, and of marked rows.
  var found: UInt64 = 0
  var all: UInt64 = 0
  var marked: UInt64 = 0
  /// The search progress in percent; nil if complete.
  var percent: Int?
  /// Whether the cursor is here instead of in a child.
  var showsCursor = true

  var rows: Int { 1 + query.header.count }

  func draw(on layer: Layer) {
    layer.fill(layer.bounds, style: Style(background: .default))
    for (index, line) in query.header.enumerated() {
      layer.put(
        line, column: 1, row: 1 + index, style: Style(foreground: .role(.title)),
        maximumColumns: max(0, layer.columns - 1))
    }
    let accent = Style(foreground: .role(.accent), attributes: .bold)
    let start = layer.put(
      query.prompt + (query.isExpression ? "regex " : ""), column: 0, row: 0, style: accent,
      maximumColumns: layer.columns / 2)
    let room = max(1, layer.columns - start - 1)
    let before = TextWidth.columns(of: query.textBeforeCursor)
    // The text scrolls so that the cursor stays in view.
    let (shown, skipped) = query.text.dropping(columns: max(0, before - room))
    let used = layer.put(
      shown, column: start, row: 0, style: Style(foreground: .role(.text)), maximumColumns: room)
    layer.putCursor(
      at: showsCursor ? CellPlace(column: start + before - skipped, row: 0) : nil)
    let counts = counts
    let column = layer.columns - TextWidth.columns(of: counts) - 1
    guard column > start + used + 1 else { return }
    layer.put(counts, column: column, row: 0, style: Style(foreground: .role(.muted)))
  }

  private var counts: String {
    let percent = percent.map { "\($0)% · " } ?? ""
    let marked = marked > 0 ? " · \(marked.grouped) marked" : ""
    return "\(percent)\(found.grouped)/\(all.grouped)\(marked)"
  }
}

extension UInt64 {
  /// The number with commas between thousands.
  fileprivate var grouped: String {
    let digits = Array(String(self))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension String {
  /// The text without at least a number of columns at its beginning; one more where a wide character is cut.
  fileprivate func dropping(columns: Int) -> (rest: String, dropped: Int) {
    var rest = self[...]
    var dropped = 0
    while dropped < columns, let first = rest.first {
      dropped += max(1, TextWidth.columns(of: String(first)))
      rest.removeFirst()
    }
    return (String(rest), dropped)
  }
}
