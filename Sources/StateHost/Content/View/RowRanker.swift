/// A sorter of rows by how well they match a filter, then shorter first, used by `ViewSearch`;
/// while rows are still added, it has the best 1,024 in order.
struct RowRanker: Sendable {
  /// How many of the best rows are kept in order while others are still found.
  static let bestCount = 1024

  private let isDescending: Bool
  private let ranking: RowSort.Ranking
  private let maxRows: Int
  /// Each row's inverted score and length, 16 bits each, and its rank or the complement.
  private var keys: [UInt64] = []
  /// The least keys, unsorted; none is above `limit`.
  private var bestKeys: [UInt64] = []
  private var limit = UInt64.max

  /// `isDescending` puts the worst first; `order` throws if there are more than `maxRows`.
  init(
    isDescending: Bool, _ ranking: RowSort.Ranking = RowSort.Ranking(),
    maxRows: Int = RowSort.maxRows
  ) {
    self.isDescending = isDescending
    self.ranking = ranking
    self.maxRows = maxRows
  }

  /// What rows are compared by: less is better.
  static func worth(score: Int, length: Int) -> UInt32 {
    UInt32(0xFFFF - min(score, 0xFFFF)) << 16 | UInt32(min(length, 0xFFFF))
  }

  /// Adds the next row of the set.
  mutating func add(worth: UInt32) {
    let worth = ranking.comparesScores ? UInt64(worth) : 0
    let rank = UInt32(keys.count)
    let key =
      (isDescending ? 0xFFFF_FFFF - worth : worth) << 32
      | UInt64(ranking.isLastFirst ? ~rank : rank)
    keys.append(key)
    guard key < limit else { return }
    bestKeys.append(key)
    guard bestKeys.count >= 2 * Self.bestCount else { return }
    bestKeys.sort()
    bestKeys.removeLast(bestKeys.count - Self.bestCount)
    limit = bestKeys[Self.bestCount - 1]
  }

  /// The order of the best rows so far.
  var best: RowOrder { RowOrder(best: bestKeys.sorted().prefix(Self.bestCount).map(rank(ofKey:))) }

  private func rank(ofKey key: UInt64) -> UInt32 {
    let low = UInt32(truncatingIfNeeded: key)
    return ranking.isLastFirst ? ~low : low
  }

  /// The order of all rows; throws if there are too many.
  func order() throws(ViewProblem) -> RowOrder {
    guard keys.count <= maxRows else { throw .tooManyToSort }
    // The sort is stable, so the low halves must ascend.
    return RowOrder(Self.sorted(ranking.isLastFirst ? keys.reversed() : keys).map(rank(ofKey:)))
  }

  /// Sorts keys whose low halves ascend.
  private static func sorted(_ keys: [UInt64]) -> [UInt64] {
    guard keys.count > 1 << 14 else { return keys.sorted() }
    var (from, to) = (keys, [UInt64](repeating: 0, count: keys.count))
    for shift in [UInt64(32), 48] {
      var starts = [Int](repeating: 0, count: 1 << 16)
      for key in from { starts[Int(key >> shift & 0xFFFF)] += 1 }
      var sum = 0
      for value in starts.indices { (starts[value], sum) = (sum, sum + starts[value]) }
      for key in from {
        let value = Int(key >> shift & 0xFFFF)
        to[starts[value]] = key
        starts[value] += 1
      }
      swap(&from, &to)
    }
    return from
  }
}
