/// Presents one of several states, each by its children, and runs the transitions between them.
///
/// The owner answers which state to appear with and which children present a state. Somebody who
/// has a clock calls `advance(to:)`; the container reads none, and has no thread of its own:
/// everything happens within the calls made to it. What is called from within a callback takes
/// effect after the callback has returned; nothing nests.
///
/// Behaviour: StateViewController, by davidask. `request` is its `setNeedsStateTransition`.
public final class StateContainer<State, Child: StateContainerChild> {
  // Exclusive access to the state below is not checked at run time, which would cost as much as
  // the transitions themselves. It holds by construction: no access to it lasts while an owner, a
  // child, an observer or a completion is called. `StateContainerChild.id` must be a plain value.
  @safe @exclusivity(unchecked) @usableFromInline
  weak var owner: (any StateContainerOwner<State, Child>)?
  @safe @exclusivity(unchecked) @usableFromInline var machine: TransitionMachine
  @safe @exclusivity(unchecked) @usableFromInline var roster = Roster<Child>()

  @safe @exclusivity(unchecked) @usableFromInline var current: State?
  @safe @exclusivity(unchecked) @usableFromInline var previous: State?

  /// The request whose transition runs; the appearance's own transition is one, too.
  @safe @exclusivity(unchecked) @usableFromInline var running: Request<State>?
  @safe @exclusivity(unchecked) @usableFromInline var waiting: Request<State>?
  @safe @exclusivity(unchecked) @usableFromInline var lost = Queue<LostRequest<State>>()

  /// How long the current state may last, while that counts.
  @safe @exclusivity(unchecked) @usableFromInline var deadline: StateDeadline<State>?

  /// What was called from within a callback and comes after the present operation.
  @safe @exclusivity(unchecked) @usableFromInline var operations = Queue<ContainerOperation>()
  @safe @exclusivity(unchecked) @usableFromInline var isBusy = false
  @safe @exclusivity(unchecked) @usableFromInline var observers: [Observer] = []
  @safe @exclusivity(unchecked) @usableFromInline var observersMade = 0

  /// The state that is presented, or that the running transition goes to; `nil` before the first.
  ///
  /// It changes when `willTransition` has been told.
  public var currentState: State? { current }

  /// The state before the current one; `nil` before the second transition.
  public var previousState: State? { previous }

  /// The timing of a child that neither the owner nor the child itself gives one.
  @safe @exclusivity(unchecked) public var defaultTiming = TransitionTiming.standard

  /// The container's own surface below the states' children: children of every state, bottom first.
  ///
  /// They come in with the first appearance and stay; a change counts from the next transition on.
  /// StateViewController: `loadChildContainerView`.
  @safe @exclusivity(unchecked) public var background: [Child] = []

  /// The container's own surface above the states' children, as `background` is below them.
  ///
  /// A child that is named in both, or by a state, too, counts once, at its first place.
  @safe @exclusivity(unchecked) public var foreground: [Child] = []

  /// How long a state may last; asked once a transition, after its children; `nil` is for ever.
  ///
  /// It counts from the transition's begin until another one begins. When it is reached on screen,
  /// after the animations that end at that instant, the container requests the state it names, as
  /// anybody may. Off screen it stands still: the next appearance begins a transition of its own.
  @safe @exclusivity(unchecked) public var deadlines: ((State) -> StateDeadline<State>?)?

  /// What a request does that is made while a transition runs; heeded from the next call on.
  @inlinable public var policy: QueueingPolicy {
    get { machine.policy }
    set { machine.policy = newValue }
  }

  /// Whether delays and durations are zero; heeded by animations that begin from now on.
  @safe @exclusivity(unchecked) public var isMotionReduced = false

  /// Makes a container that is off screen.
  ///
  /// - Parameters:
  ///   - owner: Who answers and hears; not kept alive.
  ///   - nowNanoseconds: The present instant of the clock that `advance(to:)` will tell.
  public init(owner: any StateContainerOwner<State, Child>, nowNanoseconds: Int64 = 0) {
    self.owner = owner
    machine = TransitionMachine(nowNanoseconds: nowNanoseconds)
  }

  deinit {
    running?.completion?(.cancelled)
    waiting?.completion?(.cancelled)
    while let request = lost.takeFirst() { request.request.completion?(request.outcome) }
  }
}

// MARK: - Calls

extension StateContainer {
  /// Requests a state.
  ///
  /// Starts at once when the container is on screen and idle. During a transition, while the
  /// container appears, and inside any callback it waits; a later request takes its place. Off
  /// screen and on the way there it is cancelled at once: the next `loadAppearanceState` decides.
  ///
  /// - Parameters:
  ///   - state: The state to present. The present state again is a transition without children.
  ///   - animated: Whether children are animated. If not, the transition ends before this returns.
  ///   - completion: Called exactly once, with what became of the request.
  @inlinable
  public func request(
    _ state: State, animated: Bool, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    let request = Request(state: state, completion: completion)
    switch machine.receiveRequest(animated: animated) {
    case .starts:
      running = request
    case .waits:
      waiting = request
    case .supersedes:
      if let waiting { lost.add(LostRequest(request: waiting, outcome: .superseded)) }
      waiting = request
    case .isRefused:
      lost.add(LostRequest(request: request, outcome: .cancelled))
    }
    operate(nil)
  }

  /// The container comes on screen: asks for the state to appear with and goes to it.
  ///
  /// Completes a disappearance first; ignored when on screen or appearing.
  @inlinable
  public func willAppear(animated: Bool) {
    operate(.phase(.willAppear(animated: animated)))
  }

  /// The container is on screen; ignored unless it appears.
  @inlinable
  public func didAppear() {
    operate(.phase(.didAppear))
  }

  /// The container goes off screen: drops what waits, then completes what runs.
  ///
  /// From here until the next `willAppear` every request is cancelled at once, those that callbacks
  /// of what is completed make, too. Cuts an appearance short; ignored when off screen or
  /// disappearing.
  @inlinable
  public func willDisappear(animated: Bool) {
    operate(.phase(.willDisappear(animated: animated)))
  }

  /// The container is off screen; ignored unless it disappears.
  @inlinable
  public func didDisappear() {
    operate(.phase(.didDisappear))
  }

  /// Lets time go on to an instant, in nanoseconds of the caller's clock.
  ///
  /// What is due by then ends at its own instant, which `nowNanoseconds` shows meanwhile; then the
  /// animations that run report their progress. An earlier instant than the present one counts as
  /// the present one. Should callbacks start more than 10,000 transitions at one instant, the
  /// rest is left to the next `advance`, and `nextDeadline` is the present instant.
  @inlinable
  public func advance(to nanoseconds: Int64) {
    operate(.advance(nanoseconds))
  }
}
