/// How often a child rings the bell: four times in any second.
struct BellPace {
  private static let limit = 4
  private static let spanNanoseconds: Int64 = 1_000_000_000

  /// When it rang, the last four times at most.
  private var rings: [Int64] = []

  /// Counts one more; false when there are too many in a second.
  mutating func allowsOneMore(at now: Int64) -> Bool {
    if rings.count == Self.limit {
      guard let first = rings.first, now - first >= Self.spanNanoseconds else { return false }
      rings.removeFirst()
    }
    rings.append(now)
    return true
  }
}
