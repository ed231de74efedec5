internal import HostPlugins
internal import HostSurface
internal import HostText

/// The lines at the lower edge of the surface, which `?` shows and hides: who presents the state, and
/// the keys.
struct KeyHelpLine {
  let layer: Layer
  private var layout = KeyHelpLayout([], columns: 0, maximumRows: 0)
  private var presenters: PresenterLine?
  private var columns = 0

  /// More rows of keys than this are not meant for help.
  private static let rowLimit = 3
  /// So much of the surface is left to the children.
  private static let rowsLeftToChildren = 4

  init(pool: GraphemePool) {
    layer = Layer(columns: 0, rows: 0, pool: pool)
  }

  /// How many rows of the surface it takes.
  var rows: Int { layer.rows }

  /// Shows other keys and presenters, or the same on a surface of another size.
  ///
  /// Where there is little room the keys come first.
  ///
  /// - Returns: whether it takes more or fewer rows than before.
  mutating func show(
    _ items: [KeyHelpItem], _ presenters: PresenterLine?, on surface: CellRectangle
  ) -> Bool {
    let room = surface.rows - Self.rowsLeftToChildren
    let layout = KeyHelpLayout(
      items, columns: surface.columns, maximumRows: min(Self.rowLimit, room))
    let presenters = layout.rows + 1 < room ? presenters : nil
    guard layout != self.layout || presenters != self.presenters || columns != surface.columns
    else { return false }
    self.layout = layout
    self.presenters = presenters
    columns = surface.columns
    let before = layer.rows
    layer.resize(columns: columns, rows: layout.rows + (presenters == nil ? 0 : 1))
    draw()
    return before != layer.rows
  }

  private func draw() {
    layer.clear()
    layer.fill(layer.bounds, with: " ".utf8.span, style: Style(background: .default))
    if let presenters { draw(presenters) }
    let firstRow = layer.rows - layout.rows
    for place in layout.places {
      let used = layer.put(
        place.item.key, column: place.column, row: firstRow + place.row,
        style: Style(foreground: .role(.accent), attributes: .bold))
      layer.put(
        place.item.action, column: place.column + used + 1, row: firstRow + place.row,
        style: Style(foreground: .role(.muted)))
    }
  }

  private func draw(_ presenters: PresenterLine) {
    let margin = KeyHelpLayout.margin
    let used = layer.put(
      presenters.state, column: margin, row: 0,
      style: Style(foreground: .role(.title), attributes: .bold))
    let start = margin + used + 2
    let text = presenters.text { start + TextWidth.columns(of: $0) <= columns - margin }
    layer.put(text, column: start, row: 0, style: Style(foreground: .role(.muted)))
  }

  /// Its layer at the lower edge.
  func placed(on surface: CellRectangle) -> PlacedLayer {
    PlacedLayer(
      layer,
      in: CellRectangle(
        column: surface.column, row: surface.row + surface.rows - layer.rows,
        columns: surface.columns, rows: layer.rows))
  }
}
