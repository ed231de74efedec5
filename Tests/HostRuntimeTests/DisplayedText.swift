import HostPlugins
import HostSurface

/// The text of what lies on a surface of this size.
func shownText(
  columns: Int, rows: Int, _ place: (CellPool, CellRectangle) -> [PlacedLayer]
) -> [String] {
  let pool = CellPool()
  let surface = Surface(columns: columns, rows: rows, depth: .none, theme: .dark, pool: pool)
  surface.render(place(pool, surface.bounds))
  return surface.frame.text
}
