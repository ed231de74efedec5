import ChildPluginKit

/// Functions that break a row too long for the screen into lines, at spaces if possible.
///
/// In a table only the last column is wrapped, otherwise the whole row.
struct LineBreaks {
  /// Breaks a text.
  ///
  /// - Parameters:
  ///   - text: a printed text.
  ///   - columns: the columns of a line, 1 or more.
  ///   - indent: how many columns narrower all lines but the first are.
  ///   - host: measures the text.
  /// - Returns: the lines, as ranges of the text's bytes: at least one.
  static func lines(
    of text: TextBuffer, columns: Int, indent: Int = 0, host: Host
  ) -> [Range<Int>] {
    guard text.count > columns else { return [0..<text.count] }
    var lines: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let columns = lines.isEmpty ? columns : max(1, columns - indent)
      let (end, next) = line(of: text, from: start, columns: columns, host: host)
      lines.append(start..<end)
      start = next
    }
    return lines
  }

  /// The end of the line that begins at `start`, and the start of the next, after the space.
  private static func line(
    of text: TextBuffer, from start: Int, columns: Int, host: Host
  ) -> (end: Int, next: Int) {
    let fitting = host.fit(text, bytes: start..<text.count, columns: columns)?.bytes ?? columns
    // A character that is wider than the line is not drawn.
    var end = min(text.count, start + max(1, fitting))
    while end < text.count, text[end] & 0b1100_0000 == 0b1000_0000 { end += 1 }
    guard end < text.count else { return (end, end) }
    if text[end] == space { return (end, end + 1) }
    var last = end
    while last > start, text[last - 1] != space { last -= 1 }
    // A word longer than the line is broken anywhere, also after an indentation.
    guard last > start, (start..<last).contains(where: { text[$0] != space }) else {
      return (end, end)
    }
    return (last - 1, last)
  }

  private static let space = UInt8(ascii: " ")
}

/// A cache of the numbers of lines that long rows (4 KiB or more) take when wrapped, at most 256,
/// so that a draw does not read and wrap them again; emptied when the content or width changes.
final class WrappedHeights {
  private var heights: [Int: Int] = [:]
  private var revision: UInt64?
  private var part: ListDrawing.WrappedPart?

  private static let longRowBytes = 4096
  private static let rowLimit = 256

  /// The number of lines of a row of the content, if it is known.
  func height(ofRow row: Int, revision: UInt64, _ part: ListDrawing.WrappedPart) -> Int? {
    if revision != self.revision || part != self.part {
      (self.revision, self.part) = (revision, part)
      heights.removeAll(keepingCapacity: true)
    }
    return heights[row]
  }

  /// Remembers the number of lines of a row if it is long.
  func add(_ height: Int, ofRow row: Int, bytes: Int) {
    guard bytes >= Self.longRowBytes else { return }
    if heights.count >= Self.rowLimit { heights.removeAll(keepingCapacity: true) }
    heights[row] = height
  }
}

extension ListDrawing {
  /// The part of the list's rows that is wrapped into lines (the last column, or the whole row):
  /// its position and indentation.
  struct WrappedPart: Equatable {
    let column: Int?
    let start: Int
    let columns: Int
    /// How much further right continued lines begin, for a mark; negative below a narrow column.
    let indent: Int

    /// The width of the longest line.
    var longestLine: Int { columns - min(0, indent) }
  }

  /// The part of rows that is wrapped; nil if there is no room to wrap.
  func wrappedPart(_ layout: ListLayout) -> WrappedPart? {
    guard layout.wraps, layout.lines > 0 else { return nil }
    let last = columns.columns.indices.last
    let start = last.map { columns.columns[$0].start } ?? 0
    let room = layout.textColumns - start
    guard room >= (last == nil ? 1 : Self.narrowestColumn) else { return nil }
    let hasRoom = layout.textColumn + start > 0
    var indent = hasRoom || room < 2 ? 0 : 1
    if last != nil, room < Self.narrowColumn { indent = min(0, room - layout.textColumns / 2) }
    return WrappedPart(column: last, start: start, columns: room, indent: indent)
  }

  /// A narrower last column is cut.
  private static let narrowestColumn = 4
  /// Below a narrower last column, lines take half of the screen.
  private static let narrowColumn = 16

  func lines(of text: PrintedText, _ part: WrappedPart) -> [Range<Int>] {
    LineBreaks.lines(of: text.text, columns: part.columns, indent: part.indent, host: host)
  }

