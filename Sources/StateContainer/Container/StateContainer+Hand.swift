extension StateContainer {
  /// Whether the running transition is driven by hand.
  public var isDrivenByHand: Bool { machine.isHandDriven }

  /// Begins a transition that goes by hand instead of by time, such as by a drag.
  ///
  /// Everybody hears what they hear in an animated transition. Then time does not move it;
  /// `update` does, until `finish` or `cancel`. With `QueueingPolicy.interrupt` a request cuts it
  /// short as any other transition, with `wait` it waits.
  ///
  /// - Parameters:
  ///   - state: The state to go to.
  ///   - completion: Called exactly once if this returns true: `finished` when the transition has
  ///     ended, `cancelled` once it has been cancelled, `superseded` when a request cut it short.
  /// - Returns: Whether it has begun. It does so only from an idle container on screen, and not from
  ///   within a callback.
  @inlinable
  public func begin(to state: State, completion: ((RequestOutcome) -> Void)? = nil) -> Bool {
    guard !isBusy, owner != nil, machine.beginByHand() else { return false }
    running = Request(state: state, completion: completion)
    operate(nil)
    return true
  }

  /// Moves the transition that is driven by hand to a progress; otherwise ignored.
  ///
  /// - Parameter progress: Of the whole transition, delays and all, linear; may go back. What lies
  ///   outside `0 ... 1`, or is not a number, counts as the nearest end. Every child that is on its
  ///   way hears its own progress, which goes back, too.
  @inlinable
  public func update(progress: Double) {
    operate(.hand(.move(progress: progress)))
  }

  /// Lets go of the transition that is driven by hand: it goes on from where it is, by time.
  @inlinable
  public func finish() {
    operate(.hand(.finish))
  }

  /// Takes the transition that is driven by hand back to the state it came from.
  ///
  /// The transition ends as an interrupted one does (`QueueingPolicy.interrupt`), and one to the
  /// previous state begins, by time, in which all turn from where they are.
  @inlinable
  public func cancel() {
    operate(.hand(.cancel))
  }

  @inlinable
  func move(_ movement: HandMovement, for owner: any StateContainerOwner<State, Child>) {
    switch movement {
    case .move(let progress):
      if machine.moveHand(to: progress) { reportProgress() }
    case .finish: machine.releaseHand()
    case .cancel: machine.cancelHand()
    }
    perform(for: owner)
  }
}
