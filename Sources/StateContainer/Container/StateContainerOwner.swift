/// Protocol of the delegate of a `StateContainer`, which the caller implements: supplies the state
/// to appear with and each state's children and timings, and is called about every change.
///
/// `loadAppearanceState()` and `children(for:)` are required; the other methods have defaults.
/// Calls do not nest: a request or an appearance phase made within a callback waits until it has
/// returned. The container does not keep its owner alive; once the owner is gone it does nothing
/// and cancels requests.
public protocol StateContainerOwner<State, Child>: AnyObject {
  /// The type of states.
  associatedtype State
  /// The type of children.
  associatedtype Child: StateContainerChild

  /// The state to appear with; called once for every `willAppear` of the container.
  func loadAppearanceState() -> State

  /// The children that present a state, bottom layer first; called once a transition.
  ///
  /// A child named twice counts once, at its first place.
  func children(for state: State) -> [Child]

  /// The timing of one child in one transition; `nil` leaves it to the child, then to the default.
  func timing(for child: Child, appearing: Bool, in transition: Transition<State>)
    -> TransitionTiming?

  /// A transition begins; its children are not known yet.
  func willTransition(to state: State, animated: Bool)
  /// A transition has ended; `previous` is `nil` the first time.
  func didTransition(from previous: State?, to state: State, animated: Bool)

  /// An animated transition has reached `progress`, from its beginning to the end of its last
  /// child.
  ///
  /// It is linear, `0 ... 1`; 1 exactly once, at the end, unless it is interrupted. Called with
  /// every `advance`, after the children's own progress, to animate alongside them. In an
  /// interactive transition progress may decrease. StateViewController:
  /// `animateAlongsideStateTransition`.
  func transitionDidProgress(_ transition: Transition<State>, progress: Double)

  /// A child was added; the first callback about it.
  ///
  /// Called before the child's own callback.
  func childAdded(_ child: Child)
  /// A child was removed; the last callback about it.
  func childRemoved(_ child: Child)
  /// A child was replaced by another value or object with the same `id`.
  ///
  /// The container has the new one from now on, also in `layers`. Called once the state's children
  /// are known, before any callback about them. Neither of the two is added or removed; the new one
  /// receives the callbacks that follow.
  func childReplaced(_ former: Child, by child: Child)
  /// The layer order has changed, or a child was replaced; read `StateContainer.layers`.
  func layerOrderChanged()

  /// A child comes on screen; called before the child's own callback.
  func childWillAppear(_ child: Child, animated: Bool)
  /// A child is in place; called after the child's own callback.
  func childDidAppear(_ child: Child, animated: Bool)
  /// A child goes off screen; called before the child's own callback.
  func childWillDisappear(_ child: Child, animated: Bool)
  /// A child is off screen; called after the child's own callback.
  func childDidDisappear(_ child: Child, animated: Bool)

  /// A child's animation begins; called before the child's own callback.
  func transitionWillBegin(for child: Child, appearing: Bool, timing: TransitionTiming)
  /// A child's animation has ended; called after the child's own callback.
  func transitionDidEnd(for child: Child, appearing: Bool)

  /// A waiting request was replaced by a later one.
  func requestSuperseded(_ state: State)
  /// A request was dropped because the container is off screen or disappearing.
  func requestCancelled(_ state: State)
}
