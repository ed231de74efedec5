internal import ChildPluginAPI

/// The modifier keys (Shift, Alt, Control) held during a key or mouse event that a plugin's child
/// receives; `ChildModifiers` in the host.
public struct Modifiers: OptionSet, Sendable {
  /// The bits of the ABI.
  public let rawValue: UInt32

  /// Creates a set from the bits of the ABI.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shift.
  public static var shift: Modifiers { Modifiers(rawValue: CHILDPLUGIN_MODIFIER_SHIFT) }
  /// Alt.
  public static var alt: Modifiers { Modifiers(rawValue: CHILDPLUGIN_MODIFIER_ALT) }
  /// Control.
  public static var control: Modifiers { Modifiers(rawValue: CHILDPLUGIN_MODIFIER_CONTROL) }
}

/// A key press as a plugin's child receives it: the key, the modifiers and the text that it types;
/// `ChildKey` in the host, whose own `Key` is what the terminal sent.
public struct Key: Equatable, Sendable {
  /// The key of a key press that a plugin's child receives (not the ABI's number): a character,
  /// Enter, an arrow, a function key and so on.
  public enum Code: Equatable, Sendable {
    /// A key with a character; a lower-case letter with Control.
    case character(Unicode.Scalar)
    /// Enter.
    case enter
    /// Tab.
    case tab
    /// Backspace.
    case backspace
    /// Escape.
    case escape
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// Insert.
    case insert
    /// Delete.
    case delete
    /// F1 to F12.
    case function(Int)
    /// A key of a later version; do not use it.
    case unknown(UInt32)
  }

  /// The key.
  public var code: Code
  /// The modifier keys.
  public var modifiers: Modifiers
  /// The text that the key types; may be empty.
  public var text: String

  /// Creates a key event.
  public init(_ code: Code, modifiers: Modifiers = [], text: String = "") {
    self.code = code
    self.modifiers = modifiers
    self.text = text
  }

  init(_ table: childplugin_key_t) {
    unsafe self.init(
      Code(table.code), modifiers: Modifiers(rawValue: table.modifiers), text: table.text.string)
  }
}

extension Key.Code {
  init(_ code: UInt32) {
    self =
      switch code {
      case CHILDPLUGIN_KEY_ENTER: .enter
      case CHILDPLUGIN_KEY_TAB: .tab
      case CHILDPLUGIN_KEY_BACKSPACE: .backspace
      case CHILDPLUGIN_KEY_ESCAPE: .escape
      case CHILDPLUGIN_KEY_UP: .up
      case CHILDPLUGIN_KEY_DOWN: .down
      case CHILDPLUGIN_KEY_LEFT: .left
      case CHILDPLUGIN_KEY_RIGHT: .right
      case CHILDPLUGIN_KEY_HOME: .home
      case CHILDPLUGIN_KEY_END: .end
      case CHILDPLUGIN_KEY_PAGE_UP: .pageUp
      case CHILDPLUGIN_KEY_PAGE_DOWN: .pageDown
      case CHILDPLUGIN_KEY_INSERT: .insert
      case CHILDPLUGIN_KEY_DELETE: .delete
      case CHILDPLUGIN_KEY_F1..<CHILDPLUGIN_KEY_F1 + 12:
        .function(Int(code - CHILDPLUGIN_KEY_F1) + 1)
      default:
        if let scalar = Unicode.Scalar(code) { .character(scalar) } else { .unknown(code) }
      }
  }
}

/// A mouse event as a plugin's child receives it: its kind with the button, the cell relative to
/// the child's layer, and the modifier keys; `ChildMouse` in the host.
public struct Mouse: Equatable, Sendable {
  /// The mouse button of an event that a plugin's child receives: left, middle or right.
  public enum Button: UInt32, Sendable {
    /// The left button.
    case left = 1
    /// The middle button.
    case middle
    /// The right button.
    case right
  }

  /// The kind of a mouse event that a plugin's child receives: a button pressed, released or
  /// dragged, the wheel turned, or the mouse moved.
  public enum Kind: Equatable, Sendable {
    /// A button was pressed.
    case press(Button)
    /// A button was released; nil if it is unknown.
    case release(Button?)
    /// The mouse moved with a button down, perhaps outside the layer.
    case drag(Button?)
    /// The wheel, in rows: negative is up.
    case wheel(Int)
    /// The wheel sideways, in columns: negative is left.
    case wheelSideways(Int)
    /// The mouse moved without a button; only if the descriptor sets `followsMouse`.
    case move
  }

  /// The kind of event.
  public var kind: Kind
  /// The column in the child's layer, perhaps outside it during a drag.
  public var column: Int
  /// The row in the child's layer, perhaps outside it during a drag.
  public var row: Int
  /// The modifier keys.
  public var modifiers: Modifiers

  /// Creates an event of the ABI; nil for a kind or button of a later version.
  init?(_ table: childplugin_mouse_t) {
    let button = Button(rawValue: table.button)
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
