/// The transition machine's record of its running transition: the cause, whether it is animated,
/// and the begin, from which it computes progress.
struct TransitionInfo {
  let kind: TransitionKind
  let isAnimated: Bool
  /// When its animations began, adjusted for an interactive transition that was released.
  var beginNanoseconds: Int64
}

/// The engine's internal reason for a transition: the container appears, a state is requested,
/// progress drives it (interactive), or it follows an interrupted or cancelled one, whose
/// children reverse.
@usableFromInline
enum TransitionKind {
  /// The container itself appears.
  case appearance
  /// A state was requested.
  case request
  /// The transition is interactive.
  case interactive
  /// It has interrupted another one, whose children reverse.
  case reversing
}

/// The step of the running transition, by which the transition machine decides what comes next:
/// announced, beginning its animations, running, calling the `didAppear` that was held back until
/// the container's own, ending the remaining children at once, cancelled, or with only its request
/// left to complete.
enum TransitionStep {
  /// It is requested; its children are not known.
  case announcing
  /// Its children are known; their animations begin.
  case beginning
  /// Animations run, or the transition waits for the container's `didAppear`.
  case running(TransitionTimeSource)
  /// The container has appeared: `didAppear` of the children whose animation has ended, from `next`
  /// on; then the rest ends, if the container is already disappearing.
  case appeared(next: Int, endsRest: Bool)
  /// All children that still move end, from `number` on.
  case ending(number: Int)
  /// It is interactive and was cancelled; its end and its outcome have not been reported.
  case cancelling
  /// Its end has been reported; its outcome has not.
  case completing(RequestOutcome)
}

/// The source of the time of a transition's animations: the container's clock, or the caller of an
/// interactive transition, with the virtual instant that its progress corresponds to.
enum TransitionTimeSource {
  case clock
  /// The caller of an interactive transition, which has moved it to this instant.
  case interactive(nowNanoseconds: Int64)
}
