/// What happens in a container, as its observers hear it: the words and the order of the event log.
public enum ContainerEvent<State, Child> {
  /// The owner has said with which state to appear.
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
  /// A request that waited has been replaced by a later one.
  case superseded(State)
  /// A request has been dropped because the container is off screen or goes off.
  case cancelled(State)
  /// The layer order has changed, or a child has been replaced; the container's `layers` has it.
  case order
}

extension ContainerEvent: Sendable where State: Sendable, Child: Sendable {}
extension ContainerEvent: Equatable where State: Equatable, Child: Equatable {}
