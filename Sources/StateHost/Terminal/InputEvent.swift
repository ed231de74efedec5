package import HostText

/// An event decoded from the terminal's input: a key, a mouse event, a paste, a change of focus, or
/// a reply to a query.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text that the user pasted (bracketed paste), up to the size limit: untrusted, it may contain
  /// any control character; invalid UTF-8 is repaired.
  case paste(String)
  /// Whether the terminal's window has the focus now.
  case focus(Bool)
  case reply(TerminalReply)
}

/// A reply of the terminal to a query of the host: its text or background colour, the setting of a
/// mode, or its device attributes, of which only the arrival counts.
package enum TerminalReply: Hashable, Sendable {
  /// OSC 10: the text colour, 0xRRGGBB.
  case foreground(UInt32)
  /// OSC 11: the background colour, 0xRRGGBB.
  case background(UInt32)
  /// DA1, which every terminal sends: queried last, it means that no other reply will follow.
  case deviceAttributes
  /// DECRPM: the setting of a private mode, such as 2026.
  case mode(Int, ModeSetting)

  /// The setting of a private mode as the terminal reports it (DECRPM, whose numbers are the raw
  /// values): unknown, set or reset, or always set or never set.
  package enum ModeSetting: Int, Hashable, Sendable {
    case unknown, set, reset, alwaysSet, neverSet
  }
}

extension TerminalReply {
  /// `CSI ? … c` (DA1) and `CSI ? mode ; setting $ y` (DECRPM).
  init?(control sequence: ControlSequence) {
    guard sequence.prefix == UInt8(ascii: "?") else { return nil }
    switch (sequence.final, sequence.intermediate) {
    case (UInt8(ascii: "c"), 0):
      self = .deviceAttributes
    case (UInt8(ascii: "y"), UInt8(ascii: "$")):
      guard sequence.count == 2,
        let setting = ModeSetting(rawValue: sequence.value(1, default: 0))
      else { return nil }
      self = .mode(sequence.value(0, default: 0), setting)
    default:
      return nil
    }
  }

  /// `10;rgb:…` and `11;rgb:…`: the content of an operating system command.
  init?(command: Span<UInt8>) {
    guard command.count > 3, command[0] == UInt8(ascii: "1"), command[2] == UInt8(ascii: ";"),
      let colour = Self.colour(command.extracting(3..<command.count))
    else { return nil }
    switch command[1] {
    case UInt8(ascii: "0"): self = .foreground(colour)
    case UInt8(ascii: "1"): self = .background(colour)
    default: return nil
    }
  }

  /// `rgb:r/g/b` or `rgba:r/g/b/a`, one to four hexadecimal digits per component.
  private static func colour(_ text: Span<UInt8>) -> UInt32? {
    guard let colon = Self.index(of: ":", in: text), colon == 3 || colon == 4,
      text[0] == UInt8(ascii: "r"), text[1] == UInt8(ascii: "g"), text[2] == UInt8(ascii: "b"),
      colon == 3 || text[3] == UInt8(ascii: "a")
    else { return nil }
    var rest = text.extracting((colon + 1)..<text.count)
    var colour: UInt32 = 0
    for index in 0..<colon {
      let end = index == colon - 1 ? rest.count : Self.index(of: "/", in: rest)
      guard let end, let value = Self.component(rest.extracting(0..<end)) else { return nil }
      if index < 3 { colour = colour << 8 | value }
      rest = rest.extracting(min(end + 1, rest.count)..<rest.count)
    }
    return colour
  }

  private static func index(of wanted: Unicode.Scalar, in text: Span<UInt8>) -> Int? {
    text.indices.first { text[$0] == UInt8(ascii: wanted) }
  }

  /// Scales a number to 8 bits; its largest value is all digits `f`.
  private static func component(_ digits: Span<UInt8>) -> UInt32? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for index in digits.indices {
      guard let digit = digits[index].hexadecimalDigit else { return nil }
      value = value * 16 + Int(digit)
    }
    let largest = 1 << (4 * digits.count) - 1
    return UInt32((value * 255 + largest / 2) / largest)
  }
}
