/// A time limit on loading while there is no content, counted from its beginning, and the error
/// that is shown once it has passed.
public struct LoadingDeadline<Failure> {
  package let afterNanoseconds: Int64

  /// The failure of the `error` state then.
  public let failure: Failure

  package init(afterNanoseconds: Int64, failure: Failure) {
    self.afterNanoseconds = min(max(afterNanoseconds, 0), TransitionTiming.longestNanoseconds)
    self.failure = failure
  }

  /// Makes a deadline; the time is clamped to `0 ... TransitionTiming.longest`.
  public init(after: Duration, failure: Failure) {
    self.init(afterNanoseconds: after.wholeNanoseconds, failure: failure)
  }

  /// The time from the beginning of loading.
  public var after: Duration { .nanoseconds(afterNanoseconds) }
}

extension LoadingDeadline: Equatable where Failure: Equatable {}
extension LoadingDeadline: Sendable where Failure: Sendable {}

extension LoadingDeadline: Encodable where Failure: Encodable {}

extension LoadingDeadline: Decodable where Failure: Decodable {
  /// Reads `after`, in nanoseconds, and `failure`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      afterNanoseconds: try values.decode(Int64.self, forKey: .afterNanoseconds),
      failure: try values.decode(Failure.self, forKey: .failure))
  }
}

extension LoadingDeadline {
  /// The `Codable` field names of a time limit on loading; no file of `statehost` has them.
  private enum CodingKeys: String, CodingKey {
    case afterNanoseconds = "after"
    case failure
  }
}
