/// The position of a container itself in its appearance life cycle: off screen, appearing, on
/// screen or disappearing; it accepts requests for states only from `willAppear` until
/// `willDisappear`.
public enum Appearance: Equatable, Codable, Sendable {
  /// Not shown. Requests are cancelled at once.
  case offScreen
  /// Between `willAppear` and `didAppear`. Requests wait.
  case appearing(animated: Bool)
  /// Shown. Requests start, or wait for the running transition.
  case onScreen
  /// Between `willDisappear` and `didDisappear`. Requests are cancelled at once.
  case disappearing(animated: Bool)

  /// Whether requests are accepted: from `willAppear` until `willDisappear`.
  var acceptsRequests: Bool {
    switch self {
    case .appearing, .onScreen: true
    case .offScreen, .disappearing: false
    }
  }
}
