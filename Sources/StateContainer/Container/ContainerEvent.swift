/// An event that a container reports to its observers, after the call to its owner: the state to
/// appear with is loaded, a transition, a child's appearance or its animation begins or ends, a
/// request is superseded or cancelled, or the layer order changes or a child is replaced.
public enum ContainerEvent<State, Child> {
  /// The owner has returned the state to appear with.
  case loadAppearanceState(State)
  /// A transition begins.
  case willTransition(to: State, animated: Bool)
  /// A transition has ended.
  case didTransition(from: State?, to: State, animated: Bool)
  /// A child comes on screen.
  case childWillAppear(Child, animated: Bool)
  /// A child is on screen and in place.
  case childDidAppear(Child, animated: Bool)
  /// A child goes off screen.
  case childWillDisappear(Child, animated: Bool)
  /// A child is off screen.
  case childDidDisappear(Child, animated: Bool)
  /// A child's own animation begins.
  case transitionWillBegin(Child, appearing: Bool)
  /// A child's own animation has ended.
  case transitionDidEnd(Child, appearing: Bool)
  /// A waiting request was replaced by a later one.
  case superseded(State)
  /// A request was dropped because the container is off screen or disappearing.
  case cancelled(State)
  /// The layer order has changed, or a child was replaced; read the container's `layers`.
  case order
}

extension ContainerEvent: Sendable where State: Sendable, Child: Sendable {}
extension ContainerEvent: Equatable where State: Equatable, Child: Equatable {}
