/// One presenting component of a container.
///
/// Two values with one `id` are the same child, of which the container has the one that a state named
/// last; its owner hears of it unless the two are equal (`StateContainerOwner.childReplaced`). A class
/// needs no `id` of its own. An `id`, its hash
/// and its equality must not call the container, which traps then. Everything else has a default, so a child
/// implements what it cares for. Nothing called here may block; requests and phases that are made
/// from within take effect after the callback has returned.
public protocol StateContainerChild: Identifiable {
  /// How the child enters (`appearing`) or leaves; asked when its animation begins.
  ///
  /// `nil` means the container's default. The owner's word comes before the child's.
  func timing(appearing: Bool) -> TransitionTiming?

  /// The child is one of a container's from now on; nothing was heard of it before.
  func wasAdded()
  /// The child is no longer the container's; it hears nothing any more.
  func wasRemoved()

  /// The child comes on screen.
  func willAppear(animated: Bool)
  /// The child is on screen and in place.
  func didAppear(animated: Bool)
  /// The child goes off screen.
  func willDisappear(animated: Bool)
  /// The child is off screen; if it has left the state and does not turn back, it is removed next.
  func didDisappear(animated: Bool)

  /// The child's own animation begins, after its delay.
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming)
  /// The child's own animation has come to `progress`: linear, `0 ... 1`, 1 exactly once, last.
  ///
  /// One that turns from where it is starts at more than 0; one that is cut short to turn does not
  /// come to 1. While a transition is driven by hand, progress goes with the hand, back too.
  func transitionDidProgress(appearing: Bool, progress: Double)
  /// The child's own animation has ended, or is cut short where it is to turn.
  func transitionDidEnd(appearing: Bool)
}
