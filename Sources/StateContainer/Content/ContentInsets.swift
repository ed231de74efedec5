/// Margins at the four edges of an area, in the units of the caller's layout, which
/// `ContentContainer.area(for:in:)` leaves free around the children of loading, error and empty.
///
/// The engine's own type; `statehost` has its `CellInsets`.
public struct ContentInsets: Equatable, Codable, Sendable {
  /// No space.
  public static let zero = ContentInsets()

  /// Above.
  public var top: Int
  /// On the left.
  public var left: Int
  /// Below.
  public var bottom: Int
  /// On the right.
  public var right: Int

  /// Creates insets.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// A rectangle in which children are laid out, in whole units of the caller's layout: its top left
/// corner, and a width and height that are never negative.
public struct ContentArea: Equatable, Sendable {
  /// From the left.
  public var x: Int
  /// From the top.
  public var y: Int
  /// Never below zero.
  public private(set) var width: Int
  /// Never below zero.
  public private(set) var height: Int

  /// Makes an area; a width or height below zero is zero.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(width, 0)
    self.height = max(height, 0)
  }

  /// The area inside the insets; those larger than the area leave an empty one in it, and negative
  /// ones count as zero.
  public func inset(by insets: ContentInsets) -> ContentArea {
    let left = min(max(insets.left, 0), width)
    let top = min(max(insets.top, 0), height)
    let right = min(max(insets.right, 0), width - left)
    let bottom = min(max(insets.bottom, 0), height - top)
    return ContentArea(
      x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }
}
