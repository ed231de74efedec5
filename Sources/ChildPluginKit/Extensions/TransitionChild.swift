/// A child that follows, or draws, its own transition.
public protocol TransitionChild: ChildPlugin {
  /// An animated transition begins: its delay runs now.
  func transitionWillBegin(appearing: Bool)
  /// How far it is, 0 to 1, linear in time after the delay. Call `host.invalidate()` to be drawn.
  func transitionDidProgress(to progress: Double, appearing: Bool)
  /// It has ended; did appear or did disappear follows.
  func transitionDidEnd(appearing: Bool)
}

extension TransitionChild {
  /// Itself.
  public var transitionChild: (any TransitionChild)? { self }
  /// Nothing to do.
  public func transitionWillBegin(appearing: Bool) {}
  /// Nothing to do.
  public func transitionDidProgress(to progress: Double, appearing: Bool) {}
  /// Nothing to do.
  public func transitionDidEnd(appearing: Bool) {}
}
