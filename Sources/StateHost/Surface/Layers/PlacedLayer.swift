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
  /// Whether it is on its way out by its opacity; else what is not opaque is on its way in.
  package var isFadingOut: Bool
  /// Whether the terminal's cursor may stand where the layer wants it.
  package var showsCursor = true

  /// A layer in an area of the frame: clipped to it, moved and faded by the placement.
  package init(_ layer: Layer, in area: CellRectangle, placement: Placement = .whole) {
    self.init(
      layer, column: area.column.addingWithoutOverflow(placement.column),
      row: area.row.addingWithoutOverflow(placement.row), clip: area, opacity: placement.opacity,
      isFadingOut: placement.isFadingOut)
  }

  package init(
    _ layer: Layer, column: Int, row: Int, clip: CellRectangle, opacity: Double = 1,
    isFadingOut: Bool = false
  ) {
    self.layer = layer
    self.column = column
    self.row = row
    self.clip = clip
    self.opacity = opacity
    self.isFadingOut = isFadingOut
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

  var isFading: Bool { isFadingOut || opacityLevel < LayerShares.whole }

  /// Whether another layer has text in or beside what this one's text takes on a row of the frame.
  ///
  /// Two blank columns between them keep them apart.
  func meets(_ other: PlacedLayer, on frame: CellRectangle) -> Bool {
    let area = area(in: frame)
    let otherArea = other.area(in: frame)
    let first = max(area.row, otherArea.row)
    let end = min(area.row + area.rows, otherArea.row + otherArea.rows)
    guard first < end else { return false }
    for frameRow in first..<end {
      guard let text = textColumns(frameRow, in: area.column..<area.column + area.columns) else {
        continue
      }
      let beside = (text.lowerBound - 2..<text.upperBound + 2)
        .clamped(to: otherArea.column..<otherArea.column + otherArea.columns)
      if other.textColumns(frameRow, in: beside) != nil { return true }
    }
    return false
  }

  /// From the first text to the last between some columns of the frame, in a row of it.
  private func textColumns(_ frameRow: Int, in columns: Range<Int>) -> Range<Int>? {
    let own = columns.lowerBound - column..<columns.upperBound - column
    return layer.grid.text(row: frameRow - row, columns: own).map {
      $0.lowerBound + column..<$0.upperBound + column
    }
  }
}
