/// Protocol that the caller implements for a component shown in a state, alone or with others; the
/// container calls it when the component is added, appears, animates, disappears and is removed.
///
/// Two values with one `id` are the same child; the container keeps the one of the latest state
/// that has it (of two in one state, the first), and notifies its owner of a new one unless the two
/// are equal (`StateContainerOwner.childReplaced`). A class needs no `id` of its own. An `id`, its
/// hash and its equality must not call the container, which traps. All other requirements have
/// defaults. Callbacks must not block; a request or a phase made within one takes effect after it
/// has returned.
public protocol StateContainerChild: Identifiable {
  /// The timing with which the child enters (`appearing`) or leaves, when its animation begins.
  ///
  /// `nil` means the container's default. The owner's timing takes precedence.
  func timing(appearing: Bool) -> TransitionTiming?

  /// The child was added to a container; its first callback.
  func wasAdded()
  /// The child was removed from the container; its last callback.
  func wasRemoved()

  /// The child comes on screen.
  func willAppear(animated: Bool)
  /// The child is on screen and in place.
  func didAppear(animated: Bool)
  /// The child goes off screen.
  func willDisappear(animated: Bool)
  /// The child is off screen; if it has left the state and does not reverse, it is removed next.
  func didDisappear(animated: Bool)

  /// The child's own animation begins, after its delay.
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming)
  /// The child's own animation has reached `progress`: linear, `0 ... 1`, 1 exactly once, at the
  /// end.
  ///
  /// A reversed animation starts above 0; one that is stopped to reverse does not reach 1. In an
  /// interactive transition progress may decrease.
  func transitionDidProgress(appearing: Bool, progress: Double)
  /// The child's own animation has ended, or was stopped to reverse.
  func transitionDidEnd(appearing: Bool)
}
