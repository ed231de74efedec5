/// Paints one layer onto a frame, at one opacity.
struct LayerPainter {
  /// How a layer comes onto the frame.
  enum Way {
    /// In place of what is beneath.
    case opaque
    /// Mixed with what is beneath.
    case blended
    /// In place of what is beneath, dim.
    case dim
    /// Its text alone, dim; what it covers with nothing is seen.
    case dimText
  }

  let theme: Theme
  var blending: Blending
  var way: Way
  /// Whether the theme's roles must show by attributes.
  let isColourless: Bool

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
  mutating func paint(
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
        if way == .blended {
          blend(strip, of: source, onto: &cells)
        } else {
          cover(strip, of: source, onto: &cells)
        }
      }
    }
  }

  /// Dims what the frame shows in a rectangle inside it.
  ///
  /// - Parameters:
  ///   - area: where.
  ///   - share: how much of the dimming there is, in 256ths; nil where colours cannot be mixed: then text is
  ///     dim by its attribute.
  ///   - frame: what is dimmed.
  mutating func dim(_ area: CellRectangle, by share: UInt32?, of frame: inout CellGrid) {
    let columns = frame.columns
    var dimming = share.map { Dimming(share: $0, terminal: blending.terminal) }
    frame.withCells { cells in
      for row in area.row..<area.row + area.rows {
        let start = row * columns + area.column
        for index in start..<start + area.columns {
          // A wide grapheme is dimmed whole, with its first half.
          guard !cells[index].isContinuation else { continue }
          if dimming != nil {
            dimming?.dim(&cells[index])
          } else if !cells[index].isBlank {
            cells[index].attributes.insert(.dim)
          }
          if cells[index].width == 2 { cells[index + 1] = cells[index].continuation }
        }
      }
    }
  }

  /// Paints a row of a layer through which nothing can be seen.
  private func cover(_ strip: Strip, of source: Span<Cell>, onto cells: inout MutableSpan<Cell>) {
    var strip = strip
    while strip.source < strip.sourceEnd {
      let upper = source[strip.source]
      if upper.isTransparent || way == .dimText && upper.isBlank {
        strip.advance(by: 1)
        continue
      }
      let index = strip.rowStart + strip.column
      if upper.width == 1, cells[index].width == 1 {
        var cell = resolved(upper)
        if cell.background == .transparent { cell.background = cells[index].background }
        cells[index] = cell
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
  private mutating func blend(
    _ strip: Strip, of source: Span<Cell>, onto cells: inout MutableSpan<Cell>
  ) {
    var strip = strip
    let showsText = blending.shares.text > 0
    while strip.source < strip.sourceEnd {
      let upper = source[strip.source]
      if upper.isTransparent || !showsText && upper.background == .transparent && !upper.isReversed
      {
        strip.advance(by: 1)
        continue
      }
      let index = strip.rowStart + strip.column
      let lower = cells[index]
      guard upper.width == 1, lower.width == 1 else {
        blendWide(&strip, upper, over: lower, of: source, onto: &cells)
        continue
      }
      cells[index] =
        showsText && !upper.isBlank ? risen(upper, over: lower) : sunk(lower, under: upper)
      strip.advance(by: 1)
    }
  }

  /// Paints one place where the layer, or what is beneath, has a wide grapheme or half of one.
  private mutating func blendWide(
    _ strip: inout Strip, _ upper: Cell, over lower: Cell, of source: Span<Cell>,
    onto cells: inout MutableSpan<Cell>
  ) {
    let index = strip.rowStart + strip.column
    let hasPartner = strip.source + 1 < strip.sourceEnd
    let isWhole = upper.width == 1 ? !upper.isBlank : upper.width == 2 && hasPartner
    if isWhole, blending.shares.text > 0 {
      let cell = risen(upper, over: lower)
      CellGrid.place(
        cell, at: strip.column, rowStart: strip.rowStart, columns: strip.rowColumns,
        keepsBackground: false, in: &cells)
      strip.advance(by: cell.width)
    } else if lower.width == 2, hasPartner, keepsBoth(upper, source[strip.source + 1]) {
      let cell = sunk(lower, under: upper)
      cells[index] = cell
      cells[index + 1] = cell.continuation
      strip.advance(by: 2)
    } else if lower.isContinuation, upper.background == .transparent, blending.shares.beneath > 0 {
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

  /// Whether two cells of the layer leave the halves of a wide text beneath them alike.
  private func keepsBoth(_ first: Cell, _ second: Cell) -> Bool {
    blending.shares.beneath > 0 && second.background == first.background
      && !second.attributes.contains(.reverse)
      && (second.isBlank || second.isContinuation || blending.shares.text == 0 && second.width == 1)
  }

  /// The layer's cell with its text, mixed with what is beneath.
  @inline(__always)
  private mutating func risen(_ upper: Cell, over lower: Cell) -> Cell {
    var cell = upper
    cell.foreground = theme.resolve(upper.foreground)
    cell.background = theme.resolve(upper.background)
    var lowerBackground = lower.background
    if upper.isReversed || lower.isReversed {
      lowerBackground = blending.unreversed(lower, over: .default).background
      cell = blending.unreversed(cell, over: lowerBackground)
    }
    cell.background = blending.background(lowerBackground, under: cell.background)
    cell.foreground = blending.rising(cell.foreground, on: cell.background)
    return cell.isBlank ? cell.cut : cell
  }

  /// The cell beneath with its text, mixed with the layer's background.
  @inline(__always)
  private mutating func sunk(_ lower: Cell, under upper: Cell) -> Cell {
    var cell = lower
    var upperBackground = theme.resolve(upper.background)
    if upper.isReversed || lower.isReversed {
      cell = blending.unreversed(lower, over: .default)
      var over = upper
      over.foreground = theme.resolve(upper.foreground)
      over.background = upperBackground
      upperBackground = blending.unreversed(over, over: cell.background).background
    }
    cell.background = blending.background(cell.background, under: upperBackground)
    if cell.isBlank || blending.shares.beneath == 0 { return cell.cut }
    cell.foreground = blending.sinking(cell.foreground, on: cell.background)
    return cell
  }

  /// The cell with real colours for roles, and nothing in it that does not show.
  @inline(__always)
  private func resolved(_ cell: Cell) -> Cell {
    var plain = cell
    plain.foreground = theme.resolve(cell.foreground)
    plain.background = theme.resolve(cell.background)
    if isColourless { emphasize(&plain, as: cell) }
    if way != .opaque { plain.attributes.insert(.dim) }
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
