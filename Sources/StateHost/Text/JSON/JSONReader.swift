/// Reads one JSON text from its bytes, once, from left to right, and stops at the first problem.
///
/// A text nests at most `JSONDocument.depthLimit` deep, so the recursion is bounded.
struct JSONReader {
  let bytes: [UInt8]
  var position = 0
  /// The way to what is being read, for the problem that may be found there.
  var path = JSONPath()

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readDocument() throws(JSONError) -> JSONValue {
    guard bytes.count <= JSONDocument.sizeLimit else {
      throw problem(.tooLarge(limit: JSONDocument.sizeLimit), at: 0)
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
        let line = TextPlace(ofByte: first?.nameOffset ?? 0, in: bytes).line
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

  /// Goes past an opening bracket and the space after it.
  private mutating func enter(depth: Int) throws(JSONError) {
    guard depth <= JSONDocument.depthLimit else {
      throw problem(.tooDeep(limit: JSONDocument.depthLimit), at: position)
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

  func peek() -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// The character at the position and where it ends; nil for what is no UTF-8.
  var scalarHere: (scalar: Unicode.Scalar, end: Int)? {
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

  func problem(_ problem: JSONProblem, at offset: Int) -> JSONError {
    JSONError(problem: problem, offset: offset, path: path)
  }

  /// Something else, or nothing more, stands where `expectation` should.
  func unexpected(_ expectation: JSONExpectation) -> JSONError {
    guard position < bytes.count else {
      return problem(.endsEarly(expected: expectation), at: position)
    }
    guard let (character, _) = scalarHere else {
      return problem(.invalidUTF8(byte: bytes[position]), at: position)
    }
    return problem(.unexpected(character, expected: expectation), at: position)
  }
}
