/// What a worker does that nobody asks for: how much it says, and how much it computes.
///
/// It is measured once a second. What it computes while it owes an answer does not count. A second after
/// it was last told something, or said something, nobody measures again unless there was something to see.
package struct WorkerConduct: Equatable, Sendable {
  /// What is wrong with it.
  package enum Fault: Equatable, Sendable {
    /// It says more than can be meant.
    case floods
    /// It computes for itself.
    case burns
  }

  private static let intervalNanoseconds: Int64 = 1_000_000_000
  /// More of a child in a second, and in the one that has begun, is a flood.
  private static let messagesLimit: Int64 = 1000
  private static let bytesLimit: Int64 = 4 << 20
  /// After so long it is said, and it is ended.
  private static let floodLimits = (named: Int64(1_000_000_000), ended: Int64(3_000_000_000))
  private static let burnLimits = (named: Int64(3_000_000_000), ended: Int64(10_000_000_000))

  private var measuredNanoseconds: Int64
  private var messageCount: Int64 = 0
  private var byteCount: Int64 = 0
  /// All that it had said was taken, once at least since the last measurement.
  private var wasEmptied = false
  private var processorNanoseconds: Int64 = 0
  /// How long it has owed answers since the last measurement, and since when it does.
  private var owedNanoseconds: Int64 = 0
  private var owesSince: Int64?
  private var floodedNanoseconds: Int64 = 0
  private var burnedNanoseconds: Int64 = 0
  /// When it last had to do with the program; nil: nothing was measured for long after that.
  private var stirredNanoseconds: Int64?

  package init(at now: Int64) { measuredNanoseconds = now }

  /// It was told something, or has said something.
  ///
  /// - Parameters:
  ///   - now: the present instant.
  ///   - processor: what its process has computed in all, in nanoseconds.
  package mutating func stirred(
    at now: Int64, processorNanoseconds processor: () -> Int64
  ) {
    if nextMeasurement == nil { restart(at: now, processor()) }
    stirredNanoseconds = now
  }

  /// It owes an answer, or none any more.
  package mutating func owes(_ owes: Bool, at now: Int64) {
    guard owes != (owesSince != nil) else { return }
    if let owesSince { owedNanoseconds += now - max(owesSince, measuredNanoseconds) }
    owesSince = owes ? now : nil
  }

  /// What it has said has so many bytes.
  package mutating func said(bytes: Int) {
    messageCount += 1
    byteCount += Int64(bytes)
  }

  /// All that it had said has been taken.
  package mutating func emptied() { wasEmptied = true }

  /// When to measure it; nil: there is nothing to see.
  package var nextMeasurement: Int64? {
    stirredNanoseconds != nil || floodedNanoseconds + burnedNanoseconds > 0
      ? measuredNanoseconds + Self.intervalNanoseconds : nil
  }

  /// Measures it, if it is time.
  ///
  /// - Parameters:
  ///   - now: the present instant.
  ///   - childCount: how many children it speaks for.
  ///   - processor: what its process has computed in all, in nanoseconds.
  package mutating func measure(
    at now: Int64, of childCount: Int = 1, processorNanoseconds processor: () -> Int64
  ) {
    let elapsed = now - measuredNanoseconds
    guard elapsed >= Self.intervalNanoseconds else { return }
    let owed = owedNanoseconds + (owesSince.map { now - max($0, measuredNanoseconds) } ?? 0)
    let computed = processor()
    // As much as one processor does, but for a tenth that others may have had.
    let isBurning = computed - processorNanoseconds - owed > elapsed / 10 * 9
    let allowance = Int64(max(1, childCount)) * (elapsed / Self.intervalNanoseconds + 1)
    let isFlooding =
      messageCount > Self.messagesLimit * allowance || byteCount > Self.bytesLimit * allowance
      || messageCount > 0 && !wasEmptied
    burnedNanoseconds = isBurning ? burnedNanoseconds + elapsed : 0
    floodedNanoseconds = isFlooding ? floodedNanoseconds + elapsed : 0
    restart(at: now, computed)
  }

  /// Time has gone on in which nobody measured: it counts for nothing.
  package mutating func measureAnew(at now: Int64, processorNanoseconds: Int64) {
    restart(at: now, processorNanoseconds)
  }

  private mutating func restart(at now: Int64, _ computed: Int64) {
    measuredNanoseconds = now
    processorNanoseconds = computed
    owedNanoseconds = 0
    messageCount = 0
    byteCount = 0
    wasEmptied = false
    if now - (stirredNanoseconds ?? now) >= Self.intervalNanoseconds { stirredNanoseconds = nil }
  }

  /// What is to be said of it now; nil: nothing.
  package var named: Fault? {
    if floodedNanoseconds >= Self.floodLimits.named { return .floods }
    return burnedNanoseconds >= Self.burnLimits.named ? .burns : nil
  }

  /// What it is to be ended for, and how long it went on; nil: nothing.
  package var ended: (fault: Fault, nanoseconds: Int64)? {
    if floodedNanoseconds >= Self.floodLimits.ended { return (.floods, floodedNanoseconds) }
    return burnedNanoseconds >= Self.burnLimits.ended ? (.burns, burnedNanoseconds) : nil
  }
}
