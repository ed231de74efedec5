package import HostText

/// Something the mouse did over the terminal.
package struct MouseEvent: Hashable, Sendable {
  /// What it did.
  package enum Action: Hashable, Sendable {
    case press, release
    /// Moved with a button down.
    case drag
    /// Moved with none.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  /// With which button; `none` for the wheel, for `move`, and where the terminal does not say.
  package enum Button: Hashable, Sendable {
    case none, left, middle, right
    /// A further one, such as back and forward.
    case other
  }

  package let action: Action
  package let button: Button
  /// From 0, at the left.
  package let column: Int
  /// From 0, at the top.
  package let row: Int
  package let modifiers: Key.Modifiers

  package init(
    _ action: Action, _ button: Button = .none, column: Int, row: Int,
    modifiers: Key.Modifiers = []
  ) {
    self.action = action
    self.button = button
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
