/// Turns the difference between two frames into the fewest bytes that bring the terminal there.
///
/// It knows the terminal's pen and cursor from what it has sent. Every frame ends in the plain
/// style, with the whole screen as the scroll region. Autowrap may be on or off: nothing is ever
/// written after the last column without moving the cursor first.
package struct Encoder {
  /// What was encoded last; kept for its memory.
  package private(set) var bytes: [UInt8] = []

  private var writer: CellWriter
  private var isCursorShown: Bool?
  private var knowsScreen = false
  private var scrollFinder = ScrollFinder()
  /// Whether a visible cursor must be hidden before the first change of this frame.
  private var hidesCursor = false

  /// - Parameter abilities: what the terminal is told of styles.
  package init(_ abilities: StyleAbilities = .all) { writer = CellWriter(abilities) }

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
    if isSynchronized { append(EscapeSequence.beginSynchronizedUpdate) }
    let start = bytes.count
    if !knowsScreen { beginAnew(shown) }
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

  private mutating func beginAnew(_ shown: Frame) {
    append(EscapeSequence.resetScrollRegion)
    append(EscapeSequence.resetStyle)
    append(EscapeSequence.hideCursor)
    append(EscapeSequence.clearScreen)
    shown.clear()
    writer.beginAnew()
    isCursorShown = false
    knowsScreen = true
  }

  private mutating func beginChange() {
    guard hidesCursor else { return }
    append(EscapeSequence.hideCursor)
    isCursorShown = false
    hidesCursor = false
  }

  /// Scrolls the terminal, and the shown frame with it, if the next frame has rows moved.
  private mutating func scroll(_ shown: Frame, to next: Frame) {
    guard let scroll = scrollFinder.find(from: shown.grid, to: next.grid) else { return }
    beginChange()
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
    writer.loseCursor()
    shown.grid.scroll(scroll.region, by: scroll.lines, filledWith: .blank)
  }

  private mutating func appendChanges(from shown: Frame, to next: Frame) {
    let columns = next.columns
    var row = -1
    // Where the row's blank tail begins; after an erasure, which does for the rest of the row, nil.
    var tail: Int?
    for run in FrameDiff(from: shown.grid, to: next.grid) {
      if run.row != row {
        row = run.row
        tail = Self.blankTail(of: next.grid, row: row)
        beginChange()
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

  /// Appends changed cells of a row and, if asked to, the erasure of what follows.
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

  /// Ends the style, and shows the cursor where the frame wants it.
  private mutating func end(_ frame: Frame) {
    let place = frame.cursor.flatMap { place in
      0..<frame.columns ~= place.column && 0..<frame.rows ~= place.row ? place : nil
    }
    var writer = writer
    bytes.append(addingCapacity: 64) { output in
      writer.endStyle(of: frame, in: &output)
      if let place { writer.move(to: place, in: &output) }
    }
    self.writer = writer
    let isShown = place != nil
    if isCursorShown != isShown {
      append(isShown ? EscapeSequence.showCursor : EscapeSequence.hideCursor)
      isCursorShown = isShown
    }
  }

  /// The first column from which on the row is blank in the terminal's own background.
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
}
