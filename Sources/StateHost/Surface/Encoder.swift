/// Turns the difference between two frames into the fewest bytes that bring the terminal there.
///
/// It knows the terminal's pen and cursor from what it has sent. Every frame ends in the plain style,
/// with the whole screen as the scroll region. Autowrap may be on or off: nothing is ever written
/// after the last column without moving the cursor first.
package struct Encoder {
  /// What was encoded last; kept for its memory.
  package private(set) var bytes: [UInt8] = []

  private var pen = Pen.plain
  private var cursor = CursorState()
  private var isCursorShown: Bool?
  private var knowsScreen = false
  private var scrollFinder = ScrollFinder()

  package init() {}

  /// Makes the next frame a whole one, as what the terminal shows is not known any more.
  package mutating func forget() {
    knowsScreen = false
  }

  /// Encodes a frame into `bytes`; nothing if the terminal shows it already.
  ///
  /// - Parameters:
  ///   - shown: what the terminal shows; changed on the way, so of no further use.
  ///   - next: what it shall show; of the same size.
  ///   - isSynchronized: whether the terminal is told to show the frame at once.
  package mutating func encode(from shown: Frame, to next: Frame, isSynchronized: Bool) {
    bytes.removeAll(keepingCapacity: true)
    if isSynchronized {
      EscapeSequence.append(EscapeSequence.beginSynchronizedUpdate, to: &bytes)
    }
    let start = bytes.count
    if !knowsScreen { beginAnew(shown) }
    let beforeChanges = bytes.count
    scroll(shown, to: next)
    appendChanges(from: shown, to: next)
    pen.change(to: .plain, in: &bytes)
    if !isSynchronized, isCursorShown == true, bytes.count > beforeChanges {
      hideCursor(at: beforeChanges)
    }
    placeCursor(of: next)
    if bytes.count == start {
      bytes.removeAll(keepingCapacity: true)
    } else if isSynchronized {
      EscapeSequence.append(EscapeSequence.endSynchronizedUpdate, to: &bytes)
    }
  }

  private mutating func beginAnew(_ shown: Frame) {
    EscapeSequence.append(EscapeSequence.resetScrollRegion, to: &bytes)
    EscapeSequence.append(EscapeSequence.resetStyle, to: &bytes)
    EscapeSequence.append(EscapeSequence.hideCursor, to: &bytes)
    EscapeSequence.append(EscapeSequence.clearScreen, to: &bytes)
    shown.clear()
    pen = .plain
    cursor = CursorState()
    isCursorShown = false
    knowsScreen = true
  }

  /// Scrolls the terminal, and the shown frame with it, if the next frame has rows moved.
  private mutating func scroll(_ shown: Frame, to next: Frame) {
    guard let scroll = scrollFinder.find(from: shown.grid, to: next.grid) else { return }
    let isWhole = scroll.region == 0..<shown.rows
    if !isWhole {
      EscapeSequence.append(
        .scrollRegion, scroll.region.lowerBound + 1, scroll.region.upperBound, to: &bytes)
    }
    EscapeSequence.append(
      scroll.lines > 0 ? .scrollUp : .scrollDown, abs(scroll.lines), to: &bytes)
    if !isWhole { EscapeSequence.append(EscapeSequence.resetScrollRegion, to: &bytes) }
    cursor = CursorState()
    shown.grid.scroll(scroll.region, by: scroll.lines, filledWith: .blank)
  }

  private mutating func appendChanges(from shown: Frame, to next: Frame) {
    let old = shown.grid.cells
    let new = next.grid.cells
    let columns = next.columns
    var row = -1
    var blankFrom = 0
    for run in FrameDiff(from: shown.grid, to: next.grid) {
      if run.row != row {
        row = run.row
        blankFrom = Self.blankTail(of: new.span, row: row, columns: columns)
      }
      // A later run of a row that has been erased to its end.
      if blankFrom < 0 { continue }
      let start = row * columns
      var end = run.columns.upperBound
      if end > blankFrom {
        let tail = max(blankFrom, run.columns.lowerBound)
        let changed = Self.changes(
          from: old.span, to: new.span, in: start + tail..<start + columns)
        if changed > Self.eraseCost(pen) {
          end = tail
          append(new.span, columns: run.columns.lowerBound..<end, row: row, of: next)
          erase(from: CellPlace(column: tail, row: row), new.span, of: next)
          blankFrom = -1
          continue
        }
      }
      append(new.span, columns: run.columns.lowerBound..<end, row: row, of: next)
    }
  }

  /// Writes the cells of one row between two columns.
  private mutating func append(
    _ cells: Span<Cell>, columns: Range<Int>, row: Int, of frame: Frame
  ) {
    guard !columns.isEmpty else { return }
    let start = row * frame.columns
    move(to: CellPlace(column: columns.lowerBound, row: row), cells, of: frame)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = cells[start + column]
      if cursor.column != column {
        move(to: CellPlace(column: column, row: row), cells, of: frame)
      }
      if !pen.suits(cell) { pen.change(to: Pen(cell), in: &bytes) }
      write(cell, at: column, of: frame)
      column += max(1, cell.width)
    }
  }

  @inline(__always)
  private mutating func write(_ cell: Cell, at column: Int, of frame: Frame) {
    if cell.grapheme.isASCII {
      let code = cell.grapheme.code
      bytes.append(code == 0 ? 0x20 : UInt8(truncatingIfNeeded: code))
    } else {
      frame.pool.append(cell.grapheme, to: &bytes)
    }
    let end = column + max(1, cell.width)
    cursor.column = end < frame.columns && !cell.grapheme.isUncertain ? end : nil
  }

  /// Moves the cursor, over what is to stay as it is if writing that again is shorter.
  private mutating func move(to target: CellPlace, _ cells: Span<Cell>, of frame: Frame) {
    let (move, cost) = CursorMove.cheapest(from: cursor, to: target)
    if cursor.row == target.row, let column = cursor.column, column < target.column,
      target.column - column <= cost, repeats(column..<target.column, cells, of: frame, target.row)
    {
      for column in column..<target.column {
        write(cells[target.row * frame.columns + column], at: column, of: frame)
      }
      return
    }
    move.append(from: cursor, to: target, in: &bytes)
    cursor = CursorState(row: target.row, column: target.column)
  }

  /// Whether these cells can be written again with one byte each.
  private func repeats(
    _ columns: Range<Int>, _ cells: Span<Cell>, of frame: Frame, _ row: Int
  ) -> Bool {
    for column in columns {
      let cell = cells[row * frame.columns + column]
      guard cell.width == 1, cell.grapheme.isASCII, pen.suits(cell) else { return false }
    }
    return true
  }

  private mutating func erase(from place: CellPlace, _ cells: Span<Cell>, of frame: Frame) {
    move(to: place, cells, of: frame)
    pen.change(to: .plain, in: &bytes)
    EscapeSequence.append(EscapeSequence.eraseToEndOfLine, to: &bytes)
  }

  /// The bytes that erasing to the end of the line takes.
  private static func eraseCost(_ pen: Pen) -> Int { pen == .plain ? 3 : 6 }

  /// The first column from which on the row is blank in the terminal's own background.
  private static func blankTail(of cells: Span<Cell>, row: Int, columns: Int) -> Int {
    var column = columns
    while column > 0 {
      let cell = cells[row * columns + column - 1]
      guard cell.isBlank, cell.background == .default else { return column }
      column -= 1
    }
    return column
  }

  private static func changes(
    from old: Span<Cell>, to new: Span<Cell>, in range: Range<Int>
  ) -> Int {
    var count = 0
    for index in range where old[index] != new[index] { count += 1 }
    return count
  }

  private mutating func hideCursor(at position: Int) {
    bytes.insert(contentsOf: EscapeSequence.hideCursor.utf8, at: position)
    isCursorShown = false
  }

  private mutating func placeCursor(of frame: Frame) {
    let place = frame.cursor.flatMap { place in
      0..<frame.columns ~= place.column && 0..<frame.rows ~= place.row ? place : nil
    }
    if let place {
      let (move, _) = CursorMove.cheapest(from: cursor, to: place)
      move.append(from: cursor, to: place, in: &bytes)
      cursor = CursorState(row: place.row, column: place.column)
    }
    let isShown = place != nil
    guard isCursorShown != isShown else { return }
    EscapeSequence.append(
      isShown ? EscapeSequence.showCursor : EscapeSequence.hideCursor, to: &bytes)
    isCursorShown = isShown
  }
}
