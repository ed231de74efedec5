extension StateContainerOwner {
  /// Returns `nil`, for the timing of the child or the default.
  @inlinable public func timing(
    for child: Child, appearing: Bool, in transition: Transition<State>
  ) -> TransitionTiming? { nil }
  /// Does nothing.
  @inlinable public func willTransition(to state: State, animated: Bool) {}
  /// Does nothing.
  @inlinable public func didTransition(from previous: State?, to state: State, animated: Bool) {}
  /// Does nothing.
  @inlinable public func transitionDidProgress(
    _ transition: Transition<State>, progress: Double
  ) {}
  /// Does nothing.
  @inlinable public func childAdded(_ child: Child) {}
  /// Does nothing.
  @inlinable public func childRemoved(_ child: Child) {}
  /// Does nothing.
  @inlinable public func childReplaced(_ former: Child, by child: Child) {}
  /// Does nothing.
  @inlinable public func layerOrderChanged() {}
  /// Does nothing.
  @inlinable public func childWillAppear(_ child: Child, animated: Bool) {}
  /// Does nothing.
  @inlinable public func childDidAppear(_ child: Child, animated: Bool) {}
  /// Does nothing.
  @inlinable public func childWillDisappear(_ child: Child, animated: Bool) {}
  /// Does nothing.
  @inlinable public func childDidDisappear(_ child: Child, animated: Bool) {}
  /// Does nothing.
  @inlinable public func transitionWillBegin(
    for child: Child, appearing: Bool, timing: TransitionTiming
  ) {}
  /// Does nothing.
  @inlinable public func transitionDidEnd(for child: Child, appearing: Bool) {}
  /// Does nothing.
  @inlinable public func requestSuperseded(_ state: State) {}
  /// Does nothing.
  @inlinable public func requestCancelled(_ state: State) {}
}