  /// The number of lines that a row takes.
  func height(ofRow row: Int, in content: Content, _ layout: ListLayout) -> Int {
    guard let part = wrappedPart(layout) else { return 1 }
    if let height = heights.height(ofRow: row, revision: content.revision, part) { return height }
    var text = PrintedText()
    content.read(
      row: row, column: part.column, into: &text, columns: Content.columnLimit, host: host)
    let height = lines(of: text, part).count
    heights.add(height, ofRow: row, bytes: text.text.count)
    return height
  }

  /// The line of a row in which its first match begins.
  func lineOfMatch(
    inRow row: Int, of content: Content, _ view: View, _ layout: ListLayout
  ) -> Int? {
    guard let part = wrappedPart(layout) else { return nil }
    var text = PrintedText()
    content.read(
      row: row, column: part.column, into: &text, columns: Content.columnLimit, host: host)
    var read: [Range<Int>] = []
    var printed: [Range<Int>] = []
    view.matches(row: row, column: part.column, into: &read)
    text.findPrinted(read, into: &printed)
    guard let match = printed.first else { return nil }
    return lines(of: text, part).lastIndex { $0.lowerBound <= match.lowerBound }
  }
}

extension ListChild {
  /// The number of lines that the row at a place takes.
  private func height(ofPlace place: Int, in content: Content, _ layout: ListLayout) -> Int {
    guard let row = row(at: place) else { return 1 }
    return drawing.height(ofRow: row, in: content, layout)
  }

  /// How many rows are visible from the top; one that is cut counts only if it is alone.
  func rowsInView(of content: Content, _ layout: ListLayout) -> Int {
    var lines = layout.lines + place.topLine
    var count = 0
    let rows = rows(of: content)
    let top = max(0, place.top)
    while top + count < rows {
      lines -= height(ofPlace: top + count, in: content, layout)
      if lines < 0 { break }
      count += 1
    }
    return max(1, count)
  }

  /// Brings the selected row into view if rows take several lines.
  func settleWrapped(in content: Content) {
    let layout = layout(content)
    let rows = rows(of: content)
    place.settle(rows: rows, visible: layout.visible)
    defer { settled = place }
    guard rows > 0, layout.lines > 0 else { return }
    let height = height(ofPlace: place.selected, in: content, layout)
    let hasMoved = place != settled
    if place.top != settled.top {
      // Moving up to a long row shows its end.
      place.topLine = place.top == place.selected && place.top < settled.top ? height : 0
    }
    if height < layout.lines {
      let first = top(withLast: place.selected, in: content, layout)
      if (place.top, place.topLine) < first { (place.top, place.topLine) = first }
    } else if place.top != place.selected {
      (place.top, place.topLine) = (place.selected, 0)
    }
    if place.top == place.selected {
      // A row that was moved to fills the view; scrolled by lines, it may end in it.
      let most = hasMoved ? height - layout.lines : height - 1
      place.topLine = max(0, min(place.topLine, most))
    }
    guard rows - place.top <= layout.lines else { return }
    let last = top(withLast: rows - 1, in: content, layout)
    if (place.top, place.topLine) > last { (place.top, place.topLine) = last }
  }

  /// Moves the view and the selection by lines of the screen.
  func advance(byLines distance: Int, in content: Content) {
    let rows = rows(of: content)
    guard wraps, rows > 0 else {
      return place.advance(by: distance, rows: rows, visible: layout(content).visible)
    }
    settleWrapped(in: content)
    let layout = layout(content)
    var top = line(distance, from: (place.top, place.topLine), in: content, layout)
    let start = (place.selected, place.top == place.selected ? place.topLine : 0)
    var selected = line(distance, from: start, in: content, layout).row
    if rows - top.row <= layout.lines {
      let last = self.top(withLast: rows - 1, in: content, layout)
      if top > last { top = last }
    }
    // In a view that has reached the end, each key selects a further row.
    if distance > 0, top == (place.top, place.topLine) {
      selected = max(selected, place.selected + 1)
    }
    // A row that is cut is selected only if no other one is in view.
    place.selected = max(selected, top.line > 0 ? top.row + 1 : top.row)
    (place.top, place.topLine) = top
    place.scroll(to: top.row, rows: rows, visible: rowsInView(of: content, layout))
    settled = place
  }

  /// The line that is `distance` lines below another one, in the first or last row at most.
  private func line(
    _ distance: Int, from start: (row: Int, line: Int), in content: Content, _ layout: ListLayout
  ) -> (row: Int, line: Int) {
    var (row, line) = (start.row, start.line + distance)
    while line < 0, row > 0 {
      row -= 1
      line += height(ofPlace: row, in: content, layout)
    }
    let last = rows(of: content) - 1
    while row < last {
      let height = height(ofPlace: row, in: content, layout)
      guard line >= height else { break }
      row += 1
      line -= height
    }
    return (row, max(0, line))
  }

