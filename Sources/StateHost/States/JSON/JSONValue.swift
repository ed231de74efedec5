/// A value as it stands in a JSON text, with the place where it begins.
///
/// FoundationEssentials has a JSON decoder, but it gives no place of a value, so nothing wrong in a
/// file could be pointed at, and loading the library costs the program start-up time.
package struct JSONValue: Sendable {
  /// Where the value begins, in bytes from the start of the text.
  package var offset: Int
  package var content: JSONContent

  package init(offset: Int, content: JSONContent) {
    self.offset = offset
    self.content = content
  }
}

/// The six kinds of JSON value.
package enum JSONContent: Sendable {
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
package struct JSONMember: Sendable {
  package var name: String
  /// Where the name's opening quote stands, in bytes from the start of the text.
  package var nameOffset: Int
  package var value: JSONValue

  package init(name: String, nameOffset: Int, value: JSONValue) {
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
