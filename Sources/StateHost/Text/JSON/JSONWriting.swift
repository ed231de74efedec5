/// Writing JSON: the program's only writer, so that what people look at is escaped in one way.
extension [UInt8] {
  /// Appends text as it is.
  package mutating func appendUTF8(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends text as a JSON string, with its quotes.
  package mutating func appendJSONString(_ text: String) {
    append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(Self.standsForItself) {
      append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { appendEscaped(scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  private static func standsForItself(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// What a terminal would act on is escaped even where JSON does not ask for it: people look at
  /// these lines.
  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: appendUTF8("\\\"")
    case 0x5C: appendUTF8("\\\\")
    case 0x08: appendUTF8("\\b")
    case 0x09: appendUTF8("\\t")
    case 0x0A: appendUTF8("\\n")
    case 0x0C: appendUTF8("\\f")
    case 0x0D: appendUTF8("\\r")
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
      appendUTF8("\\u")
      for shift in [12, 8, 4, 0] {
        appendHexDigit(UInt8(truncatingIfNeeded: scalar.value >> UInt32(shift)) & 0xF)
      }
    default: UTF8Scalar.append(scalar.value, to: &self)
    }
  }

  /// Appends a digit of lower case.
  ///
  /// - Parameter digit: 0 to 15.
  package mutating func appendHexDigit(_ digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }

  /// Appends a whole number in decimal, without allocating.
  package mutating func appendDecimal(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var place: UInt64 = 1
    while number.magnitude / place >= 10 { place *= 10 }
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude / place % 10))
      place /= 10
    }
  }

  /// Appends nanoseconds as milliseconds: whole where they are, else with up to six decimals.
  package mutating func appendMilliseconds(_ nanoseconds: Int64) {
    let (whole, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    if nanoseconds < 0 { append(UInt8(ascii: "-")) }
    appendDecimal(Int64(whole))
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    var rest = fraction
    var place: UInt64 = 100_000
    while rest > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
  }

  /// Appends a list, each element written by `write`.
  package mutating func appendJSONList<Elements: Collection>(
    _ elements: Elements, separator: String = ",",
    _ write: (Elements.Element, inout [UInt8]) -> Void
  ) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { appendUTF8(separator) }
      isFirst = false
      write(element, &self)
    }
    append(UInt8(ascii: "]"))
  }

  /// Appends a JSON value as the shortest text with the same meaning; members keep their order.
  package mutating func appendJSON(_ value: JSONValue) {
    switch value.content {
    case .null: appendUTF8("null")
    case .boolean(let answer): appendUTF8(answer ? "true" : "false")
    case .number(let number): appendUTF8(number.text)
    case .string(let text): appendJSONString(text)
    case .array(let elements): appendJSONList(elements) { $1.appendJSON($0) }
    case .object(let members):
      append(UInt8(ascii: "{"))
      for index in members.indices {
        if index > 0 { append(UInt8(ascii: ",")) }
        appendJSONString(members[index].name)
        append(UInt8(ascii: ":"))
        appendJSON(members[index].value)
      }
      append(UInt8(ascii: "}"))
    }
  }
}
