/// How long a child takes for its answers, one after the other; one alone may be late for any reason.
struct AnswerPace {
  /// So many in a row count.
  private static let count = 3

  private let limitNanoseconds: Int64
  private var lateCount = 0

  /// - Parameter limit: an answer that takes longer is a late one.
  init(limitNanoseconds limit: Int64) { limitNanoseconds = limit }

  /// An answer has come.
  mutating func took(_ nanoseconds: Int64) {
    lateCount = nanoseconds > limitNanoseconds ? min(lateCount + 1, Self.count) : 0
  }

  mutating func forget() { lateCount = 0 }

  /// Its last answers were late, all of them.
  var isSlow: Bool { lateCount == Self.count }
}
