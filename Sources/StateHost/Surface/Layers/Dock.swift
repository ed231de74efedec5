/// A strip of the screen along one edge for a child, as the host lays it out: the edge, its size in
/// cells or percent and the smallest size at which it is shown; requested by its plugin or set in
/// the states file.
package struct Dock: Equatable, Sendable {
  /// The edge of the screen at which the host places a child's strip: top, right, bottom or left.
  package enum Edge: UInt32, CaseIterable, Sendable {
    case top = 1
    case right, bottom, left
  }

  /// The size that the host gives a child's strip at an edge of the screen: in cells, or in percent
  /// of the remaining area.
  package enum Extent: Equatable, Sendable {
    /// Rows at the top and bottom, columns at the sides.
    case cells(Int)
    /// A part of the remaining area, 1…100.
    case percent(Int)
  }

  /// Larger than any surface.
  package static let cellsLimit = 4096
  /// The smallest area that is left to the children that do not dock.
  fileprivate static let remainingColumns = 20
  fileprivate static let remainingRows = 3

  package let edge: Edge
  package let extent: Extent
  /// The smallest size; with less space there is no strip.
  package let minimum: Int

  /// Nil for numbers out of range.
  package init?(_ edge: Edge, _ extent: Extent, minimum: Int = 0) {
    let isInRange =
      switch extent {
      case .cells(let cells): 1...Self.cellsLimit ~= cells
      case .percent(let percent): 1...100 ~= percent
      }
    guard isInRange, 0...Self.cellsLimit ~= minimum else { return nil }
    self.edge = edge
    self.extent = extent
    self.minimum = minimum
  }

  /// Whether the strip is at the left or right.
  package var isAtSide: Bool { edge == .left || edge == .right }

  fileprivate func cells(of available: Int) -> Int {
    switch extent {
    case .cells(let cells): cells
    case .percent(let percent): available * percent / 100
    }
  }
}

/// The size that the user has given a child's strip at an edge of the screen by moving its border
/// with the mouse or keys, in cells or in proportion to the area.
package struct DockSize: Equatable, Sendable {
  /// The size is used only while the child docks at this edge.
  package let edge: Dock.Edge
  /// Rows at the top and bottom, columns at the sides.
  package let cells: Int
  /// The size of the area when `cells` was chosen, to keep the proportion; nil keeps the cells.
  package let whole: Int?

  /// Nil for numbers out of range.
  package init?(_ edge: Dock.Edge, cells: Int, of whole: Int?) {
    guard 1...Dock.cellsLimit ~= cells, whole.map({ $0 >= cells }) ?? true else { return nil }
    self.edge = edge
    self.cells = cells
    self.whole = whole
  }

  fileprivate func cells(of available: Int) -> Int {
    guard let whole else { return cells }
    return Int((Double(available) * Double(cells) / Double(whole)).rounded())
  }
}

/// The layout of a child's strip at an edge of the screen: its rectangle, nil if it is collapsed or
/// there is no room, the area that it was taken from, and the sizes that the user can give it.
package struct DockedStrip: Equatable, Sendable {
  /// The smallest size for the user to choose: the border and one line beside it.
  private static let smallest = 2

  package let dock: Dock
  /// The area before the strip was removed.
  package let room: CellRectangle
  /// The strip; nil if there was no space for it.
  package let area: CellRectangle?

  /// Removes the strip from an area, and sets that to the rest; a collapsed strip takes no space.
  ///
  /// The user's size replaces the dock's own at the same edge.
  package init(
    _ dock: Dock, sized size: DockSize? = nil, isCollapsed: Bool = false,
    from room: inout CellRectangle
  ) {
    self.dock = dock
    self.room = room
    let whole = dock.isAtSide ? room.columns : room.rows
    let wanted = (size?.edge == dock.edge ? size?.cells(of: whole) : nil) ?? dock.cells(of: whole)
    let cells = min(max(wanted, dock.minimum, 1), Self.available(in: room, to: dock))
    guard !isCollapsed, cells >= max(1, dock.minimum) else {
      area = nil
      return
    }
    var strip = room
    switch dock.edge {
    case .left, .right:
      strip.columns = cells
      room.columns -= cells
      if dock.edge == .left { room.column += cells } else { strip.column += room.columns }
    case .top, .bottom:
      strip.rows = cells
      room.rows -= cells
      if dock.edge == .top { room.row += cells } else { strip.row += room.rows }
    }
    area = strip
  }

  /// The most cells that a dock may take; negative if the area is too small for any.
  private static func available(in room: CellRectangle, to dock: Dock) -> Int {
    dock.isAtSide ? room.columns - Dock.remainingColumns : room.rows - Dock.remainingRows
  }

  /// The width of a strip at a side, the height of one at the top or bottom.
  package var cells: Int {
    guard let area else { return 0 }
    return dock.isAtSide ? area.columns : area.rows
  }

  /// The line beside the rest, which the user can drag; nil if the size cannot change.
  package var border: CellRectangle? {
    guard var line = area, cells >= Self.smallest, sizes.upperBound > sizes.lowerBound else {
      return nil
    }
    switch dock.edge {
    case .top: line.row += line.rows - 1
    case .left: line.column += line.columns - 1
    case .bottom, .right: break
    }
    if dock.isAtSide { line.columns = 1 } else { line.rows = 1 }
    return line
  }

  /// The sizes that the user can choose.
  package var sizes: ClosedRange<Int> {
    let most = Self.available(in: room, to: dock)
    return min(max(Self.smallest, dock.minimum), max(0, most))...max(0, most)
  }

  /// The size with the border at a cell, clamped to `sizes`.
  package func cells(reaching column: Int, row: Int) -> Int {
    let wanted =
      switch dock.edge {
      case .top: row - room.row + 1
      case .right: room.column + room.columns - column
      case .bottom: room.row + room.rows - row
      case .left: column - room.column + 1
      }
    return min(max(wanted, sizes.lowerBound), sizes.upperBound)
  }

  /// The size to save for a number of cells; proportional if the dock has a percentage.
  package func size(of cells: Int) -> DockSize? {
    let whole = dock.isAtSide ? room.columns : room.rows
    return switch dock.extent {
    case .cells: DockSize(dock.edge, cells: cells, of: nil)
    case .percent: DockSize(dock.edge, cells: cells, of: whole)
    }
  }
}
