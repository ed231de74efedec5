internal import HostStates
internal import HostText

/// The encoder of a scenario's keys, pasted text and mouse events into text and escape sequences
/// (such as CSI u and bracketed paste), whatever modes are set; the simulated terminal supplies
/// them to the host as input.
enum InputEncoder {
  /// A key as one complete sequence, so that Escape needs no timeout.
  static func bytes(of key: Key) -> [UInt8] {
    if let (number, final) = sequences[key.code] { return sequence(number, key.modifiers, final) }
    guard case .character(let scalar) = key.code else { return [] }
    if key.modifiers.isEmpty { return Array(String(Character(scalar)).utf8) }
    return sequence(Int(scalar.value), key.modifiers, "u")
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

  /// The protocol's numbers of modifiers are those of `Key.Modifiers`, plus 1.
  private static func sequence(
    _ number: Int, _ modifiers: Key.Modifiers, _ final: String
  ) -> [UInt8] {
    Array("\u{1B}[\(number);\(1 + modifiers.rawValue)\(final)".utf8)
  }

  private static let sequences: [Key.Code: (Int, String)] = [
    .escape: (27, "u"), .enter: (13, "u"), .tab: (9, "u"), .backspace: (127, "u"),
    .character(" "): (32, "u"), .up: (1, "A"), .down: (1, "B"), .right: (1, "C"), .left: (1, "D"),
    .home: (1, "H"), .end: (1, "F"), .insert: (2, "~"), .delete: (3, "~"), .pageUp: (5, "~"),
    .pageDown: (6, "~"), .function(1): (1, "P"), .function(2): (1, "Q"), .function(3): (13, "~"),
    .function(4): (1, "S"), .function(5): (15, "~"), .function(6): (17, "~"),
    .function(7): (18, "~"), .function(8): (19, "~"), .function(9): (20, "~"),
    .function(10): (21, "~"), .function(11): (23, "~"), .function(12): (24, "~"),
  ]
}
