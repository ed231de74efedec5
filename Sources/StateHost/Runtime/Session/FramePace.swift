/// When frames are shown: 60 a second at most, none while the terminal is behind, and no motion on
/// a terminal that is too slow for it.
///
/// A terminal that takes longer than a frame lasts to take one shows no motion for sixteen times as
/// long: what moves is shown when it has come to rest.
package struct FramePace: Equatable {
  /// What a frame would show that the last one does not.
  package enum Wish: Equatable {
    case nothing
    /// Something on its way; a later frame shows it just as well.
    case motion
    /// Something that stays.
    case change
  }

  /// No more than 60 frames a second.
  package static let intervalNanoseconds: Int64 = 16_666_667

  private static let restFactor: Int64 = 16
  /// A longer time for one frame counts as this.
  private static let longestNanoseconds: Int64 = 60_000_000_000

  /// When the last frame was begun; nil where the next need not wait for it.
  private var beganNanoseconds: Int64?
  private var restsUntilNanoseconds: Int64 = 0

  package init() {}

  /// Decides whether a frame is shown now.
  ///
  /// - Parameters:
  ///   - wish: what it would show.
  ///   - isBehind: the terminal has not taken the last one yet.
  ///   - isLast: none will follow, so this one need not wait for its time.
  ///   - now: the present instant.
  /// - Returns: whether it is.
  package func isTime(
    for wish: Wish, isBehind: Bool, isLast: Bool, atNanoseconds now: Int64
  ) -> Bool {
    switch wish {
    case .nothing: return false
    case .motion where now < restsUntilNanoseconds: return false
    case .motion, .change: break
    }
    return !isBehind && (isLast || now >= nextNanoseconds)
  }

  /// When a frame that is wished for is due; nil: not before something else happens.
  package func nextDeadline(for wish: Wish, isBehind: Bool) -> Int64? {
    guard wish != .nothing, !isBehind else { return nil }
    return wish == .motion ? max(nextNanoseconds, restsUntilNanoseconds) : nextNanoseconds
  }

  private var nextNanoseconds: Int64 {
    beganNanoseconds.map { $0 + Self.intervalNanoseconds } ?? 0
  }

  /// A frame is being sent.
  package mutating func frameBegan(atNanoseconds now: Int64) { beganNanoseconds = now }

  /// The terminal has taken the rest of a frame that it did not take at once.
  package mutating func caughtUp(atNanoseconds now: Int64) {
    guard let beganNanoseconds else { return }
    let taken = min(now - beganNanoseconds, Self.longestNanoseconds)
    if taken > Self.intervalNanoseconds { restsUntilNanoseconds = now + taken * Self.restFactor }
  }

  /// The next frame need not wait for its time.
  package mutating func forget() { beganNanoseconds = nil }
}
