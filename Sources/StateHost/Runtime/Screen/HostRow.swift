internal import HostSurface
internal import HostText

/// The host's text in the last screen row, over whatever lies below it: messages at the left, key hints at the right.
struct HostRow: Equatable {
  /// A message in the last screen row: its text and the theme colour it is drawn in.
  struct Message: Equatable {
    let text: String
    let role: ThemeRole
  }

  /// The messages from left to right, most important first; what does not fit is truncated.
  var messages: [Message] = []
  /// The hints at the right end, longest first; the first that leaves room for the messages is shown.
  var hints: [String] = []

  func draw(on layer: Layer) {
    layer.fill(layer.bounds, style: Style(background: .default))
    let hint = hint(columns: layer.columns)
    let hintColumn = max(0, layer.columns - TextWidth.columns(of: hint) - 1)
    let muted = Style(foreground: .role(.muted), background: .default)
    layer.put(hint, column: hintColumn, row: 0, style: muted)
    var column = 1
    let end = hint.isEmpty ? layer.columns - 1 : hintColumn - 1
    for (index, message) in messages.enumerated() where column < end {
      if index > 0 {
        column += layer.put(
          " · ", column: column, row: 0, style: muted, maximumColumns: end - column)
      }
      column += put(message, on: layer, column: column, columns: end - column)
    }
  }

  private func put(_ message: Message, on layer: Layer, column: Int, columns: Int) -> Int {
    let style = Style(foreground: .role(message.role), background: .default)
    let isCut = TextWidth.columns(of: message.text) > columns
    let used = layer.put(
      message.text, column: column, row: 0, style: style,
      maximumColumns: isCut ? columns - 1 : columns)
    return isCut ? used + layer.put("…", column: column + used, row: 0, style: style) : used
  }

  private func hint(columns: Int) -> String {
    let wanted = messages.map { TextWidth.columns(of: $0.text) + 3 }.reduce(0, +)
    let room = columns - 2 - wanted
    return hints.first { TextWidth.columns(of: $0) <= room } ?? hints.last ?? ""
  }
}
