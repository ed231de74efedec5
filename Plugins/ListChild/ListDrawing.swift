import ChildPluginKit

/// The renderer of the list on a canvas: draws header, rows, highlighted matches, scroll bar,
/// notice and status line; its buffers and fitted columns are kept for the next draw.
struct ListDrawing {
  let host: Host
  var notice = TextBuffer()
  /// What follows the error in a notice, such as how to see more.
  var noticeEnd = TextBuffer()
  var line = TextBuffer()
  /// After what time the drawing is outdated without an event; nil for never.
  var changesAfterNanoseconds: Int64?
  /// The layout, the position and the number of rows of the current draw.
  private(set) var layout = ListLayout(
    columns: 0, rows: 0, contentRows: 0, hasHeader: false, hasNotice: false)
  private(set) var place = ListPosition()
  private(set) var rows = 0
  private(set) var glyphs = ListGlyphs(hasUTF8: true)
  private(set) var columns = ListColumns()
  private var cell = PrintedText()
  /// The line below the last visible row.
  private var endLine = 0
  private var cells = ScreenCells()
  /// The numbers of lines of long rows.
  let heights = WrappedHeights()
  /// Whether a column has grown in this draw, so that the rows must be drawn again.
  private var hasGrown = false
  /// The most passes over the rows in a draw: a longer cell is first read up to its column's width.
  private static let attempts = 3
  /// The visible rows, as numbered in the content.
  private var rowNumbers: [Int] = []
  /// The matches in a row, and their ranges in its printed text.
  private var matches: [Range<Int>] = []
  private var marked: [Range<Int>] = []

  init(host: Host) { self.host = host }

  mutating func draw(
    _ content: Content?, _ view: View?, on canvas: borrowing Canvas, layout: ListLayout,
    place: ListPosition, list: ListChild
  ) {
    changesAfterNanoseconds = nil
    guard canvas.columns > 0, canvas.rows > 0 else { return }
    glyphs = ListGlyphs(hasUTF8: host.terminal.hasUTF8)
    rows = min(1 << 60, view?.rows ?? content?.rows ?? 0)
    (self.layout, self.place) = (layout, place)
    self.place.settle(rows: rows, visible: layout.visible)
    // Drawn first, since text may cover the last column.
    drawBar(on: canvas)
    if let content {
      columns.read(content)
      columns.recordSort(of: view)
      readRows(view, from: self.place.top, count: min(layout.lines, rows - self.place.top))
      hasGrown = true
      for attempt in 0..<Self.attempts where hasGrown {
        hasGrown = false
        if attempt > 0 {
          canvas.fill(
            row: 0, columns: layout.filledColumns, rows: layout.firstRow + layout.lines,
            style: Style())
          // The lines of wrapped rows are counted before a draw.
          if layout.wraps { changesAfterNanoseconds = 1 }
        }
        drawTable(content, view, on: canvas, marking: list.marksMatches ? view : nil)
      }
    }
    drawOpenLine(content, view, on: canvas)
    drawStatus(content, view, on: canvas, list: list)
  }

  /// Draws the column names and the visible rows.
  private mutating func drawTable(
    _ content: Content, _ view: View?, on canvas: borrowing Canvas, marking: View?
  ) {
    columns.fit(room: layout.textColumns, isScrolled: place.offset > 0, host: host)
    let seen = columns.inView(of: layout, offset: place.offset)
    let room = seen?.room ?? layout.textColumns + place.offset
    let lines = layout.wraps ? layout.lines + place.topLine : 1
    cells.begin(
      columns: seen?.columns, room: max(room, wrappedPart(layout)?.longestLine ?? 0) * lines)
    drawHeader(on: canvas, view)
    let selection = host.selection
    let hasMarks = selection?.markedCount ?? 0 > 0
    let isOnRow = host.isOnRow
    var line = layout.firstRow - place.topLine
    for index in rowNumbers.indices where line < layout.firstRow + layout.lines {
      let row = rowNumbers[index]
      let isSelected = isOnRow && place.top + index == place.selected
      let style = isSelected ? selected(host.terminal) : Style(.text)
      let height = drawRow(
        index, of: content, on: canvas, at: line, style: style, marking: marking)
      if hasMarks, line >= layout.firstRow, selection?.isMarked(row) ?? false {
        canvas.put(
          glyphs.mark, column: 0, row: line, width: 1,
          style: Style(.accent, on: style.background, .bold))
      }
      line += height
    }
    endLine = line
  }