  /// The first row, and how many of its lines are above the view, if `last` ends the view.
  private func top(
    withLast last: Int, in content: Content, _ layout: ListLayout
  ) -> (row: Int, line: Int) {
    var used = 0
    var top = last + 1
    while top > 0, used < layout.lines {
      top -= 1
      used += height(ofPlace: top, in: content, layout)
    }
    return (top, max(0, used - layout.lines))
  }

  /// Scrolls within a wrapped row to its first match.
  func showMatch(inRow row: Int, of content: Content, _ view: View) {
    guard wraps else { return }
    settleWrapped(in: content)
    let layout = layout(content)
    if let line = drawing.lineOfMatch(inRow: row, of: content, view, layout),
      !(place.topLine..<place.topLine + layout.lines).contains(line)
    {
      place.topLine = line
    }
  }

  /// Scrolls sideways to the first match in a row that is cut.
  func scrollToMatch(inRow row: Int, of content: Content, _ view: View) {
    let layout = layout(content)
    let room = layout.textColumns
    guard drawing.wrappedPart(layout) == nil, room > 0,
      let match = match(inRow: row, of: content, view)
    else { return }
    if let shown = match.shown, shown.lowerBound >= 0, shown.upperBound <= room { return }
    // Unless scrolled, columns are narrowed and may hide the match.
    let start = max(0, match.columns.upperBound - room * 2 / 3)
    let offset = (start + Self.sideStep - 1) / Self.sideStep * Self.sideStep
    place.offset = min(
      ListPosition.maxOffset, max(content.columns > 0 ? Self.sideStep : 0, offset))
    host.invalidate()
  }

  /// The columns of the first match in a row with columns of full width, and its columns in the
  /// last draw; nil if it was cut.
  private func match(
    inRow row: Int, of content: Content, _ view: View
  ) -> (columns: Range<Int>, shown: Range<Int>?)? {
    let names = drawing.columns.columns
    for index in names.isEmpty ? [nil] : names.indices.map(Optional.some) {
      guard let match = printedMatch(inRow: row, column: index, of: content, view) else { continue }
      let start = index.map { drawing.columns.fullRange(of: $0).lowerBound } ?? 0
      let columns = start + match.lowerBound..<start + match.upperBound
      guard let index else {
        return (columns, columns.lowerBound - place.offset..<columns.upperBound - place.offset)
      }
      let drawn = names[index]
      let isCut = index < names.count - 1 && match.upperBound > drawn.width
      let left = drawn.start - place.offset
      return (columns, isCut ? nil : left + match.lowerBound..<left + match.upperBound)
    }
    return nil
  }

  /// The columns of the first match in a cell or row, from its left end.
  private func printedMatch(
    inRow row: Int, column: Int?, of content: Content, _ view: View
  ) -> Range<Int>? {
    var read: [Range<Int>] = []
    view.matches(row: row, column: column, into: &read)
    guard let last = read.first else { return nil }
    var text = PrintedText()
    content.read(row: row, column: column, into: &text, columns: last.upperBound, host: host)
    var printed: [Range<Int>] = []
    text.findPrinted(read, into: &printed)
    guard let match = printed.first else { return nil }
    let start = host.columns(of: text.text, bytes: 0..<match.lowerBound)
    return start..<start + host.columns(of: text.text, bytes: match)
  }

  /// Scrolls within a row that takes more lines than the view has.
  ///
  /// - Returns: whether it scrolled.
  func scrollWithinRow(by lines: Int, in content: Content) -> Bool {
    guard wraps, lines != 0 else { return false }
    settleWrapped(in: content)
    let layout = layout(content)
    let height = height(ofPlace: place.selected, in: content, layout)
    let line = max(0, min(place.topLine + lines, max(place.topLine, height - layout.lines)))
    guard height > layout.lines, line != place.topLine else { return false }
    place.topLine = line
    settled = place
    host.invalidate()
    return true
  }

  /// The place of the row that is drawn at a row of the layer.
  func placeOfRow(at layerRow: Int, in content: Content, _ layout: ListLayout) -> Int? {
    guard wraps else {
      return layout.row(at: layerRow, place: place, contentRows: rows(of: content))
    }
    guard layerRow >= layout.firstRow, layerRow < layout.firstRow + layout.lines else { return nil }
    var line = layout.firstRow - place.topLine
    for place in place.top..<max(place.top, rows(of: content)) {
      line += height(ofPlace: place, in: content, layout)
      if layerRow < line { return place }
    }
    return nil
  }
}
