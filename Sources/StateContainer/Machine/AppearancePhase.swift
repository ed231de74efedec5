/// A call to a container that changes its own appearance (`willAppear`, `didAppear`,
/// `willDisappear` or `didDisappear`), as the container passes it to its transition machine.
@usableFromInline
enum AppearancePhase: Equatable {
  case willAppear(animated: Bool)
  case didAppear
  case willDisappear(animated: Bool)
  case didDisappear
}
