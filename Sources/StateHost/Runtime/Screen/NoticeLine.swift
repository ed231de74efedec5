internal import HostSurface
internal import HostText

/// A line of the program's own over the lower edge, while there is something to say.
final class NoticeLine {
  let text: String
  private let layer: Layer

  init(_ text: String, pool: GraphemePool) {
    self.text = text
    layer = Layer(columns: 0, rows: 0, pool: pool)
  }

  func placed(on surface: CellRectangle) -> PlacedLayer {
    let area = CellRectangle(
      column: 0, row: max(0, surface.rows - 1), columns: surface.columns,
      rows: min(1, surface.rows))
    layer.resize(columns: area.columns, rows: area.rows)
    let style = Style(foreground: .role(.warning), background: .default)
    layer.fill(layer.bounds, style: style)
    layer.put(text, column: 1, row: 0, style: style, maximumColumns: max(0, area.columns - 2))
    return PlacedLayer(layer, in: area)
  }
}
