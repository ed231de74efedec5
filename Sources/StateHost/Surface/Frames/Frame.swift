/// What the terminal shows, or shall show: every cell visible, colours in the terminal's own terms.
package final class Frame: CellHolder {
  let pool: GraphemePool
  var grid: CellGrid

  /// Where the terminal's cursor stands; nil while it is hidden.
  package var cursor: CellPlace?

  /// A blank frame, at most 4096 × 2048; negative sizes count as 0.
  package init(columns: Int, rows: Int, pool: GraphemePool) {
    self.pool = pool
    self.grid = CellGrid(columns: columns, rows: rows, filledWith: .blank)
    pool.add(self)
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  package var columns: Int { grid.columns }
  package var rows: Int { grid.rows }

  /// Takes a new size and becomes blank.
  package func resize(columns: Int, rows: Int) {
    cursor = nil
    grid.resize(columns: columns, rows: rows, filledWith: .blank)
  }

  package func clear() {
    cursor = nil
    grid.fill(with: .blank)
  }

  /// The cell at a place; nil outside.
  package func cell(column: Int, row: Int) -> Cell? {
    guard 0..<columns ~= column, 0..<rows ~= row else { return nil }
    return grid[column, row]
  }

  /// The decoration at a place; nil outside.
  package func decoration(column: Int, row: Int) -> Decoration? {
    cell(column: column, row: row).map { pool[$0.decoration] }
  }

  /// The text of every row, spaces at the end left out.
  package var text: [String] {
    (0..<rows).map { text(row: $0) }
  }

  /// The text of one row, spaces at the end left out; nothing outside.
  package func text(row: Int) -> String {
    guard 0..<rows ~= row else { return "" }
    var bytes: [UInt8] = []
    var end = 0
    for column in 0..<columns where !grid[column, row].isContinuation {
      let grapheme = grid[column, row].grapheme
      pool.append(grapheme == .none ? .space : grapheme, to: &bytes)
      if !grapheme.isBlank { end = bytes.count }
    }
    return String(decoding: bytes.prefix(end), as: UTF8.self)
  }
}
