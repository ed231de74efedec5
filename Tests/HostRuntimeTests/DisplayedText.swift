import HostPlugins
import HostSurface

/// The text of what lies on a surface of this size.
func shownText(
  columns: Int, rows: Int, _ place: (GraphemePool, CellRectangle) -> [PlacedLayer]
) -> [String] {
  let pool = GraphemePool()
  let surface = Surface(columns: columns, rows: rows, depth: .none, theme: .dark, pool: pool)
  surface.render(place(pool, surface.bounds))
  return surface.frame.text
}
