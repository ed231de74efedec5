/// The format by which the rows of one load split into cells, detected or requested: at fixed
/// positions, blanks or a separator, with or without CSV quotes, or into values of a JSON object;
/// finds the cells' byte ranges.
enum RowFormat: Equatable, Sendable {
  /// Columns at fixed positions; a border for each but the first.
  case aligned([Border])
  /// Words separated by blanks; the last cell is the rest of the row.
  case words
  case separated(by: UInt8)
  /// Fields separated by a byte, optionally in double quotes.
  case quoted(separator: UInt8)
  /// A JSON object; the keys, as written, of the values that are the cells.
  case members([[UInt8]])

  /// The boundary before a column of space-aligned output: the position, in Unicode scalars, of the
  /// first blank before the column, and whether its cells are right-aligned.
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
    let nothing = row.count..<row.count
    if case .members(let keys) = self {
      for _ in 0..<wanted { cells.append(nothing) }
      if JSONMembers.match(keys, in: row, { if $0 < wanted { cells[$0] = $1 } }) { return }
      cells.removeAll(keepingCapacity: true)
      cells.append(CellText.trimmed(row, 0..<row.count))
    } else {
      walk(row, count: count) { cell in
        cells.append(cell)
        return cells.count < wanted
      }
    }
    while cells.count < wanted { cells.append(nothing) }
  }

  /// The cell of one column: the same range as among all of `findCells`.
  func cell(_ column: Int, of row: Span<UInt8>, count: Int) -> Range<Int> {
    var number = 0
    var found = row.count..<row.count
    guard column >= 0 else { return found }
    if case .members(let keys) = self {
      guard column < keys.count,
        !JSONMembers.match(keys, in: row, { if $0 == column { found = $1 } })
      else { return found }
      return column == 0 ? CellText.trimmed(row, 0..<row.count) : row.count..<row.count
    }
    walk(row, count: count) { cell in
      if number == column { found = cell }
      number += 1
      return number <= column
    }
    return found
  }

  /// How many cells a row has; of aligned columns and JSON members, how many there are at most.
  func cellCount(of row: Span<UInt8>) -> Int {
    switch self {
    case .aligned(let borders): return borders.count + 1
    case .members(let keys): return keys.count
    case .words, .separated, .quoted:
      var count = 0
      walk(row, count: .max) { _ in
        count += 1
        return true
      }
      return count
    }
  }

  /// Calls `body` with the cells of `row`, which are not JSON members, until it returns false; the
  /// last of `count` cells is the rest of the row.
  func walk(_ row: Span<UInt8>, count: Int, _ body: (Range<Int>) -> Bool) {
    switch self {
    case .aligned(let borders): Self.walkAligned(row, borders, body)
    case .words: Self.walkWords(row, count, body)
    case .separated(let byte): Self.walkSeparated(row, byte, count, body)
    case .quoted(let byte): Self.walkQuoted(row, byte, count, body)
    case .members: break
    }
  }

  /// Splits at the first blank at or after each border, so that a cell too long for its column
  /// stays whole, as does a number that extends to the left across the border.
  private static func walkAligned(
    _ row: Span<UInt8>, _ borders: [Border], _ body: (Range<Int>) -> Bool
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

  private static func walkSeparated(
    _ row: Span<UInt8>, _ separator: UInt8, _ count: Int, _ body: (Range<Int>) -> Bool
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

  private static func walkWords(_ row: Span<UInt8>, _ count: Int, _ body: (Range<Int>) -> Bool) {
    var rest = CellText.trimmed(row, 0..<row.count)
    var number = 1
    while number < count, !rest.isEmpty {
      let word = CellText.word(row, from: rest.lowerBound)
      guard body(word) else { return }
      rest = CellText.trimmed(row, word.upperBound..<rest.upperBound)
      number += 1
    }
    if !rest.isEmpty { _ = body(rest) }
  }

  /// Splits fields in CSV quotes, inside which a quote is doubled.
  ///
  /// A quoted field with more text after it is used as written.
  private static func walkQuoted(
    _ row: Span<UInt8>, _ separator: UInt8, _ count: Int, _ body: (Range<Int>) -> Bool
  ) {
    var index = 0
    for number in 1...max(1, count) {
      let start = index
      var cell: Range<Int>?
      var quote: Int?
      if row.byte(at: start) == "\"" {
        index = closingQuote(row, from: start + 1)
        quote = index
      }
      row.skip(from: &index) { $0 != separator }
      if let quote, CellText.trimmed(row, min(quote + 1, index)..<index).isEmpty {
        cell = start + 1..<quote
      }
      if number == count, index < row.count { (cell, index) = (nil, row.count) }
      guard body(cell ?? CellText.trimmed(row, start..<index)), index < row.count else { return }
      index += 1
    }
  }

  private static func closingQuote(_ row: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < row.count {
      if row[index] == "\"" {
        guard row.byte(at: index + 1) == "\"" else { return index }
        index += 1
      }
      index += 1
    }
    return row.count
  }
}

/// Functions that find the keys and values of the JSON object in a row, as byte ranges, without
/// fully validating it; values are as written, without quotes.
///
/// Of an invalid row they find the members before the error; `RowFormat` takes the row as one cell.
enum JSONMembers {
  /// Calls `body` with each key, without quotes, and its value until it returns false; returns
  /// false if the row is not exactly one object.
  @discardableResult
  static func walk(
    _ row: Span<UInt8>, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Bool
  ) -> Bool {
    guard let start = start(of: row) else { return false }
    var place = pastBlanks(row, start + 1)
    if row.byte(at: place) == "}" { return isEnd(row, place + 1, start) }
    while row.byte(at: place) == "\"" {
      guard let keyEnd = pastString(row, from: place) else { return false }
      let key = place + 1..<keyEnd - 1
      place = pastBlanks(row, keyEnd)
      guard row.byte(at: place) == ":" else { return false }
      let value = pastBlanks(row, place + 1)
      guard let end = pastValue(row, from: value), end > value else { return false }
      let isText = row[value] == "\""
      guard body(key, isText ? value + 1..<end - 1 : value..<end) else { return true }
      place = pastBlanks(row, end)
      if row.byte(at: place) == "}" { return isEnd(row, place + 1, start) }
      guard row.byte(at: place) == "," else { return false }
      place = pastBlanks(row, place + 1)
    }
    return false
  }

  /// Calls `body` with the columns and values of `keys`; returns false if the row is not an object
  /// or has another key.
  static func match(
    _ keys: [[UInt8]], in row: Span<UInt8>, _ body: (_ column: Int, _ value: Range<Int>) -> Void
  ) -> Bool {
    var next = 0
    var isKnown = true
    let isWhole = walk(row) { key, value in
      // Objects usually have the same order of keys.
      let column =
        row.extracting(key).isSame(as: keys[next])
        ? next : keys.firstIndex { row.extracting(key).isSame(as: $0) }
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
    return row.byte(at: start) == "{" ? start : nil
  }

  /// Whether nothing follows, except a comma if the object begins the row, as in a list of objects.
  private static func isEnd(_ row: Span<UInt8>, _ end: Int, _ start: Int) -> Bool {
    var place = pastBlanks(row, end)
    if start == CellText.byteOrderMarkLength(row), row.take(",", at: &place) {
      place = pastBlanks(row, place)
    }
    return place == row.count
  }

  private static func pastBlanks(_ row: Span<UInt8>, _ start: Int) -> Int {
    var place = start
    row.skip(from: &place, while: CellText.isBlank)
    return place
  }

  /// The end of the string at `start`; nil if it is not closed.
  private static func pastString(_ row: Span<UInt8>, from start: Int) -> Int? {
    var place = start + 1
    while place < row.count {
      switch row[place] {
      case "\"": return place + 1
      case "\\": place += 2
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
      case "\"":
        guard let end = pastString(row, from: place) else { return nil }
        place = end - 1
      case "{", "[": depth += 1
      case "}", "]":
        if depth == 0 { return CellText.trimmed(row, start..<place).upperBound }
        depth -= 1
      case "," where depth == 0: return CellText.trimmed(row, start..<place).upperBound
      default: break
      }
      place += 1
    }
    return nil
  }
}
