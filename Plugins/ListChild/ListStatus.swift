import ChildPluginKit

/// The last lines: a notice over the content, and the status or the search.
extension ListDrawing {
  /// Reads what there is to say beside the rows; an error with rows is a notice.
  ///
  /// Returns whether there is anything.
  mutating func readNotice(of content: Content?) -> Bool {
    notice.clear()
    guard let content else { return false }
    guard content.failure != nil else {
      content.read(.notice, into: &notice, limit: 1024)
      return !notice.isEmpty
    }
    content.read(.error, into: &notice, limit: 1024)
    if notice.isEmpty { notice.append("the source failed") }
    content.read(.notice, into: &line, limit: 512)
    if line.isEmpty { content.read(.remedy, into: &line, limit: 512) }
    if !line.isEmpty {
      notice.append(": ")
      notice.append(line)
    }
    return true
  }

  mutating func drawStatus(
    _ content: Content?, on canvas: borrowing Canvas, layout: ListLayout, place: ListPlace,
    rows: Int, search: ListSearch, isReload: Bool, glyphs: ListGlyphs
  ) {
    let hasNotice = readNotice(of: content)
    let style = Style(content?.failure == nil ? .warning : .error)
    if let row = layout.noticeRow {
      drawNotice(on: canvas, layout: layout, row: row, glyphs: glyphs, style: style)
    }
    guard let row = layout.statusRow else { return }
    if search.isTyping {
      drawQuery(search, on: canvas, row: row)
    } else if hasNotice && layout.noticeRow == nil {
      drawNotice(on: canvas, layout: layout, row: row, glyphs: glyphs, style: style)
    } else {
      let right = drawIndicator(content, on: canvas, row: row, search: search, isReload: isReload)
      drawPosition(
        content, on: canvas, row: row, end: right, place: place, rows: rows, search: search,
        glyphs: glyphs)
    }
  }

  private func drawNotice(
    on canvas: borrowing Canvas, layout: ListLayout, row: Int, glyphs: ListGlyphs, style: Style
  ) {
    let margin = layout.textColumn
    drawText(
      notice, on: canvas, column: margin, row: row, end: canvas.columns - margin, glyphs: glyphs,
      style: style, query: nil)
  }

  private mutating func drawQuery(
    _ search: ListSearch, on canvas: borrowing Canvas, row: Int
  ) {
    var column = canvas.put("/", column: 0, row: row, style: Style(.accent, .bold))
    let word = search.hasFailed ? "no match" : search.isWorking ? "searching" : ""
    let room = max(0, canvas.columns - 1 - column)
    let shown = min(room, host.columns(of: search.query))
    column += canvas.put(search.query, column: column, row: row, width: shown, style: Style(.text))
    canvas.showCursor(column: column, row: row)
    guard canvas.columns - column > word.utf8.count + 2 else { return }
    let style = Style(search.hasFailed ? .warning : .muted)
    canvas.put(word, column: canvas.columns - word.utf8.count, row: row, style: style)
  }

  /// Returns the column where the words at the right begin.
  private func drawIndicator(
    _ content: Content?, on canvas: borrowing Canvas, row: Int, search: ListSearch, isReload: Bool
  ) -> Int {
    var word = ""
    var style = Style(.accent)
    if search.isWorking {
      word = "searching"
    } else if search.hasFailed {
      word = "no match"
      style = Style(.warning)
    } else if content?.isLoading == true {
      word = isReload ? "reloading" : "loading"
    } else if content?.isCut == true {
      word = "not all rows"
      style = Style(.warning)
    } else if canvas.columns >= 50 {
      word = "? keys"
      style = Style(.muted)
    }
    let start = canvas.columns - word.utf8.count - (canvas.columns >= 30 ? 1 : 0)
    guard !word.isEmpty, start >= 6 else { return canvas.columns }
    canvas.put(word, column: start, row: row, style: style)
    return start - 1
  }

  private mutating func drawPosition(
    _ content: Content?, on canvas: borrowing Canvas, row: Int, end: Int, place: ListPlace,
    rows: Int, search: ListSearch, glyphs: ListGlyphs
  ) {
    let isWide = canvas.columns >= 40
    var column = canvas.columns >= 30 ? 1 : 0
    line.clear()
    if rows == 0 {
      line.append(content?.isLoading == true ? "no rows yet" : "no rows")
    } else {
      if isWide { line.append("row ") }
      line.append(place.selected + 1)
      line.append(isWide ? " of " : "/")
      line.append(rows)
      let marked = host.selection?.markedCount ?? 0
      if marked > 0 {
        line.append(isWide ? ", " : " *")
        line.append(marked)
        if isWide { line.append(" marked") }
      }
    }
    column += canvas.put(line, column: column, row: row, width: end - column, style: Style(.muted))
    guard end - column > 4 else { return }
    column += isWide ? 3 : 1
    line.clear()
    if search.query.isEmpty {
      content?.read(.title, into: &line, limit: 1024)
    } else {
      line.append("/")
      line.append(search.query)
    }
    drawText(
      line, on: canvas, column: column, row: row, end: end, glyphs: glyphs, style: Style(.title),
      query: nil)
  }
}
