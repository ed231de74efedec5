/// What somebody has called that must not run within a callback.
@usableFromInline
enum ContainerOperation {
  case phase(AppearancePhase)
  case advance(Int64)
  case hand(HandMovement)
}

/// What the hand does that drives a transition.
@usableFromInline
enum HandMovement {
  case move(progress: Double)
  case finish
  case cancel
}
