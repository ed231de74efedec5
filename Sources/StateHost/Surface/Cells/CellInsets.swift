/// Cells kept free at each side of a rectangle.
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

extension CellRectangle {
  /// The rectangle inside the insets; never negative in size.
  package func inset(by insets: CellInsets) -> CellRectangle {
    inset(top: insets.top, right: insets.right, bottom: insets.bottom, left: insets.left)
  }
}
