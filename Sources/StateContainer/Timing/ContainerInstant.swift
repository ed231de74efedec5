/// A point in a container's time, in whole nanoseconds from the arbitrary zero of the caller's
/// clock; instants before the zero are negative.
///
/// The difference of two instants is a `Duration`. Values out of range are clamped.
public struct ContainerInstant: Hashable, Codable, Sendable {
  /// The zero of the clock.
  public static let zero = ContainerInstant(nanoseconds: 0)

  /// Nanoseconds since the clock's zero.
  public let nanoseconds: Int64

  /// Creates an instant from nanoseconds since the clock's zero.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates an instant from the time since the clock's zero.
  public init(_ sinceBegin: Duration) {
    self.init(nanoseconds: sinceBegin.wholeNanoseconds)
  }

  /// The time since the clock's zero.
  public var sinceBegin: Duration { .nanoseconds(nanoseconds) }

  /// Reads nanoseconds.
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}

extension ContainerInstant: InstantProtocol {
  /// Whether one comes before the other.
  public static func < (one: ContainerInstant, other: ContainerInstant) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// The instant after a duration.
  public func advanced(by duration: Duration) -> ContainerInstant {
    ContainerInstant(sinceBegin + duration)
  }

  /// The duration from this instant to another one.
  public func duration(to other: ContainerInstant) -> Duration { other.sinceBegin - sinceBegin }
}
