internal import HostSurface

extension Layer {
  /// Draws a box with a name around the whole layer: how a blank child is seen.
  func outline(named name: String) {
    clear()
    guard columns >= 2, rows >= 2 else { return }
    fill(bounds, style: Style(background: .default))
    let bar = String(repeating: "─", count: columns - 2)
    put("┌" + bar + "┐", column: 0, row: 0, style: Style())
    for row in 1..<rows - 1 {
      put("│", column: 0, row: row, style: Style())
      put("│", column: columns - 1, row: row, style: Style())
    }
    put("└" + bar + "┘", column: 0, row: rows - 1, style: Style())
    put(" \(name) ", column: 2, row: 0, style: Style(), maximumColumns: columns - 4)
  }
}
