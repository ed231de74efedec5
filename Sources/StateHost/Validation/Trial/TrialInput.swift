internal import ChildPluginAPI
internal import HostPlugins

/// A key as a child gets it.
struct TrialKey {
  var code: UInt32
  var modifiers: UInt32 = 0
  /// What it types, any bytes.
  var text: [UInt8] = []

  /// A key that types a character.
  static func character(_ scalar: Unicode.Scalar, modifiers: UInt32 = 0) -> TrialKey {
    TrialKey(code: scalar.value, modifiers: modifiers, text: Array(String(scalar).utf8))
  }

  /// Every key of the header that has no character.
  static let named: [TrialKey] =
    (CHILDPLUGIN_KEY_ENTER...CHILDPLUGIN_KEY_DELETE).map { TrialKey(code: $0) }
    + (CHILDPLUGIN_KEY_F1...CHILDPLUGIN_KEY_F1 + 11).map { TrialKey(code: $0) }
}

/// A mouse event as a child gets it.
struct TrialMouse {
  var kind: UInt32
  var button: UInt32 = CHILDPLUGIN_BUTTON_NONE
  var modifiers: UInt32 = 0
  var column: Int32 = 0
  var row: Int32 = 0
  var wheel: Int32 = 0
}

extension TrialChild {
  /// Sends a key; false also without the extension.
  @discardableResult
  func key(_ key: TrialKey) -> Bool {
    let code = String(key.code, radix: 16)
    return calling(
      "input.key(code 0x\(code), modifiers \(key.modifiers), text \(Words.hexadecimal(key.text)))"
    ) {
      unsafe lending.lend(key.text) { bytes in
        var value = unsafe childplugin_key_t(
          size: UInt32(MemoryLayout<childplugin_key_t>.size), code: key.code,
          modifiers: key.modifiers, reserved: 0, text: ForeignMemory.borrowed(bytes))
        return unsafe lending.lend(&value) { unsafe input?.key?(address, $0) ?? false }
      }
    }
  }

  /// Sends a mouse event; false also without the extension.
  @discardableResult
  func mouse(_ mouse: TrialMouse) -> Bool {
    return calling(
      "input.mouse(kind \(mouse.kind), button \(mouse.button), modifiers \(mouse.modifiers), "
        + "column \(mouse.column), row \(mouse.row), wheel \(mouse.wheel))"
    ) {
      var value = childplugin_mouse_t(
        size: UInt32(MemoryLayout<childplugin_mouse_t>.size), kind: mouse.kind,
        button: mouse.button, modifiers: mouse.modifiers, column: mouse.column, row: mouse.row,
        wheel: mouse.wheel, reserved: 0)
      return unsafe lending.lend(&value) { unsafe input?.mouse?(address, $0) ?? false }
    }
  }

  /// Pastes text, any bytes; false also without the extension.
  @discardableResult
  func paste(_ text: [UInt8]) -> Bool {
    return calling("input.paste(\(text.count) bytes: \(Words.hexadecimal(text)))") {
      unsafe lending.lend(text) {
        unsafe input?.paste?(address, ForeignMemory.borrowed($0)) ?? false
      }
    }
  }

  func focus(_ isFocused: Bool) {
    calling("input.focus(\(isFocused))") { unsafe input?.focus?(address, isFocused) }
  }
}
