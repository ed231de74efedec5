/// A step of a container's own appearance life cycle, from `willAppear` to `didDisappear`, which
/// the container passes to its transition machine as an event.
@usableFromInline
enum AppearancePhase: Equatable {
  case willAppear(animated: Bool)
  case didAppear
  case willDisappear(animated: Bool)
  case didDisappear
}
