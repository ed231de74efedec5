internal import HostPlugins
internal import HostSurface
internal import HostText

/// Computes where the descriptions of keys are drawn, side by side in as few rows as possible.
struct KeyHelpLayout: Equatable {
  /// The description of a key, with the column and row where the key help draws it.
  struct PlacedKey: Equatable {
    let item: KeyHelpItem
    let column: Int
    let row: Int
  }

  private(set) var places: [PlacedKey] = []
  /// The number of rows; 0 if there is nothing to show.
  private(set) var rows = 0

  static let margin = 1
  private static let gap = 3

  /// - Parameters:
  ///   - items: the keys, most useful first; repeated keys are ignored.
  ///   - columns: the width of the surface.
  ///   - maximumRows: the most rows; items that do not fit are omitted.
  init(_ items: [KeyHelpItem], columns: Int, maximumRows: Int) {
    guard maximumRows > 0 else { return }
    var column = Self.margin
    var row = 0
    for (index, item) in items.enumerated() {
      if item.key.isEmpty || items[..<index].contains(where: { $0.key == item.key }) { continue }
      let width = TextWidth.columns(of: item.key) + 1 + TextWidth.columns(of: item.action)
      if column > Self.margin, column + width > columns - Self.margin {
        guard row + 1 < maximumRows else { break }
        row += 1
        column = Self.margin
      }
      places.append(PlacedKey(item: item, column: column, row: row))
      column += width + Self.gap
    }
    rows = places.isEmpty ? 0 : row + 1
  }
}
