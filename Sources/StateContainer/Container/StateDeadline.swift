/// A time limit on a state: how long after the transition to it begins the container itself
/// requests another state, which one, and whether animated; it applies on screen only, and until
/// another transition begins.
public struct StateDeadline<State> {
  @usableFromInline package let afterNanoseconds: Int64

  /// The state to request then.
  public let next: State

  /// Whether that transition is animated.
  public let isAnimated: Bool

  package init(afterNanoseconds: Int64, next: State, isAnimated: Bool = true) {
    self.afterNanoseconds = min(max(afterNanoseconds, 0), TransitionTiming.longestNanoseconds)
    self.next = next
    self.isAnimated = isAnimated
  }

  /// Makes a deadline; the time is clamped to `0 ... TransitionTiming.longest`.
  public init(after: Duration, next: State, isAnimated: Bool = true) {
    self.init(afterNanoseconds: after.wholeNanoseconds, next: next, isAnimated: isAnimated)
  }

  /// The time from the beginning of the transition to the state.
  public var after: Duration { .nanoseconds(afterNanoseconds) }
}

extension StateDeadline: Equatable where State: Equatable {}
extension StateDeadline: Sendable where State: Sendable {}

extension StateDeadline: Encodable where State: Encodable {}

extension StateDeadline: Decodable where State: Decodable {
  /// Reads `after`, in nanoseconds, `next` and `animated`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      afterNanoseconds: try values.decode(Int64.self, forKey: .afterNanoseconds),
      next: try values.decode(State.self, forKey: .next),
      isAnimated: try values.decodeIfPresent(Bool.self, forKey: .isAnimated) ?? true)
  }
}

extension StateDeadline {
  /// The `Codable` field names of a state's time limit; the states file has its own.
  private enum CodingKeys: String, CodingKey {
    case afterNanoseconds = "after"
    case next
    case isAnimated = "animated"
  }
}