  /// Draws the unterminated line below the last row, if that is visible.
  private mutating func drawOpenLine(
    _ content: Content?, _ view: View?, on canvas: borrowing Canvas
  ) {
    guard let content, readOpenLine(of: content, view) else { return }
    let row = layout.wraps ? endLine : layout.firstRow + rows - place.top
    let end = layout.firstRow + layout.lines + (layout.hasOpenLine ? 1 : 0)
    guard row < end else { return }
    cell.print(host: host)
    drawText(
      cell.text, on: canvas, column: layout.textColumn - place.offset, row: row,
      end: layout.textColumn + layout.textColumns, style: Style(.muted))
    if place.offset > 0 { clearMargin(on: canvas, row: row, style: Style()) }
  }

  /// Reads the unterminated line; false if there is none, or if rows are filtered or sorted.
  mutating func readOpenLine(of content: Content?, _ view: View?) -> Bool {
    cell.text.clear()
    guard view?.isFiltered != true, view?.isSorted != true else { return false }
    content?.read(.openLine, into: &cell.text)
    return !cell.text.isEmpty
  }

  private mutating func readRows(_ view: View?, from place: Int, count: Int) {
    if let view { return view.read(from: place, limit: count, into: &rowNumbers) }
    rowNumbers.removeAll(keepingCapacity: true)
    for row in place..<place + count { rowNumbers.append(row) }
  }

  /// The style of the selected row: reversed without colours, underlined behind another child.
  private func selected(_ terminal: Terminal) -> Style {
    if host.isBehind { return Style(.text, .underline) }
    return Style(.selectionText, on: .selectionBackground, terminal.colours == 0 ? .reverse : [])
  }

  /// Draws the column names, with an arrow and the cell type after the sorted column's.
  private func drawHeader(on canvas: borrowing Canvas, _ view: View?) {
    guard let headerRow = layout.headerRow else { return }
    let style = Style(.title, .bold)
    let sort = view?.isInOrder ?? false ? view?.sort : nil
    for index in columns.columns.indices {
      var column = columns.columns[index]
      let isSorted = sort?.column == index
      let label = columns.label(of: index)
      // A right-aligned name leaves room for the label.
      if column.hint.alignsRight { column.width -= label.count }
      let end = drawCell(
        column.name, of: column, isLast: index == columns.columns.count - 1, on: canvas,
        at: headerRow, style: style, marked: [])
      guard isSorted, let sort else { continue }
      let arrow = sort.isDescending ? glyphs.descending : glyphs.ascending
      let text = label.isEmpty ? arrow : " \(arrow) \(label.dropFirst(3))"
      canvas.put(
        text, column: end, row: headerRow, width: max(1, label.count), style: Style(.accent, .bold))
    }
    let offset = place.offset
    if offset > 0 { clearMargin(on: canvas, row: headerRow, style: Style()) }
    // The margins show on which side there are more columns.
    guard layout.margin > 0 else { return }
    let mark = Style(.muted)
    if offset > 0 { canvas.put(glyphs.moreLeft, column: 0, row: headerRow, width: 1, style: mark) }
    if columns.end > offset + layout.textColumns {
      canvas.put(
        glyphs.moreRight, column: layout.textColumn + layout.textColumns, row: headerRow, width: 1,
        style: mark)
    }
  }

