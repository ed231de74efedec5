/// A strip at an edge of the room that children share.
package struct Dock: Equatable, Sendable {
  package enum Edge: UInt32, CaseIterable, Sendable {
    case top = 1
    case right, bottom, left
  }

  /// How much of the room it wants.
  package enum Extent: Equatable, Sendable {
    /// Rows at the top and the bottom, columns at the sides.
    case cells(Int)
    /// Of what is left, 1…100.
    case percent(Int)
  }

  /// More than any surface has.
  package static let cellsLimit = 4096
  /// What the children that do not dock are left: without it nobody docks.
  static let leftColumns = 20
  static let leftRows = 3

  package let edge: Edge
  package let extent: Extent
  /// Cells without which it is given no room.
  package let minimum: Int

  /// A dock of numbers that are in range; nil where one is not.
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
}

extension CellRectangle {
  /// Takes the strip of a dock away.
  ///
  /// - Parameter dock: where, and how much.
  /// - Returns: the strip; nil, and nothing is taken, where there is no room for it.
  package mutating func take(_ dock: Dock) -> CellRectangle? {
    let isAcross = dock.edge == .left || dock.edge == .right
    let available = isAcross ? columns - Dock.leftColumns : rows - Dock.leftRows
    let wanted =
      switch dock.extent {
      case .cells(let cells): cells
      case .percent(let percent): (isAcross ? columns : rows) * percent / 100
      }
    let cells = min(max(wanted, dock.minimum, 1), available)
    guard cells >= max(1, dock.minimum) else { return nil }
    var strip = self
    switch dock.edge {
    case .left, .right:
      strip.columns = cells
      columns -= cells
      if dock.edge == .left { column += cells } else { strip.column += columns }
    case .top, .bottom:
      strip.rows = cells
      rows -= cells
      if dock.edge == .top { row += cells } else { strip.row += rows }
    }
    return strip
  }
}
