/// The strip of a dock in the room that it is taken from.
package struct DockedStrip: Equatable, Sendable {
  /// Fewer cells cannot be asked for by its border: that, and one beside it.
  private static let smallest = 2

  package let dock: Dock
  /// What there was before it took its own.
  package let room: CellRectangle
  /// Its own; nil where there is no room for it.
  package let area: CellRectangle?

  /// Takes it away from a room.
  ///
  /// - Parameters:
  ///   - dock: where, and how much it wants.
  ///   - size: what the user wants in place of that.
  ///   - room: has the rest afterwards.
  package init(_ dock: Dock, sized size: DockSize?, from room: inout CellRectangle) {
    self.dock = dock
    self.room = room
    area = room.take(dock, sized: size?.edge == dock.edge ? size : nil)
  }

  /// How many cells it is wide, or high at the top and the bottom.
  package var cells: Int {
    guard let area else { return 0 }
    return dock.isAtSide ? area.columns : area.rows
  }

  /// Its line beside the rest, which can be moved; nil where it has no line to spare.
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

  /// The cells that the user may give it.
  package var sizes: ClosedRange<Int> {
    let most = room.available(to: dock)
    return min(max(Self.smallest, dock.minimum), max(0, most))...max(0, most)
  }

  /// How many cells it has when its border is at a cell, as far as it may.
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

  /// What is kept of so many cells: in cells, or as a part of the room where its dock wants one.
  package func size(of cells: Int) -> DockSize? {
    let whole = dock.isAtSide ? room.columns : room.rows
    return switch dock.extent {
    case .cells: DockSize(dock.edge, cells: cells, of: nil)
    case .percent: DockSize(dock.edge, cells: cells, of: whole)
    }
  }
}
