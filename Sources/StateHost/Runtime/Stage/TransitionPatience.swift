internal import StateContainer

/// How long a transition may keep another state waiting: until 2 s after it would have ended if no
/// plugin had a say in its timing.
///
/// What the user's states file gives a child is the user's wish, and counts in full.
struct TransitionPatience {
  private static let nanoseconds: Int64 = 2_000_000_000

  private let beganNanoseconds: Int64
  private var longestNanoseconds: Int64 = 0

  /// - Parameter beganNanoseconds: when the transition begins.
  init(beganNanoseconds: Int64 = 0) { self.beganNanoseconds = beganNanoseconds }

  /// Grants a child the time of a timing that is not its plugin's.
  mutating func grant(_ timing: TransitionTiming) {
    longestNanoseconds = max(
      longestNanoseconds, timing.delayNanoseconds + timing.durationNanoseconds)
  }

  /// When it has to end if another state waits.
  var endNanoseconds: Int64 { beganNanoseconds + longestNanoseconds + Self.nanoseconds }
}
