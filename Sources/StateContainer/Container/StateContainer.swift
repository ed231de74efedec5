/// Presents one of several states, each by its children, and runs the transitions between them.
///
/// The owner answers which state to appear with and which children present a state. Somebody who
/// has a clock calls `advance(to:)`; the container reads none, and has no thread of its own:
/// everything happens within the calls made to it. What is called from within a callback takes
/// effect after the callback has returned; nothing nests.
///
/// Behaviour: StateViewController, by davidask. `request` is its `setNeedsStateTransition`.
public final class StateContainer<State, Child: StateContainerChild>: TimedContainer {
  @usableFromInline let facts: ContainerFacts
  @usableFromInline weak let owner: (any StateContainerOwner<State, Child>)?
  /// An owner of the container's own, which is kept: the one that answers by closures.
  @usableFromInline let ownOwner: (any StateContainerOwner<State, Child>)?
  @usableFromInline var core: ContainerCore<State, Child>

  @usableFromInline let observers: Observers

  /// The timing of a child that neither the owner nor the child itself gives one; 350 ms without a
  /// delay, fading, unless it is set.
  ///
  /// A change counts for animations that begin from now on.
  public var defaultTiming: TransitionTiming {
    get { facts.defaultTiming }
    set { facts.defaultTiming = newValue }
  }

  /// The container's own surface below the states' children: children of every state, bottom first.
  ///
  /// They come in with the first appearance and stay; a change counts from the next transition on.
  /// StateViewController: `loadChildContainerView`.
  public var background: [Child] = [] { didSet { findSurface() } }

  /// The container's own surface above the states' children, as `background` is below them.
  ///
  /// A child that is named in both, or by a state, too, counts once, at its first place.
  public var foreground: [Child] = [] { didSet { findSurface() } }

  private func findSurface() { facts.hasSurface = !background.isEmpty || !foreground.isEmpty }

  /// How long a state may last; asked once a transition, after its children; `nil` is for ever.
  ///
  /// It counts from the transition's begin until another one begins. When it is reached on screen,
  /// after the animations that end at that instant, the container requests the state it names, as
  /// anybody may. Off screen it stands still: the next appearance begins a transition of its own.
  public var deadlines: ((State) -> StateDeadline<State>?)? {
    didSet { facts.hasDeadlines = deadlines != nil }
  }

  /// Whether delays and durations are zero, curves and effects as they are; false unless it is set.
  ///
  /// Applies to animations that begin from now on.
  public var isMotionReduced: Bool {
    get { facts.isMotionReduced }
    set { facts.isMotionReduced = newValue }
  }

  /// Called when a call from outside has been carried out in full; see `TimedContainer`.
  public var callEnded: (() -> Void)? { didSet { findFollowers() } }

  /// What lets the container's time go on; see `TimedContainer`.
  public var runner: ContainerRunner? { didSet { findFollowers() } }

  /// The container that this one is a part of.
  private(set) weak var whole: (any WholeContainer)?

  func becomePart(of whole: any WholeContainer) {
    self.whole = whole
    facts.isPart = true
    findFollowers()
  }

  private func findFollowers() {
    facts.hasFollowers = callEnded != nil || runner != nil || facts.isPart
  }

  /// What a request does that is made while a transition runs; `wait` unless it is set.
  ///
  /// Applies from the next call on.
  public var policy: QueueingPolicy {
    get { core.machine.policy }
    set {
      core.machine.policy = newValue
      runner?.wake()
    }
  }

  /// Makes a container that is off screen.
  ///
  /// - Parameters:
  ///   - owner: Who answers and hears; not kept alive. One that is gone before the container is
  ///     called for the first time is a mistake that stops a debug build.
  ///   - now: The present instant of the clock that `advance(to:)` will tell, since it began.
  public init(owner: any StateContainerOwner<State, Child>, now: Duration = .zero) {
    self.owner = owner
    ownOwner = nil
    facts = ContainerFacts(nowNanoseconds: now.wholeNanoseconds)
    observers = Observers(facts)
    core = ContainerCore(nowNanoseconds: now.wholeNanoseconds, facts: facts)
  }

  /// Makes a container that is off screen and needs no owner: closures answer, observers hear.
  ///
  /// - Parameters:
  ///   - appearanceState: Answers `StateContainerOwner.loadAppearanceState()`.
  ///   - timing: Answers `StateContainerOwner.timing(for:appearing:in:)`.
  ///   - now: The present instant of the clock that `advance(to:)` will tell, since it began.
  ///   - children: Answers `StateContainerOwner.children(for:)`. All closures are kept.
  public init(
    appearanceState: @escaping () -> State,
    timing: ((Child, _ appearing: Bool, Transition<State>) -> TransitionTiming?)? = nil,
    now: Duration = .zero,
    children: @escaping (State) -> [Child]
  ) {
    let owner = ClosureOwner(appearanceState: appearanceState, children: children, timing: timing)
    self.owner = owner
    ownOwner = owner
    facts = ContainerFacts(nowNanoseconds: now.wholeNanoseconds)
    observers = Observers(facts)
    core = ContainerCore(nowNanoseconds: now.wholeNanoseconds, facts: facts)
  }

