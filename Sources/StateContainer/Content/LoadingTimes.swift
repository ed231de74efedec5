/// How long a state, `loading` above all, holds back and how long it stays, so that nothing flashes.
public struct LoadingTimes: Equatable, Sendable {
  /// How long loading must last before it is shown; 100 ms unless said otherwise.
  public let delayNanoseconds: Int64
  /// How long it is shown at least, once it is; 300 ms unless said otherwise.
  public let minimumNanoseconds: Int64

  /// No delay, and no minimum.
  public static let immediate = LoadingTimes(delayNanoseconds: 0, minimumNanoseconds: 0)

  /// Sets both times; they are clamped to `0 ... TransitionTiming.longestNanoseconds`.
  public init(delayNanoseconds: Int64 = 100_000_000, minimumNanoseconds: Int64 = 300_000_000) {
    let range = 0...TransitionTiming.longestNanoseconds
    self.delayNanoseconds = min(max(delayNanoseconds, range.lowerBound), range.upperBound)
    self.minimumNanoseconds = min(max(minimumNanoseconds, range.lowerBound), range.upperBound)
  }

  /// Sets both times; they are clamped as the other's are.
  public init(delay: Duration, minimum: Duration) {
    self.init(
      delayNanoseconds: delay.wholeNanoseconds, minimumNanoseconds: minimum.wholeNanoseconds)
  }

  /// How long loading must last before it is shown.
  public var delay: Duration { .nanoseconds(delayNanoseconds) }
  /// How long it is shown at least, once it is.
  public var minimum: Duration { .nanoseconds(minimumNanoseconds) }
}
