/// A container that presents one of several states, each by its children, and runs the transitions
/// between them, animated or not; it draws nothing, and its caller sets its time.
///
/// The owner supplies the state to appear with and the children of each state. The caller sets the
/// time with `advance(to:)`: the container has no clock and no thread, and everything happens
/// within calls to it. A call made within a callback takes effect after the callback has returned.
///
/// Behaviour: StateViewController, by davidask. `request` is its `setNeedsStateTransition`.
public final class StateContainer<State, Child: StateContainerChild>: TimedContainer {
  @usableFromInline let status: ContainerStatus
  @usableFromInline weak let owner: (any StateContainerOwner<State, Child>)?
  /// The owner that is made of closures, which is kept alive.
  @usableFromInline let ownOwner: (any StateContainerOwner<State, Child>)?
  /// Read and changed through `core` only.
  @safe @exclusivity(unchecked) @usableFromInline var unchecked: ContainerCore<State, Child>

  /// The container's data; one access at a time.
  ///
  /// An access within another one traps. Only a child's identity or equality can make it. A flag
  /// checks it instead of the runtime, whose check takes ninety instructions.
  @inlinable var core: ContainerCore<State, Child> {
    @inline(__always) _read {
      status.beginAccess()
      defer { status.isAccessed = false }
      yield unchecked
    }
    @inline(__always) _modify {
      status.beginAccess()
      defer { status.isAccessed = false }
      yield &unchecked
    }
  }

  @usableFromInline let observers: Observers

  /// The timing of a child for which neither the owner nor the child supplies one.
  ///
  /// By default it is 350 ms without a delay, fading. A change applies to animations that begin
  /// later.
  public var defaultTiming: TransitionTiming {
    get { status.defaultTiming }
    set { status.defaultTiming = newValue }
  }

  /// Children of every state, bottom first, below the children of the states.
  ///
  /// They enter with the first appearance and stay; a change applies from the next transition.
  /// StateViewController: `loadChildContainerView`.
  public var background: [Child] = [] { didSet { findSurface() } }

  /// Children of every state, bottom first, above the children of the states.
  ///
  /// A child that is also in `background` or in a state counts once, at its first place.
  public var foreground: [Child] = [] { didSet { findSurface() } }

  private func findSurface() { status.hasSurface = !background.isEmpty || !foreground.isEmpty }

  /// Returns how long a state may last, once a transition, after its children; `nil` is for ever.
  ///
  /// The time counts from the beginning of the transition to the beginning of another one. When it
  /// is over on screen, after the animations that end at that instant, the container requests the
  /// next state. Off screen it does not apply: the next appearance begins a new transition.
  ///
  /// It is called as a transition to the state begins, and as it is set, for the current state:
  /// if that state's time is over already, the next one is requested at once.
  public var deadlines: ((State) -> StateDeadline<State>?)? {
    didSet {
      status.hasDeadlines = deadlines != nil
      if core.current != nil { applyDeadlines() }
    }
  }

  private func applyDeadlines() {
    catchUp()
    // A transition that has only been announced reads the deadline of its state itself.
    guard let state = core.current, !core.machine.isAnnounced else { return }
    let former = core.replaceDeadline(deadlines?(state))
    withExtendedLifetime(former) {}
    if !status.isBusy { operate(.advance(status.nowNanoseconds)) }
  }

  /// Whether delays and durations are zero, with unchanged curves and effects; false by default.
  ///
  /// Applies to animations that begin from now on.
  public var isMotionReduced: Bool {
    get { status.isMotionReduced }
    set { status.isMotionReduced = newValue }
  }

  /// Called when a call from outside has been completed; see `TimedContainer`.
  public var callEnded: (() -> Void)? { didSet { findFollowers() } }

  /// The runner that advances the container's time; see `TimedContainer`.
  public var runner: ContainerRunner? { didSet { findFollowers() } }

  /// The container that encloses this one.
  private(set) weak var enclosing: (any EnclosingContainer)?

  func becomeEnclosed(by enclosing: any EnclosingContainer) {
    self.enclosing = enclosing
    status.isEnclosed = true
    findFollowers()
  }

  private func findFollowers() {
    status.hasFollowers = callEnded != nil || runner != nil || status.isEnclosed
  }

  /// What happens to a request during a transition; `wait` by default.
  ///
  /// Applies from the next call on.
  public var policy: QueueingPolicy {
    get { core.machine.policy }
    set {
      core.machine.policy = newValue
      runner?.wake()
    }
  }

  /// Creates a container that is off screen.
  ///
  /// - Parameters:
  ///   - owner: The delegate, which is not kept alive. If it is gone before the first call, a debug
  ///     build stops.
  ///   - now: The current time of the clock that `advance(to:)` uses, since its zero.
  public init(owner: any StateContainerOwner<State, Child>, now: Duration = .zero) {
    self.owner = owner
    ownOwner = nil
    status = ContainerStatus(nowNanoseconds: now.wholeNanoseconds)
    observers = Observers(status)
    unchecked = ContainerCore(nowNanoseconds: now.wholeNanoseconds, status: status)
  }

  /// Creates a container that is off screen, with closures instead of an owner.
  ///
  /// - Parameters:
  ///   - appearanceState: See `StateContainerOwner.loadAppearanceState()`.
  ///   - timing: See `StateContainerOwner.timing(for:appearing:in:)`.
  ///   - now: The current time of the clock that `advance(to:)` uses, since its zero.
  ///   - children: See `StateContainerOwner.children(for:)`. All closures are kept.
  public init(
    appearanceState: @escaping () -> State,
    timing: ((Child, _ appearing: Bool, Transition<State>) -> TransitionTiming?)? = nil,
    now: Duration = .zero,
    children: @escaping (State) -> [Child]
  ) {
    let owner = ClosureOwner(appearanceState: appearanceState, children: children, timing: timing)
    self.owner = owner
    ownOwner = owner
    status = ContainerStatus(nowNanoseconds: now.wholeNanoseconds)
    observers = Observers(status)
    unchecked = ContainerCore(nowNanoseconds: now.wholeNanoseconds, status: status)
  }

