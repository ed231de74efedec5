/// What somebody has called that must not run within a callback.
@usableFromInline
enum ContainerOperation {
  /// An appearance phase; `willAppear` with the handler that hears what became of it.
  case phase(AppearancePhase, completion: ((RequestOutcome) -> Void)?)
  case advance(Int64)
  case endTransition
  /// The hand of this number moves, if it is the one that drives the running transition.
  case hand(Int, HandMovement)
}

/// What the hand does that drives a transition.
@usableFromInline
enum HandMovement {
  case move(progress: Double)
  case finish
  case cancel
}
