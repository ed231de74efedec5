/// A rectangle of terminal cells, at most 4096 × 2048, stored row after row in one array, with
/// functions to fill, write and scroll that never split a wide character.
struct CellGrid {
  /// The largest size; larger ones are clamped.
  static let columnLimit = 4096
  static let rowLimit = 2048

  private(set) var columns = 0
  private(set) var rows = 0
  private(set) var cells: [Cell] = []

  /// A grid filled with one narrow cell.
  init(columns: Int, rows: Int, filledWith cell: Cell) {
    resize(columns: columns, rows: rows, filledWith: cell)
  }

  /// Changes the size and fills the grid; allocates only to grow.
  mutating func resize(columns: Int, rows: Int, filledWith cell: Cell) {
    self.columns = min(max(0, columns), Self.columnLimit)
    self.rows = min(max(0, rows), Self.rowLimit)
    let count = self.columns * self.rows
    guard count <= cells.capacity else {
      cells = Array(repeating: cell, count: count)
      return
    }
    if cells.count > count { cells.removeLast(cells.count - count) }
    fill(with: cell)
    if cells.count < count {
      cells.append(contentsOf: repeatElement(cell, count: count - cells.count))
    }
  }

  var bounds: CellRectangle { CellRectangle(column: 0, row: 0, columns: columns, rows: rows) }

  subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  /// The columns from the first text to the last inside a range of a row; nil if all are blank.
  func textColumns(row: Int, in range: Range<Int>) -> Range<Int>? {
    let start = row * columns
    let cells = cells.span
    var (first, end) = (range.lowerBound, range.upperBound)
    while first < end, cells[start + first].isBlank { first += 1 }
    while first < end, cells[start + end - 1].isBlank { end -= 1 }
    return first < end ? first..<end : nil
  }

  mutating func fill(with cell: Cell) {
    var span = cells.mutableSpan
    span.update(repeating: cell)
  }

  /// Fills whole rows with one narrow cell.
  mutating func fill(rows: Range<Int>, with cell: Cell) {
    if rows == 0..<self.rows { return fill(with: cell) }
    let places = rows.lowerBound * columns..<rows.upperBound * columns
    var span = cells.mutableSpan
    for place in places { span[place] = cell }
  }

  /// Fills a rectangle inside the grid with one narrow cell.
  mutating func fill(_ area: CellRectangle, with cell: Cell, keepsBackground: Bool) {
    let columns = columns
    var span = cells.mutableSpan
    for row in area.row..<area.row + area.rows {
      let start = row * columns
      for column in area.column..<area.column + area.columns {
        Self.place(
          cell, at: column, rowStart: start, columns: columns, keepsBackground: keepsBackground,
          in: &span)
      }
    }
  }

  /// Writes a cell; a wide one writes its continuation too and must fit into the row.
  mutating func place(_ cell: Cell, column: Int, row: Int, keepsBackground: Bool = false) {
    let columns = columns
    var span = cells.mutableSpan
    Self.place(
      cell, at: column, rowStart: row * columns, columns: columns,
      keepsBackground: keepsBackground, in: &span)
  }

  /// Writes printable ASCII from left to right; it must fit into the row.
  mutating func place(
    ascii bytes: Span<UInt8>, from first: Range<Int>, like cell: Cell, column: Int, row: Int,
    keepsBackground: Bool
  ) {
    guard !first.isEmpty else { return }
    let columns = columns
    let rowStart = row * columns
    let last = column + first.count - 1
    var span = cells.mutableSpan
    // Only a wide grapheme at either end can leave a half behind.
    if span[rowStart + column].isContinuation {
      Self.eraseOtherHalf(of: column, rowStart: rowStart, columns, in: &span)
    }
    if span[rowStart + last].width == 2 {
      Self.eraseOtherHalf(of: last, rowStart: rowStart, columns, in: &span)
    }
    let text = bytes.extracting(first)
    let start = rowStart + column
    var cell = cell
    if keepsBackground {
      for index in text.indices {
        cell.grapheme = Grapheme(code: UInt32(text[index]))
        cell.background = span[start + index].background
        span[start + index] = cell
      }
    } else {
      for index in text.indices {
        cell.grapheme = Grapheme(code: UInt32(text[index]))
        span[start + index] = cell
      }
    }
  }

  /// Writes a cell so that no half of a wide grapheme is left alone.
  @inline(__always)
  static func place(
    _ cell: Cell, at column: Int, rowStart: Int, columns: Int, keepsBackground: Bool,
    in cells: inout MutableSpan<Cell>
  ) {
    let index = rowStart + column
    var cell = cell
    if keepsBackground { cell.background = cells[index].background }
    if cells[index].width != 1 {
      eraseOtherHalf(of: column, rowStart: rowStart, columns, in: &cells)
    }
    cells[index] = cell
    guard cell.width == 2 else { return }
    if cells[index + 1].width == 2 {
      eraseOtherHalf(of: column + 1, rowStart: rowStart, columns, in: &cells)
    }
    cells[index + 1] = cell.continuation
  }

  /// Replaces the other half of the wide grapheme at a column by a space.
  static func eraseOtherHalf(
    of column: Int, rowStart: Int, _ columns: Int, in cells: inout MutableSpan<Cell>
  ) {
    let index = rowStart + column
    if cells[index].width == 2 {
      if column + 1 < columns { cells[index + 1] = cells[index + 1].erased }
    } else if column > 0 {
      cells[index - 1] = cells[index - 1].erased
    }
  }

  /// Moves whole rows inside `region` up by `lines` (down if negative); `cell` fills the free rows.
  mutating func scroll(_ region: Range<Int>, by lines: Int, filledWith cell: Cell) {
    let columns = columns
    var span = cells.mutableSpan
    for step in 0..<region.count {
      let row = lines > 0 ? region.lowerBound + step : region.upperBound - 1 - step
      let start = row * columns
      if region.contains(row + lines) {
        let source = (row + lines) * columns
        for column in 0..<columns { span[start + column] = span[source + column] }
      } else {
        for column in 0..<columns { span[start + column] = cell }
      }
    }
  }

  /// Calls a function that changes the cells.
  mutating func withCells(_ body: (inout MutableSpan<Cell>) -> Void) {
    var span = cells.mutableSpan
    body(&span)
  }

  /// Copies the other grid; allocates only when the size differs.
  mutating func copy(_ other: CellGrid) {
    if columns != other.columns || rows != other.rows {
      resize(columns: other.columns, rows: other.rows, filledWith: .blank)
    }
    let source = other.cells.span
    var span = cells.mutableSpan
    for index in span.indices { span[index] = source[index] }
  }
}
