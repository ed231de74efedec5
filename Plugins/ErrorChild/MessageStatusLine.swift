import ChildPluginKit

/// The status line below an error or empty message, if the content has no rows and the canvas at
/// least two: "no rows", source, interval, age, failures, and "reloading" or the key of the help.
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

  func draw(on canvas: borrowing Canvas) {
    guard isShown(on: canvas), let content = host.content else { return }
    let row = canvas.rows - 1
    let margin = canvas.columns >= 30 ? 1 : 0
    let muted = Style(.muted)
    var end = canvas.columns - margin
    let reloadWait = waitToShowReload(of: content)
    if canvas.columns >= (content.everyNanoseconds == nil ? 40 : 50) || reloadWait == 0 {
      let isReload = reloadWait == 0
      let hint = isReload ? "reloading" : host.isPick ? "f1 keys" : "? keys"
      end -= hint.utf8.count
      canvas.put(hint, column: end, row: row, style: isReload ? Style(.accent) : muted)
      end -= 2
    }
    var line = TextBuffer()
    let historyWait = LoadHistory(content, nowNanoseconds: host.nowNanoseconds).write(
      into: &line, columns: end - Self.titleColumns, separator: MessageGlyphs(host).separator,
      host: host)
    let wait = [reloadWait, historyWait].compactMap { $0 }.filter { $0 > 0 }.min()
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
      style: Style(.title))
  }

  /// The nanoseconds until a periodic reload is shown, to avoid flicker a second after it has begun
  /// as in the list; nil if there is none.
  private func waitToShowReload(of content: Content) -> Int64? {
    guard content.isLoading, content.everyNanoseconds != nil else { return nil }
    return max(0, content.beganNanoseconds + 1_000_000_000 - host.nowNanoseconds)
  }

  /// The columns that are left for the title.
  private static let titleColumns = 16
}
