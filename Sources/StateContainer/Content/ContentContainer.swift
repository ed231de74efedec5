/// A container that chooses between loading, content, empty and error from its caller's reports
/// about loading and from whether its owner has content; presents the state in a `StateContainer`.
///
/// Loading is delayed and lasts as `LoadingTimes` say; with `LoadingTimes.immediate` everything
/// shows at once. A call within a callback takes effect after that returns, at the same instant.
///
/// Behaviour: StatefulViewController, by aschuch.
public final class ContentContainer<Failure, Child: StateContainerChild>: TimedContainer {
  /// The container that presents the states; its own appearance phases may be used.
  ///
  /// Its time is that of this container.
  public private(set) lazy var container: StateContainer<ContentState<Failure>, Child> = {
    let answering = ClosureOwner<ContentState<Failure>, Child>(
      appearanceState: { [weak self] in self?.appearanceState() ?? .empty },
      children: { [weak self] in self?.children(for: $0) ?? [] },
      timing: { [weak owner] in owner?.timing(for: $0, appearing: $1, in: $2) })
    let container = StateContainer(owner: answering, now: .nanoseconds(nowNanoseconds))
    self.answering = answering
    container.becomeEnclosed(by: self)
    return container
  }()

  /// The value that decides which state to show; its times and its deadline may be set.
  public var driver: ContentStateDriver<Failure> {
    get { decider }
    set {
      decider = newValue
      catchUp()
      carryOut()
    }
  }

  package private(set) var nowNanoseconds: Int64

  /// Called when a call from outside has been completed; see `TimedContainer`.
  ///
  /// Calls to `container` count, too.
  public var callEnded: (() -> Void)?

  /// The runner that advances the container's time; see `TimedContainer`.
  public var runner: ContainerRunner?

  /// The child that presents `loading`; while it is `nil`, the owner's children do.
  ///
  /// A change is shown at once if the state is presented. StatefulViewController: `loadingView`.
  public var loadingChild: Child? { didSet { presentAnew(.loading) } }
  /// The child that presents `error`; see `loadingChild`.
  public var errorChild: Child? { didSet { presentAnew(.error) } }
  /// The child that presents `empty`; see `loadingChild`.
  public var emptyChild: Child? { didSet { presentAnew(.empty) } }

  /// Cancels what `load` runs, the number of loads that have begun, and what the module of `load`
  /// knows about those that run.
  package var load: (cancel: (() -> Void)?, number: Int, activity: AnyObject?) = (nil, 0, nil)

  private weak var owner: (any ContentOwner<Failure, Child>)?
  /// The owner of `container`; released when this container's owner is gone.
  private var answering: ClosureOwner<ContentState<Failure>, Child>?
  private var decider: ContentStateDriver<Failure>
  private var isAnimated = false
  private var completions: [(RequestOutcome) -> Void] = []
  /// Whether a decision has not been requested from `container`.
  private var isPending = false
  private var presented: ContentStateName?

  private var isBusy = false
  /// Calls that have not taken effect, and how many of them the current call may run.
  private var operations = Queue<Operation>()
  private var remainingOperations = 0
  /// Whether `container` was called since the last `callEnded`.
  private var hasInnerCallEnded = false

  /// A call to the content container with its completion handler, queued while another call or a
  /// callback runs: set up, decide the state, present a state anew, or advance the time.
  private enum Operation {
    case setUp(animated: Bool, completion: ((RequestOutcome) -> Void)?)
    case decide(
      loading: Bool, failure: Failure?, animated: Bool, completion: ((RequestOutcome) -> Void)?)
    case presentAnew(ContentStateName)
    case advance(Int64)

    var completion: ((RequestOutcome) -> Void)? {
      switch self {
      case .setUp(_, let completion), .decide(_, _, _, let completion): completion
      case .presentAnew, .advance: nil
      }
    }
  }

  /// Creates a container that is off screen, in an unknown situation.
  ///
  /// - Parameters:
  ///   - owner: The delegate, which is not kept alive.
  ///   - times: The delay and the least duration of loading.
  ///   - now: The current time of the clock that `advance(to:)` uses, since its zero.
  public init(
    owner: any ContentOwner<Failure, Child>, times: LoadingTimes = .init(),
    now: Duration = .zero
  ) {
    self.owner = owner
    nowNanoseconds = now.wholeNanoseconds
    decider = ContentStateDriver(
      ContentSituation(hasContent: owner.hasContent), times: times, now: now)
  }

  deinit {
    load.cancel?()
    for completion in takeCompletions() { completion(.cancelled) }
  }

  /// The state that is presented, or that the running transition leads to; before the first
  /// appearance, the last decision.
  public var currentState: ContentState<Failure> { container.currentState ?? lastState }

  /// The last decision; ahead of `currentState` while the container is off screen or the state is
  /// delayed.
  public var lastState: ContentState<Failure> { decider.decided }
}

