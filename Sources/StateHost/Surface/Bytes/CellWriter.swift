/// Writes cells, and keeps track of the terminal's pen and cursor from what it has written.
struct CellWriter {
  /// What a cell can take at most: a move, two forms of its style, a grapheme.
  static let bytesPerCell = 192

  let abilities: StyleAbilities

  private(set) var pen = Pen.plain
  private(set) var cursor = CursorState()

  init(_ abilities: StyleAbilities) { self.abilities = abilities }

  private func decorating(_ frame: Frame) -> DecorationWriter {
    DecorationWriter(pool: frame.pool, abilities: abilities)
  }

  /// What the cells of a row between two columns, and the moves around them, take at most.
  func bytesLimit(of cells: Span<Cell>, columns: Range<Int>, row: Int, of frame: Frame) -> Int {
    let start = row * frame.columns
    return (columns.count + 2) * Self.bytesPerCell
      + decorating(frame).bytesLimit(
        of: cells, in: start + columns.lowerBound..<start + columns.upperBound)
  }

  /// Appends the cells of one row between two columns.
  mutating func append(
    _ cells: Span<Cell>, columns: Range<Int>, row: Int, of frame: Frame,
    to bytes: inout OutputSpan<UInt8>
  ) {
    guard !columns.isEmpty else { return }
    let rowColumns = frame.columns
    let start = row * rowColumns
    var column = columns.lowerBound
    if cursor.row != row || cursor.column != column {
      move(to: CellPlace(column: column, row: row), over: cells, of: frame, in: &bytes)
    }
    while column < columns.upperBound {
      let cell = cells[start + column]
      if cursor.column != column {
        move(to: CellPlace(column: column, row: row), over: cells, of: frame, in: &bytes)
      }
      if !pen.suits(cell) {
        pen.change(to: Pen(cell), decorating: decorating(frame), in: &bytes)
      }
      write(cell, at: column, rowColumns: rowColumns, pool: frame.pool, to: &bytes)
      column += max(1, cell.width)
    }
  }

  /// Appends what erases from a place to the end of its row.
  mutating func erase(
    from place: CellPlace, over cells: Span<Cell>, of frame: Frame,
    in bytes: inout OutputSpan<UInt8>
  ) {
    move(to: place, over: cells, of: frame, in: &bytes)
    pen.change(to: .plain, decorating: decorating(frame), in: &bytes)
    EscapeSequence.append(EscapeSequence.eraseToEndOfLine, to: &bytes)
  }

  /// The bytes that erasing to the end of the line takes.
  var eraseCost: Int { pen == .plain ? 3 : 6 }

  mutating func endStyle(of frame: Frame, in bytes: inout OutputSpan<UInt8>) {
    pen.change(to: .plain, decorating: decorating(frame), in: &bytes)
  }

  /// Appends a move that writes no cell.
  mutating func move(to place: CellPlace, in bytes: inout OutputSpan<UInt8>) {
    let (move, _) = CursorMove.cheapest(from: cursor, to: place)
    move.append(from: cursor, to: place, in: &bytes)
    cursor = CursorState(row: place.row, column: place.column)
  }

  /// Takes note that the cursor may be anywhere.
  mutating func loseCursor() { cursor = CursorState() }

  /// Takes note that the style has been reset and the cursor may be anywhere.
  mutating func beginAnew() { self = CellWriter(abilities) }

  @inline(__always)
  private mutating func write(
    _ cell: Cell, at column: Int, rowColumns: Int, pool: GraphemePool,
    to bytes: inout OutputSpan<UInt8>
  ) {
    let code = cell.grapheme.code
    if code < 0x80 {
      bytes.append(code == 0 ? 0x20 : UInt8(truncatingIfNeeded: code))
    } else {
      pool.append(cell.grapheme, to: &bytes)
    }
    let end = column + max(1, cell.width)
    cursor.column = end < rowColumns && !cell.grapheme.isUncertain ? end : nil
  }

  /// Moves, over what is to stay as it is if writing that again is shorter.
  private mutating func move(
    to target: CellPlace, over cells: Span<Cell>, of frame: Frame,
    in bytes: inout OutputSpan<UInt8>
  ) {
    let (move, cost) = CursorMove.cheapest(from: cursor, to: target)
    if cursor.row == target.row, let column = cursor.column, column < target.column,
      target.column - column <= cost,
      repeats(cells, from: target.row * frame.columns + column, count: target.column - column)
    {
      for column in column..<target.column {
        write(
          cells[target.row * frame.columns + column], at: column, rowColumns: frame.columns,
          pool: frame.pool, to: &bytes)
      }
      return
    }
    move.append(from: cursor, to: target, in: &bytes)
    cursor = CursorState(row: target.row, column: target.column)
  }

  /// Whether these cells can be written again with one byte each.
  private func repeats(_ cells: Span<Cell>, from start: Int, count: Int) -> Bool {
    for index in start..<start + count {
      let cell = cells[index]
      guard cell.width == 1, cell.grapheme.isASCII, pen.suits(cell) else { return false }
    }
    return true
  }
}
