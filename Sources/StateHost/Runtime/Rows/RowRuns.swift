internal import HostContent

/// A set of row numbers, such as the marked rows, as at most 65,536 ranges of contiguous rows.
package struct RowRuns: Equatable {
  /// The runs in order; none is empty or adjacent to the next.
  package private(set) var runs: [Range<UInt64>] = []
  package private(set) var count: UInt64 = 0

  package init() {}

  static let limit = 65_536

  func contains(_ row: UInt64) -> Bool {
    let index = runs.partitioningIndex { $0.upperBound > row }
    return index < runs.count && runs[index].contains(row)
  }

  /// Adds or removes rows; returns false, without a change, if there would be too many runs.
  mutating func set(_ rows: Range<UInt64>, to isIn: Bool) -> Bool {
    if rows.isEmpty { return true }
    // When adding, adjacent runs are merged.
    let first = runs.partitioningIndex {
      isIn ? $0.upperBound >= rows.lowerBound : $0.upperBound > rows.lowerBound
    }
    let last = runs.partitioningIndex {
      isIn ? $0.lowerBound > rows.upperBound : $0.lowerBound >= rows.upperBound
    }
    let met = first..<max(first, last)
    let start = min(runs[met].first?.lowerBound ?? rows.lowerBound, rows.lowerBound)
    let end = max(runs[met].last?.upperBound ?? rows.upperBound, rows.upperBound)
    let parts =
      isIn
      ? [start..<end]
      : [start..<rows.lowerBound, rows.upperBound..<end].filter { !$0.isEmpty && !met.isEmpty }
    guard runs.count - met.count + parts.count <= Self.limit else { return false }
    count -= runs[met].reduce(0) { $0 + UInt64($1.count) }
    count += parts.reduce(0) { $0 + UInt64($1.count) }
    runs.replaceSubrange(met, with: parts)
    return true
  }

  /// The rows with shifted numbers; rows that would be negative are dropped.
  func shifted(by distance: Int64) -> RowRuns {
    var shifted = RowRuns()
    for run in runs {
      let start = max(0, Int64(clamping: run.lowerBound) + distance)
      let end = max(0, Int64(clamping: run.upperBound) + distance)
      _ = shifted.set(UInt64(start)..<UInt64(end), to: true)
    }
    return shifted
  }

  /// Up to `count` rows in order, starting with the `first`-th.
  func rows(from first: UInt64, count: UInt64) -> [UInt64] {
    var rows: [UInt64] = []
    var skipped = first
    for run in runs where UInt64(rows.count) < count {
      let length = UInt64(run.count)
      if skipped >= length {
        skipped -= length
        continue
      }
      rows += run.dropFirst(Int(skipped)).prefix(Int(clamping: count - UInt64(rows.count)))
      skipped = 0
    }
    return rows
  }
}
