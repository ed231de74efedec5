internal import HostText

/// A copy of the first rows, for finding out what they are.
struct RowSample {
  static let mostRows = 200
  static let mostBytesPerRow = 4096

  private var bytes: [UInt8] = []
  /// Where each row ends in `bytes`, and the next begins.
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// The first rows of `rows`, at most `mostRows`.
  init(of rows: Rows) {
    for row in 0..<min(Self.mostRows, rows.count) { rows.withRow(row) { line, _ in append(line) } }
  }

  /// One row a line of `text`; the last may end without a newline.
  init(text: String) {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines.prefix(Self.mostRows) { append(Array(line).span) }
  }

  /// A mark before the first row, that it is UTF-8, is no part of it.
  private mutating func append(_ row: Span<UInt8>) {
    let start = ends.isEmpty ? CellText.markLength(row) : 0
    for index in start..<max(start, min(row.count, Self.mostBytesPerRow)) {
      bytes.append(row[index])
    }
    ends.append(bytes.count)
  }

  /// The row may have had more bytes than are kept.
  func isCut(_ row: Int) -> Bool { ends[row] - start(of: row) >= Self.mostBytesPerRow - 3 }

  private func start(of row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }

  func withRow<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting(start(of: row)..<ends[row]))
  }

  /// What `cell` means in `row`, invalid UTF-8 repaired.
  func text(_ cell: Range<Int>, of row: Int, as division: RowFormat) -> String {
    var meant = DecodedText()
    withRow(row) { meant.read(cell, of: $0, as: division) }
    return String(decoding: meant.bytes, as: UTF8.self)
  }

  /// The text of `cell` in `row`, invalid UTF-8 repaired.
  func text(_ cell: Range<Int>, of row: Int) -> String {
    let start = start(of: row)
    return String(decoding: bytes[start + cell.lowerBound..<start + cell.upperBound], as: UTF8.self)
  }
}

/// The first rows seen as a table with a given division: what its columns are like, and whether
/// it is a table at all.
struct TableCandidate {
  private let sample: RowSample
  private let division: RowFormat
  private let facts: [ColumnStatistics]
  private let headerRowCount: Int

  init(_ sample: RowSample, division: RowFormat) {
    self.sample = sample
    self.division = division
    headerRowCount = Self.hasRule(sample) ? 2 : 1
    let count = sample.withRow(0) { Self.columnCount(of: $0, division) }
    var facts = sample.withRow(0) { header in
      Self.cells(header, division, count).map {
        ColumnStatistics(name: $0, in: header, of: division)
      }
    }
    for row in headerRowCount..<max(headerRowCount, sample.count) {
      sample.withRow(row) { bytes in
        let cells = Self.cells(bytes, division, count)
        for column in cells.indices {
          facts[column].measure(cells[column], in: bytes, of: division)
        }
      }
    }
    self.facts = facts
  }

  /// Of `rowCount` rows, how many need not fit.
  static func allowedExceptions(_ rowCount: Int) -> Int { rowCount < 20 ? 0 : rowCount / 20 }

