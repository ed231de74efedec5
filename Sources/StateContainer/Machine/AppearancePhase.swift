/// A step in which a container itself comes on or goes off screen: will or did appear, will or did disappear.
@usableFromInline
enum AppearancePhase: Equatable {
  case willAppear(animated: Bool)
  case didAppear
  case willDisappear(animated: Bool)
  case didDisappear
}
