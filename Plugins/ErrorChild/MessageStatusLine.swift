import ChildPluginKit

/// The status line that is drawn below an error or empty message if there are no rows and, as in the list, two lines or
/// more: "no rows", the source, the history of its loads, and a hint to the page of keys.
struct MessageStatusLine {
  let host: Host

  /// The rows of a canvas that are left for the message.
  func rows(of canvas: borrowing Canvas) -> Int {
    isShown(on: canvas) ? canvas.rows - 1 : canvas.rows
  }

  /// With rows, the child that shows them has its own status line.
  private func isShown(on canvas: borrowing Canvas) -> Bool {
    canvas.rows >= 2 && host.content?.rows == 0
  }

  func draw(on canvas: borrowing Canvas, glyphs: MessageGlyphs) {
    guard isShown(on: canvas), let content = host.content else { return }
    let row = canvas.rows - 1
    let margin = canvas.columns >= 30 ? 1 : 0
    let muted = Style(.muted)
    var end = canvas.columns - margin
    if canvas.columns >= 50 {
      let keys = host.isPick ? "f1 keys" : "? keys"
      end -= keys.utf8.count
      canvas.put(keys, column: end, row: row, style: muted)
      end -= 2
    }
    var line = TextBuffer()
    let wait = LoadHistory(content, nowNanoseconds: host.nowNanoseconds).write(
      into: &line, columns: end - Self.titleColumns, separator: glyphs.separator, host: host)
    if let wait { host.wake(after: .nanoseconds(wait)) }
    if !line.isEmpty {
      end -= host.columns(of: line)
      canvas.put(line, column: end, row: row, style: muted)
      end -= 2
    }
    var column = margin
    column += canvas.put("no rows", column: column, row: row, width: end - column, style: muted) + 3
    line.clear()
    content.read(.title, into: &line, limit: 1024)
    putTruncated(
      line, on: canvas, column: column, row: row, room: max(0, end - column), host: host,
      glyphs: glyphs, style: Style(.title))
  }

  /// The columns that are left for the title.
  private static let titleColumns = 16
}
