extension StateContainer {
  /// The instant that time has reached; within callbacks of `advance`, when the event is due.
  public var nowNanoseconds: Int64 { machine.nowNanoseconds }

  /// The next instant at which an animation starts or ends; `nil` if nothing will by itself.
  ///
  /// Whoever drives the container may sleep until then, unless `isAnimating` asks for frames.
  public var nextDeadline: Int64? {
    guard owner != nil else { return nil }
    return operations.isEmpty && lost.isEmpty ? machine.nextDeadline : machine.nowNanoseconds
  }

  /// Whether a child is on its way right now, past its delay, so that frames are wanted.
  public var isAnimating: Bool { machine.isAnimating }

  /// Where the container itself stands.
  public var appearance: Appearance { machine.appearance }

  /// Whether there is a current state.
  public var hasDeterminedState: Bool { currentState != nil }

  /// Whether a transition runs: from `willTransition` until `didTransition` has returned.
  public var isTransitioning: Bool { machine.isTransitioning }

  /// Whether a request waits for the running transition to end.
  public var hasWaitingRequest: Bool { waiting != nil }

  /// The children in layer order, bottom first; a copy, for those who need not hurry.
  public var layers: [Child] {
    var children: [Child] = []
    forEachLayer { child, _ in children.append(child) }
    return children
  }

  /// Calls `body` with every child in layer order, bottom first, and how to show it now.
  @inlinable
  public func forEachLayer(_ body: (Child, ChildPresentation) throws -> Void) rethrows {
    var layer = 0
    while layer < machine.layerCount {
      if let slot = machine.slot(inLayer: layer), let child = roster[slot] {
        try body(child, machine.presentation(of: slot))
      }
      layer += 1
    }
  }

  /// How to show a child now; `nil` if it is not one of the container's.
  @inlinable
  public func presentation(of child: Child) -> ChildPresentation? {
    let id = child.id
    guard let slot = roster.slot(of: id, hash: Roster<Child>.hash(of: id)) else { return nil }
    return machine.presentation(of: slot)
  }
}
