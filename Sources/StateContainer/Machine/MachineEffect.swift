/// The result of `TransitionMachine.nextStep`, for its container to carry out: an effect to perform
/// with callbacks, or a request to take up without any.
@usableFromInline
enum MachineStep: Equatable {
  /// Replace the request of the transition, without a callback.
  case takeUp(NextRequest)
  case perform(MachineEffect)
}

/// The request that the transition machine makes the container take up next: the waiting one, a
/// return to the previous state after an interactive transition was cancelled, or the one that a
/// state's time limit causes.
@usableFromInline
enum NextRequest: Equatable {
  /// The waiting request is now the transition's.
  case waiting
  /// The next transition returns to the previous state.
  case back
  /// The state's deadline is reached: the state that it names is requested.
  case deadline
}

/// The immediate answer of the transition machine to a request for a state: its transition starts,
/// it waits, in place of a request that waited before, or it is refused because the container is
/// off screen or disappearing.
@usableFromInline
enum RequestAdmission {
  /// Its transition begins with the next steps.
  case starts
  /// It waits, in place of one that waited before.
  case waits
  /// It is cancelled at once.
  case isRefused
}

/// An action that the transition machine has decided on and its container performs with callbacks:
/// load the state to appear with, begin a transition, end a child's part in it, report its end,
/// complete its request, or call several children about the container's own appearance.
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

/// The callback that the container calls for each child of a range at a step of the container's own
/// appearance, and not of a transition: a held-back `didAppear`, `willDisappear` or `didDisappear`.
@usableFromInline
enum ChildCallback: Equatable {
  case didAppear(animated: Bool)
  /// The container itself disappears.
  case willDisappear(animated: Bool)
  /// The container itself has disappeared.
  case didDisappear(animated: Bool)
}

/// The end of one child's part in a transition, by which the container chooses the callbacks:
/// whether the child entered or left, was animated, has to wait with `didAppear` for the
/// container's own, and whether another child's end, at the same instant, follows in the same step.
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
