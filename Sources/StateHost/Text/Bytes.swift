extension UInt8 {
  /// Whether it is an ASCII letter or digit.
  package var isAlphanumeric: Bool { 0x30...0x39 ~= self || 0x61...0x7A ~= self | 0x20 }

  /// The value of this byte as a hexadecimal digit; nil for another character.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self & 15
    case 0x41...0x46, 0x61...0x66: self & 15 + 9
    default: nil
    }
  }
}

extension Collection where Element: Equatable {
  /// The first occurrence of a sequence.
  ///
  /// (The standard library's `firstRange(of:)` is in a library that the program does not load.)
  package func firstOccurrence(of sought: some Collection<Element>) -> Range<Index>? {
    indices.first { self[$0...].starts(with: sought) }.map {
      $0..<index($0, offsetBy: sought.count)
    }
  }
}

extension Collection<UInt8> {
  /// Two lowercase hexadecimal digits for each byte.
  package var hexadecimal: String {
    String(writing: { text in
      for byte in self {
        text.appendHexDigit(byte >> 4)
        text.appendHexDigit(byte & 15)
      }
    })
  }
}

extension [UInt8] {
  /// The bytes of pairs of hexadecimal digits; nil for any other text.
  package init?(hexadecimal text: some Collection<UInt8>) {
    let digits = text.compactMap(\.hexadecimalDigit)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Appends a lowercase hexadecimal digit, 0 to 15.
  mutating func appendHexDigit(_ digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

extension String {
  /// A number in hexadecimal, with zeros in front up to a number of digits.
  package init(hexadecimal number: some BinaryInteger, digits: Int, uppercase: Bool = false) {
    let text = String(number, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}
