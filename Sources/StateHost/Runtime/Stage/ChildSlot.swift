/// The place of one arranged child on the stage: its current instance or failure notice, the
/// instance being created to replace it, and its restart time and crash history.
struct ChildSlot {
  /// The child or its failure notice; nil if it has not been needed yet.
  var child: StageChild?
  /// The child that is being created to replace the current one.
  var successor: StageChild?
  /// When a failed child is restarted; nil if it has not failed or waits for the user.
  var restartNanoseconds: Int64?
  var history = CrashHistory()
}

/// The failure history of one child, which decides when the stage restarts it: 0.25, 1 or 4 s after
/// its first, second or third failure within a minute, and after more only at the user's request;
/// without its saved state once it failed within 5 s of a start with that.
struct CrashHistory {
  private static let pausesNanoseconds: [Int64] = [250_000_000, 1_000_000_000, 4_000_000_000]
  private static let spanNanoseconds: Int64 = 60_000_000_000
  /// A failure this soon after a start with saved state is attributed to that state.
  private static let probationNanoseconds: Int64 = 5_000_000_000

  private var failures: [Int64] = []
  /// When the child was last started with saved state; nil if the last start was without.
  private var restoredNanoseconds: Int64?
  private(set) var distrustsState = false

  /// Records a failure; returns when to restart the child, nil for not before the user requests it.
  mutating func failed(at now: Int64) -> Int64? {
    failures.removeAll { now - $0 >= Self.spanNanoseconds }
    failures.append(now)
    if let restoredNanoseconds, now - restoredNanoseconds < Self.probationNanoseconds {
      distrustsState = true
    }
    let index = failures.count - 1
    return index < Self.pausesNanoseconds.count ? now + Self.pausesNanoseconds[index] : nil
  }

  mutating func restarted(at now: Int64, withState: Bool) {
    restoredNanoseconds = withState ? now : nil
  }

  mutating func forget() { failures = [] }
}
