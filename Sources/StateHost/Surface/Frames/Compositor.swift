/// The compositor of frames: draws layers on top of each other, each with its opacity, and reduces
/// the colours to those that the terminal can show.
///
/// The colours of a layer that is not opaque are mixed with those beneath; `BlendWeights` decides
/// which text is shown. With 16 colours or none, nothing is mixed: a fading layer is omitted below
/// half opacity and dim above, and of two that overlap only the one with the greater weight is
/// shown.
package struct Compositor {
  package let depth: ColourDepth
  /// The colours of roles.
  package var theme: Theme
  /// The colours that blending uses for the terminal's own.
  package var terminal: TerminalColours

  private var reducer: ColourReducer

  package init(depth: ColourDepth, theme: Theme, terminal: TerminalColours) {
    self.depth = depth
    self.theme = theme
    self.terminal = terminal
    self.reducer = ColourReducer(depth: depth)
  }

  /// Draws the layers, bottom first, onto the terminal's background.
  ///
  /// The cursor is that of the topmost layer that may show one, has one, and is half opaque or
  /// more.
  package mutating func compose(_ layers: [PlacedLayer], onto frame: Frame) {
    frame.clear()
    for index in layers.indices {
      let weights = BlendWeights(of: index, among: layers, on: frame.grid.bounds)
      draw(layers[index], weights, onto: frame)
    }
    reducer.reduce(&frame.grid)
  }

  /// How strongly a layer with `isDimmed` is dimmed, in 256ths.
  private static let steppedBack: UInt32 = 160

  private func draw(_ placed: PlacedLayer, _ weights: BlendWeights, onto frame: Frame) {
    let area = placed.area(in: frame.grid.bounds)
    guard !area.isEmpty, weights.background > 0 else { return }
    let isFaint = weights.background < BlendWeights.full / 2
    var painter = LayerPainter(
      theme: theme, blender: LayerBlender(weights, terminal: terminal), mode: .opaque,
      contrast: Contrast(depth: depth, terminal: terminal), isColourless: depth == .none)
    if placed.isFading {
      // Without blending, a layer that overlaps another is shown once its weight is greater.
      let isContested = weights.text < weights.background
      if !depth.supportsBlending, isContested ? weights.text == 0 : isFaint { return }
      painter.mode = depth.supportsBlending ? .blended : placed.isFadingOut ? .dimText : .dim
    }
    for rectangle in placed.layer.dimmed {
      var rectangle = rectangle
      rectangle.column = placed.column.addingWithoutOverflow(rectangle.column)
      rectangle.row = placed.row.addingWithoutOverflow(rectangle.row)
      painter.dim(
        rectangle.clipped(to: area), by: depth.supportsBlending ? weights.background : nil,
        of: &frame.grid)
    }
    painter.paint(
      placed.layer.grid, column: placed.column, row: placed.row, area: area, onto: &frame.grid)
    if placed.isDimmed {
      painter.dim(area, by: depth.supportsBlending ? Self.steppedBack : nil, of: &frame.grid)
    }
    if placed.showsCursor, !isFaint, let cursor = placed.layer.cursor {
      let place = CellPlace(
        column: placed.column.addingWithoutOverflow(cursor.column),
        row: placed.row.addingWithoutOverflow(cursor.row))
      if area.contains(column: place.column, row: place.row) { frame.cursor = place }
    }
  }
}

/// The weights, in 256ths, with which the background and text of a fading layer and the text
/// beneath it show at one moment.
///
/// A cell shows the text of one layer only. Layers *overlap* where one has text in or beside the
/// text of the other on a row. Where a fading layer overlaps another, the one with the smaller
/// claim shows no text, and the other is weighted by how much its claim is greater, so one text
/// fades out before the other fades in. The claim of a layer is its opacity; a layer that stays
/// yields as the layer above it fades in, but claims everything against a layer that fades out.
struct BlendWeights: Equatable {
  static let full: UInt32 = 256

  var background: UInt32
  /// The layer's text; at 0 the text beneath is shown.
  var text: UInt32
  /// The text beneath, where the layer has no text or its text is not shown.
  var textBeneath: UInt32

  /// The weights of one of the layers, bottom first, that are drawn on a frame together.
  init(of index: Int, among layers: [PlacedLayer], on frame: CellRectangle) {
    let layer = layers[index]
    background = layer.opacityLevel
    text = background
    textBeneath = layer.isFadingOut ? Self.full : Self.full - background
    guard layer.isFading, background > 0 else { return }
    var rival: UInt32?
    for other in layers.indices {
      guard let claim = Self.claim(of: other, against: index, among: layers),
        rival.map({ claim > $0 }) ?? true, layer.overlapsText(of: layers[other], on: frame)
      else { continue }
      rival = claim
    }
    guard let rival else { return }
    text = background > rival ? background - rival : 0
    if !layer.isFadingOut { textBeneath = rival > background ? rival - background : 0 }
  }

  /// The claim of another layer where a fading one overlaps it; nil if the two do not compete.
  private static func claim(
    of other: Int, against index: Int, among layers: [PlacedLayer]
  ) -> UInt32? {
    let level = layers[other].opacityLevel
    if layers[other].isFadingOut { return layers[index].isFadingOut ? nil : level }
    if layers[index].isFadingOut { return level }
    guard other < index else { return nil }
    // Of two that fade in, the lower one is covered from the beginning, as it will be at the end.
    return layers[other].isFading ? 0 : full - layers[index].opacityLevel
  }
}
