import ChildPluginKit

/// The symbols and frame characters of error and empty messages, in UTF-8 or ASCII.
struct MessageGlyphs {
  private let hasUTF8: Bool

  init(_ host: Host) { hasUTF8 = host.terminal.hasUTF8 }

  var failure: String { hasUTF8 ? "✗" : "x" }
  var nothing: String { hasUTF8 ? "○" : "o" }
  var upDown: String { hasUTF8 ? "↑↓" : "up/down" }
  var separator: String { hasUTF8 ? " · " : ", " }
  var ellipsis: String { hasUTF8 ? "…" : ">" }
  var horizontal: String { hasUTF8 ? "─" : "-" }
  var vertical: String { hasUTF8 ? "│" : "|" }
  var topLeft: String { hasUTF8 ? "╭" : "+" }
  var topRight: String { hasUTF8 ? "╮" : "+" }
  var bottomLeft: String { hasUTF8 ? "╰" : "+" }
  var bottomRight: String { hasUTF8 ? "╯" : "+" }
}

/// Writes a text, or a range of its bytes, in one row, with an ellipsis if it is truncated.
func putTruncated(
  _ text: TextBuffer, bytes: Range<Int>? = nil, on canvas: borrowing Canvas, column: Int, row: Int,
  room: Int, host: Host, style: Style
) {
  let bytes = bytes ?? 0..<text.count
  guard room > 2, bytes.count > room, host.columns(of: text, bytes: bytes) > room else {
    canvas.put(text, bytes: bytes, column: column, row: row, width: room, style: style)
    return
  }
  let used = canvas.put(
    text, bytes: bytes, column: column, row: row, width: room - 1, style: style)
  canvas.put(
    MessageGlyphs(host).ellipsis, column: column + used, row: row, width: room - used, style: style)
}

/// Writes keys with their actions, as many as fit; the first one may be truncated.
func drawKeys(
  _ keys: [(key: String, action: String)], on canvas: borrowing Canvas, column: Int, row: Int,
  room: Int
) {
  var used = 0
  for (index, (key, action)) in keys.enumerated() {
    let gap = index == 0 ? 0 : 2
    guard index == 0 || used + gap + key.count + 1 + action.count <= room else { continue }
    used += gap
    used += canvas.put(
      key, column: column + used, row: row, width: room - used, style: Style(.accent, .bold))
    used += canvas.put(
      " " + action, column: column + used, row: row, width: room - used, style: Style(.muted))
  }
}
