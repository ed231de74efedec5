/// The encoder of frames for the terminal: turns the difference between two frames of the same size
/// into few bytes of cell changes, erasures, scrolling and cursor moves; the first time and after
/// `invalidate`, it encodes the whole frame.
///
/// Every frame ends with the plain style and the whole screen as the scroll region. Autowrap may be
/// on or off: after the last column the cursor is always moved before anything is written.
package struct Encoder {
  /// The frame encoded last; reuses its memory.
  package private(set) var bytes: [UInt8] = []

  private var writer: CellWriter
  private var isCursorShown: Bool?
  private var isScreenKnown = false
  private var scrollDetector = ScrollDetector()
  /// Whether a visible cursor must be hidden before the first change of this frame.
  private var hidesCursor = false

  /// In place, frames begin at the terminal's saved cursor instead of the screen's first row.
  ///
  /// Every complete frame then makes room for its rows, and nothing scrolls.
  package init(_ capabilities: StyleCapabilities = .all, isInPlace: Bool = false) {
    writer = CellWriter(capabilities, isInPlace: isInPlace)
  }

  /// Makes the next frame a complete one, since the terminal's content is unknown.
  package mutating func invalidate() { isScreenKnown = false }

  /// Encodes a frame into `bytes`; empty if the terminal shows it already.
  ///
  /// Both frames have the same size; the contents of `shown` are undefined afterwards.
  package mutating func encode(from shown: Frame, to next: Frame, isSynchronized: Bool) {
    bytes.removeAll(keepingCapacity: true)
    if isSynchronized { append(EscapeSequence.beginSynchronizedUpdate) }
    let start = bytes.count
    if !isScreenKnown { reset(shown) }
    hidesCursor = !isSynchronized && isCursorShown == true
    scroll(shown, to: next)
    appendChanges(from: shown, to: next)
    end(next)
    if bytes.count == start {
      bytes.removeAll(keepingCapacity: true)
    } else if isSynchronized {
      append(EscapeSequence.endSynchronizedUpdate)
    }
  }

  private mutating func append(_ sequence: String) {
    bytes.append(contentsOf: sequence.utf8)
  }

  private mutating func reset(_ shown: Frame) {
    if writer.isInPlace {
      append(EscapeSequence.hideCursor)
      append(EscapeSequence.makeRoom(rows: shown.rows))
    } else {
      append(EscapeSequence.resetScrollRegion)
      append(EscapeSequence.resetStyle)
      append(EscapeSequence.hideCursor)
      append(EscapeSequence.clearScreen)
    }
    shown.clear()
    writer.reset()
    isCursorShown = false
    isScreenKnown = true
  }

  private mutating func hideCursorBeforeChange() {
    guard hidesCursor else { return }
    append(EscapeSequence.hideCursor)
    isCursorShown = false
    hidesCursor = false
  }

  /// Scrolls the terminal and the shown frame if rows have moved.
  private mutating func scroll(_ shown: Frame, to next: Frame) {
    guard !writer.isInPlace, let scroll = scrollDetector.detect(from: shown.grid, to: next.grid)
    else { return }
    hideCursorBeforeChange()
    let isWhole = scroll.region == 0..<shown.rows
    bytes.append(addingCapacity: 64) { output in
      if !isWhole {
        EscapeSequence.append(
          .scrollRegion, scroll.region.lowerBound + 1, scroll.region.upperBound, to: &output)
      }
      EscapeSequence.append(
        scroll.lines > 0 ? .scrollUp : .scrollDown, abs(scroll.lines), to: &output)
      if !isWhole { EscapeSequence.append(EscapeSequence.resetScrollRegion, to: &output) }
    }
    writer.invalidateCursor()
    shown.grid.scroll(scroll.region, by: scroll.lines, filledWith: .blank)
  }

  private mutating func appendChanges(from shown: Frame, to next: Frame) {
    precondition(
      shown.columns == next.columns && shown.rows == next.rows,
      "compared frames of \(shown.columns)×\(shown.rows) and \(next.columns)×\(next.rows)")
    let columns = next.columns
    var position = 0
    var row = -1
    // The start of the row's blank tail; nil once the row is erased from there.
    var tail: Int?
    while let run = Self.nextChange(from: shown.grid, to: next.grid, at: &position) {
      if run.row != row {
        row = run.row
        tail = Self.blankTail(of: next.grid, row: row)
        hideCursorBeforeChange()
      }
      guard let blankFrom = tail else { continue }
      let erasesFrom = max(blankFrom, run.columns.lowerBound)
      let erases =
        run.columns.upperBound > blankFrom
        && Self.changes(from: shown.grid, to: next.grid, row: row, columns: erasesFrom..<columns)
          > writer.eraseCost
      let written = erases ? run.columns.lowerBound..<erasesFrom : run.columns
      append(written, erasesFrom: erases ? erasesFrom : nil, row: row, of: next)
      if erases { tail = nil }
    }
  }

  /// Appends changed cells of a row, and the erasure of the rest if `erasesFrom` is not nil.
  private mutating func append(
    _ columns: Range<Int>, erasesFrom: Int?, row: Int, of frame: Frame
  ) {
    var writer = writer
    let grid = frame.grid
    let limit = writer.bytesLimit(of: grid.cells.span, columns: columns, row: row, of: frame)
    bytes.append(addingCapacity: limit) { output in
      let cells = grid.cells.span
      writer.append(cells, columns: columns, row: row, of: frame, to: &output)
      if let erasesFrom {
        writer.erase(
          from: CellPlace(column: erasesFrom, row: row), over: cells, of: frame, in: &output)
      }
    }
    self.writer = writer
  }

  /// Resets the style, and shows or hides the cursor.
  private mutating func end(_ frame: Frame) {
    let place = frame.cursor.flatMap { place in
      0..<frame.columns ~= place.column && 0..<frame.rows ~= place.row ? place : nil
    }
    var writer = writer
    bytes.append(addingCapacity: 64) { output in
      writer.resetStyle(of: frame, in: &output)
      if let place { writer.move(to: place, in: &output) }
    }
    self.writer = writer
    let isShown = place != nil
    if isCursorShown != isShown {
      append(isShown ? EscapeSequence.showCursor : EscapeSequence.hideCursor)
      isCursorShown = isShown
    }
  }

  /// The first column of the blank end of a row in the terminal's own background.
  private static func blankTail(of grid: CellGrid, row: Int) -> Int {
    let cells = grid.cells.span
    var column = grid.columns
    while column > 0 {
      let cell = cells[row * grid.columns + column - 1]
      guard cell.isBlank, cell.background == .default else { return column }
      column -= 1
    }
    return column
  }

  private static func changes(
    from shown: CellGrid, to next: CellGrid, row: Int, columns: Range<Int>
  ) -> Int {
    let old = shown.cells.span
    let new = next.cells.span
    let start = row * next.columns
    var count = 0
    for column in columns where old[start + column] != new[start + column] { count += 1 }
    return count
  }

  /// The next cells of a row that differ, from a position on that moves past them; nil at the end.
  ///
  /// They never split a wide grapheme of the next frame.
  private static func nextChange(
    from shown: CellGrid, to next: CellGrid, at position: inout Int
  ) -> (row: Int, columns: Range<Int>)? {
    let old = shown.cells.span
    let new = next.cells.span
    var index = position
    while index < new.count, old[index] == new[index] { index += 1 }
    guard index < new.count else { return nil }
    let row = index / next.columns
    let rowEnd = (row + 1) * next.columns
    var end = index + 1
    while end < rowEnd, old[end] != new[end] || new[end].isContinuation { end += 1 }
    if new[index].isContinuation { index -= 1 }
    position = end
    return (row, index - row * next.columns..<end - row * next.columns)
  }
}
