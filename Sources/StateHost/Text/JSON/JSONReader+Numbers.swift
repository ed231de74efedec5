extension JSONReader {
  /// Reads a number by JSON's grammar: no plus, no leading zero, digits around the point.
  mutating func readNumber() throws(JSONError) -> JSONNumber {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let integerStart = position
    try readDigits()
    if bytes[integerStart] == UInt8(ascii: "0"), position > integerStart + 1 {
      throw problem(.leadingZero, at: start)
    }
    if take(UInt8(ascii: ".")) {
      try readDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try readDigits()
    }
    let number = JSONNumber(text: String(decoding: bytes[start..<position], as: UTF8.self))
    guard number.double.isFinite else { throw problem(.numberTooLarge, at: start) }
    return number
  }

  private mutating func readDigits() throws(JSONError) {
    let start = position
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      position += 1
    }
    if position == start { throw unexpected(.digit) }
  }
}
