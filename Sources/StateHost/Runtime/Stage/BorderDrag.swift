/// A drag of the border of a docked child with the mouse: either the border follows the pointer, or the drag is over
/// but the button is still pressed.
enum BorderDrag {
  /// The border follows the mouse.
  case held(HeldBorder)
  /// The drag ended while the button is still pressed; mouse events are ignored until its release.
  case over
}

/// The border of a docked child that the user is dragging with the mouse, and the position it has yet to move to.
struct HeldBorder {
  /// The entry and the child whose strip the border belongs to, as of the press.
  let entry: Int
  let child: StageChild
  /// The mouse position that the border has yet to move to.
  var target: (column: Int, row: Int)?
  /// When the border may move again, at most once a frame.
  var dueNanoseconds = Int64.min
}
