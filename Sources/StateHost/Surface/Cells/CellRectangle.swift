/// A rectangle of cells; its numbers may be anything, also negative or huge.
package struct CellRectangle: Equatable, Sendable {
  package var column: Int
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  package var isEmpty: Bool { columns <= 0 || rows <= 0 }

  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column - self.column < columns && row >= self.row
      && row - self.row < rows
  }

  /// The part inside the other one; empty at (0, 0) if there is none.
  package func clipped(to bounds: CellRectangle) -> CellRectangle {
    let (column, columns) = Self.overlap(self.column, self.columns, bounds.column, bounds.columns)
    let (row, rows) = Self.overlap(self.row, self.rows, bounds.row, bounds.rows)
    guard columns > 0, rows > 0 else {
      return CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    return CellRectangle(column: column, row: row, columns: columns, rows: rows)
  }

  /// The rectangle inside, with so many cells taken off each side; never negative in size.
  package func inset(top: Int, right: Int, bottom: Int, left: Int) -> CellRectangle {
    let across = min(max(0, left), max(0, columns))
    let down = min(max(0, top), max(0, rows))
    return CellRectangle(
      column: column.addingWithoutOverflow(across), row: row.addingWithoutOverflow(down),
      columns: max(0, columns - across - min(max(0, right), max(0, columns))),
      rows: max(0, rows - down - min(max(0, bottom), max(0, rows))))
  }

  private static func overlap(
    _ start: Int, _ count: Int, _ otherStart: Int, _ otherCount: Int
  ) -> (start: Int, count: Int) {
    let first = max(start, otherStart)
    let last = min(
      start.addingWithoutOverflow(max(0, count)),
      otherStart.addingWithoutOverflow(max(0, otherCount)))
    return (first, last > first ? last.subtractingWithoutOverflow(first) : 0)
  }
}

extension Int {
  /// The sum, or the nearest number there is.
  @inline(__always)
  func addingWithoutOverflow(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number there is.
  @inline(__always)
  func subtractingWithoutOverflow(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }
}
