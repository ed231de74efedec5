/// Lays layers over one another into a frame, in the colours the terminal can show.
///
/// Where a layer is less than opaque its colours are mixed with those beneath. Of two texts at one
/// place the one with the greater share shows. A terminal with 16 colours or none has nothing to
/// mix: there a layer of less than half opacity is left out and any other below 1 is dim.
package struct Compositor {
  package let depth: ColourDepth
  /// What roles mean.
  package var theme: Theme
  /// What blending takes the terminal's own colours for.
  package var terminal: TerminalColours

  private var reduction: ColourReduction

  package init(depth: ColourDepth, theme: Theme, terminal: TerminalColours) {
    self.depth = depth
    self.theme = theme
    self.terminal = terminal
    self.reduction = ColourReduction(depth: depth)
  }

  /// Makes the frame show the layers, the first at the bottom, over the terminal's background.
  ///
  /// The cursor is that of the topmost layer that has one and is at least half opaque.
  package mutating func compose(_ layers: [PlacedLayer], onto frame: Frame) {
    frame.clear()
    for placed in layers { draw(placed, onto: frame) }
    reduction.reduce(&frame.grid)
  }

  private func draw(_ placed: PlacedLayer, onto frame: Frame) {
    let area = placed.area(in: frame.grid.bounds)
    let level = placed.opacityLevel
    guard !area.isEmpty, level > 0, depth.blends || level >= 128 else { return }
    var painter = LayerPainter(
      theme: theme, blending: Blending(amount: level, terminal: terminal),
      blends: depth.blends && level < 256, isColourless: depth == .none,
      isDim: !depth.blends && level < 256)
    painter.paint(
      placed.layer.grid, column: placed.column, row: placed.row, area: area, onto: &frame.grid)
    if level >= 128, let cursor = placed.layer.cursor {
      frame.cursor = position(of: cursor, in: placed, area: area) ?? frame.cursor
    }
  }

  private func position(
    of cursor: CellPlace, in placed: PlacedLayer, area: CellRectangle
  ) -> CellPlace? {
    let place = CellPlace(
      column: placed.column.addingWithoutOverflow(cursor.column),
      row: placed.row.addingWithoutOverflow(cursor.row))
    let isInside =
      area.column..<area.column + area.columns ~= place.column
      && area.row..<area.row + area.rows ~= place.row
    return isInside ? place : nil
  }
}
