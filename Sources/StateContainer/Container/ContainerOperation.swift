/// A call to a container other than a request: an appearance phase, the time, the end of the transition, or a move of
/// an interactive one; queued while a callback runs.
@usableFromInline
enum ContainerOperation {
  /// An appearance phase; `willAppear` with its completion handler.
  case phase(AppearancePhase, completion: ((RequestOutcome) -> Void)?)
  case advance(Int64)
  case endTransition
  /// Moves the interactive transition with this number, if it is the running one.
  case interactive(Int, InteractiveCommand)
}

/// A call to an `InteractiveTransition` as a value: move to a progress, finish by time, or cancel,
/// which returns to the previous state.
@usableFromInline
enum InteractiveCommand {
  case move(progress: Double)
  case finish
  case cancel
}
