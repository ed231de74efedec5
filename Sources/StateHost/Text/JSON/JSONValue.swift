/// A JSON value: as it stands in a text, with the place where it begins, or made to be written.
///
/// FoundationEssentials has a JSON decoder, but it gives no place of a value, so nothing wrong in a
/// file could be pointed at, and loading the library costs the program start-up time.
package struct JSONValue: Equatable, Sendable {
  /// Where the value begins, in bytes from the start of the text; 0 for one that was not read.
  package var offset: Int
  package var content: JSONContent

  package init(offset: Int = 0, content: JSONContent) {
    self.offset = offset
    self.content = content
  }
}

/// Values that are made to be written.
extension JSONValue {
  package static let null = JSONValue(content: .null)

  package static func text(_ text: String) -> JSONValue { JSONValue(content: .string(text)) }

  package static func boolean(_ answer: Bool) -> JSONValue { JSONValue(content: .boolean(answer)) }

  package static func integer(_ number: some BinaryInteger) -> JSONValue {
    JSONValue(content: .number(JSONNumber(text: "\(number)")))
  }

  /// Null where the number is not finite, for JSON has no such number.
  package static func number(_ number: Double) -> JSONValue {
    number.isFinite ? JSONValue(content: .number(JSONNumber(text: "\(number)"))) : .null
  }

  package static func list(_ elements: [JSONValue]) -> JSONValue {
    JSONValue(content: .array(elements))
  }

  package static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

  /// The members keep their order; no name may stand twice.
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

/// The six kinds of JSON value.
package enum JSONContent: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  /// The members in the order of the text; no name occurs twice.
  case object([JSONMember])

  /// The kind as a reader of the file calls it.
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

/// One name and value of an object.
package struct JSONMember: Equatable, Sendable {
  package var name: String
  /// Where the name's opening quote stands, in bytes from the start of the text; 0 for one that
  /// was not read.
  package var nameOffset: Int
  package var value: JSONValue

  package init(name: String, nameOffset: Int = 0, value: JSONValue) {
    self.name = name
    self.nameOffset = nameOffset
    self.value = value
  }
}

/// A number kept as it is written, so that handing it on loses nothing.
package struct JSONNumber: Equatable, Sendable {
  /// What stands in the text: JSON's grammar, finite as a `Double`.
  package let text: String

  package init(text: String) {
    self.text = text
  }

  /// The number if it is written without fraction and exponent and fits.
  package var integer: Int64? { Int64(text) }

  /// The number, rounded to the nearest `Double`.
  package var double: Double { Double(text) ?? .nan }
}
