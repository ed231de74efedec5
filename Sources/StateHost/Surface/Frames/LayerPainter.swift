/// The painter of one layer's cells onto a frame, opaque, blended or dim, with the theme's colours;
/// it also dims rectangles of the frame.
struct LayerPainter {
  /// The way a layer's cells are painted: opaque; mixed with what is beneath while it fades; or,
  /// fading on a terminal that cannot mix colours, in dim text, covering what is beneath or not.
  enum Mode {
    /// Covers what is beneath.
    case opaque
    /// Mixes with what is beneath.
    case blended
    /// Covers what is beneath, with dim text.
    case dim
    /// Paints its text only, dim.
    case dimText
  }

  let theme: Theme
  var blender: LayerBlender
  var mode: Mode
  var contrast: Contrast
  /// Whether attributes replace the colours of roles.
  let isColourless: Bool

  /// One row of a layer as it is painted, cell by cell: the positions reached in layer and frame.
  struct Strip {
    var source: Int
    let sourceEnd: Int
    /// The index of the first cell of the frame's row.
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
        if mode == .blended {
          blend(strip, of: source, onto: &cells)
        } else {
          cover(strip, of: source, onto: &cells)
        }
      }
    }
  }

  /// Dims a rectangle inside the frame by 0…256; nil, where colours cannot be mixed, sets the dim
  /// attribute.
  mutating func dim(_ area: CellRectangle, by amount: UInt32?, of frame: inout CellGrid) {
    let columns = frame.columns
    var dimmer = amount.map { Dimmer(amount: $0, terminal: blender.terminal) }
    frame.withCells { cells in
      for row in area.row..<area.row + area.rows {
        let start = row * columns + area.column
        for index in start..<start + area.columns {
          // A wide grapheme is dimmed whole, with its first half.
          guard !cells[index].isContinuation else { continue }
          if dimmer != nil {
            dimmer?.dim(&cells[index])
          } else if !cells[index].isBlank {
            cells[index].attributes.insert(.dim)
          }
          if cells[index].width == 2 { cells[index + 1] = cells[index].continuation }
        }
      }
    }
  }

  /// Paints a row that covers what is beneath.
  private mutating func cover(
    _ strip: Strip, of source: Span<Cell>, onto cells: inout MutableSpan<Cell>
  ) {
    var strip = strip
    while strip.source < strip.sourceEnd {
      let upper = source[strip.source]
      if upper.isTransparent || mode == .dimText && upper.isBlank {
        strip.advance(by: 1)
        continue
      }
      let index = strip.rowStart + strip.column
      if upper.width == 1, cells[index].width == 1 {
        var cell = resolved(upper, over: cells[index].background)
        if cell.background == .transparent { cell.background = cells[index].background }
        cells[index] = cell
        strip.advance(by: 1)
        continue
      }
      let isWhole = upper.width == 1 || upper.width == 2 && strip.source + 1 < strip.sourceEnd
      let cell = resolved(isWhole ? upper : upper.erased, over: cells[index].background)
      CellGrid.place(
        cell, at: strip.column, rowStart: strip.rowStart, columns: strip.rowColumns,
        keepsBackground: cell.background == .transparent, in: &cells)
      strip.advance(by: cell.width)
    }
  }

  /// Paints a row that is mixed with what is beneath.
  private mutating func blend(
    _ strip: Strip, of source: Span<Cell>, onto cells: inout MutableSpan<Cell>
  ) {
    var strip = strip
    let showsText = blender.weights.text > 0
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
        showsText && !upper.isBlank
        ? withUpperText(upper, over: lower) : withLowerText(lower, under: upper)
      strip.advance(by: 1)
    }
  }

  /// Paints one cell where the layer or the frame has a wide grapheme or half of one.
  private mutating func blendWide(
    _ strip: inout Strip, _ upper: Cell, over lower: Cell, of source: Span<Cell>,
    onto cells: inout MutableSpan<Cell>
  ) {
    let index = strip.rowStart + strip.column
    let hasPartner = strip.source + 1 < strip.sourceEnd
    let isWhole = upper.width == 1 ? !upper.isBlank : upper.width == 2 && hasPartner
    if isWhole, blender.weights.text > 0 {
      let cell = withUpperText(upper, over: lower)
      CellGrid.place(
        cell, at: strip.column, rowStart: strip.rowStart, columns: strip.rowColumns,
        keepsBackground: false, in: &cells)
      strip.advance(by: cell.width)
    } else if lower.width == 2, hasPartner, keepsBoth(upper, source[strip.source + 1]) {
      let cell = withLowerText(lower, under: upper)
      cells[index] = cell
      cells[index + 1] = cell.continuation
      strip.advance(by: 2)
    } else if lower.isContinuation, upper.background == .transparent,
      blender.weights.textBeneath > 0
    {
      strip.advance(by: 1)
    } else {
      if lower.width != 1 {
        CellGrid.eraseOtherHalf(
          of: strip.column, rowStart: strip.rowStart, strip.rowColumns, in: &cells)
      }
      cells[index] = withLowerText(lower.width == 1 ? lower : lower.erased, under: upper)
      strip.advance(by: 1)
    }
  }

  /// Whether two cells of the layer treat both halves of the wide text beneath in the same way.
  private func keepsBoth(_ first: Cell, _ second: Cell) -> Bool {
    blender.weights.textBeneath > 0 && second.background == first.background
      && !second.attributes.contains(.reverse)
      && (second.isBlank || second.isContinuation || blender.weights.text == 0 && second.width == 1)
  }

  /// The layer's cell with its own text, mixed with the background beneath.
  @inline(__always)
  private mutating func withUpperText(_ upper: Cell, over lower: Cell) -> Cell {
    var cell = upper
    cell.foreground = theme.resolve(upper.foreground)
    cell.background = theme.resolve(upper.background)
    var lowerBackground = lower.background
    if upper.isReversed || lower.isReversed {
      lowerBackground = blender.unreversed(lower, over: .default).background
      cell = blender.unreversed(cell, over: lowerBackground)
    }
    cell.background = blender.background(lowerBackground, under: cell.background)
    makeReadable(&cell, over: cell.background)
    cell.foreground = blender.upperText(cell.foreground, on: cell.background)
    return cell.isBlank ? cell.erased : cell
  }

  /// The frame's cell with its own text, mixed with the layer's background.
  @inline(__always)
  private mutating func withLowerText(_ lower: Cell, under upper: Cell) -> Cell {
    var cell = lower
    var upperBackground = theme.resolve(upper.background)
    if upper.isReversed || lower.isReversed {
      cell = blender.unreversed(lower, over: .default)
      var over = upper
      over.foreground = theme.resolve(upper.foreground)
      over.background = upperBackground
      upperBackground = blender.unreversed(over, over: cell.background).background
    }
    cell.background = blender.background(cell.background, under: upperBackground)
    if cell.isBlank || blender.weights.textBeneath == 0 { return cell.erased }
    cell.foreground = blender.lowerText(cell.foreground, on: cell.background)
    return cell
  }

  /// Moves the colour of the text away from that of the background, if it has the attribute.
  @inline(__always)
  private mutating func makeReadable(_ cell: inout Cell, over lower: Colour) {
    guard cell.attributes.contains(.readable) else { return }
    cell.attributes.remove(.readable)
    cell.foreground = contrast.readable(
      cell.foreground, on: cell.background == .transparent ? lower : cell.background)
  }

  /// The cell with resolved roles, and a plain space where it is blank.
  @inline(__always)
  private mutating func resolved(_ cell: Cell, over lower: Colour) -> Cell {
    var plain = cell
    plain.foreground = theme.resolve(cell.foreground)
    plain.background = theme.resolve(cell.background)
    makeReadable(&plain, over: lower)
    if isColourless { emphasize(&plain, as: cell) }
    if mode != .opaque { plain.attributes.insert(.dim) }
    if plain.isBlank {
      plain.grapheme = .space
      plain.foreground = .default
      plain.attributes = []
    }
    return plain
  }

  /// Shows roles without colours: reversed for the selection, dim for muted text.
  private func emphasize(_ plain: inout Cell, as cell: Cell) {
    if cell.background == .role(.selectionBackground) { plain.attributes.insert(.reverse) }
    if cell.foreground == .role(.muted) || cell.foreground == .role(.border) {
      plain.attributes.insert(.dim)
    }
  }
}
