/// A strict recursive-descent parser (RFC 8259, unique names) that converts a whole text of up to
/// 16 MiB to a `JSONValue`, and stops at the first error.
private struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The path to the current value, for messages.
  private var path = JSONPath()

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readText() throws(JSONError) -> JSONValue {
    guard bytes.count <= JSONValue.sizeLimit else {
      throw problem(.tooLarge(limit: JSONValue.sizeLimit), at: 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw problem(.byteOrderMark, at: 0)
    }
    skipSpace()
    guard position < bytes.count else { throw problem(.emptyText, at: 0) }
    let value = try readValue(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw unexpected(.endOfText) }
    return value
  }

  private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
    let start = position
    guard let first = peek() else { throw unexpected(.value) }
    let content: JSONContent
    switch first {
    case UInt8(ascii: "{"): content = .object(try readObject(depth: depth + 1))
    case UInt8(ascii: "["): content = .array(try readArray(depth: depth + 1))
    case UInt8(ascii: "\""): content = .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      content = .number(try readNumber())
    case UInt8(ascii: "t"): content = try readWord("true", meaning: .boolean(true))
    case UInt8(ascii: "f"): content = try readWord("false", meaning: .boolean(false))
    case UInt8(ascii: "n"): content = try readWord("null", meaning: .null)
    default: throw unexpected(.value)
    }
    return JSONValue(offset: start, content: content)
  }

  private mutating func readWord(
    _ word: String, meaning: JSONContent
  ) throws(JSONError) -> JSONContent {
    let letters = word.utf8
    guard bytes[position...].starts(with: letters) else { throw unexpected(.value) }
    position += letters.count
    return meaning
  }

  private mutating func readArray(depth: Int) throws(JSONError) -> [JSONValue] {
    try enter(depth: depth)
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      path.push(.element(elements.count))
      elements.append(try readValue(depth: depth))
      path.pop()
      skipSpace()
      if take(UInt8(ascii: "]")) { return elements }
      try readComma(before: UInt8(ascii: "]"), expecting: .commaOrEndOfList)
    }
  }

  private mutating func readObject(depth: Int) throws(JSONError) -> [JSONMember] {
    try enter(depth: depth)
    var members: [JSONMember] = []
    var names: Set<String> = []
    if take(UInt8(ascii: "}")) { return members }
    while true {
      let nameOffset = position
      guard peek() == UInt8(ascii: "\"") else { throw unexpected(.name) }
      let name = try readString()
      path.push(.member(name))
      if !names.insert(name).inserted {
        let first = members.first { $0.name == name }
        let line = TextPosition(ofByte: first?.nameOffset ?? 0, in: bytes).line
        throw problem(.duplicateKey(name: name, firstLine: line), at: nameOffset)
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
      skipSpace()
      let value = try readValue(depth: depth)
      path.pop()
      members.append(JSONMember(name: name, nameOffset: nameOffset, value: value))
      skipSpace()
      if take(UInt8(ascii: "}")) { return members }
      try readComma(before: UInt8(ascii: "}"), expecting: .commaOrEndOfObject)
    }
  }

  /// Skips an opening bracket and the space after it.
  private mutating func enter(depth: Int) throws(JSONError) {
    guard depth <= JSONValue.depthLimit else {
      throw problem(.tooDeep(limit: JSONValue.depthLimit), at: position)
    }
    position += 1
    skipSpace()
  }

  private mutating func readComma(
    before end: UInt8, expecting expectation: JSONExpectation
  ) throws(JSONError) {
    let comma = position
    guard take(UInt8(ascii: ",")) else { throw unexpected(expectation) }
    skipSpace()
    if peek() == end { throw problem(.trailingComma, at: comma) }
  }

  private func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// The character at the position and its end; nil for invalid UTF-8.
  private var scalarHere: (scalar: Unicode.Scalar, end: Int)? {
    var end = position
    return UTF8Scalar.readStrictly(bytes.span, at: &end).map { ($0, end) }
  }

  private mutating func skipSpace() {
    while let byte = peek(),
      byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    {
      position += 1
    }
  }

  private func problem(_ problem: JSONProblem, at offset: Int) -> JSONError {
    JSONError(problem: problem, offset: offset, path: path)
  }

  private func unexpected(_ expectation: JSONExpectation) -> JSONError {
    guard position < bytes.count else {
      return problem(.endsEarly(expected: expectation), at: position)
    }
    guard let (character, _) = scalarHere else {
      return problem(.invalidUTF8(byte: bytes[position]), at: position)
    }
    return problem(.unexpected(character, expected: expectation), at: position)
  }
}

extension JSONReader {
  /// Reads a string including its quotes.
  private mutating func readString() throws(JSONError) -> String {
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

  /// Reads `\uXXXX`, or two of them for a character beyond U+FFFF.
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

  /// Reads a `u` and four digits.
  private mutating func readHexDigits(at start: Int) throws(JSONError) -> UInt32 {
    position += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek()?.hexadecimalDigit else {
        throw problem(.shortUnicodeEscape, at: start)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}

extension JSONReader {
  /// Reads a number by JSON's grammar: no plus, no leading zero, digits around the point.
  private mutating func readNumber() throws(JSONError) -> JSONNumber {
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

extension JSONValue {
  /// The largest text in bytes: 16 MiB.
  package static let sizeLimit = 16 << 20
  /// The greatest nesting depth of lists and objects.
  fileprivate static let depthLimit = 64

  /// Parses a whole text of at most `sizeLimit` bytes strictly by RFC 8259.
  ///
  /// - Throws: the first problem.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.readText()
  }
}

/// A line and column in a text, counted from 1 as editors do, computed from a byte offset for error
/// messages.
package struct TextPosition: Equatable, Sendable {
  package var line: Int
  package var column: Int
}

extension TextPosition {
  /// The place of the byte at an offset, up to which the text is valid UTF-8.
  package init(ofByte offset: Int, in bytes: [UInt8]) {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    for index in 0..<end {
      let isLoneReturn =
        bytes[index] == UInt8(ascii: "\r")
        && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
      if bytes[index] == UInt8(ascii: "\n") || isLoneReturn {
        line += 1
        lineStart = index + 1
      }
    }
    self.line = line
    self.column = String(decoding: bytes[lineStart..<end], as: UTF8.self).count + 1
  }
}