  /// Draws a row; returns its number of lines.
  private mutating func drawRow(
    _ number: Int, of content: Content, on canvas: borrowing Canvas, at layerRow: Int,
    style: Style, marking view: View?
  ) -> Int {
    let row = rowNumbers[number]
    if style.background != .none, layerRow >= layout.firstRow {
      canvas.fill(row: layerRow, columns: layout.filledColumns, rows: 1, style: style)
    }
    let wrapped = wrappedPart(layout)
    let isCut = content.row(row)?.isCut ?? false
    let end = layout.textColumn + layout.textColumns - (isCut ? 1 : 0)
    var used = layout.textColumn
    var height = 1
    for index in columns.columns.indices {
      let column = columns.columns[index]
      let start = layout.textColumn + column.start - place.offset
      let isLast = index == columns.columns.count - 1
      guard start < end else { break }
      guard isLast || start + column.width > 0 else { continue }
      let isWrapped = isLast && wrapped != nil
      let lines = isWrapped ? layout.firstRow + layout.lines - layerRow : 1
      let lineColumns = isWrapped ? wrapped?.longestLine ?? 0 : end - start
      let room = isLast ? lineColumns * lines : min(column.width, end - start)
      cells.read(
        number, of: rowNumbers, column: index, into: &cell, columns: room, of: content, host: host)
      let isCutAtColumn = cell.text.count > column.width && (!isLast || column.hint.alignsRight)
      if isCutAtColumn, columns.grows(index, to: host.columns(of: cell.text)) { hasGrown = true }
      findMarked(in: row, column: index, of: view)
      if isWrapped, let wrapped {
        (height, used) = drawLines(
          wrapped, on: canvas, column: start, row: layerRow, style: style)
        continue
      }
      guard layerRow >= layout.firstRow else { continue }
      used = drawCell(
        cell.text, printed: cell, of: column, isLast: isLast, on: canvas, at: layerRow, end: end,
        style: style, marked: marked)
    }
    if columns.columns.isEmpty {
      let start = layout.textColumn - place.offset
      let lines = wrapped == nil ? 1 : layout.firstRow + layout.lines - layerRow
      cells.read(
        number, of: rowNumbers, column: nil, into: &cell, columns: (end - start) * lines,
        of: content, host: host)
      findMarked(in: row, column: nil, of: view)
      if let wrapped {
        (height, used) = drawLines(
          wrapped, on: canvas, column: start, row: layerRow, style: style)
      } else {
        used = drawText(
          cell.text, printed: cell, on: canvas, column: start, row: layerRow, end: end,
          style: style, marked: marked)
      }
    }
    if place.offset > 0 { clearMargin(on: canvas, row: layerRow, style: style) }
    drawNumber(of: row, on: canvas, row: layerRow, style: style)
    let lastLine = layerRow + height - 1
    if isCut, (layout.firstRow..<layout.firstRow + layout.lines).contains(lastLine) {
      canvas.put(
        glyphs.cut, column: max(layout.textColumn, used), row: lastLine, width: 1,
        style: Style(.warning, on: style.background, style.attributes))
    }
    return height
  }

  /// Draws the visible lines of the printed cell.
  ///
  /// - Returns: the number of lines, and the column where the last one ends.
  private func drawLines(
    _ part: WrappedPart, on canvas: borrowing Canvas, column first: Int, row: Int, style: Style
  ) -> (height: Int, end: Int) {
    let lines = lines(of: cell, part)
    var column = first
    var used = 0
    for (index, bytes) in lines.enumerated() {
      let row = row + index
      if index == 1 { column += part.indent }
      let columns = part.columns - column + first
      guard row < layout.firstRow + layout.lines else { break }
      guard row >= layout.firstRow else { continue }
      if index > 0, style.background != .none {
        canvas.fill(row: row, columns: layout.filledColumns, rows: 1, style: style)
      }
      used = canvas.put(
        cell.text, emphasis: cell.emphasis, bytes: bytes, column: column, row: row, width: columns,
        style: style, host: host)
      canvas.applyStyles(
        of: cell, bytes: bytes, column: column, row: row, width: used, style: style, host: host)
      mark(
        marked, in: cell.text, bytes, on: canvas, column: column, row: row, used: used, style: style
      )
      if index > 0, column > 0 {
        canvas.put(
          glyphs.continues, column: column - 1, row: row, width: 1,
          style: Style(.muted, on: style.background))
      }
    }
    return (lines.count, column + used)
  }

  /// Finds the matches in the printed cell.
  private mutating func findMarked(in row: Int, column: Int?, of view: View?) {
    marked.removeAll(keepingCapacity: true)
    guard let view else { return }
    view.matches(row: row, column: column, into: &matches)
    cell.findPrinted(matches, into: &marked)
  }

  /// Draws a text in its column; returns the column where it ends.
  @discardableResult
  private func drawCell(
    _ text: TextBuffer, printed: PrintedText? = nil, of column: ListColumns.Column,
    isLast: Bool, on canvas: borrowing Canvas, at row: Int, end: Int? = nil, style: Style,
    marked: [Range<Int>]
  ) -> Int {
    let end = end ?? layout.textColumn + layout.textColumns
    let columnStart = layout.textColumn + column.start - place.offset
    var start = columnStart
    guard start < end else { return end }
    if column.hint.alignsRight {
      start += max(0, column.width - host.columns(of: text))
    }
    let isOpen = isLast && !column.hint.alignsRight
    return drawText(
      text, printed: printed, on: canvas, column: start, row: row,
      end: isOpen ? end : min(end, columnStart + column.width), markedFrom: 1, style: style,
      marked: marked)
  }

