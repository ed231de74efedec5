internal import ChildPluginAPI

/// A strip along an edge of the room that the children of a state share; those that do not dock share what is
/// left.
public struct Dock: Equatable, Sendable {
  /// An edge of the room.
  public enum Edge: UInt32, Sendable {
    /// Above the others.
    case top = 1
    /// At their right.
    case right
    /// Below them.
    case bottom
    /// At their left.
    case left
  }

  /// How much of the room it is.
  public enum Extent: Equatable, Sendable {
    /// Rows at the top and the bottom, columns at the sides: 1 to 4096.
    case cells(Int)
    /// Of what is left, 1 to 100.
    case percent(Int)
  }

  /// Where it is.
  public var edge: Edge
  /// How much it wants.
  public var extent: Extent
  /// Cells without which it is given no room, 0 to 4096.
  public var minimum: Int

  /// A strip along an edge.
  public init(_ edge: Edge, _ extent: Extent, minimum: Int = 0) {
    self.edge = edge
    self.extent = extent
    self.minimum = minimum
  }

  /// It in the header's numbers.
  var numbers: (edge: UInt32, unit: UInt32, extent: UInt32, minimum: UInt32) {
    let (unit, number) =
      switch extent {
      case .cells(let cells): (CHILDPLUGIN_UNIT_CELLS, cells)
      case .percent(let percent): (CHILDPLUGIN_UNIT_PERCENT, percent)
      }
    return (edge.rawValue, unit, UInt32(clamping: number), UInt32(clamping: minimum))
  }
}

extension Host {
  /// Asks to dock there in all states from now on, or, with nil, nowhere; not from ``ChildPlugin/draw(on:)``.
  ///
  /// What the user's states file says goes before it.
  ///
  /// - Returns: false where a number is out of range, or the host is older than 1.1.
  @discardableResult
  public func claim(_ dock: Dock?) -> Bool {
    guard let claim = unsafe placeTable?.claim else { return false }
    let numbers = dock?.numbers ?? (edge: CHILDPLUGIN_EDGE_NONE, unit: 0, extent: 0, minimum: 0)
    return unsafe claim(pointer, numbers.edge, numbers.unit, numbers.extent, numbers.minimum)
  }

  /// Has ``LayoutChild/insets`` asked anew; not from ``ChildPlugin/draw(on:)``.
  public func refreshInsets() {
    guard let refresh = unsafe placeTable?.refresh else { return }
    unsafe refresh(pointer)
  }
}
