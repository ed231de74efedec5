internal import HostText

/// What the rows looked at say about one column.
struct ColumnFacts {
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

  init(name: Range<Int>, in header: Span<UInt8>, of division: ColumnDivision) {
    self.name = name
    nameStart = CellText.scalarCount(header, 0..<name.lowerBound)
    width = Self.width(of: name, in: header, of: division)
    nameEnd = nameStart + CellText.scalarCount(header, name)
    nameBytes = name.map { header[$0] }
  }

  /// Takes the cell of one more row into account.
  mutating func measure(
    _ cell: Range<Int>, in row: Span<UInt8>, of division: ColumnDivision
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
    of cell: Range<Int>, in row: Span<UInt8>, of division: ColumnDivision
  ) -> Int {
    guard division.isWrittenOtherwise(cell, in: row) else {
      return TextWidth.columns(of: row.extracting(cell))
    }
    var meant = MeantText()
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
