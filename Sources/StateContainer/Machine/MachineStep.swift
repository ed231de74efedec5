/// What the machine does next; each case carries what is valid in it alone.
enum MachineStep: Equatable {
  /// Nothing runs and nothing waits.
  case idle
  /// The container is about to appear and its state is not known.
  case loadingState
  /// The transition is known but not announced.
  case announcing
  /// The transition is announced; its children are not known.
  case asking
  /// The container appears: former children that the state does not have are removed, from `next`.
  case dismissing(next: Int)
  /// Children that turn are told that they stop, in the order of `Stage.turning` from `next`.
  case turning(next: Int)
  /// One of those who turn has stopped; the phase that it was in ends.
  case stopped(next: Int)
  /// Leaving children are told, from `next`.
  case disappearing(next: Int)
  /// Entering children are added and told, from `next`.
  case appearing(next: Int)
  /// Everyone is told; the layers are to be put in order.
  case ordering
  /// Animations begin, from `number` in the cast.
  case beginning(number: Int)
  /// Animations run, or the transition waits for the container's `didAppear`.
  case running
  /// Everything ends now, in the cast's order from `number`.
  case endingAll(number: Int)
  /// One of the cast ends.
  case ending(number: Int)
  /// The animation of one of the cast has ended; its own end callbacks come.
  case ended(number: Int)
  /// A leaving child has been removed; the layer order is to be told.
  case removed(number: Int)
  /// The container has appeared: children whose animation has ended are told, from `next`.
  case completingAppearance(next: Int)
  /// All children have ended; the transition's end is to be told.
  case finishing
  /// The transition is cut short; its end is to be told.
  case interrupting
  /// The transition's end has been told; the maker of its request is to be told.
  case completing(RequestOutcome)
  /// The transition was driven by hand and is cancelled; the way back comes next.
  case goingBack
  /// The transition is over; what waits comes next.
  case settling
  /// Too many transitions at one instant: what waits starts with the next `advance`.
  case paused
  /// The container disappears: what waits is dropped, then what runs is completed.
  case dropping(Unfinished)
  /// The container disappears: every child is told, in layer order from `next`.
  case withdrawing(next: Int)
  /// The container has disappeared: every child is told, in layer order from `next`.
  case withdrawn(next: Int, animated: Bool)

  /// What runs when the container disappears.
  enum Unfinished {
    case nothing
    case transition
    /// The container's own appearance; children that have ended are held back.
    case appearance
  }
}
