/// Why a text is no JSON.
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

/// The first problem of a text, and where it is.
package struct JSONError: Error, Equatable {
  package let problem: JSONProblem
  /// In bytes from the start of the text.
  package let offset: Int
  package let path: JSONPath
}

/// What JSON's grammar asks for at a place.
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
  /// What is wrong, in a few words.
  package var statement: String {
    switch self {
    case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .tooDeep(let limit): "lists and objects stand more than \(limit) deep in each other"
    case .byteOrderMark: "the file begins with a byte order mark"
    case .emptyText: "the file is empty"
    case .unexpected(let character, let expected):
      "\(HarmlessText.quoted(String(character))) stands where \(expected.rawValue) should"
    case .endsEarly(let expected): "the file ends where \(expected.rawValue) should be"
    case .trailingComma: "nothing follows the last comma"
    case .invalidUTF8(let byte): "the byte \(hexadecimal(byte, digits: 2)) is no UTF-8"
    case .controlCharacter(0x0A), .controlCharacter(0x0D): "the line ends inside a string"
    case .controlCharacter(let byte):
      "the control character U+\(hexadecimal(byte, digits: 4)) stands in a string"
    case .unknownEscape(let character):
      "\(HarmlessText.quoted("\\" + String(character))) is no escape"
    case .shortUnicodeEscape: "\"\\u\" is not followed by four hexadecimal digits"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .leadingZero: "the number begins with a zero"
    case .numberTooLarge: "the number is too large"
    case .duplicateKey(let name, let line):
      "\(HarmlessText.quoted(name)) stands here a second time (first in line \(line))"
    }
  }

  /// What to do about it.
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
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
