/// The place of a cell in a layer, a frame or the screen: its column and row, counted from 0.
package struct CellPlace: Equatable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// Margins in cells at a rectangle's four sides, such as those a child keeps free around its layer.
package struct CellInsets: Equatable, Sendable {
  package var top: Int
  package var right: Int
  package var bottom: Int
  package var left: Int

  package init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// A rectangle of cells: position and size, which may be negative or huge until it is clipped.
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

  /// The intersection; an empty rectangle at (0, 0) if there is none.
  package func clipped(to bounds: CellRectangle) -> CellRectangle {
    let (column, columns) = Self.overlap(self.column, self.columns, bounds.column, bounds.columns)
    let (row, rows) = Self.overlap(self.row, self.rows, bounds.row, bounds.rows)
    guard columns > 0, rows > 0 else {
      return CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    return CellRectangle(column: column, row: row, columns: columns, rows: rows)
  }

  /// The rectangle inside the insets; its size is never negative.
  package func inset(by insets: CellInsets) -> CellRectangle {
    func clamped(_ inset: Int, _ size: Int) -> Int { min(max(0, inset), max(0, size)) }
    let across = clamped(insets.left, columns)
    let down = clamped(insets.top, rows)
    return CellRectangle(
      column: column.addingWithoutOverflow(across), row: row.addingWithoutOverflow(down),
      columns: max(0, columns - across - clamped(insets.right, columns)),
      rows: max(0, rows - down - clamped(insets.bottom, rows)))
  }

  private static func overlap(
    _ start: Int, _ count: Int, _ otherStart: Int, _ otherCount: Int
  ) -> (start: Int, count: Int) {
    let first = max(start, otherStart)
    let last = min(
      start.addingWithoutOverflow(max(0, count)),
      otherStart.addingWithoutOverflow(max(0, otherCount)))
    return (first, last > first ? Int(clamping: UInt(bitPattern: last &- first)) : 0)
  }
}

extension Int {
  /// The sum, saturated at the bounds of `Int`.
  @inline(__always)
  func addingWithoutOverflow(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
