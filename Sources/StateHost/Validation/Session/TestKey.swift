internal import ChildPluginAPI
internal import HostPlugins
internal import HostText

/// A key event that a validator check sends to a child: raw key code, modifiers and text bytes,
/// maybe invalid; has constants for common keys, and lists the header's keys without a character.
struct TestKey {
  var code: UInt32
  var modifiers: UInt32 = 0
  /// The text that it types, in any bytes.
  var text: [UInt8] = []

  static let enter = TestKey(code: CHILDPLUGIN_KEY_ENTER)
  static let escape = TestKey(code: CHILDPLUGIN_KEY_ESCAPE)
  static let tab = TestKey(code: CHILDPLUGIN_KEY_TAB)
  static let up = TestKey(code: CHILDPLUGIN_KEY_UP)
  static let down = TestKey(code: CHILDPLUGIN_KEY_DOWN)
  static let left = TestKey(code: CHILDPLUGIN_KEY_LEFT)
  static let right = TestKey(code: CHILDPLUGIN_KEY_RIGHT)
  static let home = TestKey(code: CHILDPLUGIN_KEY_HOME)
  static let end = TestKey(code: CHILDPLUGIN_KEY_END)
  static let pageUp = TestKey(code: CHILDPLUGIN_KEY_PAGE_UP)
  static let pageDown = TestKey(code: CHILDPLUGIN_KEY_PAGE_DOWN)
  static let backspace = TestKey(code: CHILDPLUGIN_KEY_BACKSPACE)
  static let delete = TestKey(code: CHILDPLUGIN_KEY_DELETE)

  static let letters = characters("abcdefghijklmnopqrstuvwxyz")

  /// A key that types a character.
  static func character(_ scalar: Unicode.Scalar, modifiers: UInt32 = 0) -> TestKey {
    TestKey(code: scalar.value, modifiers: modifiers, text: Array(String(scalar).utf8))
  }

  /// The keys that type a text.
  static func characters(_ text: String) -> [TestKey] {
    text.unicodeScalars.map { .character($0) }
  }

  /// Every key of the header that has no character.
  static let named: [TestKey] =
    (CHILDPLUGIN_KEY_ENTER...CHILDPLUGIN_KEY_DELETE).map { TestKey(code: $0) }
    + (CHILDPLUGIN_KEY_F1...CHILDPLUGIN_KEY_F1 + 11).map { TestKey(code: $0) }
}

extension TestKey {
  /// A key as key help names it; nil for any other text.
  init?(named name: String) {
    guard let key = try? Key(naming: name), let key = ChildKey(key) else { return nil }
    self.init(code: key.code, modifiers: UInt32(key.modifiers.rawValue), text: Array(key.text.utf8))
  }
}

extension childplugin_mouse_t {
  /// A mouse event with any numbers; the caller sets its size.
  init(
    _ kind: UInt32, button: UInt32 = CHILDPLUGIN_BUTTON_NONE, modifiers: UInt32 = 0,
    column: Int32 = 0, row: Int32 = 0, wheel: Int32 = 0
  ) {
    self.init(
      size: 0, kind: kind, button: button, modifiers: modifiers, column: column, row: row,
      wheel: wheel, reserved: 0, wheel_columns: 0)
  }

  /// The left button is pressed.
  static func press(column: Int32, row: Int32) -> Self {
    Self(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, column: column, row: row)
  }

  static func wheel(_ steps: Int32) -> Self {
    Self(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: steps)
  }
}