  deinit {
    observers.end()
    core.loseAll()
    while let untold = core.untold.takeFirst() { untold.completion?(untold.outcome) }
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
    if facts.hasFollowers { catchUp() }
    let request = Request(state: state, completion: completion)
    guard let owner else { return abandon(request) }
    guard !facts.isBusy else {
      facts.hasCalled = true
      return core.receive(request, animated: animated)
    }
    carryOut(core.begin(request, animated: animated), for: owner)
  }

  /// The container comes on screen: asks for the state to appear with and goes to it.
  ///
  /// Completes a disappearance first; ignored when on screen or appearing.
  ///
  /// - Parameters:
  ///   - animated: Whether the children are animated as they appear.
  ///   - completion: Called exactly once: `finished` when the transition to the state to appear with
  ///     has ended, `superseded` when a request has cut it short, `cancelled` when this is ignored.
  @inlinable
  public func willAppear(animated: Bool, completion: ((RequestOutcome) -> Void)? = nil) {
    operate(.phase(.willAppear(animated: animated), completion: completion))
  }

  /// The container is on screen: `willAppear` and `didAppear` in one.
  ///
  /// - Parameters:
  ///   - animated: Whether the children are animated as they appear.
  ///   - completion: Called exactly once, as that of `willAppear`.
  public func appear(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    willAppear(animated: animated, completion: completion)
    didAppear()
  }

  /// The container is off screen: `willDisappear` and `didDisappear` in one.
  public func disappear(animated: Bool = false) {
    willDisappear(animated: animated)
    didDisappear()
  }

  /// The container is on screen; ignored unless it appears.
  @inlinable
  public func didAppear() {
    operate(.phase(.didAppear, completion: nil))
  }

  /// The container goes off screen: drops what waits, then completes what runs.
  ///
  /// From here until the next `willAppear` every request is cancelled at once, those that callbacks
  /// of what is completed make, too. Cuts an appearance short; ignored when off screen or
  /// disappearing.
  @inlinable
  public func willDisappear(animated: Bool) {
    operate(.phase(.willDisappear(animated: animated), completion: nil))
  }

  /// The container is off screen; ignored unless it disappears.
  @inlinable
  public func didDisappear() {
    operate(.phase(.didDisappear, completion: nil))
  }

  /// Lets time go on to an instant of the caller's clock.
  ///
  /// What is due by then ends at its own instant, which `now` shows meanwhile; then the
  /// animations that run report their progress. An earlier instant than the present one counts as
  /// the present one. Should callbacks start more than 10,000 transitions at one instant, the
  /// rest is left to the next `advance`, and `nextInstant` is the present instant.
  @inlinable
  public func advance(to instant: ContainerInstant) {
    guard !facts.isPart else { return advanceWhole(to: instant.nanoseconds) }
    advanceAlone(to: instant.nanoseconds)
  }

  @usableFromInline
  func advanceWhole(to nanoseconds: Int64) {
    guard let whole else { return advanceAlone(to: nanoseconds) }
    whole.advance(to: nanoseconds)
  }

  /// Ends the running transition at this instant; does nothing when none runs.
  ///
  /// Those still on their way end, entering children first, with all their end events; then
  /// `didTransition`, and a request that waits starts. While the container appears, its children have
  /// appeared with it, not before.
  @inlinable
  public func endTransition() {
    operate(.endTransition)
  }

  /// Begins a transition that goes by hand instead of by time, such as by a drag.
  ///
  /// Everybody hears what they hear in an animated transition. Then time does not move it; what is
  /// returned does, until it lets go. With `QueueingPolicy.interrupt` a request cuts it short as
  /// any other transition, with `wait` it waits.
  ///
  /// - Parameters:
  ///   - state: The state to go to.
  ///   - completion: Called exactly once if something is returned: `finished` when the transition
  ///     has ended, `cancelled` once it has been cancelled, `superseded` when a request cut it
  ///     short.
  /// - Returns: What drives it; `nil` if it has not begun. It does so only from an idle container on
  ///   screen, and not from within a callback.
  public func beginInteractiveTransition(
    to state: State, completion: ((RequestOutcome) -> Void)? = nil
  ) -> InteractiveTransition<State, Child>? {
    catchUp()
    let request = Request(state: state, completion: completion)
    guard let owner, !facts.isBusy, let number = core.beginByHand(request) else { return nil }
    let transition = InteractiveTransition(in: self, number: number)
    carryOut(core.nextStep(), for: owner)
    return transition
  }
}
