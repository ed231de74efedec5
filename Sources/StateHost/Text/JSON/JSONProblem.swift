/// A reason why the parser rejects a text as JSON, such as a trailing comma, a repeated name or too
/// much nesting, with the message and the remedy for the user.
package enum JSONProblem: Equatable, Sendable {
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)
  case byteOrderMark
  case emptyText
  case unexpected(Unicode.Scalar, expected: JSONExpectation)
  case endsEarly(expected: JSONExpectation)
  case trailingComma
  case invalidUTF8(byte: UInt8)
  case controlCharacter(UInt8)
  case unknownEscape(Unicode.Scalar)
  case shortUnicodeEscape
  case loneSurrogate
  case leadingZero
  case numberTooLarge
  case duplicateKey(name: String, firstLine: Int)
}

/// The error of the JSON parser: the first problem, its byte offset, and the path to the value.
package struct JSONError: Error, Equatable {
  package let problem: JSONProblem
  package let offset: Int
  package let path: JSONPath
}

/// The element that JSON allows at a syntax error, in the message's words, such as "a value".
package enum JSONExpectation: String, Sendable {
  case value = "a value"
  case name = "a name in double quotes"
  case colon = "\":\""
  case commaOrEndOfList = "\",\" or \"]\""
  case commaOrEndOfObject = "\",\" or \"}\""
  case digit = "a digit"
  case endOfString = "the closing quote of a string"
  case endOfText = "the end of the file"
}

extension JSONProblem {
  /// What is wrong, without a full stop.
  package var statement: String {
    switch self {
    case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .tooDeep(let limit): "lists and objects are nested more than \(limit) deep"
    case .byteOrderMark: "the file begins with a byte order mark"
    case .emptyText: "the file is empty"
    case .unexpected(let character, let expected):
      "expected \(expected.rawValue), found \(HarmlessText.quoted(String(character)))"
    case .endsEarly(let expected): "expected \(expected.rawValue), found the end of the file"
    case .trailingComma: "nothing follows the last comma"
    case .invalidUTF8(let byte): "the byte \(hexadecimal(byte, digits: 2)) is not valid UTF-8"
    case .controlCharacter(0x0A), .controlCharacter(0x0D): "the line ends inside a string"
    case .controlCharacter(let byte):
      "a string contains the control character U+\(hexadecimal(byte, digits: 4))"
    case .unknownEscape(let character):
      "invalid escape \(HarmlessText.quoted("\\" + String(character)))"
    case .shortUnicodeEscape: "\"\\u\" is not followed by four hexadecimal digits"
    case .loneSurrogate: "a surrogate pair is incomplete"
    case .leadingZero: "the number begins with a zero"
    case .numberTooLarge: "the number is too large"
    case .duplicateKey(let name, let line):
      "\(HarmlessText.quoted(name)) is repeated (first in line \(line))"
    }
  }

  /// What the user can do, without a full stop.
  package var remedy: String {
    switch self {
    case .tooLarge: "make it smaller"
    case .tooDeep: "nest less deeply"
    case .byteOrderMark: "save the file as UTF-8 without it"
    case .emptyText: "write a JSON value"
    case .unexpected("/", _), .unexpected("#", _): "remove the comment: JSON has none"
    case .unexpected("'", _): "use double quotes"
    case .unexpected(_, .endOfText): "remove what follows the closing brace"
    case .unexpected(_, let expected), .endsEarly(let expected): "write \(expected.rawValue)"
    case .trailingComma: "remove it"
    case .invalidUTF8: "save the file as UTF-8"
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      "close the string with a double quote, or write \\n"
    case .controlCharacter(let byte): "write \\u\(hexadecimal(byte, digits: 4))"
    case .unknownEscape: "write \\\\ for a backslash"
    case .shortUnicodeEscape: "write four, such as \\u00e9"
    case .loneSurrogate: "write both halves, or the character itself"
    case .leadingZero: "remove the zero"
    case .numberTooLarge: "write a smaller one"
    case .duplicateKey: "keep one of the two"
    }
  }

  private func hexadecimal(_ value: UInt8, digits: Int) -> String {
    String(hexadecimal: value, digits: digits, uppercase: true)
  }
}

/// The path to a value inside a JSON text, such as `states.content[1]`, for error messages.
package struct JSONPath: Equatable, Sendable {
  /// A step of a path into a JSON value: an object member's name or a list element's index.
  package enum Step: Equatable, Sendable {
    case member(String)
    case element(Int)
  }

  package private(set) var steps: [Step] = []

  package init() {}

  package mutating func push(_ step: Step) { steps.append(step) }

  package mutating func pop() { steps.removeLast() }

  package func appending(_ step: Step) -> JSONPath {
    var longer = self
    longer.push(step)
    return longer
  }

  /// The path in messages, harmless and short; names other than plain words are quoted.
  package var text: String {
    guard !steps.isEmpty else { return "top level" }
    var text = ""
    for step in steps {
      switch step {
      case .element(let index):
        text += "[\(index)]"
      case .member(let name) where Self.isPlain(name):
        text += (text.isEmpty ? "" : ".") + HarmlessText.escaped(name)
      case .member(let name):
        text += "[" + HarmlessText.quoted(name) + "]"
      }
      if text.unicodeScalars.count > Self.lengthLimit {
        return text + "…"
      }
    }
    return text
  }

  private static let lengthLimit = 200

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }
}
