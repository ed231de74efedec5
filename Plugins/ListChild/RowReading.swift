import ChildPluginKit

extension Content {
  /// The most bytes of a row that are read where what comes last may stand first.
  private static var wholeRow: Int { 1 << 20 }
  /// The most bytes of a row with escape sequences, which take bytes and no columns.
  private static var styledRow: Int { 16 << 10 }

  /// Reads so much of a cell, or of the whole row, as so many columns can show, and prints it.
  func read(
    row: Int, column: Int? = nil, into cell: inout PrintedText, columns: Int, host: Host,
    followsSequences: Bool = false
  ) {
    let length = read(row: row, column: column, into: &cell.text, limit: Self.limit(columns))
    if length > cell.text.count { readOn(row: row, column: column, into: &cell) }
    cell.print(host: host, cell: followsSequences ? column.map { (row, $0) } : nil)
  }

  /// The most bytes of a text that so many columns can show.
  fileprivate static func limit(_ columns: Int) -> Int {
    // A column holds at most a character of four bytes, and some marks that combine with it.
    max(0, min(65_536, columns * 4 + 64))
  }

  /// Reads more of a text that was cut, if its end may stand over its beginning or sequences take most of its bytes.
  fileprivate func readOn(row: Int, column: Int?, into cell: inout PrintedText) {
    guard cell.goesBack || cell.hasSequences else { return }
    let limit = cell.goesBack ? Self.wholeRow : max(cell.text.count, Self.styledRow)
    read(row: row, column: column, into: &cell.text, limit: limit)
  }
}

/// The cells of the rows in view, read as many at a time as there is room for.
struct ScreenCells {
  private var batch = CellBatch()
  /// Where the batch begins among the rows in view.
  private var first = 0
  private var columns: Range<Int>?
  private var limit = 0

  /// Other cells are in view now.
  ///
  /// - Parameters:
  ///   - columns: those in view; nil: the whole rows.
  ///   - room: the columns of the canvas that the widest of them may take.
  mutating func begin(columns: Range<Int>?, room: Int) {
    batch.clear()
    self.columns = columns
    limit = Content.limit(room)
  }

  /// Reads so much of a cell, or of the whole row, as so many columns can show, and prints it.
  ///
  /// - Parameters:
  ///   - index: which of the rows in view.
  ///   - rows: the rows in view, as numbered in the content.
  ///   - column: one of those in view; nil: the whole row.
  ///   - cell: gets it.
  ///   - room: the columns of the canvas that it may take.
  ///   - content: what is read.
  ///   - host: prints it.
  ///   - followsSequences: a cell before it in the row has escape sequences.
  mutating func read(
    _ index: Int, of rows: [Int], column: Int?, into cell: inout PrintedText, columns room: Int,
    of content: Content, host: Host, followsSequences: Bool = false
  ) {
    if !(first..<first + batch.rows).contains(index) {
      first = index
      content.read(rows: rows[index...], columns: columns, limit: limit, into: &batch)
    }
    guard batch.rows > 0 else {
      return content.read(
        row: rows[index], column: column, into: &cell, columns: room, host: host,
        followsSequences: followsSequences)
    }
    let isWhole = batch.copy(
      row: index - first, column: column, into: &cell.text, limit: Content.limit(room))
    if !isWhole { content.readOn(row: rows[index], column: column, into: &cell) }
    cell.print(host: host, cell: followsSequences ? column.map { (rows[index], $0) } : nil)
  }
}
