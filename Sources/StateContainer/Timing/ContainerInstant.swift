/// An instant of the clock that a container is told the time of, in whole nanoseconds.
///
/// The clock may begin anywhere: an instant is how long after that begin it is, below zero before
/// it. What lies between two instants is a `Duration`. What is out of range is the first or the last
/// instant there is.
public struct ContainerInstant: Hashable, Codable, Sendable {
  /// The instant at which the clock begins.
  public static let zero = ContainerInstant(nanoseconds: 0)

  /// Nanoseconds since the clock began.
  public let nanoseconds: Int64

  /// The instant so many nanoseconds after the clock's begin.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant so long after the clock's begin.
  public init(_ sinceBegin: Duration) {
    self.init(nanoseconds: sinceBegin.wholeNanoseconds)
  }

  /// How long after the clock's begin it is.
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

  /// The instant so long after this one.
  public func advanced(by duration: Duration) -> ContainerInstant {
    ContainerInstant(sinceBegin + duration)
  }

  /// How long it is from here to another instant.
  public func duration(to other: ContainerInstant) -> Duration { other.sinceBegin - sinceBegin }
}
