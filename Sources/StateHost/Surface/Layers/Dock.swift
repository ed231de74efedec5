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

extension Dock {
  /// Its strip lies beside the rest, not above or below it.
  package var isAtSide: Bool { edge == .left || edge == .right }

  fileprivate func cells(of available: Int) -> Int {
    switch extent {
    case .cells(let cells): cells
    case .percent(let percent): available * percent / 100
    }
  }
}

extension CellRectangle {
  /// How many cells a dock may have of it at most; none where that is negative.
  func available(to dock: Dock) -> Int {
    dock.isAtSide ? columns - Dock.leftColumns : rows - Dock.leftRows
  }

  /// Takes the strip of a dock away.
  ///
  /// - Parameters:
  ///   - dock: where, and how much.
  ///   - size: what is wanted in place of that; nil: nothing else.
  /// - Returns: the strip; nil, and nothing is taken, where there is no room for it.
  package mutating func take(_ dock: Dock, sized size: DockSize? = nil) -> CellRectangle? {
    let whole = dock.isAtSide ? columns : rows
    let wanted = size?.cells(of: whole) ?? dock.cells(of: whole)
    let available = available(to: dock)
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
