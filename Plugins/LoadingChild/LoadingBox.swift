import ChildPluginKit

/// The renderer of the loading progress: draws a box with a spinner or bar, one line or a single
/// cell, depending on the room.
struct LoadingBox {
  let host: Host
  let progress: LoadingProgress
  let glyphs: LoadingGlyphs

  private static let maximumColumns = 60
  private static let usualColumns = 34

  func draw(on canvas: borrowing Canvas) {
    let lines = progress.fraction == nil ? 2 : 3
    if canvas.columns >= 14 && canvas.rows >= lines + 2 {
      drawBox(on: canvas, lines: lines)
    } else if canvas.columns >= 8 && canvas.rows >= 1 {
      drawLine(on: canvas)
    } else {
      drawSpinner(on: canvas, column: canvas.columns / 2, row: canvas.rows / 2)
    }
  }

  private func drawBox(on canvas: borrowing Canvas, lines: Int) {
    let wanted = max(Self.usualColumns, min(Self.maximumColumns, titleColumns + 6))
    let width = min(canvas.columns, wanted)
    let left = (canvas.columns - width) / 2
    let top = (canvas.rows - lines - 2) / 2
    drawFrame(on: canvas, column: left, row: top, columns: width, rows: lines + 2)
    let inside = left + 2
    let room = width - 4
    let indent = drawTitle(on: canvas, column: inside, row: top + 1, room: room)
    if let fraction = progress.fraction {
      drawBar(fraction, on: canvas, column: inside, row: top + 2, room: room)
    }
    drawDetails(on: canvas, column: inside + indent, row: top + lines, room: room - indent)
  }

  private func drawFrame(
    on canvas: borrowing Canvas, column: Int, row: Int, columns: Int, rows: Int
  ) {
    let style = Style(.border, on: .background)
    let (right, bottom) = (column + columns - 1, row + rows - 1)
    let corners = glyphs.corners
    canvas.fill(column: column, row: row, columns: columns, rows: rows, style: style)
    for edge in [row, bottom] {
      canvas.fill(
        column: column, row: edge, columns: columns, rows: 1, with: glyphs.horizontal, style: style)
    }
    for edge in [column, right] {
      canvas.fill(
        column: edge, row: row, columns: 1, rows: rows, with: glyphs.vertical, style: style)
    }
    canvas.put(corners.topLeft, column: column, row: row, style: style)
    canvas.put(corners.topRight, column: right, row: row, style: style)
    canvas.put(corners.bottomLeft, column: column, row: bottom, style: style)
    canvas.put(corners.bottomRight, column: right, row: bottom, style: style)
  }

  /// Draws the title and returns its indentation, with which the details are aligned.
  private func drawTitle(on canvas: borrowing Canvas, column: Int, row: Int, room: Int) -> Int {
    let indent = progress.fraction == nil ? 2 : 0
    if indent > 0 { drawSpinner(on: canvas, column: column, row: row) }
    let style = Style(.title, on: .background, .bold)
    drawTitleText(on: canvas, column: column + indent, row: row, room: room - indent, style: style)
    return indent
  }

  private func drawTitleText(
    on canvas: borrowing Canvas, column: Int, row: Int, room: Int, style: Style
  ) {
    if progress.title.isEmpty {
      canvas.put("Loading", column: column, row: row, width: room, style: style)
    } else if titleColumns <= room {
      canvas.put(progress.title, column: column, row: row, width: room, style: style)
    } else {
      let used = canvas.put(
        progress.title, column: column, row: row, width: room - 1, style: style)
      canvas.put(glyphs.ellipsis, column: column + used, row: row, width: 1, style: style)
    }
  }

  private var titleColumns: Int {
    progress.title.isEmpty ? "Loading".utf8.count : host.columns(of: progress.title)
  }

  private func drawBar(
    _ fraction: Double, on canvas: borrowing Canvas, column: Int, row: Int, room: Int
  ) {
    let bar = room - 5
    let done = Int((fraction * Double(bar)).rounded())
    canvas.fill(
      column: column, row: row, columns: done, rows: 1, with: glyphs.done,
      style: Style(.accent, on: .background))
    canvas.fill(
      column: column + done, row: row, columns: bar - done, rows: 1, with: glyphs.ahead,
      style: Style(.border, on: .background))
    canvas.put(
      progress.percent, column: column + room - progress.percent.count, row: row,
      style: Style(.text, on: .background))
  }

  /// Draws as many details as fit, most important first.
  private func drawDetails(on canvas: borrowing Canvas, column: Int, row: Int, room: Int) {
    var used = 0
    drawDetail(progress.elapsed, on: canvas, column: column, row: row, room: room, used: &used)
    drawDetail(progress.rows, on: canvas, column: column, row: row, room: room, used: &used)
    drawDetail(progress.bytes, on: canvas, column: column, row: row, room: room, used: &used)
  }

  private func drawDetail(
    _ detail: TextBuffer, on canvas: borrowing Canvas, column: Int, row: Int, room: Int,
    used: inout Int
  ) {
    let separator = used == 0 ? "" : glyphs.separator
    guard !detail.isEmpty, used + separator.count + detail.count <= room else { return }
    let style = Style(.muted, on: .background)
    used += canvas.put(separator, column: column + used, row: row, style: style)
    used += canvas.put(detail, column: column + used, row: row, style: style)
  }

  private func drawLine(on canvas: borrowing Canvas) {
    let row = canvas.rows / 2
    let detail = progress.percent.isEmpty ? progress.elapsed : progress.percent
    let title = min(titleColumns, canvas.columns - 2)
    let hasRoom = canvas.columns - 2 - title >= detail.count + 2
    let left = (canvas.columns - 2 - title - (hasRoom ? detail.count + 2 : 0)) / 2
    drawSpinner(on: canvas, column: left, row: row, background: .none)
    drawTitleText(on: canvas, column: left + 2, row: row, room: title, style: Style(.title))
    guard hasRoom else { return }
    canvas.put(detail, column: left + 2 + title + 2, row: row, style: Style(.muted))
  }

  private func drawSpinner(
    on canvas: borrowing Canvas, column: Int, row: Int, background: Colour = .background
  ) {
    canvas.put(
      glyphs.spinner(after: progress.spinnerNanoseconds), column: column, row: row,
      style: Style(.accent, on: background))
  }
}

/// The characters of the loading box, its bar and its spinner, in UTF-8 or ASCII.
struct LoadingGlyphs {
  let hasUTF8: Bool
  let isAnimated: Bool

  init(for terminal: Terminal) {
    hasUTF8 = terminal.hasUTF8
    isAnimated = !terminal.reducesMotion
  }

  var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
    hasUTF8 ? ("╭", "╮", "╰", "╯") : ("+", "+", "+", "+")
  }
  var horizontal: String { hasUTF8 ? "─" : "-" }
  var vertical: String { hasUTF8 ? "│" : "|" }
  var done: String { hasUTF8 ? "━" : "=" }
  var ahead: String { hasUTF8 ? "─" : "-" }
  var separator: String { hasUTF8 ? " · " : ", " }
  var ellipsis: String { hasUTF8 ? "…" : ">" }

  /// The spinner's frame after a time.
  func spinner(after nanoseconds: Int64) -> String {
    guard isAnimated else { return hasUTF8 ? "•" : "*" }
    let frames = hasUTF8 ? Self.brailleFrames : Self.asciiFrames
    return frames[Int(nanoseconds / LoadingProgress.frameNanoseconds) % frames.count]
  }

  private static let brailleFrames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let asciiFrames = ["|", "/", "-", "\\"]
}
