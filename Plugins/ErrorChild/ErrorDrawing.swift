import ChildPluginKit

/// The renderer of the error message of the bundled plugin: draws title, cause, exit status,
/// remedy, standard error and keys in the rows that `ErrorLayout` gives.
struct ErrorDrawing {
  let host: Host
  let glyphs: MessageGlyphs
  let text: ErrorText
  let layout: ErrorLayout
  /// The first visible line of standard error.
  let firstLine: Int

  func draw(on canvas: borrowing Canvas) {
    let (column, columns) = (layout.column, layout.columns)
    let mark = layout.titleRow ?? layout.causeRows.first ?? 0
    canvas.put(
      text.hasFailed ? glyphs.failure : glyphs.nothing, column: column, row: mark,
      style: text.hasFailed ? Style(.error, .bold) : Style(.accent))
    if let row = layout.titleRow {
      put(text.headline, on: canvas, row: row, style: Style(.title, .bold))
    }
    drawCause(on: canvas)
    if let row = layout.endingRow {
      put(text.ending, on: canvas, row: row, style: Style(.muted))
    }
    if let row = layout.remedyRow {
      put(text.remedy, on: canvas, row: row, style: Style(.text))
    }
    if layout.isFramed { drawFrame(on: canvas) }
    drawDetail(on: canvas)
    if let row = layout.keysRow {
      drawKeys(keys, on: canvas, column: column + 2, row: row, room: columns - 2)
    }
  }

  private var keys: [(key: String, action: String)] {
    var keys = [(key: host.reloadKey, action: "try again")]
    if !text.hasFailed || host.content?.isReadOnce ?? false { keys = [] }
    if !text.hasFailed, host.situation?.previous != nil { keys.insert(("escape", "back"), at: 0) }
    if scrolls { keys.append((glyphs.upDown, "scroll")) }
    return keys + [(host.quitKey, "quit")]
  }

  /// Whether standard error has more lines than rows.
  private var scrolls: Bool { text.detail.lines.count > layout.textRows.count }

  private func put(_ text: TextBuffer, on canvas: borrowing Canvas, row: Int, style: Style) {
    putTruncated(
      text, on: canvas, column: layout.column + 2, row: row, room: layout.columns - 2, host: host,
      style: style)
  }

  /// Draws the cause, truncated in its last row.
  private func drawCause(on canvas: borrowing Canvas) {
    for (line, row) in zip(text.cause.lines, layout.causeRows) {
      let isLast = row == layout.causeRows.last
      putTruncated(
        text.cause.text, bytes: line.lowerBound..<(isLast ? text.cause.end : line.upperBound),
        on: canvas, column: layout.column + 2, row: row, room: layout.columns - 2, host: host,
        style: Style(text.hasFailed ? .error : .text))
    }
  }

  private func drawDetail(on canvas: borrowing Canvas) {
    let inset = layout.isFramed ? 2 : 0
    let printed = text.detail.printed
    let style = Style(layout.isFramed ? .text : .muted)
    for (line, row) in zip(text.detail.lines.dropFirst(firstLine), layout.textRows) {
      let column = layout.column + inset
      let used = canvas.put(
        printed.text, emphasis: printed.emphasis, bytes: line, column: column, row: row,
        width: layout.columns - 2 * inset, style: style, host: host)
      canvas.applyStyles(
        of: printed, bytes: line, column: column, row: row, width: used, style: style, host: host)
    }
  }

  private func drawFrame(on canvas: borrowing Canvas) {
    let style = Style(.border)
    let (left, right) = (layout.column, layout.column + layout.columns - 1)
    let (top, bottom) = (layout.blockRows.lowerBound, layout.blockRows.upperBound - 1)
    for row in [top, bottom] {
      canvas.fill(
        column: left, row: row, columns: layout.columns, rows: 1, with: glyphs.horizontal,
        style: style)
    }
    for column in [left, right] {
      canvas.fill(
        column: column, row: top, columns: 1, rows: bottom - top, with: glyphs.vertical,
        style: style)
    }
    canvas.put(glyphs.topLeft, column: left, row: top, style: style)
    canvas.put(glyphs.topRight, column: right, row: top, style: style)
    canvas.put(glyphs.bottomLeft, column: left, row: bottom, style: style)
    canvas.put(glyphs.bottomRight, column: right, row: bottom, style: style)
    canvas.put(" standard error ", column: left + 2, row: top, style: Style(.muted))
    drawPosition(on: canvas, right: right, row: bottom)
  }

  /// Draws the range of visible lines.
  private func drawPosition(on canvas: borrowing Canvas, right: Int, row: Int) {
    guard scrolls else { return }
    var words = TextBuffer()
    words.append(" lines ")
    words.append(firstLine + 1)
    words.append(" to ")
    words.append(firstLine + layout.textRows.count)
    words.append(" of ")
    words.append(text.detail.lines.count)
    words.append(" ")
    guard words.count + 4 <= layout.columns else { return }
    canvas.put(words, column: right - 1 - words.count, row: row, style: Style(.muted))
  }
}
