/// A call that must not run within a callback.
@usableFromInline
enum ContainerOperation {
  /// An appearance phase; `willAppear` with its completion handler.
  case phase(AppearancePhase, completion: ((RequestOutcome) -> Void)?)
  case advance(Int64)
  case endTransition
  /// Moves the interactive transition with this number, if it is the running one.
  case interactive(Int, InteractiveCommand)
}

/// A call of an interactive transition.
@usableFromInline
enum InteractiveCommand {
  case move(progress: Double)
  case finish
  case cancel
}
