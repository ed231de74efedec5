/// The format by which a row is split into cells: aligned columns, words, separated or quoted fields, or JSON
/// members.
enum RowFormat: Equatable, Sendable {
  /// Columns at fixed positions. For each but the first: the position (in Unicode scalars) of the
  /// first blank before it, and whether its cells are right-aligned.
  case aligned([Border])
  /// Words separated by blanks; the last cell is the rest of the row.
  case words
  /// Fields separated by a byte.
  case separated(by: UInt8)
  /// Fields separated by a byte, optionally in double quotes.
  case quoted(separator: UInt8)
  /// A JSON object; the keys, as written, of the values that are the cells.
  case members([[UInt8]])

  /// The position where an aligned table column begins, and whether its text is right-aligned.
  struct Border: Equatable, Sendable {
    let position: Int
    let nextStandsRight: Bool
  }

  func findCells(
    of row: Span<UInt8>, count: Int, before end: Int = .max, into cells: inout [Range<Int>]
  ) {
    cells.removeAll(keepingCapacity: true)
    let wanted = min(count, end)
    guard wanted > 0 else { return }
    if case .members(let keys) = self {
      JSONMembers.find(keys, of: row, before: wanted, into: &cells)
      return
    }
    walk(row, count: count) { cell in
      cells.append(cell)
      return cells.count < wanted
    }
    while cells.count < wanted { cells.append(row.count..<row.count) }
  }

  func cell(_ column: Int, of row: Span<UInt8>, count: Int) -> Range<Int> {
    var number = 0
    var found = row.count..<row.count
    guard column >= 0 else { return found }
    if case .members(let keys) = self {
      return column < keys.count ? JSONMembers.find(column, among: keys, of: row) : found
    }
    walk(row, count: count) { cell in
      if number == column { found = cell }
      number += 1
      return number <= column
    }
    return found
  }

  /// Calls `body` with the cells of `row` until it returns false.
  private func walk(_ row: Span<UInt8>, count: Int, _ body: (Range<Int>) -> Bool) {
    switch self {
    case .aligned(let borders): AlignedCells.walk(row, borders: borders, body)
    case .words: SeparatedCells.walkWords(row, count: count, body)
    case .separated(let byte): SeparatedCells.walk(row, separator: byte, count: count, body)
    case .quoted(let byte): SeparatedCells.walkQuoted(row, separator: byte, count: count, body)
    case .members: break
    }
  }
}

/// A function that splits a row of aligned columns into cells at known positions.
enum AlignedCells {
  /// Splits at the first blank at or after each border, so that a cell too long for its column
  /// stays whole, as does a number that extends to the left across the border.
  static func walk(
    _ row: Span<UInt8>, borders: [RowFormat.Border], _ body: (Range<Int>) -> Bool
  ) {
    var start = 0
    var position = 0
    var column = 0
    var lastBlank: Int?
    var hasText = false
    for index in 0..<row.count {
      guard column < borders.count else { break }
      let byte = row[index]
      if byte & 0xC0 == 0x80 { continue }
      let border = borders[column]
      let blank = CellText.isBlank(byte)
      var cut: Int?
      if blank, position == border.position || (hasText && position > border.position) {
        cut = index
      } else if position == border.position, border.nextStandsRight, let lastBlank {
        if !CellText.trimmed(row, start..<lastBlank).isEmpty { cut = lastBlank }
      }
      if let cut {
        guard body(CellText.trimmed(row, start..<cut)) else { return }
        start = cut
        column += 1
        hasText = false
      }
      if blank { lastBlank = index } else { hasText = true }
      position += 1
    }
    _ = body(CellText.trimmed(row, start..<row.count))
  }
}

/// Functions that split a row into cells at a separator, at blanks, or as CSV with quotes.
enum SeparatedCells {
  /// The last of `count` cells is the rest of the row.
  static func walk(
    _ row: Span<UInt8>, separator: UInt8, count: Int, _ body: (Range<Int>) -> Bool
  ) {
    var start = 0
    var number = 1
    for index in 0..<row.count where number < count && row[index] == separator {
      guard body(CellText.trimmed(row, start..<index)) else { return }
      start = index + 1
      number += 1
    }
    _ = body(CellText.trimmed(row, start..<row.count))
  }

  /// Splits at runs of blanks.
  static func walkWords(_ row: Span<UInt8>, count: Int, _ body: (Range<Int>) -> Bool) {
    var rest = CellText.trimmed(row, 0..<row.count)
    var number = 1
    while number < count, !rest.isEmpty {
      var end = rest.lowerBound
      while end < rest.upperBound, !CellText.isBlank(row[end]) { end += 1 }
      guard body(rest.lowerBound..<end) else { return }
      rest = CellText.trimmed(row, end..<rest.upperBound)
      number += 1
    }
    if !rest.isEmpty { _ = body(rest) }
  }

  /// Splits fields in CSV quotes, inside which a quote is doubled.
  ///
  /// A quoted field with more text after it is used as written. The last of `count` cells is the
  /// rest of the row.
  static func walkQuoted(
    _ row: Span<UInt8>, separator: UInt8, count: Int, _ body: (Range<Int>) -> Bool
  ) {
    var index = 0
    for number in 1...max(1, count) {
      let start = index
      var cell: Range<Int>?
      if start < row.count, row[start] == UInt8(ascii: "\"") {
        let quote = closingQuote(row, from: start + 1)
        index = end(row, separator, from: quote)
        let isBare = CellText.trimmed(row, min(quote + 1, index)..<index).isEmpty
        if isBare { cell = start + 1..<quote }
      } else {
        index = end(row, separator, from: start)
      }
      if number == count, index < row.count { (cell, index) = (nil, row.count) }
      guard body(cell ?? CellText.trimmed(row, start..<index)), index < row.count else { return }
      index += 1
    }
  }

