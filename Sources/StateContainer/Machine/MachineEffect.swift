/// What `TransitionMachine.nextStep` returns to its container: an effect to perform, or a request that becomes the
/// transition's without a callback.
@usableFromInline
enum MachineStep: Equatable {
  /// Replace the request of the transition, without a callback.
  case takeUp(NextRequest)
  case perform(MachineEffect)
}

/// Which request the transition machine makes the container take up next: the waiting one, a return
/// to the previous state, or the one that a state's time limit causes.
@usableFromInline
enum NextRequest: Equatable {
  /// The waiting request is now the transition's.
  case waiting
  /// The next transition returns to the previous state.
  case back
  /// The state's deadline is reached: the state that it names is requested.
  case deadline
}

/// The immediate answer of the transition machine to a request for a state: its transition starts, it waits in place
/// of an earlier one, or it is refused.
@usableFromInline
enum RequestAdmission {
  /// Its transition begins with the next steps.
  case starts
  /// It waits, in place of one that waited before.
  case waits
  /// It is cancelled at once.
  case isRefused
}

/// One action that the transition machine has decided on and its container performs: call the
/// owner, children or completion handler at the beginning or end of a transition.
///
/// Those marked *answered* are followed by calls to the machine.
@usableFromInline
enum MachineEffect: Equatable {
  /// Call `loadAppearanceState()` of the owner. *Answered* by `appearanceStateLoaded()`.
  case loadAppearanceState
  /// Begin the transition with its children, and all callbacks of its beginning, and of its end if
  /// it is requested without animation. *Answered* by `plan`, `adoptLayers` and, for each animated
  /// child, `beginAnimation`.
  case beginTransition
  /// Call a callback of children, one after the other.
  case call(ChildRange, ChildCallback)
  /// Call the callbacks of a child's end.
  case end(Slot, ChildEnd)
  /// Call `didTransition`, after the end or an interruption.
  case didTransition(isComplete: Bool)
  /// Complete the transition's request.
  case completeRequest(RequestOutcome)
}

/// A range of consecutive children in a list, either the entering children or all in layer order,
/// for which the container calls the same callback.
@usableFromInline
struct ChildRange: Equatable {
  /// The list that the range indexes: the entering children, or all in layer order.
  enum List { case entering, layers }

  let list: List
  private let first: Int32
  private let end: Int32

  init(_ list: List, _ range: Range<Int>) {
    self.list = list
    first = Int32(range.lowerBound)
    end = Int32(range.upperBound)
  }

  var range: Range<Int> { Int(first)..<Int(end) }
}

/// Which callback the container calls for each child of a range after it has itself appeared, or as
/// it disappears: `didAppear`, `willDisappear` or `didDisappear`.
@usableFromInline
enum ChildCallback: Equatable {
  case didAppear(animated: Bool)
  /// The container itself disappears.
  case willDisappear(animated: Bool)
  /// The container itself has disappeared.
  case didDisappear(animated: Bool)
}

/// The facts of a child's finished animation by which the container chooses the callbacks of its end: entered or left,
/// animated, still awaiting the container's own appearance, followed by others.
@usableFromInline
struct ChildEnd: Equatable {
  /// Whether it has entered; otherwise it has disappeared, is removed, *answered* by `vacate`, and
  /// the layer order has changed.
  @usableFromInline let isEntering: Bool
  @usableFromInline let isAnimated: Bool
  /// Whether its `didAppear` waits for the container's own.
  @usableFromInline let awaitsAppearance: Bool
  /// Whether another child ends at this instant: `nextEnd` comes next.
  @usableFromInline let isFollowed: Bool
}
