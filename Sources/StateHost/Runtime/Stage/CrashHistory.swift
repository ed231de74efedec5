/// How often a child of a plugin has failed, and when it is tried again: after 0.25, 1 and 4 s, three
/// times a minute at most.
struct CrashHistory {
  private static let pausesNanoseconds: [Int64] = [250_000_000, 1_000_000_000, 4_000_000_000]
  private static let spanNanoseconds: Int64 = 60_000_000_000
  /// A child that fails so soon with its state fails because of it.
  private static let probationNanoseconds: Int64 = 5_000_000_000

  private var failures: [Int64] = []
  /// When it was last started with what it had saved.
  private var restoredNanoseconds: Int64?
  /// What it saved makes it fail.
  private(set) var distrustsState = false

  /// It has failed.
  ///
  /// - Parameter now: the present instant.
  /// - Returns: when it is to be tried again; nil: not before somebody asks for it.
  mutating func failed(at now: Int64) -> Int64? {
    failures.removeAll { now - $0 >= Self.spanNanoseconds }
    failures.append(now)
    if let restoredNanoseconds, now - restoredNanoseconds < Self.probationNanoseconds {
      distrustsState = true
    }
    let index = failures.count - 1
    return index < Self.pausesNanoseconds.count ? now + Self.pausesNanoseconds[index] : nil
  }

  /// It is started again.
  mutating func restarted(at now: Int64, withState: Bool) {
    restoredNanoseconds = withState ? now : nil
  }

  /// The user asks for it: what has been does not count.
  mutating func forget() { failures = [] }
}
