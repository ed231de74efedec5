/// Rows, wherever they are: kept in memory, or read from their file when asked for.
package enum Rows {
  case kept(RowStore)
  case file(FileRows)
  /// Only counted: they were written on as they came.
  case passed(Int)

  /// How many there are so far.
  package var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .file(let rows): rows.count
    case .passed(let count): count
    }
  }

  /// Reads row `row`: its bytes, which end with `body`, and its full length, which is more than
  /// their count if it was cut.
  ///
  /// A number that names no row reads as an empty row.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    switch self {
    case .kept(let rows): rows.withRow(row, body)
    case .file(let rows): rows.withRow(row, body)
    case .passed: body([UInt8]().span, 0)
    }
  }
}
