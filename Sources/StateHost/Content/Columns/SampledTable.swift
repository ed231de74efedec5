/// The first rows seen as a table with a given division: what its columns are like, and whether
/// it is a table at all.
struct SampledTable {
  private let sample: RowSample
  private let division: ColumnDivision
  private let facts: [ColumnFacts]
  private let headerRowCount: Int

  init(_ sample: RowSample, division: ColumnDivision) {
    self.sample = sample
    self.division = division
    headerRowCount = Self.hasRule(sample) ? 2 : 1
    let count = sample.withRow(0) { Self.columnCount(of: $0, division) }
    var facts = sample.withRow(0) { header in
      Self.cells(header, division, count).map { ColumnFacts(name: $0, in: header, of: division) }
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

  private static func columnCount(of header: Span<UInt8>, _ division: ColumnDivision) -> Int {
    switch division {
    case .aligned(let borders): return borders.count + 1
    case .words: return SeparatedLayout.wordCount(of: header)
    case .separated(let byte):
      var count = 1
      for index in 0..<header.count where header[index] == byte { count += 1 }
      return count
    case .quoted(let byte): return max(1, SeparatedLayout.fieldCount(of: header, byte))
    case .members(let keys): return keys.count
    }
  }

  private static func cells(
    _ row: Span<UInt8>, _ division: ColumnDivision, _ count: Int
  ) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    division.findCells(of: row, count: count, into: &cells)
    return cells
  }
}
