extension JSONReader {
  /// Reads a string from its opening quote past its closing one.
  mutating func readString() throws(JSONError) -> String {
    position += 1
    var text = String.UnicodeScalarView()
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(text)
      case UInt8(ascii: "\\"):
        text.append(try readEscape())
      case 0..<0x20:
        throw problem(.controlCharacter(byte), at: position)
      default:
        guard let (scalar, end) = scalarHere else {
          throw problem(.invalidUTF8(byte: byte), at: position)
        }
        text.append(scalar)
        position = end
      }
    }
    throw problem(.endsEarly(expected: .endOfString), at: position)
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let letter = peek() else {
      throw problem(.endsEarly(expected: .endOfString), at: position)
    }
    if letter == UInt8(ascii: "u") {
      return try readUnicodeEscape(at: start)
    }
    guard let meaning = Self.meaning(ofEscape: letter) else {
      guard let (scalar, _) = scalarHere else {
        throw problem(.invalidUTF8(byte: letter), at: position)
      }
      throw problem(.unknownEscape(scalar), at: start)
    }
    position += 1
    return meaning
  }

  private static func meaning(ofEscape letter: UInt8) -> Unicode.Scalar? {
    switch letter {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    default: nil
    }
  }

  /// Reads `\uXXXX`, or the two of them that a character beyond U+FFFF takes.
  private mutating func readUnicodeEscape(at start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try readHexDigits(at: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, take(UInt8(ascii: "\\")), peek() == UInt8(ascii: "u") else {
      throw problem(.loneSurrogate, at: start)
    }
    let low = try readHexDigits(at: position - 1)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    else { throw problem(.loneSurrogate, at: start) }
    return scalar
  }

  /// Reads a `u` and the four digits after it.
  private mutating func readHexDigits(at start: Int) throws(JSONError) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Self.value(ofHexDigit: byte) else {
        throw problem(.shortUnicodeEscape, at: start)
      }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private static func value(ofHexDigit byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
