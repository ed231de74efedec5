import ChildPluginKit

/// What messages are drawn with, by what the terminal can show.
struct MessageGlyphs {
  let hasUTF8: Bool

  var failure: String { hasUTF8 ? "✗" : "x" }
  var nothing: String { hasUTF8 ? "○" : "o" }
  var goesOn: String { hasUTF8 ? "…" : ">" }
  var horizontal: String { hasUTF8 ? "─" : "-" }
  var vertical: String { hasUTF8 ? "│" : "|" }
  var topLeft: String { hasUTF8 ? "╭" : "+" }
  var topRight: String { hasUTF8 ? "╮" : "+" }
  var bottomLeft: String { hasUTF8 ? "╰" : "+" }
  var bottomRight: String { hasUTF8 ? "╯" : "+" }
}

/// Writes a text, or a range of its bytes, on one row, with a mark at its end when it goes on.
func putCut(
  _ text: TextBuffer, bytes: Range<Int>? = nil, on canvas: borrowing Canvas, column: Int, row: Int,
  room: Int, host: Host, glyphs: MessageGlyphs, style: Style
) {
  let bytes = bytes ?? 0..<text.count
  guard room > 2, bytes.count > room, host.columns(of: text, bytes: bytes) > room else {
    canvas.put(text, bytes: bytes, column: column, row: row, width: room, style: style)
    return
  }
  let used = canvas.put(
    text, bytes: bytes, column: column, row: row, width: room - 1, style: style)
  canvas.put(glyphs.goesOn, column: column + used, row: row, width: room - used, style: style)
}

/// Writes the line of keys: `r` and what it does, and `q` when there is room.
func drawKeys(
  on canvas: borrowing Canvas, column: Int, row: Int, room: Int, retry: String
) {
  let (key, word) = (Style(.accent, .bold), Style(.muted))
  var used = canvas.put("r", column: column, row: row, width: room, style: key)
  used += canvas.put(" ", column: column + used, row: row, width: room - used, style: word)
  used += canvas.put(retry, column: column + used, row: row, width: room - used, style: word)
  guard room - used >= 8 else { return }
  used += 2
  used += canvas.put("q", column: column + used, row: row, width: room - used, style: key)
  canvas.put(" quit", column: column + used, row: row, width: room - used, style: word)
}