  /// Draws a text up to `end`, with a mark if it is truncated and has at least `least` columns.
  ///
  /// - Returns: the column where it ends.
  @discardableResult
  func drawText(
    _ text: TextBuffer, printed: PrintedText? = nil, on canvas: borrowing Canvas,
    column: Int, row: Int, end: Int, markedFrom least: Int = 3, style: Style,
    marked: [Range<Int>] = []
  ) -> Int {
    let room = end - column
    let goesOn = room >= least && text.count > room && host.columns(of: text) > room
    let used = canvas.put(
      text, emphasis: printed?.emphasis ?? [], column: column, row: row,
      width: goesOn ? room - 1 : room, style: style, host: host)
    if let printed {
      canvas.applyStyles(
        of: printed, column: column, row: row, width: used, style: style, host: host)
    }
    mark(
      marked, in: text, 0..<text.count, on: canvas, column: column, row: row, used: used,
      style: style)
    guard goesOn else { return column + used }
    let mark = Style(.muted, on: style.background, style.attributes)
    return column + used
      + canvas.put(glyphs.goesOn, column: column + used, row: row, width: 1, style: mark)
  }

  private func mark(
    _ ranges: [Range<Int>], in text: TextBuffer, _ line: Range<Int>, on canvas: borrowing Canvas,
    column: Int, row: Int, used: Int, style: Style
  ) {
    var matched = Style(.accent, on: style.background, style.attributes)
    matched.attributes.formUnion([.bold, .underline])
    if style.background != .none { matched.foreground = style.foreground }
    for range in ranges where range.overlaps(line) {
      let range = range.clamped(to: line)
      let before = host.columns(of: text, bytes: line.lowerBound..<range.lowerBound)
      guard before < used else { return }
      canvas.put(
        text, bytes: range, column: column + before, row: row, width: used - before, style: matched)
    }
  }

  /// Draws the number of a row of the content.
  private mutating func drawNumber(
    of row: Int, on canvas: borrowing Canvas, row line: Int, style: Style
  ) {
    guard layout.numberColumns > 0, line >= layout.firstRow else { return }
    self.line.clear()
    // Without grouping commas, as `numberColumns` expects.
    self.line.append(String(row + 1))
    let columns = min(self.line.count, layout.numberColumns - 1)
    canvas.put(
      self.line, column: layout.textColumn - 1 - columns, row: line, width: columns,
      style: Style(.muted, on: style.background))
  }

  private func clearMargin(on canvas: borrowing Canvas, row: Int, style: Style) {
    canvas.fill(row: row, columns: layout.textColumn, rows: 1, style: style)
  }

  private func drawBar(on canvas: borrowing Canvas) {
    guard let column = layout.barColumn else { return }
    let thumb = ScrollThumb(
      top: place.top, visible: layout.visible, rows: rows, cells: layout.lines)
    canvas.fill(
      column: column, row: layout.firstRow, columns: 1, rows: layout.lines, with: glyphs.bar,
      style: Style(.border))
    canvas.fill(
      column: column, row: layout.firstRow + thumb.start, columns: 1, rows: thumb.length,
      with: glyphs.thumb, style: Style(.accent))
  }
}

/// The symbols of the list, such as the sort arrow and the scroll bar, in UTF-8 or ASCII.
struct ListGlyphs {
  let hasUTF8: Bool

  /// The text continues to the right.
  var goesOn: String { hasUTF8 ? "…" : ">" }
  /// There are more columns on the left, or on the right.
  var moreLeft: String { hasUTF8 ? "‹" : "<" }
  var moreRight: String { hasUTF8 ? "›" : ">" }
  /// The line continues the row above.
  var continues: String { hasUTF8 ? "↳" : "\\" }
  /// The row was too long and is cut.
  var cut: String { hasUTF8 ? "»" : "!" }
  /// The row is marked.
  var mark: String { hasUTF8 ? "•" : "*" }
  /// The rows are sorted by this column.
  var ascending: String { hasUTF8 ? "▲" : "^" }
  var descending: String { hasUTF8 ? "▼" : "v" }
  var separator: String { hasUTF8 ? " · " : ", " }
  var bar: String { hasUTF8 ? "│" : "|" }
  var thumb: String { hasUTF8 ? "┃" : "#" }
}
