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
  func text(_ cell: Range<Int>, of row: Int, as division: ColumnDivision) -> String {
    var meant = MeantText()
    withRow(row) { meant.read(cell, of: $0, as: division) }
    return String(decoding: meant.bytes, as: UTF8.self)
  }

  /// The text of `cell` in `row`, invalid UTF-8 repaired.
  func text(_ cell: Range<Int>, of row: Int) -> String {
    let start = start(of: row)
    return String(decoding: bytes[start + cell.lowerBound..<start + cell.upperBound], as: UTF8.self)
  }
}
