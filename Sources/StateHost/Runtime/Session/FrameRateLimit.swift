/// The limit on the frame rate of a run: at most 60 frames a second, and no new frame while the
/// terminal has not accepted all of the last one.
///
/// After a frame that took longer than a frame interval to be accepted, frames with only animation
/// pause for sixteen times that duration; lasting changes are still shown.
package struct FrameRateLimit: Equatable {
  /// The kind of change that the next frame would show: none, one during the animation of a
  /// transition, whose frames pause on a slow terminal, or one at rest, whose frames do not.
  package enum PendingChange: Equatable {
    case nothing
    case motion
    case change
  }

  package static let intervalNanoseconds: Int64 = 16_666_667

  private static let restFactor: Int64 = 16
  /// The longest time that is counted for one frame.
  private static let longestNanoseconds: Int64 = 60_000_000_000

  /// When the last frame was begun; nil if the next one need not wait.
  private var beganNanoseconds: Int64?
  private var restsUntilNanoseconds: Int64 = 0

  package init() {}

  /// Decides whether a frame is shown now; it waits until the terminal has accepted the last one.
  package func isTime(
    for pendingChange: PendingChange, isBehind: Bool, isLast: Bool, atNanoseconds now: Int64
  ) -> Bool {
    switch pendingChange {
    case .nothing: return false
    case .motion where now < restsUntilNanoseconds: return false
    case .motion, .change: break
    }
    return !isBehind && (isLast || now >= nextNanoseconds)
  }

  /// When the next frame is due; nil if none is until another event.
  package func nextDeadline(for pendingChange: PendingChange, isBehind: Bool) -> Int64? {
    guard pendingChange != .nothing, !isBehind else { return nil }
    return pendingChange == .motion ? max(nextNanoseconds, restsUntilNanoseconds) : nextNanoseconds
  }

  private var nextNanoseconds: Int64 {
    beganNanoseconds.map { $0 + Self.intervalNanoseconds } ?? 0
  }

  package mutating func frameBegan(atNanoseconds now: Int64) { beganNanoseconds = now }

  /// Records that the terminal accepted the pending rest of a frame.
  package mutating func caughtUp(atNanoseconds now: Int64) {
    guard let beganNanoseconds else { return }
    let taken = min(now - beganNanoseconds, Self.longestNanoseconds)
    if taken > Self.intervalNanoseconds { restsUntilNanoseconds = now + taken * Self.restFactor }
  }

  /// Lets the next frame be shown immediately.
  package mutating func forget() { beganNanoseconds = nil }
}

/// The earliest of some deadlines; nil if there is none.
@inline(__always)
func earliest(_ deadlines: Int64?...) -> Int64? { deadlines.lazy.compactMap(\.self).min() }

/// The earlier of two deadlines, without an array.
func earliest(_ first: Int64?, _ second: Int64?) -> Int64? {
  guard let first, let second else { return first ?? second }
  return min(first, second)
}
