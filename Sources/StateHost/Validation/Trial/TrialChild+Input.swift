internal import ChildPluginAPI
internal import HostPlugins

/// A key as a child gets it.
struct TrialKey {
  var code: UInt32
  var modifiers: UInt32 = 0
  /// What it types, any bytes.
  var text: [UInt8] = []

  static let down = TrialKey(code: CHILDPLUGIN_KEY_DOWN)
  static let up = TrialKey(code: CHILDPLUGIN_KEY_UP)

  /// A key that types a character.
  static func character(_ scalar: Unicode.Scalar, modifiers: UInt32 = 0) -> TrialKey {
    TrialKey(code: scalar.value, modifiers: modifiers, text: Array(String(scalar).utf8))
  }

  /// Every key of the header that has no character.
  static let named: [TrialKey] =
    (CHILDPLUGIN_KEY_ENTER...CHILDPLUGIN_KEY_DELETE).map { TrialKey(code: $0) }
    + (CHILDPLUGIN_KEY_F1...CHILDPLUGIN_KEY_F1 + 11).map { TrialKey(code: $0) }
}

extension childplugin_mouse_t {
  /// A mouse event with any numbers; its size is the caller's affair.
  init(
    _ kind: UInt32, button: UInt32 = CHILDPLUGIN_BUTTON_NONE, modifiers: UInt32 = 0,
    column: Int32 = 0, row: Int32 = 0, wheel: Int32 = 0
  ) {
    self.init(
      size: 0, kind: kind, button: button, modifiers: modifiers, column: column, row: row,
      wheel: wheel, reserved: 0, wheel_columns: 0)
  }
}

extension TrialChild {
  /// Sends a key; false also without the extension.
  @discardableResult
  func key(_ key: TrialKey) -> Bool {
    defer { followScript() }
    return unsafe Self.terminated(key.text) {
      unsafe child.key(code: key.code, modifiers: key.modifiers, text: $0)
    }
  }

  /// Sends a mouse event; false also without the extension.
  @discardableResult
  func mouse(_ mouse: childplugin_mouse_t) -> Bool {
    defer { followScript() }
    return child.mouse(mouse)
  }

  /// Pastes text, any bytes; false also without the extension.
  @discardableResult
  func paste(_ text: [UInt8]) -> Bool {
    defer { followScript() }
    return unsafe Self.terminated(text) { bytes in
      unsafe child.paste(bytes.assumingMemoryBound(to: UInt8.self).span)
    }
  }

  /// Another child says something, any bytes; nothing without the extension.
  func message(_ subject: [UInt8], _ body: [UInt8], from sender: [UInt8]) {
    unsafe Self.terminated(sender) { sender in
      unsafe Self.terminated(subject) { subject in
        unsafe child.received(subject, body.span.bytes, from: sender)
      }
    }
  }

  func focus(_ isFocused: Bool) { child.focus(isFocused) }

  /// Whether what is typed is text for it.
  var isTakingText: Bool {
    services.takesText?.what == true || draw(keepingCells: true).cursor != nil
  }

  /// Begins a text, where a key that it names, or a usual one, does that, and types some.
  func typeText() {
    focus(true)
    for opener in KeyChecks.helpKeys(of: self) + [.character("/")] where !isTakingText {
      key(opener)
    }
    if isTakingText { for letter: Unicode.Scalar in ["a", "\u{E9}"] { key(.character(letter)) } }
  }

  /// Bytes with a NUL behind them, so that a plugin that takes them for a C string is found by the
  /// check that is for it.
  private static func terminated<Result>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe (bytes + [0]).withUnsafeBytes {
      unsafe body(UnsafeRawBufferPointer(rebasing: $0.dropLast()))
    }
  }
}
