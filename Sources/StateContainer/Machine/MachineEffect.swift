/// The machine's next step.
@usableFromInline
enum MachineStep: Equatable {
  /// A transition's request changes, of which nobody hears by itself.
  case takeUp(NextRequest)
  case perform(MachineEffect)
}

/// Which request is taken up next.
@usableFromInline
enum NextRequest: Equatable {
  /// The one that waits is now the transition's.
  case waiting
  /// The transition that comes goes back to the state before.
  case back
  /// The state has lasted as long as it may: the one that its deadline names is made.
  case deadline
}

/// What becomes of a request at first.
@usableFromInline
enum RequestReception {
  /// It is the transition that the next steps are about.
  case starts
  /// It waits, in place of any that waited.
  case waits
  /// It is cancelled at once.
  case isRefused
}

/// One thing the container is to do next, in the order the machine names them.
///
/// Those marked *answered* come with calls back to the machine.
@usableFromInline
enum MachineEffect: Equatable {
  /// Ask the owner for the state to appear with. *Answered* by `appearanceStateLoaded()`.
  case loadAppearanceState
  /// Announce the transition, ask for its children, and tell all whom it concerns that it begins, and
  /// that it ends if it is requested without animation.
  /// *Answered* by `plan`, `adoptLayers` and, for each who moves by an animation, `beginAnimation`.
  case beginTransition
  /// Tell children, one after the other.
  case tell(ChildRow, Telling)
  /// Tell of the child's end.
  case end(Slot, ChildEnd)
  /// Tell that the transition has ended, or is cut short.
  case didTransition(isComplete: Bool)
  /// The transition's request is done with: tell its maker.
  case completeRequest(RequestOutcome)
}

/// Children that stand side by side: among those who enter, or in the layers.
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

/// What each child of a row is told.
@usableFromInline
enum Telling: Equatable {
  case didAppear(animated: Bool)
  /// The container itself goes off screen.
  case willDisappear(animated: Bool)
  /// The container itself is off screen.
  case didDisappear(animated: Bool)
}

/// How a child comes to the end of its transition: animated, it has come to a progress of 1.
@usableFromInline
struct ChildEnd: Equatable {
  /// Whether it has entered; if not, it has disappeared, is removed, *answered* by `vacate`, and the
  /// layer order has changed.
  @usableFromInline let isEntering: Bool
  @usableFromInline let isAnimated: Bool
  /// Whether the container's own appearance keeps it from having appeared.
  @usableFromInline let isHeld: Bool
  /// Whether another one ends at this instant: `nextEnd` comes next.
  @usableFromInline let isFollowed: Bool
}
