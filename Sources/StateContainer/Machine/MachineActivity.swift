/// What the machine is doing; each case carries what is valid in it alone.
enum MachineActivity {
  /// Nothing runs and nothing waits.
  case idle
  /// Too many transitions have started at one instant: what waits starts with the next call.
  case paused
  /// The container is about to appear, and its state is not known.
  case loadingState(animated: Bool)
  /// A transition runs.
  case transition(Passage, TransitionStep)
  /// A transition is over; what waits comes next, and turns its children if it was cut short.
  case settling(isCutShort: Bool)
  /// A transition was driven by hand and taken back; the way back comes next.
  case goingBack
  /// The container disappears: every child is told, in layer order.
  case withdrawing(animated: Bool)
  /// The container has disappeared: every child is told, in layer order; then it appears again if
  /// `reappears` says how.
  case withdrawn(animated: Bool, reappears: Bool?)
  /// The container has disappeared, and appears again.
  case reappearing(animated: Bool)
}
