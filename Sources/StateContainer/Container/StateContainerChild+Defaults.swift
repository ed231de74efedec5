extension StateContainerChild {
  /// Returns `nil`, for the container's default.
  @inlinable public func timing(appearing: Bool) -> TransitionTiming? { nil }
  /// Does nothing.
  @inlinable public func wasAdded() {}
  /// Does nothing.
  @inlinable public func wasRemoved() {}
  /// Does nothing.
  @inlinable public func willAppear(animated: Bool) {}
  /// Does nothing.
  @inlinable public func didAppear(animated: Bool) {}
  /// Does nothing.
  @inlinable public func willDisappear(animated: Bool) {}
  /// Does nothing.
  @inlinable public func didDisappear(animated: Bool) {}
  /// Does nothing.
  @inlinable public func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {}
  /// Does nothing.
  @inlinable public func transitionDidProgress(appearing: Bool, progress: Double) {}
  /// Does nothing.
  @inlinable public func transitionDidEnd(appearing: Bool) {}
}
