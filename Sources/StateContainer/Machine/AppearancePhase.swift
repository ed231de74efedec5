/// The container itself is told that it comes on or goes off screen.
@usableFromInline
enum AppearancePhase: Equatable {
  case willAppear(animated: Bool)
  case didAppear
  case willDisappear(animated: Bool)
  case didDisappear
}
