/// The properties of the running transition: its cause, whether it is animated, and when its animations began, from
/// which its progress is computed.
struct TransitionInfo {
  let kind: TransitionKind
  let isAnimated: Bool
  /// When its animations began, adjusted for an interactive transition that was released.
  var beginNanoseconds: Int64
}

/// Why a transition runs: the container appears, a state is requested, the caller drives it by
/// progress (interactive), or it follows an interrupted one, whose children reverse.
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

/// How far the running transition has come: announced, beginning its animations, running, ending
/// its children, or reporting its end and then its outcome.
enum TransitionStep {
  /// It is requested; its children are not known.
  case announcing
  /// Its children are known; their animations begin, from `number` on.
  case beginning(number: Int)
  /// Animations run, or the transition waits for the container's `didAppear`.
  case running(TransitionTimeSource)
  /// The container has appeared: `didAppear` of the children whose animation has ended, from `next`
  /// on; then the rest ends, if the container is already disappearing.
  case appeared(next: Int, endsRest: Bool)
  /// All children that still move end, from `number` on.
  case ending(number: Int)
  /// It is interrupted; its end and its outcome have not been reported.
  case interrupting(RequestOutcome)
  /// Its end has been reported; its outcome has not.
  case completing(RequestOutcome)
}

/// What sets the time of a transition's animations: the container's clock, or the caller of an
/// interactive transition, then with the virtual instant last set.
enum TransitionTimeSource {
  case clock
  /// The caller of an interactive transition, which has moved it to this instant.
  case interactive(nowNanoseconds: Int64)
}
