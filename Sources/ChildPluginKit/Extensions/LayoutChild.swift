/// Cells kept free around a child's layer.
///
/// The kit's own, for a plugin never links the host.
public struct Insets: Equatable, Sendable {
  /// Rows above.
  public var top: Int
  /// Columns at the right.
  public var right: Int
  /// Rows below.
  public var bottom: Int
  /// Columns at the left.
  public var left: Int

  /// Insets; without arguments none.
  public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// A child that leaves room around itself, or wants news of its size.
public protocol LayoutChild: ChildPlugin {
  /// What it keeps free around its layer.
  var insets: Insets { get }
  /// The layer has this size now; before the first draw and whenever it changes.
  func resized(columns: Int, rows: Int)
}

extension LayoutChild {
  /// Itself.
  public var layoutChild: (any LayoutChild)? { self }
  /// None.
  public var insets: Insets { Insets() }
  /// Nothing to do.
  public func resized(columns: Int, rows: Int) {}
}
