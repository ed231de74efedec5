/// How much content is taken before it is cut, so that nothing grows for ever.
package struct RowLimits: Equatable, Sendable {
  /// The longest part of one row that is shown, in bytes; a longer row is cut and says so.
  package static let longestRow = 1 << 20

  /// The most rows.
  package var rows: Int
  /// The most bytes, line ends included.
  package var bytes: Int

  package init(rows: Int, bytes: Int) {
    self.rows = max(0, min(rows, 4_000_000_000))
    self.bytes = max(0, bytes)
  }

  /// For rows that are kept in memory: 50 million rows, 1 GiB.
  package static let kept = RowLimits(rows: 50_000_000, bytes: 1 << 30)
  /// For a file of which only the index is kept: 4,000 million rows, 64 GiB.
  package static let indexed = RowLimits(rows: 4_000_000_000, bytes: 64 << 30)
}
