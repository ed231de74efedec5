/// Where one cell ends and the next begins.
enum ColumnDivision: Equatable, Sendable {
  /// Columns stand below each other. For every column but the first, the position (in Unicode
  /// scalars) of the first of the blanks before it, and whether its cells stand to the right.
  case aligned([Border])
  /// Blanks between every two cells, none inside, but for the last, which is the rest of the row.
  case words
  /// A byte between every two fields.
  case separated(by: UInt8)
  /// A byte between every two fields, which in double quotes is part of its field.
  case quoted(separator: UInt8)
  /// Each row is an object of JSON; the keys whose values are the cells, as they are written.
  case members([[UInt8]])

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
      MemberCells.find(keys, of: row, before: wanted, into: &cells)
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
      return column < keys.count ? MemberCells.find(column, among: keys, of: row) : found
    }
    walk(row, count: count) { cell in
      if number == column { found = cell }
      number += 1
      return number <= column
    }
    return found
  }

  /// Gives the cells of `row` from the first on, until there are no more or `body` has enough.
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

/// Cells that stand below each other.
enum AlignedCells {
  /// Cuts `row` at the first blank at each border or after it, so that a cell that is too long
  /// for its column stays whole; a number that reaches over the border from the right does too.
  static func walk(
    _ row: Span<UInt8>, borders: [ColumnDivision.Border], _ body: (Range<Int>) -> Bool
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
        lastBlank = nil
        hasText = false
      }
      if blank { lastBlank = index } else { hasText = true }
      position += 1
    }
    _ = body(CellText.trimmed(row, start..<row.count))
  }
}

/// Cells with a separator between them.
enum SeparatedCells {
  /// The last of `count` cells takes the rest of the row.
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

  /// As `walk`, with any number of blanks as the separator.
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

  /// A cell in quotes is what is between them, where a quote that is meant stands twice.
  ///
  /// With more behind them it is taken as it is written. The last of `count` cells takes the rest of the row.
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
