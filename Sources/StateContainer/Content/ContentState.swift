/// One of the four states of a `ContentContainer` (content, loading, error, empty), with its data:
/// the error, or for content an error beside it and whether it is being reloaded.
///
/// Behaviour: StatefulViewController, by aschuch, with its decision tree.
public enum ContentState<Failure> {
  /// There is content.
  ///
  /// - Parameters:
  ///   - notice: A later failure, to be shown over the content, never instead of it.
  ///   - isReloading: Whether newer content is being loaded; for an indicator, never a blank.
  case content(notice: Failure?, isReloading: Bool)
  /// There is nothing yet, and it is being loaded.
  case loading
  /// There is nothing, because of this.
  case error(Failure)
  /// There is nothing, and nothing is wrong.
  case empty

  /// The name of the state, without its values.
  public var name: ContentStateName {
    switch self {
    case .content: .content
    case .loading: .loading
    case .error: .error
    case .empty: .empty
    }
  }
}

extension ContentState: Equatable where Failure: Equatable {}
extension ContentState: Sendable where Failure: Sendable {}
extension ContentState: Encodable where Failure: Encodable {}
extension ContentState: Decodable where Failure: Decodable {}

/// The name of a `ContentState` without its values, as in `ContentStateDriver.timesOfOthers`.
public enum ContentStateName: String, CaseIterable, Codable, Sendable {
  /// There is content.
  case content
  /// There is nothing yet.
  case loading
  /// There is nothing because something failed.
  case error
  /// There is nothing.
  case empty
}
