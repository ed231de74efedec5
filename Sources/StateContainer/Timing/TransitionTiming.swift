/// The timing of a child's animation as it enters or leaves: delay, duration, curve and effect.
///
/// Times count from the beginning of the transition. Values outside `0 ... longest` are clamped, so
/// no sum of them can overflow.
public struct TransitionTiming: Equatable, Codable, Sendable {
  /// The longest delay and the longest duration: one hour.
  public static let longest = Duration.nanoseconds(longestNanoseconds)
  @inlinable package static var longestNanoseconds: Int64 { 3_600_000_000_000 }

  /// The timing by default: no delay, 350 ms, fade, ease-in-out.
  public static let standard = TransitionTiming()

  /// No delay and no duration: it ends at the instant at which it begins.
  public static let immediate = TransitionTiming(duration: .zero)

  @usableFromInline package let delayNanoseconds: Int64
  @usableFromInline package let durationNanoseconds: Int64

  /// The easing.
  public let curve: TransitionCurve

  /// What the animation does to the child's layer.
  public let effect: TransitionEffect

  @_disfavoredOverload @inlinable
  package init(
    delayNanoseconds: Int64 = 0,
    durationNanoseconds: Int64 = 350_000_000,
    curve: TransitionCurve = .easeInOut,
    effect: TransitionEffect = .fade
  ) {
    self.delayNanoseconds = Self.clamped(delayNanoseconds)
    self.durationNanoseconds = Self.clamped(durationNanoseconds)
    self.curve = curve
    self.effect = effect
  }

  /// Makes a timing; delay and duration are clamped to `0 ... longest`.
  public init(
    delay: Duration = .zero, duration: Duration = .milliseconds(350),
    curve: TransitionCurve = .easeInOut, effect: TransitionEffect = .fade
  ) {
    self.init(
      delayNanoseconds: delay.wholeNanoseconds, durationNanoseconds: duration.wholeNanoseconds,
      curve: curve, effect: effect)
  }

  /// Reads a timing: `delay` and `duration` in nanoseconds, `curve` and `effect` by their names.
  ///
  /// Missing values are those of `standard`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      delayNanoseconds: try values.decodeIfPresent(Int64.self, forKey: .delayNanoseconds) ?? 0,
      durationNanoseconds: try values.decodeIfPresent(Int64.self, forKey: .durationNanoseconds)
        ?? Self.standard.durationNanoseconds,
      curve: try values.decodeIfPresent(TransitionCurve.self, forKey: .curve) ?? .easeInOut,
      effect: try values.decodeIfPresent(TransitionEffect.self, forKey: .effect) ?? .fade)
  }

  /// The `Codable` field names of an animation's timing; the states file has its own.
  private enum CodingKeys: String, CodingKey {
    case delayNanoseconds = "delay"
    case durationNanoseconds = "duration"
    case curve, effect
  }

  /// The time between the begin of the transition and the start of the animation.
  public var delay: Duration { .nanoseconds(delayNanoseconds) }

  /// The time the animation runs; zero ends it at the instant it starts.
  public var duration: Duration { .nanoseconds(durationNanoseconds) }

  /// The same look without delay and duration, for reduced motion.
  public var withoutMotion: TransitionTiming {
    TransitionTiming(durationNanoseconds: 0, curve: curve, effect: effect)
  }

  /// The look of the reversed animation: at a linear progress of 1 - p it is the look of this one
  /// at p.
  public var turned: TransitionTiming {
    TransitionTiming(
      delayNanoseconds: delayNanoseconds, durationNanoseconds: durationNanoseconds,
      curve: curve.turned, effect: effect.turned)
  }

  @inlinable
  static func clamped(_ nanoseconds: Int64) -> Int64 {
    min(max(nanoseconds, 0), longestNanoseconds)
  }
}
