internal import HostPlugins
internal import HostSurface
internal import HostText

/// Where each key of the help stands: side by side, in as few rows as they need.
struct KeyHelpLayout: Equatable {
  /// A key and what it does, in its place.
  struct Place: Equatable {
    let item: KeyHelpItem
    let column: Int
    let row: Int
  }

  private(set) var places: [Place] = []
  /// How many rows they take; 0 where there is nothing to show.
  private(set) var rows = 0

  static let margin = 1
  private static let gap = 3

  /// - Parameters:
  ///   - items: the most useful first; of two with one key the first counts.
  ///   - columns: the width of the surface.
  ///   - maximumRows: what does not fit in them is left out.
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
      places.append(Place(item: item, column: column, row: row))
      column += width + Self.gap
    }
    rows = places.isEmpty ? 0 : row + 1
  }
}
