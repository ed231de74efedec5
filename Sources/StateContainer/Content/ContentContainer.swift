/// A container of the four default states, driven by what is known of the content.
///
/// It asks its owner whether there is content, decides, and lets a `StateContainer` present the
/// outcome. Loading holds back and lasts as `LoadingTimes` say; with `LoadingTimes.immediate` everything
/// is shown at once.
///
/// Behaviour: StatefulViewController, by aschuch.
public final class ContentContainer<Failure, Child: StateContainerChild>: TimedContainer {
  /// What presents the states; on screen and off it goes by its own appearance phases.
  public private(set) lazy var container = StateContainer<ContentState<Failure>, Child>(
    appearanceState: { [weak self] in self?.appearanceState() ?? .empty },
    timing: { [weak owner] in owner?.timing(for: $0, appearing: $1, in: $2) },
    now: .nanoseconds(nowNanoseconds),
    children: { [weak owner] in owner?.children(for: $0) ?? [] })

  /// What decides; its times and its deadline may be set.
  public var driver: ContentStateDriver<Failure>

  /// The instant that time has reached.
  public private(set) var nowNanoseconds: Int64

  /// Called when a call from outside has been carried out in full; see `TimedContainer`.
  ///
  /// It takes the place of `container`'s own.
  public var callEnded: (() -> Void)? {
    didSet {
      container.callEnded = callEnded == nil ? nil : { [weak self] in self?.tellCallEnded() }
    }
  }

  private weak var owner: (any ContentOwner<Failure, Child>)?
  private var isBusy = false
  private var isAnimated = false
  private var completions: [(RequestOutcome) -> Void] = []
  /// Something has been decided anew, and has not been requested.
  private var isPending = false
  private var presented: ContentStateName?

  /// Makes a container that is off screen, with nothing known.
  ///
  /// - Parameters:
  ///   - owner: Who knows the content; not kept alive.
  ///   - times: How long loading holds back, and how long it lasts.
  ///   - now: The present instant of the clock that `advance(to:)` will tell, since it began.
  public init(
    owner: any ContentOwner<Failure, Child>, times: LoadingTimes = .init(),
    now: Duration = .zero
  ) {
    self.owner = owner
    nowNanoseconds = now.wholeNanoseconds
    driver = ContentStateDriver(
      ContentSituation(hasContent: owner.hasContent), times: times, now: now)
  }

  deinit {
    for completion in completions { completion(.cancelled) }
  }

  /// The state that is presented, or that the running transition goes to; before the first
  /// appearance, what has been decided.
  public var currentState: ContentState<Failure> { container.currentState ?? lastState }

  /// What was decided last: ahead of `currentState` while the container is off screen or loading
  /// holds back.
  public var lastState: ContentState<Failure> { driver.decided }
}

// MARK: - What becomes known

extension ContentContainer {
  /// Brings the container on screen in the state that is due, with nothing that flashes first.
  ///
  /// Asks whether there is content, each time. `loading` that is known by then is the first state at
  /// once, whatever its delay. On screen already, it goes to the state that is due.
  ///
  /// - Parameters:
  ///   - animated: Whether children are animated.
  ///   - completion: Called exactly once: `finished` when the state that is due is presented,
  ///     `superseded` when another has become due meanwhile, `cancelled` when it never was.
  public func setupInitialViewState(
    animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    let wasBusy = begin()
    defer { end(wasBusy) }
    switch container.appearance {
    case .offScreen, .disappearing:
      container.willAppear(animated: animated, completion: completion)
      container.didAppear()
    case .appearing, .onScreen:
      let known = driver.situation
      transitionViewStates(
        loading: known.isLoading, error: known.failure, animated: animated, completion: completion)
    }
  }

  /// Loading begins: `loading` unless there is content; otherwise as `transitionViewStates`.
  public func startLoading(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    transitionViewStates(loading: true, animated: animated, completion: completion)
  }

