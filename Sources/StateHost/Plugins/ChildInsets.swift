internal import ChildPluginAPI

/// Cells that a child wants free around its layer.
package struct ChildInsets: Equatable, Sendable {
  package var top: Int
  package var right: Int
  package var bottom: Int
  package var left: Int

  package init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// No surface is larger; more is a mistake and told, while more than a small surface has is cut.
  private static let sideLimit: Int32 = 4096

  /// What a child has filled in, cut to the surface; what is wrong is replaced and told.
  init(
    _ insets: childplugin_insets_t, columns: Int, rows: Int, telling tell: (ChildFault.Kind) -> Void
  ) {
    func side(_ cells: Int32, _ field: ChildFault.Field, room: Int) -> Int {
      if !(0...Self.sideLimit ~= cells) { tell(.outOfRange(field)) }
      return min(max(0, Int(cells)), max(0, room))
    }
    top = side(insets.top, .insetTop, room: rows)
    right = side(insets.right, .insetRight, room: columns)
    bottom = side(insets.bottom, .insetBottom, room: rows - top)
    left = side(insets.left, .insetLeft, room: columns - right)
  }
}
