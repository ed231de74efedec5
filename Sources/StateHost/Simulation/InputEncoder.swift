internal import HostStates
internal import HostText

/// The encoder of a scenario's keys, pasted text and mouse events into the escape sequences and text that a terminal
/// would send; the simulated terminal supplies them to the host as input.
enum InputEncoder {
  /// A key as one complete sequence, so that Escape needs no timeout.
  static func bytes(of key: Key) -> [UInt8] {
    var name = Substring(key.name)
    var modifiers = 1
    for (prefix, bit) in [("ctrl-", 4), ("alt-", 2), ("shift-", 1), ("super-", 8)]
    where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
      modifiers += bit
      name = name.dropFirst(prefix.count)
    }
    if let number = codes[String(name)] { return sequence(number, modifiers, "u") }
    if let letter = letters[String(name)] { return sequence(1, modifiers, letter) }
    if let number = numbers[String(name)] { return sequence(number, modifiers, "~") }
    guard let scalar = name.unicodeScalars.first else { return [] }
    if modifiers == 1 { return Array(name.utf8) }
    return sequence(Int(scalar.value), modifiers, "u")
  }

  static func bytes(ofPaste text: String) -> [UInt8] {
    Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
  }

  static func bytes(of mouse: ScenarioMouse) -> [UInt8] {
    let button =
      switch mouse.kind {
      case .press, .release: 0
      case .drag: 32
      case .wheelUp: 64
      case .wheelDown: 65
      }
    let final = mouse.kind == .release ? "m" : "M"
    return Array("\u{1B}[<\(button);\(mouse.column + 1);\(mouse.row + 1)\(final)".utf8)
  }

  private static func sequence(_ number: Int, _ modifiers: Int, _ final: String) -> [UInt8] {
    Array("\u{1B}[\(number);\(modifiers)\(final)".utf8)
  }

  private static let codes = [
    "escape": 27, "enter": 13, "tab": 9, "backspace": 127, "space": 32,
  ]
  private static let letters = [
    "up": "A", "down": "B", "right": "C", "left": "D", "home": "H", "end": "F", "f1": "P",
    "f2": "Q", "f4": "S",
  ]
  private static let numbers = [
    "insert": 2, "delete": 3, "page-up": 5, "page-down": 6, "f3": 13, "f5": 15, "f6": 17, "f7": 18,
    "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
  ]
}
