import ChildPluginKit

extension Content {
  /// The most bytes of a row that are read if its end may be displayed first.
  private static var wholeRow: Int { 1 << 20 }
  /// More columns than any row has.
  static var columnLimit: Int { wholeRow }
  /// The most bytes of a row with escape sequences, which take bytes and no columns.
  private static var styledRow: Int { 16 << 10 }

  /// Reads and prints as much of a cell, or of the whole row, as `columns` can show.
  func read(
    row: Int, column: Int? = nil, into cell: inout PrintedText, columns: Int, host: Host
  ) {
    let length = read(row: row, column: column, into: &cell.text, limit: Self.limit(columns))
    if length > cell.text.count { readOn(row: row, column: column, into: &cell) }
    cell.print(host: host)
  }

  /// The most bytes of a text that these columns can show.
  fileprivate static func limit(_ columns: Int) -> Int {
    // A column has at most one character of four bytes, and some combining marks.
    max(0, min(wholeRow, columns * 4 + 64))
  }

  /// Reads more of a truncated text if its end may overwrite its start, or if it has sequences.
  fileprivate func readOn(row: Int, column: Int?, into cell: inout PrintedText) {
    guard cell.goesBack || cell.hasSequences else { return }
    let limit = cell.goesBack ? Self.wholeRow : max(cell.text.count, Self.styledRow)
    read(row: row, column: column, into: &cell.text, limit: limit)
  }
}

/// The cells of visible rows, or whole rows without columns: read from the host in batches, each
/// converted in the caller's buffer to what a terminal would show, as far as it fits the screen.
struct ScreenCells {
  private var batch = CellBatch()
  /// The index of the batch's first row among the visible rows.
  private var first = 0
  private var columns: Range<Int>?
  private var limit = 0

  /// Starts with other visible cells.
  ///
  /// - Parameters:
  ///   - columns: the visible columns; nil for whole rows.
  ///   - room: the most columns of the canvas that one of them takes.
  mutating func begin(columns: Range<Int>?, room: Int) {
    batch.clear()
    self.columns = columns
    limit = Content.limit(room)
  }

  /// Reads and prints as much of a cell, or of the whole row, as `room` columns can show.
  ///
  /// - Parameters:
  ///   - index: the index in `rows`.
  ///   - rows: the visible rows, as numbered in the content.
  ///   - column: a visible column; nil for the whole row.
  ///   - cell: receives the text.
  ///   - room: the columns of the canvas that it may take.
  ///   - content: the content to read.
  ///   - host: prints the text.
  mutating func read(
    _ index: Int, of rows: [Int], column: Int?, into cell: inout PrintedText, columns room: Int,
    of content: Content, host: Host
  ) {
    if !(first..<first + batch.rows).contains(index) {
      first = index
      content.read(rows: rows[index...], columns: columns, limit: limit, into: &batch)
    }
    guard batch.rows > 0 else {
      return content.read(
        row: rows[index], column: column, into: &cell, columns: room, host: host)
    }
    let isWhole = batch.copy(
      row: index - first, column: column, into: &cell.text, limit: Content.limit(room))
    if !isWhole { content.readOn(row: rows[index], column: column, into: &cell) }
    cell.print(host: host)
  }
}