  /// Loading has ended, well or with an error: content, error or empty; otherwise as
  /// `transitionViewStates`.
  public func endLoading(
    animated: Bool = true, error: Failure? = nil, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    transitionViewStates(error: error, animated: animated, completion: completion)
  }

  /// Asks whether there is content, decides, and goes to the state that is due.
  ///
  /// - Parameters:
  ///   - loading: Whether something is being loaded.
  ///   - error: What failed. With content the owner hears `handleErrorWhenContentAvailable`.
  ///   - animated: Whether children are animated.
  ///   - completion: Called exactly once: `finished` when the state that is due is presented,
  ///     `superseded` when another has become due meanwhile, `cancelled` off screen.
  public func transitionViewStates(
    loading: Bool = false, error: Failure? = nil, animated: Bool = true,
    completion: ((RequestOutcome) -> Void)? = nil
  ) {
    let wasBusy = begin()
    defer { end(wasBusy) }
    let hasContent = owner?.hasContent ?? false
    if hasContent, let error { owner?.handleErrorWhenContentAvailable(error) }
    let former = completions
    completions = completion.map { [$0] } ?? []
    isAnimated = animated
    driver.update(
      ContentSituation(hasContent: hasContent, isLoading: loading, failure: error),
      at: nowNanoseconds)
    isPending = true
    for completion in former { container.tell(.superseded, to: completion) }
    present()
  }

  /// Lets time go on, for what holds back and for the animations, to an instant in nanoseconds of the
  /// caller's clock.
  ///
  /// What is due by then happens at its own instant. Time that goes back stands still.
  public func advance(to nanoseconds: Int64) {
    let wasBusy = begin()
    defer { end(wasBusy) }
    while let deadline = nextDeadline, deadline <= nanoseconds, deadline > nowNanoseconds {
      step(to: deadline)
    }
    step(to: nanoseconds)
  }

  /// The next instant at which something happens by itself, in nanoseconds of the caller's clock:
  /// what is decided or an animation; `nil` if nothing will.
  public var nextDeadline: Int64? {
    guard let decision = driver.nextDeadline else { return container.nextDeadline }
    return min(container.nextDeadline ?? decision, decision)
  }

  /// Whether a child is on its way right now, past its delay, so that frames are wanted.
  public var isAnimating: Bool { container.isAnimating }

  private func step(to nanoseconds: Int64) {
    nowNanoseconds = max(nowNanoseconds, nanoseconds)
    container.advance(to: nowNanoseconds)
    driver.advance(to: nowNanoseconds)
    present()
  }

  /// A call begins; returns whether it is made within another one.
  private func begin() -> Bool {
    defer { isBusy = true }
    return isBusy
  }

  private func end(_ wasBusy: Bool) {
    isBusy = wasBusy
    tellCallEnded()
  }

  private func tellCallEnded() {
    if !isBusy, !container.facts.isBusy { callEnded?() }
  }

  /// Requests what is to be shown, once for every decision and every state that becomes due.
  private func present() {
    guard driver.isSettled, let shown = driver.shown else { return }
    guard isPending || presented != shown.name else { return }
    isPending = false
    presented = shown.name
    let told = completions
    completions = []
    container.request(shown, animated: isAnimated) { outcome in
      for completion in told { completion(outcome) }
    }
  }
}

// MARK: - What is presented

extension ContentContainer {
  /// What has been decided, with no delay.
  private func appearanceState() -> ContentState<Failure> {
    var known = driver.situation
    known.hasContent = owner?.hasContent ?? false
    driver.update(known, at: nowNanoseconds)
    driver.skipDelay(at: nowNanoseconds)
    presented = driver.decided.name
    if completions.isEmpty { isPending = false }
    return driver.decided
  }

  /// Where a state's children go within the container's area: all of it for content, the rest of
  /// the placeholder insets for the others.
  public func area(for state: ContentState<Failure>, in area: ContentArea) -> ContentArea {
    if case .content = state { return area }
    return area.inset(by: owner?.placeholderInsets(for: state) ?? .zero)
  }
}
