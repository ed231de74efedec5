/// Paints one layer onto a frame, at one opacity.
struct LayerPainter {
  let theme: Theme
  let blending: Blending
  /// False for an opaque layer.
  let blends: Bool
  /// Whether the theme's roles must show by attributes.
  let isColourless: Bool
  let isDim: Bool

  /// Where the cells of one row come from and go to, as positions in the cells of both grids.
  struct Strip {
    var source: Int
    let sourceEnd: Int
    /// The first cell of the frame's row.
    let rowStart: Int
    let rowColumns: Int
    var column: Int

    mutating func advance(by columns: Int) {
      source += columns
      column += columns
    }
  }

  /// Paints the part of the layer that covers `area` of the frame; it lies inside both.
  func paint(
    _ layer: CellGrid, column: Int, row: Int, area: CellRectangle, onto frame: inout CellGrid
  ) {
    let source = layer.cells.span
    let frameColumns = frame.columns
    frame.withCells { cells in
      for frameRow in area.row..<area.row + area.rows {
        let start = (frameRow - row) * layer.columns + area.column - column
        let strip = Strip(
          source: start, sourceEnd: start + area.columns, rowStart: frameRow * frameColumns,
          rowColumns: frameColumns, column: area.column)
        if blends {
          blend(strip, of: source, onto: &cells)
        } else {
          cover(strip, of: source, onto: &cells)
        }
      }
    }
  }

  /// Paints a row of an opaque layer.
  private func cover(_ strip: Strip, of source: Span<Cell>, onto cells: inout MutableSpan<Cell>) {
    var strip = strip
    while strip.source < strip.sourceEnd {
      let upper = source[strip.source]
      if upper.isTransparent {
        strip.advance(by: 1)
        continue
      }
      let isWhole = upper.width == 1 || upper.width == 2 && strip.source + 1 < strip.sourceEnd
      let cell = resolved(isWhole ? upper : upper.cut)
      CellGrid.place(
        cell, at: strip.column, rowStart: strip.rowStart, columns: strip.rowColumns,
        keepsBackground: cell.background == .transparent, in: &cells)
      strip.advance(by: cell.width)
    }
  }

  /// Paints a row of a layer through which what is beneath can be seen.
  private func blend(_ strip: Strip, of source: Span<Cell>, onto cells: inout MutableSpan<Cell>) {
    var strip = strip
    while strip.source < strip.sourceEnd {
      let upper = source[strip.source]
      if upper.isTransparent {
        strip.advance(by: 1)
        continue
      }
      let index = strip.rowStart + strip.column
      let lower = cells[index]
      let hasPartner = strip.source + 1 < strip.sourceEnd
      let shows: Bool
      switch upper.width {
      case 1: shows = !upper.isBlank && (blending.favoursUpper || lower.isBlank)
      case 2:
        shows =
          hasPartner
          && (blending.favoursUpper || lower.isBlank && cells[index + 1].isBlank)
      default: shows = false
      }
      if shows {
        let cell = risen(upper, over: lower)
        CellGrid.place(
          cell, at: strip.column, rowStart: strip.rowStart, columns: strip.rowColumns,
          keepsBackground: false, in: &cells)
        strip.advance(by: cell.width)
      } else if lower.width == 2, hasPartner, covers(source[strip.source + 1], like: upper) {
        let cell = sunk(lower, under: upper)
        cells[index] = cell
        cells[index + 1] = cell.continuation
        strip.advance(by: 2)
      } else if lower.isContinuation, upper.background == .transparent {
        strip.advance(by: 1)
      } else {
        if lower.width != 1 {
          CellGrid.cutNeighbour(
            of: strip.column, rowStart: strip.rowStart, strip.rowColumns, in: &cells)
        }
        cells[index] = sunk(lower.width == 1 ? lower : lower.cut, under: upper)
        strip.advance(by: 1)
      }
    }
  }

  /// Whether the cell next to `first` leaves the other half of a wide text beneath as it does.
  private func covers(_ second: Cell, like first: Cell) -> Bool {
    second.background == first.background && !second.attributes.contains(.reverse)
      && (second.isBlank || second.isContinuation || !blending.favoursUpper && second.width == 1)
  }

  /// The layer's cell with its text, mixed with what is beneath.
  private func risen(_ upper: Cell, over lower: Cell) -> Cell {
    let lower = blending.unreversed(lower, over: .default)
    var cell = blending.unreversed(resolved(upper), over: lower.background)
    cell.foreground = blending.rising(cell.foreground, from: lower.background)
    cell.background = blending.background(lower.background, under: cell.background)
    if cell.isBlank {
      cell.foreground = .default
      cell.attributes = []
    }
    return cell
  }

  /// The cell beneath with its text, mixed with the layer's background.
  private func sunk(_ lower: Cell, under upper: Cell) -> Cell {
    var cell = blending.unreversed(lower, over: .default)
    let upper = blending.unreversed(resolved(upper), over: cell.background)
    let lowerBackground = cell.background
    cell.background = blending.background(lowerBackground, under: upper.background)
    if cell.isBlank {
      cell.foreground = .default
      cell.attributes = []
    } else {
      cell.foreground = blending.sinking(
        cell.foreground, background: lowerBackground, under: upper.background)
    }
    return cell
  }

  /// The cell with real colours for roles, and nothing in it that does not show.
  @inline(__always)
  private func resolved(_ cell: Cell) -> Cell {
    var plain = cell
    plain.foreground = theme.resolve(cell.foreground)
    plain.background = theme.resolve(cell.background)
    if isColourless { emphasize(&plain, as: cell) }
    if isDim { plain.attributes.insert(.dim) }
    if plain.isBlank {
      plain.grapheme = .space
      plain.foreground = .default
      plain.attributes = []
    }
    return plain
  }

  /// Without colours a selection is reversed, and what is muted is dim.
  private func emphasize(_ plain: inout Cell, as cell: Cell) {
    if cell.background == .role(.selectionBackground) { plain.attributes.insert(.reverse) }
    if cell.foreground == .role(.muted) || cell.foreground == .role(.border) {
      plain.attributes.insert(.dim)
    }
  }
}
