package import StateContainer

/// A layer with its position, clip rectangle, opacity and dimming in the frame, and whether it may
/// show the cursor, as input of the compositor.
package struct PlacedLayer {
  package var layer: Layer
  /// The position of the layer's first cell in the frame.
  package var column: Int
  package var row: Int
  /// The part of the frame that it may cover.
  package var clip: CellRectangle
  /// 0…1; other values are clamped, and NaN counts as 1.
  package var opacity: Double
  /// Whether it fades out; a layer that is not opaque otherwise fades in.
  package var isFadingOut: Bool
  /// Whether it may show the terminal's cursor.
  package var showsCursor = true
  /// Whether all of it is dimmed: a pane that takes keys while another one has the keyboard.
  package var isDimmed = false

  /// A layer in an area of the frame: clipped to it, moved and faded by the placement.
  package init(_ layer: Layer, in area: CellRectangle, placement: Placement = .atRest) {
    self.layer = layer
    column = area.column.addingWithoutOverflow(placement.column)
    row = area.row.addingWithoutOverflow(placement.row)
    clip = area
    opacity = placement.opacity
    isFadingOut = placement.isFadingOut
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

  var isFading: Bool { isFadingOut || opacityLevel < BlendWeights.full }

  /// Whether another layer has text fewer than two blank columns away from this one's on a row.
  func overlapsText(of other: PlacedLayer, on frame: CellRectangle) -> Bool {
    let area = area(in: frame)
    let otherArea = other.area(in: frame)
    let first = max(area.row, otherArea.row)
    let end = min(area.row + area.rows, otherArea.row + otherArea.rows)
    guard first < end else { return false }
    for row in first..<end {
      guard let text = textColumns(row, in: area.column..<area.column + area.columns) else {
        continue
      }
      let beside = (text.lowerBound - 2..<text.upperBound + 2)
        .clamped(to: otherArea.column..<otherArea.column + otherArea.columns)
      if other.textColumns(row, in: beside) != nil { return true }
    }
    return false
  }

  /// The columns of the frame from the first text to the last inside a range of a row.
  private func textColumns(_ frameRow: Int, in columns: Range<Int>) -> Range<Int>? {
    let own = columns.lowerBound - column..<columns.upperBound - column
    return layer.grid.textColumns(row: frameRow - row, in: own).map {
      $0.lowerBound + column..<$0.upperBound + column
    }
  }
}

/// A layer's offset and opacity at one moment of its animation, and whether it fades out.
package struct Placement: Equatable, Sendable {
  /// Columns to the right of its place at rest.
  var column = 0
  /// Rows below its place at rest.
  var row = 0
  /// 0…1.
  var opacity = 1.0
  var isFadingOut = false

  package static let atRest = Placement()
}

extension Placement {
  /// The placement during a transition.
  ///
  /// At rest, `progress` is 1 for an entering layer and 0 for a leaving one, which is outside at 1.
  /// It is eased, may leave 0…1 where the layer slides across `columns` or `rows`, and NaN is 1.
  package init(
    _ effect: TransitionEffect, progress: Double, isEntering: Bool, columns: Int, rows: Int
  ) {
    let progress = progress.isNaN ? 1 : min(max(progress, -1), 2)
    // 0 at rest, 1 outside.
    let distance = isEntering ? 1 - progress : progress
    let side: Double = isEntering ? 1 : -1
    switch effect {
    case .still:
      self.init(opacity: !isEntering && progress >= 1 ? 0 : 1)
    case .fade:
      self.init(opacity: min(max(1 - distance, 0), 1), isFadingOut: !isEntering)
    case .slideLeft: self.init(column: Self.cells(side * distance, of: columns))
    case .slideRight: self.init(column: Self.cells(-side * distance, of: columns))
    case .slideUp: self.init(row: Self.cells(side * distance, of: rows))
    case .slideDown: self.init(row: Self.cells(-side * distance, of: rows))
    }
  }

  private static func cells(_ part: Double, of extent: Int) -> Int {
    let cells = part * Double(min(max(extent, 0), CellGrid.columnLimit))
    return Int(cells < 0 ? cells - 0.5 : cells + 0.5)
  }
}