  private static func closingQuote(_ row: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < row.count {
      if row[index] == UInt8(ascii: "\"") {
        guard index + 1 < row.count, row[index + 1] == UInt8(ascii: "\"") else { return index }
        index += 1
      }
      index += 1
    }
    return row.count
  }

  private static func end(_ row: Span<UInt8>, _ separator: UInt8, from start: Int) -> Int {
    var index = start
    while index < row.count, row[index] != separator { index += 1 }
    return index
  }
}

/// Functions that find the keys and values of a JSON object in a row of text, without parsing or validating it.
///
/// It does not validate: a truncated or invalid row has the members that could be found. Values are
/// as written, strings without quotes.
enum JSONMembers {
  /// Calls `body` with the key, without quotes, and the value of each member until it returns
  /// false.
  ///
  /// - Returns: false if the row is not exactly one object.
  @discardableResult
  static func walk(
    _ row: Span<UInt8>, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Bool
  ) -> Bool {
    guard let start = start(of: row) else { return false }
    var place = pastBlanks(row, start + 1)
    if place < row.count, row[place] == UInt8(ascii: "}") { return isEnd(row, place + 1, start) }
    while place < row.count, row[place] == UInt8(ascii: "\"") {
      guard let keyEnd = pastString(row, from: place) else { return false }
      let key = place + 1..<keyEnd - 1
      place = pastBlanks(row, keyEnd)
      guard place < row.count, row[place] == UInt8(ascii: ":") else { return false }
      let value = pastBlanks(row, place + 1)
      guard let end = pastValue(row, from: value), end > value else { return false }
      let isText = row[value] == UInt8(ascii: "\"")
      guard body(key, isText ? value + 1..<end - 1 : value..<end) else { return true }
      place = pastBlanks(row, end)
      guard place < row.count else { return false }
      if row[place] == UInt8(ascii: "}") { return isEnd(row, place + 1, start) }
      guard row[place] == UInt8(ascii: ",") else { return false }
      place = pastBlanks(row, place + 1)
    }
    return false
  }

  /// Finds the values of `keys` up to column `end`; the last one of a repeated key.
  ///
  /// A row that is not an object with only these keys becomes the first cell, so that nothing is
  /// hidden.
  static func find(
    _ keys: [[UInt8]], of row: Span<UInt8>, before end: Int, into cells: inout [Range<Int>]
  ) {
    let nothing = row.count..<row.count
    let wanted = max(0, min(keys.count, end))
    cells.removeAll(keepingCapacity: true)
    for _ in 0..<wanted { cells.append(nothing) }
    guard wanted > 0 else { return }
    let isOfKeys = match(keys, in: row) { if $0 < wanted { cells[$0] = $1 } }
    if isOfKeys { return }
    for column in cells.indices { cells[column] = nothing }
    cells[0] = CellText.trimmed(row, 0..<row.count)
  }

  /// The cell of one column: the same range as in the result of finding all `keys`.
  static func find(_ column: Int, among keys: [[UInt8]], of row: Span<UInt8>) -> Range<Int> {
    let nothing = row.count..<row.count
    var found = nothing
    if match(keys, in: row, { if $0 == column { found = $1 } }) { return found }
    return column == 0 ? CellText.trimmed(row, 0..<row.count) : nothing
  }

  /// Calls `body` with the columns and values of `keys`.
  ///
  /// - Returns: false if the row is not an object or has another key.
  private static func match(
    _ keys: [[UInt8]], in row: Span<UInt8>, _ body: (_ column: Int, _ value: Range<Int>) -> Void
  ) -> Bool {
    var next = 0
    var isKnown = true
    let isWhole = walk(row) { key, value in
      // Objects usually have the same order of keys.
      let column =
        CellText.equal(row, key, keys[next])
        ? next : keys.firstIndex { CellText.equal(row, key, $0) }
      guard let column else {
        isKnown = false
        return false
      }
      next = (column + 1) % keys.count
      body(column, value)
      return true
    }
    return isWhole && isKnown
  }

  /// The start of the object; nil if the row does not begin with one.
  private static func start(of row: Span<UInt8>) -> Int? {
    let start = pastBlanks(row, CellText.byteOrderMarkLength(row))
    return start < row.count && row[start] == UInt8(ascii: "{") ? start : nil
  }

  /// Whether nothing follows, except a comma if the object begins the row, as in a list of objects.
  private static func isEnd(_ row: Span<UInt8>, _ end: Int, _ start: Int) -> Bool {
    var place = pastBlanks(row, end)
    if start == CellText.byteOrderMarkLength(row), place < row.count,
      row[place] == UInt8(ascii: ",")
    {
      place = pastBlanks(row, place + 1)
    }
    return place == row.count
  }

  private static func pastBlanks(_ row: Span<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < row.count, CellText.isBlank(row[place]) { place += 1 }
    return place
  }

  /// The end of the string at `start`; nil if it is not closed.
  private static func pastString(_ row: Span<UInt8>, from start: Int) -> Int? {
    var place = start + 1
    while place < row.count {
      switch row[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// The end of the value at `start`; nil if the row ends before.
  private static func pastValue(_ row: Span<UInt8>, from start: Int) -> Int? {
    var place = start
    var depth = 0
    while place < row.count {
      switch row[place] {
      case UInt8(ascii: "\""):
        guard let end = pastString(row, from: place) else { return nil }
        place = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return CellText.trimmed(row, start..<place).upperBound }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return CellText.trimmed(row, start..<place).upperBound
      default:
        break
      }
      place += 1
    }
    return nil
  }
}
