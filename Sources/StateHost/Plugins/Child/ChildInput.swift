internal import ChildPluginAPI
package import HostText

/// A key, a mouse event or pasted text, as the host passes it to a child of a plugin.
package enum ChildInput: Equatable, Sendable {
  case key(ChildKey)
  /// The position is in cells of the child's layer.
  case mouse(ChildMouse)
  case paste([UInt8])
}

/// The set of modifier keys (shift, alt, control) that are held during a key or mouse event, with
/// the bits of the plugin ABI.
package struct ChildModifiers: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let shift = ChildModifiers(rawValue: CHILDPLUGIN_MODIFIER_SHIFT)
  package static let alt = ChildModifiers(rawValue: CHILDPLUGIN_MODIFIER_ALT)
  package static let control = ChildModifiers(rawValue: CHILDPLUGIN_MODIFIER_CONTROL)

  package init(_ modifiers: Key.Modifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.alt) { insert(.alt) }
    if modifiers.contains(.control) { insert(.control) }
  }
}

/// A pressed key with its modifiers and the text that it types, converted from a key of the
/// terminal to the codes of the plugin ABI, as the host passes it to a child of a plugin.
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

  /// Converts a key of the terminal to the ABI; nil if it has no equivalent there.
  package init?(_ key: Key) {
    var text = ""
    switch key.code {
    case .character(let scalar):
      code = scalar.value
      if key.modifiers.subtracting(.shift).isEmpty { text.unicodeScalars.append(scalar) }
    case .function(let number):
      guard number <= 12 else { return nil }
      code = CHILDPLUGIN_KEY_F1 + UInt32(number) - 1
    default:
      guard let number = Self.named.number(of: key.code) else { return nil }
      code = number
    }
    modifiers = ChildModifiers(key.modifiers)
    self.text = text
  }

  /// The keys without a character, except the function keys.
  static let named = ABINumberMap([
    (CHILDPLUGIN_KEY_ENTER, Key.Code.enter), (CHILDPLUGIN_KEY_TAB, .tab),
    (CHILDPLUGIN_KEY_BACKSPACE, .backspace), (CHILDPLUGIN_KEY_ESCAPE, .escape),
    (CHILDPLUGIN_KEY_UP, .up), (CHILDPLUGIN_KEY_DOWN, .down), (CHILDPLUGIN_KEY_LEFT, .left),
    (CHILDPLUGIN_KEY_RIGHT, .right), (CHILDPLUGIN_KEY_HOME, .home), (CHILDPLUGIN_KEY_END, .end),
    (CHILDPLUGIN_KEY_PAGE_UP, .pageUp), (CHILDPLUGIN_KEY_PAGE_DOWN, .pageDown),
    (CHILDPLUGIN_KEY_INSERT, .insert), (CHILDPLUGIN_KEY_DELETE, .delete),
  ])
}

/// A mouse event of the terminal in numbers of the plugin ABI, as the host passes it to a child;
/// its position is on the screen at first, and in the child's layer once a child is offered it.
package struct ChildMouse: Equatable, Sendable {
  /// The kind of a mouse event, in numbers of the ABI, as the host passes it to a child: a press,
  /// release, drag, turn of the wheel, or move without a button.
  package enum Kind: UInt32, Sendable {
    case press = 1
    case release, drag, wheel, move
  }

  /// The button of a mouse event, in numbers of the ABI, as the host passes it to a child: none,
  /// left, middle or right.
  package enum Button: UInt32, Sendable {
    case none, left, middle, right
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
