/// Lays layers over one another into a frame, in the colours the terminal can show.
///
/// Where a layer is less than opaque its colours are mixed with those beneath; whose text a place
/// shows is said by `LayerShares`. A terminal with 16 colours or none has nothing to mix: there a
/// fading layer of less than half opacity is left out and any other is dim, and of two that meet
/// only the one with the greater claim is shown.
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
  /// The cursor is that of the topmost layer that may show one, has one, and is at least half opaque.
  package mutating func compose(_ layers: [PlacedLayer], onto frame: Frame) {
    frame.clear()
    for index in layers.indices {
      draw(layers[index], LayerShares(of: index, among: layers, on: frame.grid.bounds), onto: frame)
    }
    reduction.reduce(&frame.grid)
  }

  private func draw(_ placed: PlacedLayer, _ shares: LayerShares, onto frame: Frame) {
    let area = placed.area(in: frame.grid.bounds)
    guard !area.isEmpty, shares.ground > 0 else { return }
    let isFaint = shares.ground < LayerShares.whole / 2
    var painter = LayerPainter(
      theme: theme, blending: Blending(shares, terminal: terminal), way: .opaque,
      isColourless: depth == .none)
    if placed.isFading {
      // Where nothing can be mixed, a layer that meets another is seen as soon as it has won.
      let isContested = shares.text < shares.ground
      if !depth.blends, isContested ? shares.text == 0 : isFaint { return }
      painter.way = depth.blends ? .blended : placed.isFadingOut ? .dimText : .dim
    }
    dim(by: placed, shares, area: area, with: &painter, onto: frame)
    painter.paint(
      placed.layer.grid, column: placed.column, row: placed.row, area: area, onto: &frame.grid)
    if placed.showsCursor, !isFaint, let cursor = placed.layer.cursor {
      frame.cursor = position(of: cursor, in: placed, area: area) ?? frame.cursor
    }
  }

  /// Dims what lies beneath a layer where it asks for that.
  private func dim(
    by placed: PlacedLayer, _ shares: LayerShares, area: CellRectangle,
    with painter: inout LayerPainter, onto frame: Frame
  ) {
    for wanted in placed.layer.dimmed {
      let moved = CellRectangle(
        column: placed.column.addingWithoutOverflow(wanted.column),
        row: placed.row.addingWithoutOverflow(wanted.row), columns: wanted.columns,
        rows: wanted.rows)
      painter.dim(
        moved.clipped(to: area), by: depth.blends ? shares.ground : nil, of: &frame.grid)
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
