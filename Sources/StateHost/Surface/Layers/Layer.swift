/// A child's own grid of cells.
///
/// Everything drawn outside is cut off, whatever the numbers. Text is untrusted: it passes through
/// `HarmlessScanner`. Belongs to one thread, as its pool does.
package final class Layer: CellHolder {
  let pool: GraphemePool
  var grid: CellGrid

  // What is looked at in each draw is written at once, never lent, and private: so the compiler needs no
  // check of it, in other modules either.

  private var size: (columns: Int, rows: Int)

  package var columns: Int { size.columns }
  package var rows: Int { size.rows }

  /// Where the child wants the terminal's cursor; nil hides it.
  ///
  /// Places outside the layer count as nil.
  package var cursor: CellPlace? { cursorPlace }
  private var cursorPlace: CellPlace?

  /// Where what lies beneath is shown dimmed.
  package private(set) var dimmed: [CellRectangle] = []
  private var isDimming = false
  /// So many places can be dimmed.
  package static let dimmedLimit = 16

  /// The rows that have been written to since all was transparent: the others are still.
  private var writtenRows = 0..<0

  /// A transparent layer, at most 4096 × 2048; negative sizes count as 0.
  package init(columns: Int, rows: Int, pool: GraphemePool) {
    self.pool = pool
    let grid = CellGrid(columns: columns, rows: rows, filledWith: .transparent)
    size = (grid.columns, grid.rows)
    self.grid = grid
    pool.add(self)
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  package var bounds: CellRectangle { grid.bounds }

  /// Takes a new size and becomes transparent.
  ///
  /// Allocates only to grow.
  package func resize(columns: Int, rows: Int) {
    cursorPlace = nil
    undim()
    writtenRows = 0..<0
    grid.resize(columns: columns, rows: rows, filledWith: .transparent)
    size = (grid.columns, grid.rows)
  }

  /// Makes every cell transparent, dims nothing, and takes the cursor away.
  package func clear() {
    cursorPlace = nil
    undim()
    grid.fill(rows: writtenRows, with: .transparent)
    writtenRows = 0..<0
  }

  /// Shows what lies beneath a rectangle dimmed; false where that would be one too many.
  package func dim(_ area: CellRectangle) -> Bool {
    let area = area.clipped(to: bounds)
    if area.isEmpty { return true }
    if dimmed.count == Self.dimmedLimit { return false }
    dimmed.append(area)
    isDimming = true
    return true
  }

  /// Dims nothing any more.
  package func undim() {
    if isDimming { dimmed.removeAll(keepingCapacity: true) }
    isDimming = false
  }

  /// Wants the terminal's cursor at a place; nil hides it.
  package func putCursor(at place: CellPlace?) { cursorPlace = place }

  /// To be told before anything but transparent cells is written to rows inside.
  func willWrite(to rows: Range<Int>) {
    if writtenRows.isEmpty {
      writtenRows = rows
    } else {
      let first = min(writtenRows.lowerBound, rows.lowerBound)
      writtenRows = first..<max(writtenRows.upperBound, rows.upperBound)
    }
  }

  /// The cell at a place; nil outside.
  package func cell(column: Int, row: Int) -> Cell? {
    guard 0..<columns ~= column, 0..<rows ~= row else { return nil }
    return grid[column, row]
  }
}

/// A place in a grid.
package struct CellPlace: Equatable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}
