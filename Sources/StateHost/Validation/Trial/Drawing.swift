internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// What one draw did to its canvas.
final class Drawing {
  let columns: Int32
  let rows: Int32
  /// The cells, where they are wanted: the largest canvas has eight million.
  let layer: Layer?
  /// How many cells with something to see were asked for.
  private(set) var isVisible = false
  /// The first call that reaches nothing of the canvas, with its arguments.
  private(set) var firstOutside: String?
  private(set) var calls = 0

  init(columns: Int32, rows: Int32, on pool: GraphemePool?) {
    self.columns = columns
    self.rows = rows
    layer = pool.map { Layer(columns: Int(columns), rows: Int(rows), pool: $0) }
  }

  /// Takes a text; returns how many columns it took.
  func put(
    _ text: DrawnText, column: Int32, row: Int32, maximum: Int32, style: Style
  ) -> Int32 {
    calls += 1
    let room = min(Int(maximum), Int(columns) - Int(column))
    let used = 0..<rows ~= row ? text.columns(atMost: room) : 0
    if used > 0, Int(column) + used > 0 {
      if text.isVisible { isVisible = true }
    } else if !text.bytes.isEmpty, maximum > 0 {
      noteOutside("canvas.text(column \(column), row \(row), max_columns \(maximum))", column, row)
    }
    layer?.put(
      text.bytes.span, column: Int(column), row: Int(row), style: style, maximumColumns: used)
    return Int32(clamping: used)
  }

  /// Takes a rectangle.
  func fill(_ area: CellRectangle, with grapheme: [UInt8], style: Style) {
    calls += 1
    guard area.columns > 0, area.rows > 0 else { return }
    let right = area.column + area.columns
    let bottom = area.row + area.rows
    if area.column < 0 || area.row < 0 || right > Int(columns) || bottom > Int(rows) {
      noteOutside(
        "canvas.fill(column \(area.column), row \(area.row), columns \(area.columns), "
          + "rows \(area.rows))", Int32(clamping: area.column), Int32(clamping: area.row))
    }
    if grapheme.contains(where: { $0 > 0x20 }) || style.background != .transparent {
      isVisible = true
    }
    layer?.fill(area, with: grapheme.span, style: style)
  }

  func setCursor(column: Int32, row: Int32) {
    calls += 1
    layer?.cursor = CellPlace(column: Int(column), row: Int(row))
  }

  private func noteOutside(_ call: String, _ column: Int32, _ row: Int32) {
    if firstOutside == nil { firstOutside = call }
  }

  /// The first cell that another drawing of the same size has otherwise; nil when all are the same.
  func firstDifference(from other: Drawing) -> String? {
    guard let layer, let others = other.layer else { return nil }
    for row in 0..<layer.rows {
      for column in 0..<layer.columns
      where layer.cell(column: column, row: row) != others.cell(column: column, row: row) {
        return "column \(column), row \(row)"
      }
    }
    return layer.cursor == others.cursor ? nil : "the cursor"
  }
}
