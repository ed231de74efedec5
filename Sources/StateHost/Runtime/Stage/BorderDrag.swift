/// The drag of a border, from the press of the mouse button to its release.
enum BorderDrag {
  /// The border follows the mouse.
  case held(HeldBorder)
  /// The drag ended while the button is still pressed; mouse events are ignored until its release.
  case over
}

/// A border that is being dragged, and the mouse position.
struct HeldBorder {
  /// The entry and the child whose strip the border belongs to, as of the press.
  let entry: Int
  let child: StageChild
  /// The mouse position that the border has yet to move to.
  var target: (column: Int, row: Int)?
  /// When the border may move again, at most once a frame.
  var dueNanoseconds = Int64.min
}
