internal import ChildPluginAPI
internal import HostSurface

extension CellInsets {
  /// The largest inset of a side: more is reported as a mistake, less is cut to the surface.
  private static let sideLimit: Int32 = 4096

  /// Converts the insets of a child, cut to the surface; invalid values are replaced and reported.
  init(
    _ insets: childplugin_insets_t, columns: Int, rows: Int, telling tell: (ChildFault.Kind) -> Void
  ) {
    func side(_ cells: Int32, _ field: ChildFault.Field, room: Int) -> Int {
      if !(0...Self.sideLimit ~= cells) { tell(.outOfRange(field)) }
      return min(max(0, Int(cells)), max(0, room))
    }
    let top = side(insets.top, .insetTop, room: rows)
    let right = side(insets.right, .insetRight, room: columns)
    let bottom = side(insets.bottom, .insetBottom, room: rows - top)
    let left = side(insets.left, .insetLeft, room: columns - right)
    self.init(top: top, right: right, bottom: bottom, left: left)
  }
}
