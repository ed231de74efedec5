/// The state of the transition machine, which determines its next step: idle, paused at the limit
/// of transitions, loading the state to appear with, in a transition, after one, going back after a
/// cancelled interactive one, disappearing, or appearing again.
enum MachineActivity {
  /// Nothing runs and nothing waits.
  case idle
  /// Too many transitions have started at one instant; the rest starts with the next call.
  case paused
  /// The container is about to appear; its state is not known.
  case loadingState(animated: Bool)
  /// A transition runs.
  case transition(TransitionInfo, TransitionStep)
  /// A transition is over; a waiting request is next, and reverses children after an interruption.
  case settling(isInterrupted: Bool)
  /// An interactive transition was cancelled; the way back is next.
  case goingBack
  /// The container disappears: `willDisappear` is next, in layer order.
  case withdrawing(animated: Bool)
  /// The container has disappeared: `didDisappear` is next, in layer order; then it appears again,
  /// animated or not, unless `reappears` is nil.
  case withdrawn(animated: Bool, reappears: Bool?)
  /// The container has disappeared, and appears again.
  case reappearing(animated: Bool)
}
