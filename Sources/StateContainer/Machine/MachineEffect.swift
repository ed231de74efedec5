/// The machine's next step.
@usableFromInline
enum MachineStep: Equatable {
  /// Replace the request of the transition, without a callback.
  case takeUp(NextRequest)
  case perform(MachineEffect)
}

/// The request that is taken up next.
@usableFromInline
enum NextRequest: Equatable {
  /// The waiting request is now the transition's.
  case waiting
  /// The next transition returns to the previous state.
  case back
  /// The state's deadline is reached: the state that it names is requested.
  case deadline
}

/// The immediate result of a request.
@usableFromInline
enum RequestReception {
  /// Its transition begins with the next steps.
  case starts
  /// It waits, in place of one that waited before.
  case waits
  /// It is cancelled at once.
  case isRefused
}

/// One effect that the container performs, in the order in which the machine returns them.
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
  case call(ChildRow, ChildCallback)
  /// Call the callbacks of a child's end.
  case end(Slot, ChildEnd)
  /// Call `didTransition`, after the end or an interruption.
  case didTransition(isComplete: Bool)
  /// Complete the transition's request.
  case completeRequest(RequestOutcome)
}

/// Adjacent children: among the entering ones, or in the layers.
@usableFromInline
struct ChildRow: Equatable {
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

/// The callback for each child of a row.
@usableFromInline
enum ChildCallback: Equatable {
  case didAppear(animated: Bool)
  /// The container itself disappears.
  case willDisappear(animated: Bool)
  /// The container itself has disappeared.
  case didDisappear(animated: Bool)
}

/// The end of a child's part in the transition; if animated, its progress has reached 1.
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
