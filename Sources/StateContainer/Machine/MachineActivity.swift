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
  /// The container disappears: every child is told, in layer order from `next`.
  case withdrawing(next: Int, animated: Bool)
  /// The container has disappeared: every child is told, in layer order from `next`; then it
  /// appears again if `reappears` says how.
  case withdrawn(next: Int, animated: Bool, reappears: Bool?)
}

/// What is fixed for one transition.
struct Passage {
  let kind: TransitionKind
  let isAnimated: Bool
  /// When its animations began, or would have, had the hand that drove it been the clock.
  var beginNanoseconds: Int64
}

/// How a transition has come about.
enum TransitionKind {
  /// The container itself appears.
  case appearance
  /// Somebody has requested it.
  case request
  /// Somebody drives it by hand.
  case byHand
  /// It has cut another one short, whose children turn.
  case turning
}

/// How far a transition is.
enum TransitionStep {
  /// It is known but not announced.
  case announcing
  /// It is announced; its children are not known.
  case asking
  /// The container appears: former children that the state does not have are removed, from `next`.
  case dismissing(next: Int)
  /// Children that turn are told that they stop, from `next` of those who turn.
  case stopping(next: Int)
  /// One of those who turn has stopped; the phase that it was in ends.
  case stopped(next: Int)
  /// Leaving children are told, from `next`.
  case tellingLeaving(next: Int)
  /// Entering children are added and told, from `next`.
  case tellingEntering(next: Int)
  /// Everyone is told; the layers are to be put in order.
  case ordering
  /// Animations begin, from `number`.
  case beginning(number: Int)
  /// Animations run, or the transition waits for the container's `didAppear`.
  case running(MovementDrive)
  /// The container has appeared: children whose animation has ended are told, from `next`; then
  /// the rest ends, if the container disappears already.
  case appeared(next: Int, endsRest: Bool)
  /// A child ends; then the next ones, if all are to.
  case ending(number: Int, andRest: Bool)
  /// A child's animation has ended; its own end callbacks come.
  case ended(number: Int, animated: Bool, andRest: Bool)
  /// A leaving child has been removed; the layer order is to be told.
  case removed(number: Int, andRest: Bool)
  /// All children have ended; the transition's end is to be told.
  case finishing
  /// It is cut short; its end is to be told, and its maker what became of it.
  case cuttingShort(RequestOutcome)
  /// Its end has been told; its maker is to be told.
  case completing(RequestOutcome)
}

/// What moves a transition's children.
enum MovementDrive {
  case clock
  /// A hand, which has taken the transition from the instant it began to another one.
  case hand(nowNanoseconds: Int64)
}