  /// The second row is a line drawn below the header: nothing but `-`, `=`, `+`, `|` and blanks.
  static func hasRule(_ sample: RowSample) -> Bool {
    guard sample.count > 1 else { return false }
    return sample.withRow(1) { bytes in
      var drawn = 0
      for index in 0..<bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=") { drawn += 1 }
        if !CellText.isBlank(byte), !"-=+|".utf8.contains(byte) { return false }
      }
      return drawn >= 3
    }
  }

  var columns: Columns {
    Columns(
      columns: facts.map { facts in
        let right = facts.isNumeric || (!isSeparated && facts.standsRight)
        return Columns.Column(
          name: sample.text(facts.name, of: 0, as: division), isNumeric: facts.isNumeric,
          alignment: right ? .right : .left, width: facts.width)
      },
      headerRowCount: headerRowCount, division: division)
  }

  /// Whether this is so clearly a table that plain text is no explanation; the rule is told at
  /// `Columns.detect`.
  func isConvincing(isWhole: Bool) -> Bool {
    guard facts.count > 1, hasNames, namesDiffer else { return false }
    guard sample.count > headerRowCount else {
      return isWhole && headerRowCount == 1 && facts.count > 3 && isUpperCase && isAligned
    }
    guard !facts.contains(where: \.repeatsName) else { return false }
    let numeric = facts.count(where: \.isNumeric)
    let isTitled = isUpperCase || headerRowCount == 2
    let isLikeOthers = isUpperCase && !facts.contains(where: \.isBelowCapitals)
    if isLikeOthers, headerRowCount == 1 { return false }
    switch division {
    case .aligned:
      return facts.allSatisfy { $0.isBelowName(inTenths: 8) }
        && (isTitled || (facts.count > 2 && numeric > 1))
    case .words:
      return isUpperCase && numeric > 1 && facts.allSatisfy { $0.isBelowName(inTenths: 5) }
    case .separated:
      return isTitled || numeric > 0
    case .quoted(let separator):
      // Of a text, too, every line may have as many commas; but behind these it has blanks.
      let rows = sample.count - headerRowCount
      if isSpaced(separator) { return facts.count > 2 && numeric > 0 && rows > 1 }
      return isTitled || numeric > 0 || (facts.count > 2 && rows > 1)
    case .members:
      return false
    }
  }

  /// The first row may name the columns, where it is known that they are some.
  ///
  /// A number is no name, but for a year; and none stands below itself.
  var hasPossibleHeader: Bool {
    guard !facts.contains(where: \.repeatsName) else { return false }
    return sample.withRow(0) { header in
      facts.contains { !$0.name.isEmpty }
        && !facts.contains { facts in
          CellText.isNumber(header, facts.name) && !CellText.isYear(header, facts.name)
        }
    }
  }

  private var isSeparated: Bool {
    switch division {
    case .aligned, .words, .members: false
    case .separated, .quoted: true
    }
  }

  /// The header has a blank behind a separator.
  private func isSpaced(_ separator: UInt8) -> Bool {
    sample.withRow(0) { header in
      (1..<max(1, header.count)).contains {
        header[$0 - 1] == separator && CellText.isBlank(header[$0])
      }
    }
  }

  private var isAligned: Bool {
    if case .aligned = division { true } else { false }
  }

  /// Every column has what could be its name; the first of aligned ones may have none.
  private var hasNames: Bool {
    sample.withRow(0) { header in
      for (column, facts) in facts.enumerated() {
        if column == 0, isAligned, facts.name.isEmpty { continue }
        if !CellText.isName(header, facts.name) { return false }
      }
      return true
    }
  }

  private var namesDiffer: Bool {
    let names = facts.map { sample.text($0.name, of: 0) }.sorted()
    return !zip(names, names.dropFirst()).contains { $0 == $1 }
  }

  private var isUpperCase: Bool {
    sample.withRow(0) { header in
      var hasWord = false
      for facts in facts where !facts.name.isEmpty {
        if CellText.isUpperCase(header, facts.name) {
          hasWord = true
        } else if facts.name.count > 1 {
          return false
        }
      }
      return hasWord
    }
  }

  private static func columnCount(of header: Span<UInt8>, _ division: RowFormat) -> Int {
    switch division {
    case .aligned(let borders): return borders.count + 1
    case .words: return SeparatedDetector.wordCount(of: header)
    case .separated(let byte):
      var count = 1
      for index in 0..<header.count where header[index] == byte { count += 1 }
      return count
    case .quoted(let byte): return max(1, SeparatedDetector.fieldCount(of: header, byte))
    case .members(let keys): return keys.count
    }
  }

  private static func cells(
    _ row: Span<UInt8>, _ division: RowFormat, _ count: Int
  ) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    division.findCells(of: row, count: count, into: &cells)
    return cells
  }
}

/// What the rows looked at say about one column.
struct ColumnStatistics {
  /// The range of the name in the header; empty where that has none.
  let name: Range<Int>
  private let nameBytes: [UInt8]
  private let nameStart: Int
  private let nameEnd: Int

  private var cellCount = 0
  private var numberCount = 0
  private var leftCount = 0
  private var rightCount = 0
  private var belowCount = 0

  /// The widest so far, in cells of a terminal.
  private(set) var width: Int
  /// A cell says what the name says.
  private(set) var repeatsName = false
  private var capitalCount = 0

  init(name: Range<Int>, in header: Span<UInt8>, of division: RowFormat) {
    self.name = name
    nameStart = CellText.scalarCount(header, 0..<name.lowerBound)
    width = Self.width(of: name, in: header, of: division)
    nameEnd = nameStart + CellText.scalarCount(header, name)
    nameBytes = name.map { header[$0] }
  }

