/// Functions that trim, measure and classify the bytes of a table cell: whether it is a number, a year, missing, or a
/// possible column name.
enum CellText {
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// `range` without blanks at both ends.
  static func trimmed(_ row: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = max(start, range.upperBound)
    while start < end, isBlank(row[start]) { start += 1 }
    while end > start, isBlank(row[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The number of Unicode scalars; an invalid byte counts as part of the one before.
  static func scalarCount(_ row: Span<UInt8>, _ range: Range<Int>) -> Int {
    var count = 0
    for index in range where row[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Whether the text is a number, optionally with a sign, `.` or `,`, and a unit (at most three
  /// letters, or `%`): -1, 3.5, 1,024, 80%, 1.6G, 128Mi, 250ms.
  static func isNumber(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    if index < range.upperBound, row[index] == 0x2B || row[index] == 0x2D { index += 1 }
    let first = index
    while index < range.upperBound, isDigit(row[index]) || (index > first && isPoint(row[index])) {
      index += 1
    }
    guard index > first, isDigit(row[index - 1]) else { return false }
    let unit = range.upperBound - index
    if unit == 1, row[index] == UInt8(ascii: "%") { return true }
    guard unit <= 3 else { return false }
    for offset in index..<range.upperBound where !isLetter(row[offset]) { return false }
    return true
  }

  /// Whether the text is four digits, from 1000 to 2999.
  static func isYear(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 4, row[range.lowerBound] == 0x31 || row[range.lowerBound] == 0x32 else {
      return false
    }
    return range.allSatisfy { isDigit(row[$0]) }
  }

  /// The length of a UTF-8 byte order mark; 0 without one.
  static func byteOrderMarkLength(_ row: Span<UInt8>) -> Int {
    row.count > 2 && row[0] == 0xEF && row[1] == 0xBB && row[2] == 0xBF ? 3 : 0
  }

  /// Whether the text is empty, `-`, `<none>` or `null`.
  static func isMissing(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    if range.count == 1 { return row[range.lowerBound] == UInt8(ascii: "-") }
    return equal(row, range, none) || equal(row, range, null)
  }

  private static let none = Array("<none>".utf8)
  private static let null = Array("null".utf8)

  /// Whether this could be a column name.
  ///
  /// It has at most three words and 32 bytes, more letters than digits, and nothing typical of
  /// sentences, paths and settings: no `,;=<>"'[]{}\|`, no `.` or `:` at the end, no `.` or `/` at
  /// the start. `%` and `#` are names.
  static func isName(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first, range.count <= 32 else { return false }
    var letters = 0
    var digits = 0
    var blanks = 0
    for index in range {
      let byte = row[index]
      if isLetter(byte) || byte >= 0x80 { letters += 1 }
      if isDigit(byte) { digits += 1 }
      if isBlank(byte) { blanks += 1 }
      if byte < 0x20 && !isBlank(byte) || forbidden.contains(byte) { return false }
    }
    let last = row[range.upperBound - 1]
    if row[first] == UInt8(ascii: ".") || row[first] == UInt8(ascii: "/") { return false }
    if last == UInt8(ascii: ".") || last == UInt8(ascii: ":") || blanks > 2 { return false }
    let isSign = range.count == 1 && (row[first] == 0x25 || row[first] == 0x23)
    return isSign || (letters > digits && letters > 0)
  }

  /// Whether there are letters, all of them ASCII capitals.
  static func isUpperCase(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    isInCapitals(row, range) && range.allSatisfy { row[$0] < 0x80 }
  }

  /// Whether there are ASCII capitals and no ASCII lowercase letters.
  static func isInCapitals(_ row: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var hasCapital = false
    for index in range {
      switch row[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): return false
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasCapital = true
      default: break
      }
    }
    return hasCapital
  }

  static func equal(_ row: Span<UInt8>, _ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count else { return false }
    for offset in 0..<other.count where row[range.lowerBound + offset] != other[offset] {
      return false
    }
    return true
  }

  private static let forbidden = Set(",;=<>\"'[]{}\\|".utf8)

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isPoint(_ byte: UInt8) -> Bool { byte == 0x2E || byte == 0x2C }
  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }
}
