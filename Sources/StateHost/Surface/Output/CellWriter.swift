/// The part of `Encoder` that encodes cells as escape sequences and text, and keeps track of the
/// cursor position and style that these leave the terminal in.
struct CellWriter {
  /// The most bytes for one cell: a move, two forms of its style, a grapheme.
  static let bytesPerCell = 192

  let capabilities: StyleCapabilities
  /// Whether the first row is at an unknown row of the screen, so that moves must be relative.
  let isInPlace: Bool

  private var style = Style.plain
  private var cursor = CursorPosition()

  init(_ capabilities: StyleCapabilities, isInPlace: Bool = false) {
    self.capabilities = capabilities
    self.isInPlace = isInPlace
  }

  private func decorations(of frame: Frame) -> DecorationWriter {
    DecorationWriter(pool: frame.pool, capabilities: capabilities)
  }

  /// The most bytes for cells of a row and the moves around them.
  func bytesLimit(of cells: Span<Cell>, columns: Range<Int>, row: Int, of frame: Frame) -> Int {
    let start = row * frame.columns
    return (columns.count + 2) * Self.bytesPerCell
      + decorations(of: frame).bytesLimit(
        of: cells, in: start + columns.lowerBound..<start + columns.upperBound)
  }

  /// Appends the cells of a range of columns of one row.
  mutating func append(
    _ cells: Span<Cell>, columns: Range<Int>, row: Int, of frame: Frame,
    to bytes: inout OutputSpan<UInt8>
  ) {
    let rowColumns = frame.columns
    let start = row * rowColumns
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = cells[start + column]
      if cursor.column != column || cursor.row != row {
        move(to: CellPlace(column: column, row: row), over: cells, of: frame, in: &bytes)
      }
      if !style.suits(cell) {
        style.change(to: cell.style, decorations: decorations(of: frame), in: &bytes)
      }
      write(cell, at: column, rowColumns: rowColumns, pool: frame.pool, to: &bytes)
      column += max(1, cell.width)
    }
  }

  /// Appends the sequences that erase from a place to the end of its row.
  mutating func erase(
    from place: CellPlace, over cells: Span<Cell>, of frame: Frame,
    in bytes: inout OutputSpan<UInt8>
  ) {
    move(to: place, over: cells, of: frame, in: &bytes)
    resetStyle(of: frame, in: &bytes)
    EscapeSequence.append(EscapeSequence.eraseToEndOfLine, to: &bytes)
  }

  /// The length of an erasure to the end of the line.
  var eraseCost: Int { style == .plain ? 3 : 6 }

  mutating func resetStyle(of frame: Frame, in bytes: inout OutputSpan<UInt8>) {
    style.change(to: .plain, decorations: decorations(of: frame), in: &bytes)
  }

  /// Appends a move that writes no cell.
  mutating func move(to place: CellPlace, in bytes: inout OutputSpan<UInt8>) {
    if isInPlace, let row = cursor.row, row != place.row {
      EscapeSequence.append(
        place.row > row ? .cursorDown : .cursorUp, abs(place.row - row), to: &bytes)
      cursor.row = place.row
    }
    CursorMove.shortest(from: cursor, to: place).append(to: &bytes)
    cursor = CursorPosition(row: place.row, column: place.column)
  }

  /// Records that the cursor's position is unknown.
  mutating func invalidateCursor() { cursor = CursorPosition() }

  /// Records a plain style and an unknown cursor position, or, in place, the first cell.
  mutating func reset() {
    self = CellWriter(capabilities, isInPlace: isInPlace)
    if isInPlace { cursor = CursorPosition(row: 0, column: 0) }
  }

  @inline(__always)
  private mutating func write(
    _ cell: Cell, at column: Int, rowColumns: Int, pool: CellPool,
    to bytes: inout OutputSpan<UInt8>
  ) {
    let code = cell.grapheme.code
    if code < 0x80 {
      bytes.append(code == 0 ? 0x20 : UInt8(truncatingIfNeeded: code))
    } else {
      pool.append(cell.grapheme, to: &bytes)
    }
    let end = column + max(1, cell.width)
    cursor.column = end < rowColumns && !cell.grapheme.isAmbiguous ? end : nil
  }

  /// Moves the cursor, or writes unchanged cells again if that is not longer.
  private mutating func move(
    to target: CellPlace, over cells: Span<Cell>, of frame: Frame,
    in bytes: inout OutputSpan<UInt8>
  ) {
    if cursor.row == target.row, let column = cursor.column, column < target.column,
      target.column - column <= CursorMove.shortest(from: cursor, to: target).cost,
      canRepeat(cells, from: target.row * frame.columns + column, count: target.column - column)
    {
      for column in column..<target.column {
        write(
          cells[target.row * frame.columns + column], at: column, rowColumns: frame.columns,
          pool: frame.pool, to: &bytes)
      }
    } else {
      move(to: target, in: &bytes)
    }
  }

  /// Whether these cells can be written again with one byte each.
  private func canRepeat(_ cells: Span<Cell>, from start: Int, count: Int) -> Bool {
    for index in start..<start + count {
      let cell = cells[index]
      guard cell.width == 1, cell.grapheme.isASCII, style.suits(cell) else { return false }
    }
    return true
  }
}

/// The position of the terminal's cursor after the bytes sent; nil for an unknown row or column.
struct CursorPosition: Equatable {
  var row: Int?
  /// Nil also after the last column, and after graphemes that terminals measure differently.
  var column: Int?
}

/// The shortest way found to move the terminal's cursor: carriage return, backspaces, line feeds,
/// then at most one control sequence; absolute when the cursor's row is unknown.
private struct CursorMove {
  var returns = false
  var backspaces = 0
  var lineFeeds = 0
  var function: ControlFunction?
  var number = 1
  var second: Int?

  var cost: Int {
    (returns ? 1 : 0) + backspaces + lineFeeds
      + (function.map { EscapeSequence.length($0, number, second) } ?? 0)
  }

  static func shortest(from state: CursorPosition, to target: CellPlace) -> CursorMove {
    var best = CursorMove(
      function: .cursorPosition, number: target.row + 1,
      second: target.column == 0 ? nil : target.column + 1)
    guard let row = state.row else { return best }
    func consider(_ move: CursorMove) {
      if move.cost < best.cost { best = move }
    }
    var fromStart = CursorMove(returns: true)
    if target.column > 0 { (fromStart.function, fromStart.number) = (.cursorRight, target.column) }
    if row == target.row {
      consider(CursorMove(function: .cursorColumn, number: target.column + 1))
      consider(fromStart)
      if let column = state.column {
        let distance = target.column - column
        if distance == 0 { return CursorMove() }
        consider(
          CursorMove(function: distance > 0 ? .cursorRight : .cursorLeft, number: abs(distance)))
        if distance < 0 { consider(CursorMove(backspaces: -distance)) }
      }
    } else {
      if row < target.row {
        fromStart.lineFeeds = target.row - row
        consider(fromStart)
      }
      if state.column == target.column {
        consider(
          CursorMove(
            function: target.row > row ? .cursorDown : .cursorUp, number: abs(target.row - row)))
      }
    }
    return best
  }

  func append(to bytes: inout OutputSpan<UInt8>) {
    if returns { EscapeSequence.append(EscapeSequence.carriageReturn, to: &bytes) }
    for _ in 0..<backspaces { EscapeSequence.append(EscapeSequence.backspace, to: &bytes) }
    for _ in 0..<lineFeeds { EscapeSequence.append(EscapeSequence.lineFeed, to: &bytes) }
    if let function { EscapeSequence.append(function, number, second, to: &bytes) }
  }
}
