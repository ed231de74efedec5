/// A layer as it goes into a frame.
package struct PlacedLayer {
  package var layer: Layer
  /// The frame's column of the layer's first one.
  package var column: Int
  /// The frame's row of the layer's first one.
  package var row: Int
  /// What of the frame it may cover.
  package var clip: CellRectangle
  /// 0…1; beyond is cut, not a number counts as 1.
  package var opacity: Double

  /// A layer in an area of the frame: clipped to it, moved and faded by the placement.
  package init(_ layer: Layer, in area: CellRectangle, placement: Placement = .whole) {
    self.init(
      layer, column: area.column.addingWithoutOverflow(placement.column),
      row: area.row.addingWithoutOverflow(placement.row), clip: area, opacity: placement.opacity)
  }

  package init(
    _ layer: Layer, column: Int, row: Int, clip: CellRectangle, opacity: Double = 1
  ) {
    self.layer = layer
    self.column = column
    self.row = row
    self.clip = clip
    self.opacity = opacity
  }

  /// The part of a frame that it covers.
  func area(in frame: CellRectangle) -> CellRectangle {
    CellRectangle(column: column, row: row, columns: layer.columns, rows: layer.rows)
      .clipped(to: clip).clipped(to: frame)
  }

  /// The opacity in 256ths.
  var opacityLevel: UInt32 {
    opacity.isNaN ? 256 : UInt32(min(max(opacity, 0), 1) * 256 + 0.5)
  }
}
