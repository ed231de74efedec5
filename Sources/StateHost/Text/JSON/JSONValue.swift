/// A JSON value, parsed or created for output, with its byte offset in the parsed text, from which
/// error messages compute the line.
///
/// FoundationEssentials has a JSON decoder, but it does not report the places of values for
/// messages, and loading it makes the program start more slowly.
package struct JSONValue: Equatable, Sendable {
  /// The offset in the text in bytes; 0 if not parsed.
  package var offset: Int
  package var content: JSONContent

  package init(offset: Int = 0, content: JSONContent) {
    self.offset = offset
    self.content = content
  }
}

/// Values for output.
extension JSONValue {
  package static let null = JSONValue(content: .null)

  package static func text(_ text: String) -> JSONValue { JSONValue(content: .string(text)) }

  package static func boolean(_ answer: Bool) -> JSONValue { JSONValue(content: .boolean(answer)) }

  package static func integer(_ number: some BinaryInteger) -> JSONValue {
    JSONValue(content: .number(JSONNumber(text: "\(number)")))
  }

  package static func list(_ elements: [JSONValue]) -> JSONValue {
    JSONValue(content: .array(elements))
  }

  package static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

  /// The members keep their order; names must be unique.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    JSONValue(content: .object(members.map { JSONMember(name: $0.key, value: $0.value) }))
  }

  /// The value as a line of text.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendJSON(self)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

/// The content of a JSON value: null, boolean, number, string, array or object.
package enum JSONContent: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  /// In the order of the text; names are unique.
  case object([JSONMember])

  /// The kind of value in messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A name and its value in a JSON object.
package struct JSONMember: Equatable, Sendable {
  package var name: String
  /// The offset of the name's opening quote in bytes; 0 if not parsed.
  package var nameOffset: Int
  package var value: JSONValue

  package init(name: String, nameOffset: Int = 0, value: JSONValue) {
    self.name = name
    self.nameOffset = nameOffset
    self.value = value
  }
}

/// A JSON number, stored as its text so that it is passed on exactly.
package struct JSONNumber: Equatable, Sendable {
  /// By JSON's grammar, and finite as a `Double`.
  package let text: String

  /// The number if it has neither fraction nor exponent and fits.
  package var integer: Int64? { Int64(text) }

  package var double: Double { Double(text) ?? .nan }
}

/// Writes JSON, escaped for display on a terminal.
extension [UInt8] {
  package mutating func appendUTF8(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends text as a JSON string with quotes.
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

  /// Also escapes characters that a terminal would act on.
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

  /// Appends an integer in decimal, without allocating.
  package mutating func appendDecimal(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var place: UInt64 = 1
    while number.magnitude / place >= 10 { place *= 10 }
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude / place % 10))
      place /= 10
    }
  }

  /// Appends nanoseconds as milliseconds with up to six decimals.
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

  /// Appends a list whose elements are written by `write`.
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

  /// Appends a JSON value in its shortest form; members keep their order.
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
