/// The answers of terminals that the host understands.
extension TerminalReply {
  /// `CSI ? … c` (DA1) and `CSI ? mode ; setting $ y` (DECRPM).
  init?(control sequence: ControlSequence) {
    guard sequence.prefix == UInt8(ascii: "?") else { return nil }
    switch (sequence.final, sequence.intermediate) {
    case (UInt8(ascii: "c"), 0):
      self = .deviceAttributes
    case (UInt8(ascii: "y"), UInt8(ascii: "$")):
      guard sequence.count == 2,
        let setting = ModeSetting(rawValue: sequence.value(1, otherwise: 0))
      else { return nil }
      self = .mode(sequence.value(0, otherwise: 0), setting)
    default:
      return nil
    }
  }

  /// `10;rgb:…` and `11;rgb:…`: an operating system command without its introducer and end.
  init?(command: Span<UInt8>) {
    guard command.count > 3, command[0] == UInt8(ascii: "1"), command[2] == UInt8(ascii: ";"),
      let color = TerminalColor(specification: command.extracting(3..<command.count))
    else { return nil }
    switch command[1] {
    case UInt8(ascii: "0"): self = .foreground(color)
    case UInt8(ascii: "1"): self = .background(color)
    default: return nil
    }
  }
}

extension TerminalColor {
  /// `rgb:r/g/b` or `rgba:r/g/b/a`, one to four hexadecimal digits a part.
  init?(specification text: Span<UInt8>) {
    guard let colon = Self.index(of: ":", in: text), colon == 3 || colon == 4,
      text[0] == UInt8(ascii: "r"), text[1] == UInt8(ascii: "g"), text[2] == UInt8(ascii: "b"),
      colon == 3 || text[3] == UInt8(ascii: "a")
    else { return nil }
    var rest = text.extracting((colon + 1)..<text.count)
    var parts = InlineArray<4, UInt8>(repeating: 0)
    let partCount = colon
    for part in 0..<partCount {
      let end = part == partCount - 1 ? rest.count : Self.index(of: "/", in: rest)
      guard let end, let value = Self.part(rest.extracting(0..<end)) else { return nil }
      parts[part] = value
      rest = rest.extracting(min(end + 1, rest.count)..<rest.count)
    }
    self.init(red: parts[0], green: parts[1], blue: parts[2])
  }

  private static func index(of wanted: Unicode.Scalar, in text: Span<UInt8>) -> Int? {
    text.indices.first { text[$0] == UInt8(ascii: wanted) }
  }

  /// A fraction of the largest number that has as many digits.
  private static func part(_ digits: Span<UInt8>) -> UInt8? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for index in digits.indices {
      guard let digit = Character(Unicode.Scalar(digits[index])).hexDigitValue else { return nil }
      value = value * 16 + digit
    }
    let largest = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + largest / 2) / largest)
  }
}
