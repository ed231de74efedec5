/// The delay before a state, usually `loading`, is shown (by default 100 ms), and the least time
/// for which it is then shown (300 ms), so that nothing flickers.
public struct LoadingTimes: Equatable, Codable, Sendable {
  package let delayNanoseconds: Int64
  package let minimumNanoseconds: Int64

  /// No delay, and no minimum.
  public static let immediate = LoadingTimes(delayNanoseconds: 0, minimumNanoseconds: 0)

  @_disfavoredOverload
  package init(delayNanoseconds: Int64 = 100_000_000, minimumNanoseconds: Int64 = 300_000_000) {
    let range = 0...TransitionTiming.longestNanoseconds
    self.delayNanoseconds = min(max(delayNanoseconds, range.lowerBound), range.upperBound)
    self.minimumNanoseconds = min(max(minimumNanoseconds, range.lowerBound), range.upperBound)
  }

  /// Sets both times; they are clamped to `0 ... TransitionTiming.longest`.
  public init(
    delay: Duration = .milliseconds(100), minimum: Duration = .milliseconds(300)
  ) {
    self.init(
      delayNanoseconds: delay.wholeNanoseconds, minimumNanoseconds: minimum.wholeNanoseconds)
  }

  /// Reads `delay` and `minimum`, in nanoseconds; by default those of `LoadingTimes()`.
  public init(from decoder: any Decoder) throws {
    let (values, usual) = (try decoder.container(keyedBy: CodingKeys.self), LoadingTimes())
    self.init(
      delayNanoseconds: try values.decodeIfPresent(Int64.self, forKey: .delayNanoseconds)
        ?? usual.delayNanoseconds,
      minimumNanoseconds: try values.decodeIfPresent(Int64.self, forKey: .minimumNanoseconds)
        ?? usual.minimumNanoseconds)
  }

  /// The field names of the encoded delay and minimum duration of a loading state.
  private enum CodingKeys: String, CodingKey {
    case delayNanoseconds = "delay"
    case minimumNanoseconds = "minimum"
  }

  /// How long loading must last before it is shown; 100 ms by default.
  public var delay: Duration { .nanoseconds(delayNanoseconds) }
  /// How long it is shown at least; 300 ms by default.
  public var minimum: Duration { .nanoseconds(minimumNanoseconds) }
}
