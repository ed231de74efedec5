internal import ChildPluginAPI

/// An input of the user, as a child receives it.
package enum ChildInput: Equatable, Sendable {
  case key(ChildKey)
  /// The position is in cells of the child's layer.
  case mouse(ChildMouse)
  case paste([UInt8])
}

extension ChildInput {
  /// Whether the mouse moves without a button, which needs no answer.
  package var isMovement: Bool {
    if case .mouse(let mouse) = self { mouse.kind == .move } else { false }
  }
}

/// The modifier keys held during a key or mouse event.
package struct ChildModifiers: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let shift = ChildModifiers(rawValue: CHILDPLUGIN_MODIFIER_SHIFT)
  package static let alt = ChildModifiers(rawValue: CHILDPLUGIN_MODIFIER_ALT)
  package static let control = ChildModifiers(rawValue: CHILDPLUGIN_MODIFIER_CONTROL)
}

/// A key as a child receives it.
package struct ChildKey: Equatable, Sendable {
  /// `CHILDPLUGIN_KEY_…`, or a Unicode scalar value.
  package var code: UInt32
  package var modifiers: ChildModifiers
  /// The text that the key types; empty for none.
  package var text: String

  package init(code: UInt32, modifiers: ChildModifiers = [], text: String = "") {
    self.code = code
    self.modifiers = modifiers
    self.text = text
  }
}

/// A mouse event as a child receives it.
package struct ChildMouse: Equatable, Sendable {
  /// What the mouse did (`CHILDPLUGIN_MOUSE_…`).
  package enum Kind: UInt32, Sendable {
    case press = 1
    case release = 2
    case drag = 3
    case wheel = 4
    /// A move without a button.
    case move = 5
  }

  /// `CHILDPLUGIN_BUTTON_…`.
  package enum Button: UInt32, Sendable {
    case none = 0
    case left = 1
    case middle = 2
    case right = 3
  }

  package var kind: Kind
  package var button: Button
  package var modifiers: ChildModifiers
  /// The position in the child's layer; outside it during a drag.
  package var column: Int
  package var row: Int
  /// Rows to move, up below 0; 0 when not a wheel.
  package var wheel: Int
  /// Columns to move, left below 0.
  package var wheelColumns: Int

  package init(
    _ kind: Kind, button: Button = .none, modifiers: ChildModifiers = [], column: Int, row: Int,
    wheel: Int = 0, wheelColumns: Int = 0
  ) {
    self.kind = kind
    self.button = button
    self.modifiers = modifiers
    self.column = column
    self.row = row
    self.wheel = wheel
    self.wheelColumns = wheelColumns
  }

  var foreign: childplugin_mouse_t {
    childplugin_mouse_t(
      size: UInt32(MemoryLayout<childplugin_mouse_t>.size), kind: kind.rawValue,
      button: button.rawValue, modifiers: modifiers.rawValue, column: Int32(clamping: column),
      row: Int32(clamping: row), wheel: Int32(clamping: wheel), reserved: 0,
      wheel_columns: Int32(clamping: wheelColumns))
  }
}