// MARK: - What becomes known

extension ContentContainer {
  /// Brings the container on screen in the state that is due, without another state before it.
  ///
  /// Reads whether there is content each time. If loading has begun by then, it is the first state
  /// at once, whatever its delay. On screen already, the container goes to the state that is due.
  ///
  /// - Parameters:
  ///   - animated: Whether children are animated.
  ///   - completion: Called exactly once: `finished` when the state that is due is presented,
  ///     `superseded` when another became due meanwhile, `cancelled` when it was never presented.
  public func setupInitialViewState(
    animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    call(.setUp(animated: animated, completion: completion))
  }

  /// Brings the container on screen; the same as `setupInitialViewState`.
  public func appear(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    setupInitialViewState(animated: animated, completion: completion)
  }

  /// Takes the container off screen; a delayed state is cancelled.
  public func disappear(animated: Bool = false) {
    container.disappear(animated: animated)
  }

  /// Begins loading: `loading` unless there is content; otherwise as `transitionViewStates`.
  public func startLoading(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    transitionViewStates(loading: true, animated: animated, completion: completion)
  }

  /// Ends loading, with or without an error: content, error or empty; otherwise as
  /// `transitionViewStates`.
  public func endLoading(
    animated: Bool = true, error: Failure? = nil, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    transitionViewStates(error: error, animated: animated, completion: completion)
  }

  /// Reads whether there is content, decides, and goes to the state that is due.
  ///
  /// - Parameters:
  ///   - loading: Whether content is being loaded.
  ///   - error: The failure. With content, the owner's `handleErrorWhenContentAvailable` is called
  ///     once the state has been decided.
  ///   - animated: Whether children are animated.
  ///   - completion: Called exactly once: `finished` when the state that is due is presented,
  ///     `superseded` when another became due meanwhile, `cancelled` at once if off screen.
  public func transitionViewStates(
    loading: Bool = false, error: Failure? = nil, animated: Bool = true,
    completion: ((RequestOutcome) -> Void)? = nil
  ) {
    call(.decide(loading: loading, failure: error, animated: animated, completion: completion))
  }

  /// Advances the time of delays and animations to an instant of the caller's clock.
  ///
  /// Everything due by then happens at its own instant; an instant before `now` counts as `now`.
  public func advance(to instant: ContainerInstant) {
    call(.advance(instant.nanoseconds))
  }

  /// The time that the container has reached.
  public var now: ContainerInstant { ContainerInstant(nanoseconds: nowNanoseconds) }

  /// When a decision or an animation is due next, without a call; `nil` if none is.
  public var nextInstant: ContainerInstant? {
    nextDeadline.map { ContainerInstant(nanoseconds: $0) }
  }

  package var nextDeadline: Int64? {
    guard operations.isEmpty else { return nowNanoseconds }
    if isAbandoned {
      let hasPendingCompletions =
        load.cancel != nil || !completions.isEmpty || container.hasPendingCompletions
      return hasPendingCompletions ? nowNanoseconds : nil
    }
    guard let decision = decider.nextDeadline else { return container.ownNextDeadline }
    return min(container.ownNextDeadline ?? decision, decision)
  }

  /// Whether a child is moving, past its delay, so that frames are needed.
  public var isAnimating: Bool { container.isAnimating && !isAbandoned }

  /// Whether the owner is gone: requests are cancelled, and nothing happens any more.
  public var isAbandoned: Bool { owner == nil }
}

// MARK: - Calls

extension ContentContainer: EnclosingContainer {
  /// Performs calls one after the other, and at most 10,000 that callbacks make within one from
  /// outside.
  private func call(_ operation: Operation) {
    if case .advance = operation {} else { catchUp() }
    operations.add(operation)
    carryOut()
  }

  func catchUp() {
    guard !isBusy, !container.status.isBusy else { return }
    let clock = runner?.clockNanoseconds ?? container.runner?.clockNanoseconds
    if let clock, clock > nowNanoseconds { call(.advance(clock)) }
  }

  func innerCallEnded() {
    hasInnerCallEnded = true
    carryOut()
  }

  private func carryOut() {
    guard !isBusy, !container.status.isBusy else { return }
    isBusy = true
    let most = ContainerCore<ContentState<Failure>, Child>.mostAtOnce
    remainingOperations = most + 1
    if isAbandoned { abandon() }
    performCalled()
    for _ in 0..<most {
      hasInnerCallEnded = false
      guard let callEnded else { break }
      callEnded()
      guard hasInnerCallEnded || !operations.isEmpty, remainingOperations > 0 else { break }
      performCalled()
    }
    isBusy = false
    runner?.wake()
    container.runner?.wake()
  }

  private func performCalled() {
    cancelHeldBack()
    while remainingOperations > 0, let operation = operations.takeFirst() {
      remainingOperations -= 1
      perform(operation)
      cancelHeldBack()
    }
  }

