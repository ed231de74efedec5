internal import StateContainer

/// Computes when a running transition must end because another state waits: 2 s after it would end without the
/// plugins' own timing.
///
/// Timing from the user's states file counts in full.
struct TransitionTimeout {
  private static let nanoseconds: Int64 = 2_000_000_000

  private let beganNanoseconds: Int64
  private var longestNanoseconds: Int64 = 0

  /// - Parameter beganNanoseconds: when the transition begins.
  init(beganNanoseconds: Int64 = 0) { self.beganNanoseconds = beganNanoseconds }

  /// Adds the timing of a child that is not from its plugin.
  mutating func grant(_ timing: TransitionTiming) {
    longestNanoseconds = max(
      longestNanoseconds, timing.delayNanoseconds + timing.durationNanoseconds)
  }

  /// When the transition must end if another state waits.
  var endNanoseconds: Int64 { beganNanoseconds + longestNanoseconds + Self.nanoseconds }
}
