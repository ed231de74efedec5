/// Functions that trim a table cell, find words in a row, and test whether a cell is a number, a
/// year, missing (empty, `-`, `<none>`, `null`), in capitals, or could be a column's name; all on
/// bytes.
enum CellText {
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
  static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

  static func trimmed(_ row: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = max(start, range.upperBound)
    while start < end, isBlank(row[start]) { start += 1 }
    while end > start, isBlank(row[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The range of the word at `start` or after blanks there; empty at the end of the row.
  static func word(_ row: Span<UInt8>, from start: Int) -> Range<Int> {
    var end = start
    row.skip(from: &end, while: isBlank)
    let first = end
    row.skip(from: &end) { !isBlank($0) }
    return first..<end
  }

  /// The number of Unicode scalars; an invalid byte counts as part of the one before.
  static func scalarCount(_ row: Span<UInt8>, _ range: Range<Int>) -> Int {
    range.count { row[$0] & 0xC0 != 0x80 }
  }

  /// Whether the text is a number, maybe with a sign and a unit: -1, 3.5, 1,024, 80%, 128Mi, 250ms.
  static func isNumber(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let text = row.extracting(range)
    var index = 0
    if !text.take("+", at: &index) { text.take("-", at: &index) }
    let first = index
    text.skip(from: &index) { isDigit($0) || $0 == "." || $0 == "," }
    guard index > first, isDigit(text[first]), isDigit(text[index - 1]) else { return false }
    let unit = index..<text.count
    if unit.count == 1, text[index] == "%" { return true }
    return unit.count <= 3 && unit.allSatisfy { isLetter(text[$0]) }
  }

  /// Whether the text is four digits, from 1000 to 2999.
  static func isYear(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count == 4 && range.allSatisfy { isDigit(row[$0]) }
      && 0x31...0x32 ~= row[range.lowerBound]
  }

  /// The length of a UTF-8 byte order mark; 0 without one.
  static func byteOrderMarkLength(_ row: Span<UInt8>) -> Int {
    row.count > 2 && row[0] == 0xEF && row[1] == 0xBB && row[2] == 0xBF ? 3 : 0
  }

  /// Whether the text is empty, `-`, `<none>` or `null`.
  static func isMissing(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.count < 2 { return range.isEmpty || row[range.lowerBound] == "-" }
    let text = row.extracting(range)
    return text.isSame(as: none) || text.isSame(as: null)
  }

  private static let none = Array("<none>".utf8)
  private static let null = Array("null".utf8)

  /// Whether this could be a column name.
  ///
  /// It has at most three words and 32 bytes, more letters than digits, and nothing typical of
  /// sentences, paths and settings: no `,;=<>"'[]{}\|`, no `.` or `:` at the end, no `.` or `/` at
  /// the start. `%` and `#` are names.
  static func isName(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let start = range.first, range.count <= 32 else { return false }
    let (first, last) = (row[start], row[range.upperBound - 1])
    if range.contains(where: { row[$0] < 0x20 && row[$0] != 0x09 || forbidden.contains(row[$0]) }) {
      return false
    }
    if ".:".utf8.contains(last) || "./".utf8.contains(first) { return false }
    if range.count(where: { isBlank(row[$0]) }) > 2 { return false }
    let letters = range.count { isLetter(row[$0]) || row[$0] >= 0x80 }
    return letters > range.count { isDigit(row[$0]) }
      || range.count == 1 && (first == "%" || first == "#")
  }

  private static let forbidden = Set(",;=<>\"'[]{}\\|".utf8)

  /// Whether there are letters, all of them ASCII capitals.
  static func isUpperCase(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    isInCapitals(row, range) && range.allSatisfy { row[$0] < 0x80 }
  }

  /// Whether there are ASCII capitals and no ASCII lowercase letters.
  static func isInCapitals(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.contains { 0x41...0x5A ~= row[$0] } && !range.contains { 0x61...0x7A ~= row[$0] }
  }
}

// MARK: - Parsing

// A byte is compared with an ASCII character as written: `byte == "-"`.

@inline(__always)
func == (byte: UInt8, character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

@inline(__always)
func == (byte: UInt8?, character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }

@inline(__always)
func != (byte: UInt8, character: Unicode.Scalar) -> Bool { byte != UInt8(ascii: character) }

@inline(__always)
func != (byte: UInt8?, character: Unicode.Scalar) -> Bool { byte != UInt8(ascii: character) }

@inline(__always)
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: character) }

extension Span where Element == UInt8 {
  /// The byte at an index; nil beyond the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8? { index < count ? self[index] : nil }

  /// Skips a character if it is at the index.
  @inline(__always) @discardableResult
  func take(_ character: Unicode.Scalar, at index: inout Int) -> Bool {
    guard byte(at: index) == character else { return false }
    index += 1
    return true
  }

  @inline(__always)
  func skip(from index: inout Int, while condition: (UInt8) -> Bool) {
    while index < count, condition(self[index]) { index += 1 }
  }

  func skipBlank(at index: inout Int) {
    if index < count, CellText.isBlank(self[index]) { index += 1 }
  }

  /// Reads a decimal number of at most `most` digits; nil without a digit.
  ///
  /// Beyond 2^40, further digits are skipped.
  func number(at index: inout Int, digits most: Int = .max) -> Int? {
    let start = index
    var number = 0
    while index < count, index - start < most, CellText.isDigit(self[index]) {
      if number < 1 << 40 { number = number * 10 + Int(self[index] & 15) }
      index += 1
    }
    return index > start ? number : nil
  }

  /// Reads a hexadecimal number of at most four digits; nil without a digit.
  func hexadecimal(at index: inout Int) -> UInt16? {
    let start = index
    var number: UInt16 = 0
    while index < count, index - start < 4 {
      let byte = self[index]
      guard CellText.isDigit(byte) || 0x61...0x66 ~= byte | 0x20 else { break }
      number = number << 4 | UInt16(byte & 15) + (CellText.isDigit(byte) ? 0 : 9)
      index += 1
    }
    return index > start ? number : nil
  }

  func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
