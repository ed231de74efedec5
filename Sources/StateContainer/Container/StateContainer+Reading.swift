extension StateContainer {
  /// The state that is presented, or that the running transition leads to; `nil` before the first.
  ///
  /// It changes after the `willTransition` callbacks.
  public var currentState: State? { core.current }

  /// The state before the current one; `nil` before the second transition.
  public var previousState: State? { core.previous }

  /// Whether there is a current state.
  public var hasDeterminedState: Bool { core.current != nil }

  /// The current state; before the first appearance, the result of `loadAppearanceState()`.
  ///
  /// The owner is called again when the container appears. `nil` if the owner is gone and nothing
  /// was shown. StateViewController: `currentState`.
  public func currentOrAppearanceState() -> State? { core.current ?? owner?.loadAppearanceState() }

  /// The time that the container has reached; within callbacks of `advance`, when the event is due.
  @inlinable public var now: ContainerInstant {
    ContainerInstant(nanoseconds: status.nowNanoseconds)
  }

  /// When an animation starts or ends next, or a state reaches its deadline; `nil` if nothing will.
  ///
  /// It is `now` if an `advance` has left something to the next one, or if the owner is gone and
  /// completion handlers are to be called: the next call calls them with `cancelled`.
  ///
  /// The caller may sleep until then, unless `isAnimating` is true.
  public var nextInstant: ContainerInstant? {
    (enclosing.map(\.nextDeadline) ?? ownNextDeadline).map { ContainerInstant(nanoseconds: $0) }
  }

  /// The next deadline of this container alone.
  var ownNextDeadline: Int64? {
    guard isAbandoned else { return core.nextDeadline }
    return hasPendingCompletions ? status.nowNanoseconds : nil
  }

  var hasPendingCompletions: Bool { core.hasPendingCompletions }

  /// Whether the owner is gone: requests are cancelled, and nothing happens any more.
  public var isAbandoned: Bool { owner == nil }

  /// Whether a child is moving, past its delay, so that frames are needed.
  public var isAnimating: Bool { core.machine.isAnimating && !isAbandoned }

  /// Whether the running transition is interactive.
  public var isDrivenByHand: Bool { core.machine.isInteractive }

  /// Whether the container is on screen, off screen, or in between.
  public var appearance: Appearance { core.machine.appearance }

  /// Whether a transition runs: from `willTransition` until `didTransition` has returned.
  ///
  /// False once the owner is gone; the next call then ends the transition, and only completion
  /// handlers are called: what children and observers refer to may be gone with the owner.
  public var isTransitioning: Bool { core.machine.isTransitioning && !isAbandoned }

  /// Whether a request waits for the running transition to end.
  public var hasWaitingRequest: Bool { core.waiting != nil }

  /// The children in layer order, bottom first; a copy, slower than `forEachLayer`.
  public var layers: [Child] {
    var children: [Child] = []
    forEachLayer { child, _ in children.append(child) }
    return children
  }

  /// Calls `body` for every child in layer order, bottom first, with how to show it now.
  @inlinable
  public func forEachLayer(_ body: (Child, ChildPresentation) throws -> Void) rethrows {
    let layers = core.layers()
    for position in layers.slots.indices {
      let index = layers.slots[position].index
      if let child = layers.children[index] {
        try body(child, layers.records[index].part.presentation(at: layers.instant))
      }
    }
  }

  /// How to show a child now; `nil` if it is not in the container.
  @inlinable
  public func presentation(of child: Child) -> ChildPresentation? {
    core.table.slot(of: child.id).flatMap { core.shown($0)?.presentation }
  }
}
