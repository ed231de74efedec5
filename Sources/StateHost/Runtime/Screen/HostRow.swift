internal import HostSurface
internal import HostText

/// The text that the host draws in the last screen row: its messages at the left and key hints at the right.
///
/// It covers whatever lies below it, so no child can draw there.
struct HostRow: Equatable {
  /// One of the host's messages in the last screen row: its text and the theme colour it is drawn in.
  struct Message: Equatable {
    let text: String
    let role: ThemeRole
  }

  /// The messages from left to right, most important first; what does not fit is truncated.
  var messages: [Message] = []
  /// The hints at the right end, longest first; the first that leaves room for the messages is shown.
  var hints: [String] = []

  private static let separator = " · "

  /// Draws the row on a layer of one row.
  func draw(on layer: Layer) {
    layer.fill(layer.bounds, style: Style(background: .default))
    let hint = hint(columns: layer.columns)
    let hintColumns = TextWidth.columns(of: hint)
    let hintColumn = max(0, layer.columns - hintColumns - 1)
    layer.put(
      hint, column: hintColumn, row: 0,
      style: Style(foreground: .role(.muted), background: .default))
    var column = 1
    let end = hint.isEmpty ? layer.columns - 1 : hintColumn - 1
    for (index, message) in messages.enumerated() where column < end {
      if index > 0 {
        column += layer.put(
          Self.separator, column: column, row: 0,
          style: Style(foreground: .role(.muted), background: .default),
          maximumColumns: end - column)
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
