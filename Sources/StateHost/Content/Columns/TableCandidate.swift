internal import HostText

/// A copy of a data source's first 200 rows, without escape sequences and each cut at 4,096 bytes,
/// from which its table format and the statistics of columns (`ColumnStatistics`) are detected.
struct RowSample {
  static let maxRows = 200
  static let maxBytesPerRow = 4096

  private var bytes: [UInt8] = []
  /// The end of each row in `bytes`.
  private var ends: [Int] = []

  var count: Int { ends.count }

  init(of rows: Rows) {
    for row in 0..<min(Self.maxRows, rows.count) {
      rows.withRow(row) { line, _ in line.withoutSequences { append($0) } }
    }
  }

  /// Appends a row; a byte order mark before the first is dropped.
  private mutating func append(_ row: Span<UInt8>) {
    let start = ends.isEmpty ? CellText.byteOrderMarkLength(row) : 0
    for index in start..<max(start, min(row.count, Self.maxBytesPerRow)) {
      bytes.append(row[index])
    }
    ends.append(bytes.count)
  }

  /// Whether the row may have been cut.
  func isCut(_ row: Int) -> Bool { ends[row] - start(of: row) >= Self.maxBytesPerRow - 3 }
  private func start(of row: Int) -> Int { row == 0 ? 0 : ends[row - 1] }

  func withRow<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting(start(of: row)..<ends[row]))
  }

  /// The decoded text of a cell; invalid UTF-8 is repaired.
  func text(_ cell: Range<Int>, of row: Int, as format: RowFormat) -> String {
    withRow(row) { bytes in
      format.withText(of: cell, in: bytes) { String(decoding: $0.copied, as: UTF8.self) }
    }
  }

  /// Adds the cells of the rows from `first` on to the evidence of their columns.
  func measure(from first: Int, as format: RowFormat, into facts: inout [ColumnStatistics]) {
    var cells: [Range<Int>] = []
    for row in first..<max(first, count) {
      withRow(row) { bytes in
        format.findCells(of: bytes, count: facts.count, into: &cells)
        for column in cells.indices { facts[column].measure(cells[column], in: bytes, of: format) }
      }
    }
  }
}

/// A possible split of a data source's first rows into cells by one format: its `Columns`, and
/// whether it looks like a table with a header, not text, judged by names, numbers and alignment.
struct TableCandidate {
  private let sample: RowSample
  private let format: RowFormat
  private let facts: [ColumnStatistics]
  private let headerRowCount: Int

  init(_ sample: RowSample, format: RowFormat) {
    self.sample = sample
    self.format = format
    headerRowCount = Self.hasRule(sample) ? 2 : 1
    var facts = sample.withRow(0) { header in
      var cells: [Range<Int>] = []
      format.findCells(of: header, count: format.cellCount(of: header), into: &cells)
      return cells.map { ColumnStatistics(name: $0, in: header, of: format) }
    }
    sample.measure(from: headerRowCount, as: format, into: &facts)
    self.facts = facts
  }

  /// How many of `rowCount` rows may be exceptions.
  static func allowedExceptions(_ rowCount: Int) -> Int { rowCount < 20 ? 0 : rowCount / 20 }

  /// Whether the second row is a line below the header: only `-`, `=`, `+`, `|` and blanks.
  static func hasRule(_ sample: RowSample) -> Bool {
    guard sample.count > 1 else { return false }
    return sample.withRow(1) { bytes in
      bytes.indices.allSatisfy { "-=+| \t".utf8.contains(bytes[$0]) }
        && bytes.indices.count { bytes[$0] == "-" || bytes[$0] == "=" } >= 3
    }
  }

  var columns: Columns {
    Columns(
      columns: facts.map {
        $0.column(
          named: sample.text($0.name, of: 0, as: format),
          mayStandRight: isAligned || format == .words)
      }, headerRowCount: headerRowCount, format: format)
  }

  /// Whether this is clearly a table rather than text, by the rules of `Columns.detect`.
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
    switch format {
    case .aligned:
      return facts.allSatisfy { $0.isBelowName(inTenths: 8) }
        && (isTitled || (facts.count > 2 && numeric > 1))
    case .words:
      return isUpperCase && numeric > 1 && facts.allSatisfy { $0.isBelowName(inTenths: 5) }
    case .separated: return isTitled || numeric > 0
    case .quoted(let separator):
      // Lines of text can have as many commas, too, but with blanks after them.
      let rows = sample.count - headerRowCount
      if isSpaced(separator) { return facts.count > 2 && numeric > 0 && rows > 1 }
      return isTitled || numeric > 0 || (facts.count > 2 && rows > 1)
    case .members: return false
    }
  }

  /// Whether the first row may be a header: no numbers except years, and no name repeats below.
  var hasPossibleHeader: Bool {
    guard !facts.contains(where: \.repeatsName) else { return false }
    return sample.withRow(0) { header in
      facts.contains { !$0.name.isEmpty }
        && facts.allSatisfy {
          !CellText.isNumber(header, $0.name) || CellText.isYear(header, $0.name)
        }
    }
  }

  /// Whether a blank follows a separator in the header.
  private func isSpaced(_ separator: UInt8) -> Bool {
    sample.withRow(0) { header in
      (1..<max(1, header.count)).contains {
        header[$0 - 1] == separator && CellText.isBlank(header[$0])
      }
    }
  }

  private var isAligned: Bool { if case .aligned = format { true } else { false } }

  /// Whether every column has a possible name; the first aligned one may have none.
  private var hasNames: Bool {
    sample.withRow(0) { header in
      facts.enumerated().allSatisfy { column, facts in
        column == 0 && isAligned && facts.name.isEmpty || CellText.isName(header, facts.name)
      }
    }
  }

  private var namesDiffer: Bool {
    Set(facts.map { String(decoding: $0.nameBytes, as: UTF8.self) }).count == facts.count
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
}

