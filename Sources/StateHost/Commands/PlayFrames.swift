internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSurface
internal import HostText
internal import StateContainer

/// The surface of a scenario as text, at times: blank children are boxes with their names.
struct PlayFrames {
  private let pool = GraphemePool()
  private let frame: Frame
  private var compositor = Compositor(depth: .none, theme: .dark, terminal: .dark)

  static let columns = 60
  static let rows = 12

  init() {
    frame = Frame(columns: Self.columns, rows: Self.rows, pool: pool)
  }

  /// The frame of a player's present instant, under a line that names the time and the state.
  mutating func text(of player: ScenarioPlayer) -> String {
    let surface = CellRectangle(column: 0, row: 0, columns: Self.columns, rows: Self.rows)
    var placed: [PlacedLayer] = []
    player.forEachLayer { description, presented, presentation in
      let layer: Layer
      let area: CellRectangle
      if let child = presented as? StageChild {
        child.lay(on: surface)
        _ = child.drawIfNeeded(atNanoseconds: player.nowNanoseconds)
        (layer, area) = (child.layer, child.area)
      } else {
        area = Self.area(of: description, on: surface)
        layer = box(named: description.name, columns: area.columns, rows: area.rows)
      }
      placed.append(PlacedLayer(layer, in: area, placement: Placement(presentation, in: area)))
    }
    compositor.compose(placed, onto: frame)
    let state = player.currentState ?? "no state"
    let title = "── \(player.nowNanoseconds / 1_000_000) ms, \(state) "
    let rule = String(repeating: "─", count: max(0, Self.columns - TextWidth.columns(of: title)))
    return ([HarmlessText.cleanLine(title + rule)] + frame.text).joined(separator: "\n") + "\n"
  }

  private static func area(
    of description: ChildDescription, on surface: CellRectangle
  ) -> CellRectangle {
    guard let insets = description.insets else { return surface }
    return surface.inset(
      top: insets.top, right: insets.right, bottom: insets.bottom, left: insets.left)
  }

  private func box(named name: String, columns: Int, rows: Int) -> Layer {
    let layer = Layer(columns: columns, rows: rows, pool: pool)
    guard columns >= 2, rows >= 2 else { return layer }
    layer.fill(layer.bounds, style: Style(background: .default))
    let bar = String(repeating: "─", count: columns - 2)
    layer.put("┌" + bar + "┐", column: 0, row: 0, style: Style())
    for row in 1..<rows - 1 {
      layer.put("│", column: 0, row: row, style: Style())
      layer.put("│", column: columns - 1, row: row, style: Style())
    }
    layer.put("└" + bar + "┘", column: 0, row: rows - 1, style: Style())
    layer.put(" \(name) ", column: 2, row: 0, style: Style(), maximumColumns: columns - 4)
    return layer
  }
}
