/// A phase in which the container itself comes on screen or goes off screen.
@usableFromInline
enum AppearancePhase: Equatable {
  case willAppear(animated: Bool)
  case didAppear
  case willDisappear(animated: Bool)
  case didDisappear
}
