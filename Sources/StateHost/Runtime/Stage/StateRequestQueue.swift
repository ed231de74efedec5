internal import StateContainer

/// The stage's queue of children's requests to show another state, made outside of container
/// callbacks, until the event loop passes them on.
///
/// A rate-limited request waits longer, and is dropped when any child or the host makes another.
struct StateRequestQueue {
  typealias Request = (state: String, animated: Bool, isByUser: Bool)

  private var ready: [Request] = []
  private var slowed: (request: Request, dueNanoseconds: Int64)?

  var nextDeadline: Int64? { slowed?.dueNanoseconds }

  mutating func add(_ request: Request) {
    slowed = nil
    ready.append(request)
  }

  mutating func slow(_ request: Request, untilNanoseconds due: Int64) {
    slowed = (request, slowed?.dueNanoseconds ?? due)
  }

  mutating func forgetSlowed() { slowed = nil }

  /// Removes and returns the requests that are due, in order.
  mutating func take(at now: Int64) -> [Request] {
    var taken = ready
    ready.removeAll(keepingCapacity: true)
    if let slowed, slowed.dueNanoseconds <= now {
      taken.append(slowed.request)
      self.slowed = nil
    }
    return taken
  }
}

/// The time limit of a running transition while another state waits, enforced by the stage: 2 s
/// after it would end without plugins' own timing; timing in the user's states file counts in full.
struct TransitionTimeout {
  private static let nanoseconds: Int64 = 2_000_000_000

  private let beganNanoseconds: Int64
  private var longestNanoseconds: Int64 = 0

  init(beganNanoseconds: Int64 = 0) { self.beganNanoseconds = beganNanoseconds }

  /// Adds the timing of a child that is not from its plugin.
  mutating func grant(_ timing: TransitionTiming) {
    longestNanoseconds = max(
      longestNanoseconds, timing.delayNanoseconds + timing.durationNanoseconds)
  }

  /// When the transition must end if another state waits.
  var endNanoseconds: Int64 { beganNanoseconds + longestNanoseconds + Self.nanoseconds }
}
