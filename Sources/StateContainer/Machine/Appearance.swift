/// Where the container itself stands: on screen, off screen, or on its way.
public enum Appearance: Equatable, Codable, Sendable {
  /// Not shown. Requests are cancelled at once.
  case offScreen
  /// Between `willAppear` and `didAppear`. Requests wait.
  case appearing(animated: Bool)
  /// Shown. Requests start, or wait for the transition that runs.
  case onScreen
  /// Between `willDisappear` and `didDisappear`. Requests are cancelled at once.
  case disappearing(animated: Bool)

  /// Whether a request has a chance: from `willAppear` until `willDisappear`.
  var acceptsRequests: Bool {
    switch self {
    case .appearing, .onScreen: true
    case .offScreen, .disappearing: false
    }
  }
}