  deinit {
    observers.end()
    core.cancelAll()
    while let pending = core.pendingOutcomes.takeFirst() { pending.completion?(pending.outcome) }
  }
}

// MARK: - Calls

extension StateContainer {
  /// Requests a state.
  ///
  /// It starts at once if the container is on screen and idle. During a transition, while the
  /// container appears, and inside any callback it waits, and a later request replaces it. Off
  /// screen and while disappearing it is cancelled: the next `loadAppearanceState` decides.
  ///
  /// - Parameters:
  ///   - state: The state to present. The current state again is a transition without children.
  ///   - animated: Whether children are animated. If not, the transition ends before this returns.
  ///   - completion: Called exactly once, with the outcome.
  @inlinable
  public func request(
    _ state: State, animated: Bool, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    if status.hasFollowers { catchUp() }
    let request = Request(state: state, completion: completion)
    guard let owner else { return abandon(request) }
    guard !status.isBusy else {
      status.hasCalled = true
      return core.receive(request, animated: animated)
    }
    carryOut(core.begin(request, animated: animated), for: owner)
  }

  /// Begins to appear: loads the state to appear with and goes to it.
  ///
  /// Completes a disappearance first; ignored if on screen or appearing.
  ///
  /// - Parameters:
  ///   - animated: Whether the children are animated as they appear.
  ///   - completion: Called exactly once: `finished` when the transition to the state to appear
  ///     with has ended, `superseded` when a request interrupted it, `cancelled` when the call is
  ///     ignored.
  @inlinable
  public func willAppear(animated: Bool, completion: ((RequestOutcome) -> Void)? = nil) {
    operate(.phase(.willAppear(animated: animated), completion: completion))
  }

  /// Brings the container on screen: `willAppear` and `didAppear` in one.
  ///
  /// - Parameters:
  ///   - animated: Whether the children are animated as they appear.
  ///   - completion: Called exactly once, as that of `willAppear`.
  public func appear(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    willAppear(animated: animated, completion: completion)
    didAppear()
  }

  /// Takes the container off screen: `willDisappear` and `didDisappear` in one.
  public func disappear(animated: Bool = false) {
    willDisappear(animated: animated)
    didDisappear()
  }

  /// Completes the appearance; ignored unless the container is appearing.
  @inlinable
  public func didAppear() {
    operate(.phase(.didAppear, completion: nil))
  }

  /// Begins to disappear: drops a waiting request, then completes the running transition.
  ///
  /// From here until the next `willAppear` every request is cancelled at once, also those made
  /// within callbacks of the completed transition. Interrupts an appearance; ignored if off screen
  /// or disappearing.
  @inlinable
  public func willDisappear(animated: Bool) {
    operate(.phase(.willDisappear(animated: animated), completion: nil))
  }

  /// Completes the disappearance; ignored unless the container is disappearing.
  @inlinable
  public func didDisappear() {
    operate(.phase(.didDisappear, completion: nil))
  }

  /// Advances the time to an instant of the caller's clock.
  ///
  /// Everything due by then happens at its own instant, which `now` shows meanwhile; then the
  /// running animations report their progress. An instant before `now` counts as `now`. If
  /// callbacks start more than 10,000 transitions at one instant, the rest is left to the next
  /// `advance`, and `nextInstant` is `now`.
  @inlinable
  public func advance(to instant: ContainerInstant) {
    guard !status.isEnclosed else { return advanceEnclosing(to: instant.nanoseconds) }
    advanceAlone(to: instant.nanoseconds)
  }

  @usableFromInline
  func advanceEnclosing(to nanoseconds: Int64) {
    guard let enclosing else { return advanceAlone(to: nanoseconds) }
    enclosing.advance(to: nanoseconds)
  }

  /// Ends the running transition at this instant; does nothing if none runs.
  ///
  /// All moving children end, entering ones first, with all their end callbacks; then
  /// `didTransition` is called, and a waiting request starts. While the container appears,
  /// `didAppear` of the children still follows the container's own.
  @inlinable
  public func endTransition() {
    operate(.endTransition)
  }

  /// Begins an interactive transition, driven by its caller instead of by time, such as by a drag.
  ///
  /// The callbacks are those of an animated transition. Time does not move it until it is released.
  /// A request interrupts it with `QueueingPolicy.interrupt`, and waits with `wait`.
  ///
  /// - Parameters:
  ///   - state: The next state.
  ///   - completion: Called exactly once unless `nil` is returned: `finished` when the transition
  ///     has ended, `cancelled` when it was cancelled, `superseded` when a request interrupted it.
  /// - Returns: The object that drives it; `nil` if the container is not on screen or not idle, or
  ///   within a callback.
  public func beginInteractiveTransition(
    to state: State, completion: ((RequestOutcome) -> Void)? = nil
  ) -> InteractiveTransition<State, Child>? {
    catchUp()
    let request = Request(state: state, completion: completion)
    guard let owner, !status.isBusy, let number = core.beginInteractive(request) else { return nil }
    let transition = InteractiveTransition(in: self, number: number)
    carryOut(core.nextStep(), for: owner)
    return transition
  }
}
