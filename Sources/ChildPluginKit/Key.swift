internal import ChildPluginAPI

/// The modifiers held with a key or the mouse.
public struct Modifiers: OptionSet, Sendable {
  /// The bits of the ABI.
  public let rawValue: UInt32

  /// A set from the bits of the ABI.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shift.
  public static var shift: Modifiers { Modifiers(rawValue: CHILDPLUGIN_MODIFIER_SHIFT) }
  /// Alt.
  public static var alt: Modifiers { Modifiers(rawValue: CHILDPLUGIN_MODIFIER_ALT) }
  /// Control.
  public static var control: Modifiers { Modifiers(rawValue: CHILDPLUGIN_MODIFIER_CONTROL) }
}

/// A key.
public struct Key: Equatable, Sendable {
  /// Which key it is.
  public enum Code: Equatable, Sendable {
    /// A key with a character; a letter with control is the small letter.
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
    /// A key of a later version: leave it to others.
    case unknown(UInt32)
  }

  /// Which key it is.
  public var code: Code
  /// What is held with it.
  public var modifiers: Modifiers
  /// What it types, empty for a key that types nothing.
  public var text: String

  /// A key.
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