  /// Takes the cell of one more row into account.
  mutating func measure(
    _ cell: Range<Int>, in row: Span<UInt8>, of division: RowFormat
  ) {
    let cellWidth = CellText.scalarCount(row, cell)
    width = max(width, Self.width(of: cell, in: row, of: division))
    guard !CellText.isNothing(row, cell) else { return }
    let start = CellText.scalarCount(row, 0..<cell.lowerBound)
    cellCount += 1
    if CellText.isNumber(row, cell) { numberCount += 1 }
    if CellText.isInCapitals(row, cell) { capitalCount += 1 }
    if start == nameStart { leftCount += 1 }
    if start + cellWidth == nameEnd { rightCount += 1 }
    if start >= nameStart, start + cellWidth <= nameEnd { belowCount += 1 }
    if !nameBytes.isEmpty, CellText.equal(row, cell, nameBytes) { repeatsName = true }
  }

  private static func width(
    of cell: Range<Int>, in row: Span<UInt8>, of division: RowFormat
  ) -> Int {
    guard division.isWrittenOtherwise(cell, in: row) else {
      return TextWidth.columns(of: row.extracting(cell))
    }
    var meant = DecodedText()
    meant.read(cell, of: row, as: division)
    return TextWidth.columns(of: meant.bytes.span)
  }

  /// There are cells, and all are numbers.
  var isNumeric: Bool { cellCount > 0 && numberCount == cellCount }

  /// There are cells, and half of them or more are no words in capitals.
  var isBelowCapitals: Bool { cellCount > 0 && capitalCount * 2 <= cellCount }

  /// The cells end where the name ends, and do not begin where it begins.
  var standsRight: Bool { rightCount * 10 >= cellCount * 8 && leftCount < rightCount }

  /// Of ten cells, so many begin or end where the name does, or stay below it.
  func isBelowName(inTenths tenths: Int) -> Bool {
    nameBytes.isEmpty || max(leftCount, rightCount, belowCount) * 10 >= cellCount * tenths
  }
}

/// The first rows seen as objects of JSON, one a row: the keys that they have in common, and what the
/// values of these are like.
struct JSONTable {
  /// Rows with more keys are no table.
  private static let mostColumns = 64

  private let sample: RowSample
  /// In the order in which they first come.
  private let keys: [[UInt8]]
  /// In how many rows each key is.
  private let counts: [Int]
  /// How many of the rows are objects.
  private let objectCount: Int

  init(_ sample: RowSample) {
    self.sample = sample
    var keys: [[UInt8]] = []
    var counts: [Int] = []
    var objectCount = 0
    for row in 0..<sample.count {
      sample.withRow(row) { bytes in
        var found: [[UInt8]] = []
        let isWhole = JSONMembers.walk(bytes) { key, _ in
          found.append(key.map { bytes[$0] })
          return true
        }
        guard isWhole || !found.isEmpty && sample.isCut(row) else { return }
        objectCount += 1
        for (place, key) in found.enumerated() where !found[..<place].contains(key) {
          if let known = keys.firstIndex(of: key) {
            counts[known] += 1
          } else if keys.count <= Self.mostColumns {
            keys.append(key)
            counts.append(1)
          }
        }
      }
    }
    (self.keys, self.counts, self.objectCount) = (keys, counts, objectCount)
  }

  /// Whether this is so clearly a table that nobody would rather see the rows as they are written; the
  /// rule is told at `Columns.detect`.
  var isConvincing: Bool {
    objectCount > 1 && isOfObjects && counts.reduce(0, +) * 5 >= objectCount * keys.count * 3
  }

  /// The rows are objects, of not too many keys.
  var isOfObjects: Bool {
    objectCount > 0 && keys.count <= Self.mostColumns
      && sample.count - objectCount <= TableCandidate.allowedExceptions(sample.count)
  }

  /// The columns; nil where there is no object with a member.
  var columns: Columns? {
    guard 1...Self.mostColumns ~= keys.count else { return nil }
    var facts = keys.map { key in
      let name = Array(DecodedText.name(ofKey: key).utf8)
      return ColumnStatistics(name: 0..<name.count, in: name.span, of: .members(keys))
    }
    var cells: [Range<Int>] = []
    for row in 0..<sample.count {
      sample.withRow(row) { bytes in
        JSONMembers.find(keys, of: bytes, before: keys.count, into: &cells)
        for column in cells.indices {
          facts[column].measure(cells[column], in: bytes, of: .members(keys))
        }
      }
    }
    let columns = zip(keys, facts).map { key, facts in
      Columns.Column(
        name: DecodedText.name(ofKey: key), isNumeric: facts.isNumeric,
        alignment: facts.isNumeric ? .right : .left, width: facts.width)
    }
    return Columns(columns: columns, headerRowCount: 0, division: .members(keys))
  }
}
