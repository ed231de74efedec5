extension StateContainer {
  /// The state that is presented, or that the running transition goes to; `nil` before the first.
  ///
  /// It changes when `willTransition` has been told.
  public var currentState: State? { core.current }

  /// The state before the current one; `nil` before the second transition.
  public var previousState: State? { core.previous }

  /// Whether there is a current state.
  public var hasDeterminedState: Bool { core.current != nil }

  /// The current state; before the first appearance, what the owner answers to
  /// `loadAppearanceState()` now, which is asked again when the container appears.
  ///
  /// `nil` once the owner is gone with nothing ever shown. StateViewController: `currentState`.
  public func currentOrAppearanceState() -> State? { core.current ?? owner?.loadAppearanceState() }

  /// The instant that time has reached; within callbacks of `advance`, when the event is due.
  @inlinable public var now: ContainerInstant {
    ContainerInstant(nanoseconds: facts.nowNanoseconds)
  }

  /// The next instant of the caller's clock at which an animation starts or ends, or a state reaches
  /// its deadline; `nil` if nothing will by itself.
  ///
  /// It is the present instant when an `advance` has left something to the next one.
  ///
  /// Whoever drives the container may sleep until then, unless `isAnimating` asks for frames.
  public var nextInstant: ContainerInstant? {
    (whole.map(\.nextDeadline) ?? ownNextDeadline).map { ContainerInstant(nanoseconds: $0) }
  }

  /// The next instant for the container alone.
  var ownNextDeadline: Int64? { isAbandoned ? nil : core.nextDeadline }

  /// Whether the owner is gone: requests are cancelled, and nothing happens any more.
  public var isAbandoned: Bool { owner == nil }

  /// Whether a child is on its way right now, past its delay, so that frames are wanted.
  public var isAnimating: Bool { core.machine.isAnimating && !isAbandoned }

  /// Whether the running transition is driven by hand.
  public var isDrivenByHand: Bool { core.machine.isHandDriven }

  /// Where the container itself stands.
  public var appearance: Appearance { core.machine.appearance }

  /// Whether a transition runs: from `willTransition` until `didTransition` has returned.
  ///
  /// Once the owner is gone none does: the next call ends it.
  public var isTransitioning: Bool { core.machine.isTransitioning && !isAbandoned }

  /// Whether a request waits for the running transition to end.
  public var hasWaitingRequest: Bool { core.waiting != nil }

  /// The children in layer order, bottom first; a copy, for those who need not hurry.
  public var layers: [Child] {
    var children: [Child] = []
    forEachLayer { child, _ in children.append(child) }
    return children
  }

  /// Calls `body` with every child in layer order, bottom first, and how to show it now.
  @inlinable
  public func forEachLayer(_ body: (Child, ChildPresentation) throws -> Void) rethrows {
    let (layers, children) = core.layers()
    for slot in layers.slots {
      if let child = children[slot.index] { try body(child, layers.presentation(of: slot)) }
    }
  }

  /// How to show a child now; `nil` if it is not one of the container's.
  @inlinable
  public func presentation(of child: Child) -> ChildPresentation? {
    core.table.slot(of: child.id).flatMap { core.shown($0)?.presentation }
  }
}