  private func perform(_ operation: Operation) {
    switch operation {
    case .setUp(let animated, let completion): setUp(animated: animated, completion)
    case .decide(let loading, let failure, let animated, let completion):
      decide(loading: loading, failure, animated: animated, completion)
    case .presentAnew(let name):
      guard let state = container.currentState, state.name == name,
        container.appearance.acceptsRequests
      else { return }
      container.request(state, animated: false)
    case .advance(let nanoseconds):
      while let deadline = nextDeadline, deadline <= nanoseconds, deadline > nowNanoseconds {
        step(to: deadline)
      }
      step(to: nanoseconds)
    }
  }

  private func setUp(animated: Bool, _ completion: ((RequestOutcome) -> Void)?) {
    switch container.appearance {
    case .offScreen, .disappearing: container.appear(animated: animated, completion: completion)
    case .appearing, .onScreen:
      let known = decider.situation
      decide(loading: known.isLoading, known.failure, animated: animated, completion)
    }
  }

  private func decide(
    loading: Bool, _ failure: Failure?, animated: Bool, _ completion: ((RequestOutcome) -> Void)?
  ) {
    let hasContent = container.callback { owner?.hasContent ?? false }
    let former = completions
    completions = []
    isAnimated = animated
    decider.update(
      ContentSituation(hasContent: hasContent, isLoading: loading, failure: failure),
      at: nowNanoseconds)
    if hasContent, let failure {
      container.callback { owner?.handleErrorWhenContentAvailable(failure) }
    }
    for completion in former { container.report(.superseded, to: completion) }
    if container.appearance.acceptsRequests {
      completions = completion.map { [$0] } ?? []
      isPending = true
      present()
    } else {
      container.request(lastState, animated: animated, completion: completion)
    }
    container.carryOutCalled()
  }

  private func step(to nanoseconds: Int64) {
    nowNanoseconds = max(nowNanoseconds, nanoseconds)
    container.advanceAlone(to: nowNanoseconds)
    decider.advance(to: nowNanoseconds)
    present()
    performCalled()
  }

  /// Requests the state to show, once for every decision and every state that becomes due.
  private func present() {
    guard container.appearance.acceptsRequests, decider.isSettled, let shown = decider.shown,
      isPending || presented != shown.name
    else { return }
    isPending = false
    presented = shown.name
    let taken = completions
    completions = []
    container.request(shown, animated: isAnimated) { outcome in
      for completion in taken { completion(outcome) }
    }
  }

  /// Cancels delayed states while the container is off screen.
  private func cancelHeldBack() {
    guard !container.appearance.acceptsRequests else { return }
    cancelAllHeldBack()
  }

  private func cancelAllHeldBack() {
    let held = completions
    completions = []
    for completion in held { container.report(.cancelled, to: completion) }
  }

  /// Cancels everything and ends what runs, after the owner is gone.
  private func abandon() {
    load.cancel?()
    load.cancel = nil
    answering = nil
    for completion in takeCompletions() { container.report(.cancelled, to: completion) }
    container.operate(.advance(nowNanoseconds))
  }

  private func takeCompletions() -> [(RequestOutcome) -> Void] {
    var taken = completions
    completions = []
    while let operation = operations.takeFirst() {
      if let completion = operation.completion { taken.append(completion) }
    }
    return taken
  }

  private func presentAnew(_ name: ContentStateName) { call(.presentAnew(name)) }
}

// MARK: - What is presented

extension ContentContainer {
  /// The decided state, without a delay.
  private func appearanceState() -> ContentState<Failure> {
    var known = decider.situation
    known.hasContent = owner?.hasContent ?? false
    decider.update(known, at: nowNanoseconds)
    decider.skipDelay(at: nowNanoseconds)
    presented = decider.decided.name
    isPending = false
    // Left if a callback has taken the container off screen and back.
    cancelAllHeldBack()
    return decider.decided
  }

  private func children(for state: ContentState<Failure>) -> [Child] {
    let child =
      switch state.name {
      case .content: Child?.none
      case .loading: loadingChild
      case .error: errorChild
      case .empty: emptyChild
      }
    return child.map { [$0] } ?? owner?.children(for: state) ?? []
  }

  /// The area for a state's children: all of it for content, otherwise without the placeholder
  /// insets.
  public func area(for state: ContentState<Failure>, in area: ContentArea) -> ContentArea {
    if case .content = state { return area }
    return area.inset(by: owner?.placeholderInsets(for: state) ?? .zero)
  }

  /// The area for one of a state's children; the insets of a `PlaceholderChild` replace those of
  /// the state.
  public func area(
    for child: Child, of state: ContentState<Failure>, in area: ContentArea
  ) -> ContentArea {
    guard state.name != .content, let placeholder = child as? any PlaceholderChild else {
      return self.area(for: state, in: area)
    }
    return area.inset(by: placeholder.placeholderInsets)
  }
}
