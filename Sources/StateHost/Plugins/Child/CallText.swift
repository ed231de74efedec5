package import ChildPluginAPI
internal import HostText

/// Formats the arguments of a call into a plugin as text for reports, such as `key ctrl-page-down`.
package enum CallText {
  /// The first 24 bytes: quoted if they are ASCII text, otherwise in hexadecimal.
  package static func bytes(_ bytes: some Collection<UInt8>) -> String {
    let rest = bytes.count > 24 ? " ..." : ""
    let first = bytes.prefix(24)
    if !first.isEmpty, first.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") }) {
      return "\"" + String(decoding: first, as: UTF8.self) + "\"" + rest
    }
    let digits = first.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return digits.joined(separator: " ") + rest
  }

  /// For example `key ctrl-page-down`; `key U+00E9` for a character beyond ASCII, `key 0x110040` for an invalid code.
  package static func key(_ code: UInt32, _ modifiers: UInt32) -> String {
    "key " + names(of: modifiers).map { $0 + "-" }.joined() + name(ofKey: code)
  }

  /// For example `press of left, column 3, row 4`.
  package static func mouse(_ mouse: childplugin_mouse_t) -> String {
    let kind = kinds.first { $0.0 == mouse.kind }?.1 ?? "kind \(mouse.kind)"
    let button = buttons.first { $0.0 == mouse.button }?.1 ?? "button \(mouse.button)"
    let held = names(of: mouse.modifiers).map { $0 + "-" }.joined()
    let wheel = mouse.wheel == 0 ? "" : ", wheel \(mouse.wheel)"
    let sideways = mouse.wheel_columns == 0 ? "" : ", wheel columns \(mouse.wheel_columns)"
    return "\(held)\(kind)\(button), column \(mouse.column), row \(mouse.row)\(wheel)\(sideways)"
  }

  private static let kinds = [
    (CHILDPLUGIN_MOUSE_PRESS, "press"), (CHILDPLUGIN_MOUSE_RELEASE, "release"),
    (CHILDPLUGIN_MOUSE_DRAG, "drag"), (CHILDPLUGIN_MOUSE_WHEEL, "wheel"),
    (CHILDPLUGIN_MOUSE_MOVE, "move"),
  ]
  private static let buttons = [
    (CHILDPLUGIN_BUTTON_NONE, ""), (CHILDPLUGIN_BUTTON_LEFT, " of left"),
    (CHILDPLUGIN_BUTTON_MIDDLE, " of middle"), (CHILDPLUGIN_BUTTON_RIGHT, " of right"),
  ]
  private static let modifiers = [
    (CHILDPLUGIN_MODIFIER_CONTROL, "ctrl"), (CHILDPLUGIN_MODIFIER_ALT, "alt"),
    (CHILDPLUGIN_MODIFIER_SHIFT, "shift"),
  ]

  /// The names of modifiers; unknown ones as numbers.
  private static func names(of bits: UInt32) -> [String] {
    let known = modifiers.filter { bits & $0.0 != 0 }
    let rest = bits & ~modifiers.reduce(0) { $0 | $1.0 }
    return known.map(\.1) + (rest == 0 ? [] : ["0x\(String(rest, radix: 16))"])
  }

  private static func name(ofKey code: UInt32) -> String {
    if let known = ChildKey.named[code] { return Key(known).name }
    switch code {
    case CHILDPLUGIN_KEY_F1..<CHILDPLUGIN_KEY_F1 + 12: return "f\(code - CHILDPLUGIN_KEY_F1 + 1)"
    case 0x20..<0x7F: return Key(.character(UnicodeScalar(UInt8(code)))).name
    case 0xA0... where UnicodeScalar(code) != nil: return HarmlessText.name(of: code)
    default: return "0x\(String(code, radix: 16))"
    }
  }
}
