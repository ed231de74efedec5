internal import HostPlugins
internal import HostSurface
internal import HostText

/// Draws the keys that are available now and their actions at the lower edge of the screen, in up to three rows.
struct KeyHelpLine {
  let layer: Layer
  private var layout = KeyHelpLayout([], columns: 0, maximumRows: 0)
  private var columns = 0

  /// The most rows of key help.
  private static let rowLimit = 3
  /// The rows that are left to the children.
  private static let rowsLeftToChildren = 4

  init(pool: GraphemePool) {
    layer = Layer(columns: 0, rows: 0, pool: pool)
  }

  /// The number of rows that it takes.
  var rows: Int { layer.rows }

  /// Updates the keys or the size of the surface.
  ///
  /// - Returns: whether the number of rows changed.
  mutating func show(_ items: [KeyHelpItem], on surface: CellRectangle) -> Bool {
    let room = surface.rows - Self.rowsLeftToChildren
    let layout = KeyHelpLayout(
      items, columns: surface.columns, maximumRows: min(Self.rowLimit, room))
    guard layout != self.layout || columns != surface.columns else { return false }
    self.layout = layout
    columns = surface.columns
    let before = layer.rows
    layer.resize(columns: columns, rows: layout.rows)
    draw()
    return before != layer.rows
  }

  private func draw() {
    layer.clear()
    layer.fill(layer.bounds, with: " ".utf8.span, style: Style(background: .default))
    for place in layout.places {
      let used = layer.put(
        place.item.key, column: place.column, row: place.row,
        style: Style(foreground: .role(.accent), attributes: .bold))
      layer.put(
        place.item.action, column: place.column + used + 1, row: place.row,
        style: Style(foreground: .role(.muted)))
    }
  }

  /// The layer, at the lower edge of the surface.
  func placed(on surface: CellRectangle) -> PlacedLayer {
    PlacedLayer(
      layer,
      in: CellRectangle(
        column: surface.column, row: surface.row + surface.rows - layer.rows,
        columns: surface.columns, rows: layer.rows))
  }
}
