/// The delegate of a `StateContainer`: supplies states and children, and receives the callbacks.
///
/// `loadAppearanceState()` and `children(for:)` are required; the other methods have defaults. Calls do
/// not nest: a request or an appearance phase made within a callback waits until it has returned. The container
/// does not keep its owner alive; once the owner is gone it does nothing and cancels requests.
public protocol StateContainerOwner<State, Child>: AnyObject {
  /// What is presented.
  associatedtype State
  /// What presents it.
  associatedtype Child: StateContainerChild

  /// The state to appear with; asked once for every `willAppear` of the container.
  func loadAppearanceState() -> State

  /// The children that present a state, bottom layer first; asked once a transition.
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

  /// An animated transition has come to `progress`: of the whole, from its begin to the end of its
  /// last child, linear, `0 ... 1`; 1 exactly once, last, unless it is cut short.
  ///
  /// Told with every `advance`, after the children's own progress, for what moves alongside all of
  /// them. While a transition is driven by hand, progress goes with the hand, back too.
  /// StateViewController: `animateAlongsideStateTransition`.
  func transitionDidProgress(_ transition: Transition<State>, progress: Double)

  /// A child that was not the container's comes in; nothing was heard of it before.
  ///
  /// Called before the child's own callback, as the others of coming in are; see each.
  func childAdded(_ child: Child)
  /// A child is no longer the container's; nothing is heard of it any more.
  func childRemoved(_ child: Child)
  /// A state names a child of the container's in another form: another value, or another object, with
  /// the same `id`. The container has the new one from now on, and its `layers` are others.
  ///
  /// Called once the state's children are known, before any of them is told. Neither of the two
  /// hears that it is added or removed; what comes next, the new one hears.
  func childReplaced(_ former: Child, by child: Child)
  /// The layer order has changed, or a child has been replaced; `StateContainer.layers` has it.
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

  /// A request that waited has been replaced by a later one.
  func requestSuperseded(_ state: State)
  /// A request has been dropped because the container is off screen or goes off.
  func requestCancelled(_ state: State)
}
