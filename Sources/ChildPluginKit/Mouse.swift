internal import ChildPluginAPI

/// What the mouse did.
public struct Mouse: Equatable, Sendable {
  /// A button of the mouse.
  public enum Button: Equatable, Sendable {
    /// The left one.
    case left
    /// The middle one.
    case middle
    /// The right one.
    case right
  }

  /// What happened.
  public enum Kind: Equatable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button, nil when it is not known which, went up.
    case release(Button?)
    /// The mouse moved with a button held; it may lie outside the layer.
    case drag(Button?)
    /// Rows to move: less than 0 up, more than 0 down.
    case wheel(Int)
    /// Columns to move: less than 0 to the left, more than 0 to the right.
    case wheelSideways(Int)
    /// The mouse moved with no button held; only where the descriptor says `followsMouse`.
    case move
  }

  /// What happened.
  public var kind: Kind
  /// Where, in the child's layer.
  public var column: Int
  /// Where, in the child's layer.
  public var row: Int
  /// What is held with it.
  public var modifiers: Modifiers

  /// Nil for a kind or button of a later version.
  init?(_ table: childplugin_mouse_t) {
    let button: Button? =
      switch table.button {
      case CHILDPLUGIN_BUTTON_LEFT: .left
      case CHILDPLUGIN_BUTTON_MIDDLE: .middle
      case CHILDPLUGIN_BUTTON_RIGHT: .right
      default: nil
      }
    switch table.kind {
    case CHILDPLUGIN_MOUSE_PRESS:
      guard let button else { return nil }
      kind = .press(button)
    case CHILDPLUGIN_MOUSE_RELEASE: kind = .release(button)
    case CHILDPLUGIN_MOUSE_DRAG: kind = .drag(button)
    case CHILDPLUGIN_MOUSE_MOVE: kind = .move
    case CHILDPLUGIN_MOUSE_WHEEL where table.wheel_columns != 0:
      kind = .wheelSideways(Int(table.wheel_columns))
    case CHILDPLUGIN_MOUSE_WHEEL: kind = .wheel(Int(table.wheel))
    default: return nil
    }
    column = Int(table.column)
    row = Int(table.row)
    modifiers = Modifiers(rawValue: table.modifiers)
  }
}
