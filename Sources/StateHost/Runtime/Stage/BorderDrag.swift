/// A border that the user moves with the mouse, from the press of the button on.
enum BorderDrag {
  /// It follows the mouse.
  case held(HeldBorder)
  /// It moves no more, and the button is still down: what the mouse does until then is for nobody.
  case over
}

/// Which border it is, and where the mouse has come to.
struct HeldBorder {
  /// The child whose strip ends there, by its entry, and who it was when the button was pressed.
  let entry: Int
  let child: StageChild
  /// Where the mouse is, while that has not been followed.
  var target: (column: Int, row: Int)?
  /// When it may move again: once a frame at most.
  var dueNanoseconds = Int64.min
}
