/// The inputs from which the state to show follows (whether there is content, whether it is being
/// loaded, the last failure), with the rule: content, else loading, else error, else empty.
public struct ContentSituation<Failure> {
  /// Whether there is anything to show.
  public var hasContent: Bool
  /// Whether more or newer content is being loaded.
  public var isLoading: Bool
  /// The last failure, if it still matters.
  public var failure: Failure?

  /// Creates a situation; by default there is no content.
  public init(hasContent: Bool = false, isLoading: Bool = false, failure: Failure? = nil) {
    self.hasContent = hasContent
    self.isLoading = isLoading
    self.failure = failure
  }

  /// The state for the situation: content, else loading, else error, else empty.
  public var state: ContentState<Failure> {
    if hasContent { return .content(notice: failure, isReloading: isLoading) }
    if isLoading { return .loading }
    if let failure { return .error(failure) }
    return .empty
  }
}

extension ContentSituation: Equatable where Failure: Equatable {}
extension ContentSituation: Sendable where Failure: Sendable {}
extension ContentSituation: Encodable where Failure: Encodable {}
extension ContentSituation: Decodable where Failure: Decodable {}