/// Statistics of one table column over the sampled rows: how many cells are numbers, in capitals or
/// aligned with the column's name, whether a cell repeats the name, and the greatest width; used to
/// decide whether the rows are a table, and whether the column is numeric and right-aligned.
struct ColumnStatistics {
  /// The range of the name in the header; may be empty.
  let name: Range<Int>
  fileprivate let nameBytes: [UInt8]
  private let nameStart: Int
  private let nameEnd: Int

  private var cellCount = 0
  private var numberCount = 0
  private var leftCount = 0
  private var rightCount = 0
  private var belowCount = 0

  /// The greatest width, in terminal cells.
  private(set) var width: Int
  /// Whether a cell equals the name.
  private(set) var repeatsName = false
  private var capitalCount = 0

  init(name: Range<Int>, in header: Span<UInt8>, of format: RowFormat) {
    self.name = name
    nameStart = CellText.scalarCount(header, 0..<name.lowerBound)
    width = Self.width(of: name, in: header, of: format)
    nameEnd = nameStart + CellText.scalarCount(header, name)
    nameBytes = name.map { header[$0] }
  }

  mutating func measure(_ cell: Range<Int>, in row: Span<UInt8>, of format: RowFormat) {
    let cellWidth = CellText.scalarCount(row, cell)
    width = max(width, Self.width(of: cell, in: row, of: format))
    guard !CellText.isMissing(row, cell) else { return }
    let start = CellText.scalarCount(row, 0..<cell.lowerBound)
    cellCount += 1
    if CellText.isNumber(row, cell) { numberCount += 1 }
    if CellText.isInCapitals(row, cell) { capitalCount += 1 }
    if start == nameStart { leftCount += 1 }
    if start + cellWidth == nameEnd { rightCount += 1 }
    if start >= nameStart, start + cellWidth <= nameEnd { belowCount += 1 }
    if !nameBytes.isEmpty, row.extracting(cell).isSame(as: nameBytes) { repeatsName = true }
  }

  private static func width(of cell: Range<Int>, in row: Span<UInt8>, of format: RowFormat) -> Int {
    format.withText(of: cell, in: row) { TextWidth.columns(of: $0) }
  }

  /// The column; aligned to the right if it is numeric, or if it `mayStandRight` and its cells do.
  func column(named name: String, mayStandRight: Bool) -> Columns.Column {
    let isRight = isNumeric || mayStandRight && standsRight
    return Columns.Column(
      name: name, isNumeric: isNumeric, alignment: isRight ? .right : .left, width: width)
  }

  var isNumeric: Bool { cellCount > 0 && numberCount == cellCount }

  /// Whether at least half of the cells are not words in capitals.
  var isBelowCapitals: Bool { cellCount > 0 && capitalCount * 2 <= cellCount }

  /// Whether cells end where the name ends, but do not begin where it begins.
  private var standsRight: Bool { rightCount * 10 >= cellCount * 8 && leftCount < rightCount }

  /// Whether at least `tenths` of ten cells begin or end where the name does, or stay below it.
  func isBelowName(inTenths tenths: Int) -> Bool {
    nameBytes.isEmpty || max(leftCount, rightCount, belowCount) * 10 >= cellCount * tenths
  }
}

/// The first rows of a data source read as JSON objects, one per row: whether nearly all are
/// objects sharing most keys, so they form a table, and its `Columns`, one for each key.
struct JSONTableCandidate {
  /// Rows with more keys are not a table.
  private static let maxColumns = 64

  private let sample: RowSample
  /// In the order of their first occurrence.
  private let keys: [[UInt8]]
  /// In how many rows each key occurs.
  private let counts: [Int]
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
          } else if keys.count <= Self.maxColumns {
            keys.append(key)
            counts.append(1)
          }
        }
      }
    }
    (self.keys, self.counts, self.objectCount) = (keys, counts, objectCount)
  }

  /// Whether this is clearly a table, by the rules of `Columns.detect`.
  var isConvincing: Bool {
    objectCount > 1 && isOfObjects && counts.reduce(0, +) * 5 >= objectCount * keys.count * 3
  }

  /// Whether the rows are objects with not too many keys.
  var isOfObjects: Bool {
    objectCount > 0 && keys.count <= Self.maxColumns
      && sample.count - objectCount <= TableCandidate.allowedExceptions(sample.count)
  }

  /// Nil without any member.
  var columns: Columns? {
    guard 1...Self.maxColumns ~= keys.count else { return nil }
    let names = keys.map(DecodedText.name(ofKey:))
    let format = RowFormat.members(keys)
    var facts = names.map { name in
      let bytes = Array(name.utf8)
      return ColumnStatistics(name: 0..<bytes.count, in: bytes.span, of: format)
    }
    sample.measure(from: 0, as: format, into: &facts)
    return Columns(
      columns: zip(names, facts).map { $1.column(named: $0, mayStandRight: false) },
      headerRowCount: 0, format: format)
  }
}
