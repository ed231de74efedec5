/// A call to a container other than a request, as a value, so that it can be queued when made
/// within a callback: an appearance phase, an advance of the time, the end of the transition, or a
/// command of an interactive one.
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
