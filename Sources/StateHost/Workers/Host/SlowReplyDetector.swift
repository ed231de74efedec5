/// Detects a child whose worker process replied late three times in a row; a single late reply may have any cause.
struct SlowReplyDetector {
  /// The number of late replies in a row that count as slow.
  private static let count = 3

  private let limitNanoseconds: Int64
  private var lateCount = 0

  /// - Parameter limit: the longest delay that is not late.
  init(limitNanoseconds limit: Int64) { limitNanoseconds = limit }

  /// Records the delay of a reply.
  mutating func took(_ nanoseconds: Int64) {
    lateCount = nanoseconds > limitNanoseconds ? min(lateCount + 1, Self.count) : 0
  }

  mutating func forget() { lateCount = 0 }

  /// Whether the last replies were all late.
  var isSlow: Bool { lateCount == Self.count }
}
