internal import HostPlugins
internal import HostSurface
internal import HostText

/// The key help at the lower edge of the screen, with `--keys` or in the demonstration: a layer
/// that lists available keys and actions in up to three rows, and leaves at least four to children.
struct KeyHelpLine {
  let layer: Layer
  private var layout = KeyHelpLayout([], columns: 0, maximumRows: 0)

  private static let rowLimit = 3
  private static let rowsLeftToChildren = 4

  init(pool: CellPool) { layer = Layer(columns: 0, rows: 0, pool: pool) }

  var rows: Int { layer.rows }

  /// Updates the keys or the size of the surface; returns whether the number of rows changed.
  mutating func show(_ items: [KeyHelpItem], on surface: CellRectangle) -> Bool {
    let room = surface.rows - Self.rowsLeftToChildren
    let layout = KeyHelpLayout(
      items, columns: surface.columns, maximumRows: min(Self.rowLimit, room))
    guard layout != self.layout || layer.columns != surface.columns else { return false }
    self.layout = layout
    let before = layer.rows
    layer.resize(columns: surface.columns, rows: layout.rows)
    layer.fill(layer.bounds, with: " ".utf8.span, style: Style(background: .default))
    for place in layout.places {
      let used = layer.put(
        place.item.key, column: place.column, row: place.row,
        style: Style(foreground: .role(.accent), attributes: .bold))
      layer.put(
        place.item.action, column: place.column + used + 1, row: place.row,
        style: Style(foreground: .role(.muted)))
    }
    return before != layer.rows
  }

  func placed(on surface: CellRectangle) -> PlacedLayer {
    PlacedLayer(
      layer,
      in: CellRectangle(
        column: surface.column, row: surface.row + surface.rows - layer.rows,
        columns: surface.columns, rows: layer.rows))
  }
}

/// The layout of the host's key help line: places keys with their actions side by side in as few
/// rows as possible, and omits those that do not fit; also orders keys, the most useful first.
struct KeyHelpLayout: Equatable {
  /// The description of a key, with the column and row where the host's key help line draws it.
  struct PlacedKey: Equatable {
    let item: KeyHelpItem
    let column: Int
    let row: Int
  }

  private(set) var places: [PlacedKey] = []
  var rows: Int { places.last.map { $0.row + 1 } ?? 0 }

  private static let margin = 1
  private static let gap = 3

  /// Places keys, most useful first; ignores repeated keys and omits those that do not fit.
  init(_ items: [KeyHelpItem], columns: Int, maximumRows: Int) {
    guard maximumRows > 0 else { return }
    var (column, row) = (Self.margin, 0)
    for (index, item) in items.enumerated() {
      if item.key.isEmpty || items[..<index].contains(where: { $0.key == item.key }) { continue }
      let width = TextWidth.columns(of: item.key) + 1 + TextWidth.columns(of: item.action)
      if column > Self.margin, column + width > columns - Self.margin {
        guard row + 1 < maximumRows else { break }
        (column, row) = (Self.margin, row + 1)
      }
      places.append(PlacedKey(item: item, column: column, row: row))
      column += width + Self.gap
    }
  }
}

extension KeyHelpLayout {
  /// How many keys of the front child precede those of states; a child's most useful come first.
  private static let mostUseful = 8

  /// All keys for the help, most useful first, each once, with the action of its first receiver.
  ///
  /// They are the keys that the host offers in the situation, those of the states file, of each
  /// child from the front one on, of the host, and the default keys of plugins.
  static func ordered(
    offered: [KeyHelpItem] = [], bound: [KeyHelpItem] = [], children: [[KeyHelpItem]],
    own: [KeyHelpItem], brought: [KeyHelpItem]
  ) -> [KeyHelpItem] {
    let front = children.first ?? []
    let all: [[KeyHelpItem]] = [
      offered, Array(front.prefix(Self.mostUseful)), bound, brought,
      Array(children.dropFirst().joined()), own, Array(front.dropFirst(Self.mostUseful)),
    ]
    let askedFirst: [[KeyHelpItem]] = [offered, bound] + children + [own, brought]
    return all.joined().filter { item in
      askedFirst.joined().first { $0.key == item.key } == item
    }
  }
}
