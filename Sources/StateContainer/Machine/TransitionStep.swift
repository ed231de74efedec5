/// What is fixed for one transition.
struct Passage {
  let kind: TransitionKind
  let isAnimated: Bool
  /// When its animations began, or would have, had the hand that drove it been the clock.
  var beginNanoseconds: Int64
}

/// How a transition has come about.
@usableFromInline
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
  /// It is known; its children are not.
  case announcing
  /// Its children are known and told that it begins; animations begin, from `number` on.
  case beginning(number: Int)
  /// Animations run, or the transition waits for the container's `didAppear`.
  case running(MovementDrive)
  /// The container has appeared: children whose animation has ended are told, from `next`; then
  /// the rest ends, if the container disappears already.
  case appeared(next: Int, endsRest: Bool)
  /// All who still move come to their end, from `number` on.
  case ending(number: Int)
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
