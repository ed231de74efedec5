/// Decides what happens in a container, and in which order; it does nothing itself.
///
/// A pure value. Its mutating functions take what happened: a request, an appearance phase, time
/// going on. `nextEffect` then says what is to be done, one effect at a time. An effect is
/// drawn only when the one before has been carried out, so whoever looks at the machine from
/// within a callback sees exactly what has been told so far. Children are slots to it, and states
/// are nothing at all: the container holds both.
///
/// What cannot happen traps, and says what happened and what the machine was doing.
@usableFromInline
struct TransitionMachine {
  /// How many transitions may start at one instant before the rest is left to the next `advance`.
  static let mostTransitionsAtOnce = 10_000

  /// What a request does that is made while a transition runs.
  @usableFromInline var policy = QueueingPolicy.wait

  private(set) var appearance = Appearance.offScreen
  var nowNanoseconds: Int64
  var activity = MachineActivity.idle
  var children = ChildLayers()

  /// Whether the request that waits is animated; nil if none waits.
  var waitingIsAnimated: Bool?

  /// When the present state's deadline is reached; nil if it has none.
  var stateDeadline: Int64?

  /// How far time goes in the present `advance`; nil outside of one.
  var goal: Int64?
  var transitionsAtOnce = 0

  init(nowNanoseconds: Int64) {
    self.nowNanoseconds = nowNanoseconds
  }

  func cannot(_ event: String) -> Never {
    preconditionFailure("\(event) while \(activity), \(appearance)")
  }
}

// MARK: - What may be asked

extension TransitionMachine {
  @usableFromInline var acceptsRequests: Bool { appearance.acceptsRequests }

  var hasWaitingRequest: Bool { waitingIsAnimated != nil }

  /// Whether a transition runs, until its end has been told.
  var isTransitioning: Bool {
    if case .transition = activity { true } else { false }
  }

  /// Whether nothing is being told: something must happen before there is another effect.
  var isAtRest: Bool {
    switch activity {
    case .idle, .paused, .transition(_, .running): true
    case .transition, .loadingState, .settling, .goingBack, .withdrawing, .withdrawn, .reappearing:
      false
    }
  }

  private var isPaused: Bool {
    if case .paused = activity { true } else { false }
  }

  /// Whether the running transition is animated.
  @usableFromInline var isAnimated: Bool {
    guard case .transition(let passage, _) = activity else { cannot("isAnimated is asked") }
    return passage.isAnimated
  }

  /// Whether the clock is that of a hand.
  @usableFromInline var isHandDriven: Bool {
    if case .transition(_, .running(.hand)) = activity { true } else { false }
  }

  /// Whether an animation is past its start and before its end, so that frames are wanted.
  var isAnimating: Bool { !isHandDriven && children.isAnimating(at: nowNanoseconds) }

  /// The next instant at which `advance` has something to do by itself.
  var nextDeadline: Int64? {
    if isPaused || isInterruptionPutOff { return nowNanoseconds }
    let animation = isHandDriven ? nil : children.nextInstant(after: nowNanoseconds)
    guard let deadline = stateDeadline, appearance == .onScreen else { return animation }
    return min(animation ?? .max, max(deadline, nowNanoseconds))
  }

  /// The instant that the animations are shown at.
  private var shownInstant: Int64 {
    if case .transition(_, .running(.hand(let now))) = activity { now } else { nowNanoseconds }
  }

  /// How many places the layer order has; some may be vacant while children are being removed.
  @usableFromInline var layerCount: Int { children.layers.count }

  /// The child in a layer, counted from the bottom; nil where it has been removed.
  @usableFromInline
  func slot(inLayer layer: Int) -> Slot? {
    let slot = children.layers[layer]
    return children.isPresent(slot) ? slot : nil
  }

  @usableFromInline
  func slots(in row: ChildRow) -> ArraySlice<Slot> {
    switch row.list {
    case .entering: children.entering[row.range]
    case .layers: children.layers[row.range]
    }
  }

  @usableFromInline
  func isNew(_ slot: Slot) -> Bool { children.isNew(slot) }

  @usableFromInline
  func wasEntering(_ slot: Slot) -> Bool { children.wasEntering(slot) }

  /// How a child is to be shown now.
  @usableFromInline
  func presentation(of slot: Slot) -> ChildPresentation {
    children.part(of: slot).presentation(at: shownInstant)
  }

  /// The progress of a child by its number among those who move; nil after the last, and no
  /// progress for one whose animation has not started or has ended.
  @usableFromInline
  func progress(_ number: Int) -> (slot: Slot, isEntering: Bool, progress: Double?)? {
    guard case .transition(_, .running) = activity, let (slot, isEntering) = children.mover(number)
    else { return nil }
    guard let movement = children.part(of: slot).movement,
      isHandDriven || movement.startNanoseconds <= nowNanoseconds
    else { return (slot, isEntering, nil) }
    return (slot, isEntering, movement.progress(at: shownInstant))
  }

  /// The progress of the whole transition, from its begin to the last end; nil if nothing moves.
  @usableFromInline var transitionProgress: Double? {
    guard case .transition(let passage, .running) = activity, passage.isAnimated,
      children.remaining > 0
    else { return nil }
    return children.progress(since: passage.beginNanoseconds, at: shownInstant)
  }
}

// MARK: - What happened

extension TransitionMachine {
  /// What becomes of a request at first.
  @usableFromInline
  enum Reception {
    /// It is the transition that the next effects are about.
    case starts
    /// It waits.
    case waits
    /// It waits in place of the one that waited.
    case supersedes
    /// It is cancelled at once.
    case isRefused
  }

  /// Somebody has requested a state.
  @usableFromInline
  mutating func receiveRequest(animated: Bool) -> Reception {
    guard appearance.acceptsRequests else { return .isRefused }
    guard case .idle = activity else {
      let supersedes = waitingIsAnimated != nil
      waitingIsAnimated = animated
      return supersedes ? .supersedes : .waits
    }
    start(.request, animated: animated)
    return .starts
  }

  /// Somebody outside has called the container: the count of transitions at once starts anew.
  @usableFromInline
  mutating func beginOperation() {
    transitionsAtOnce = 0
  }

  /// Time has gone on to `now`; what is due by then happens, each at its own instant.
  ///
  /// Time that goes back stands still.
  @usableFromInline
  mutating func advance(to now: Int64) {
    guard isAtRest else { cannot("advance") }
    goal = max(now, nowNanoseconds)
    if isPaused { activity = .settling(isCutShort: false) }
  }

  /// The container comes on or goes off screen; a phase that cannot follow changes nothing.
  ///
  /// - Returns: Whether the request that waits is dropped.
  @usableFromInline
  mutating func enter(_ phase: AppearancePhase) -> Bool {
    guard isAtRest else { cannot("\(phase)") }
    switch (phase, appearance) {
    case (.willAppear(let animated), .offScreen):
      appear(animated: animated)
    case (.willAppear(let animated), .disappearing(let before)):
      appearance = .offScreen
      activity = .withdrawn(animated: before, reappears: animated)
    case (.didAppear, .appearing):
      appearance = .onScreen
      go(to: .appeared(next: 0, endsRest: false))
    case (.willDisappear(let animated), .appearing):
      disappear(animated: animated, from: .appeared(next: 0, endsRest: true))
      return takeWaiting()
    case (.willDisappear(let animated), .onScreen):
      disappear(animated: animated, from: .ending(number: 0))
      return takeWaiting()
    case (.didDisappear, .disappearing(let animated)):
      appearance = .offScreen
      activity = .withdrawn(animated: animated, reappears: nil)
    case (.willAppear, .appearing), (.willAppear, .onScreen),
      (.didAppear, .offScreen), (.didAppear, .onScreen), (.didAppear, .disappearing),
      (.willDisappear, .offScreen), (.willDisappear, .disappearing),
      (.didDisappear, .offScreen), (.didDisappear, .appearing), (.didDisappear, .onScreen):
      break
    }
    return false
  }

  mutating func appear(animated: Bool) {
    appearance = .appearing(animated: animated)
    activity = .loadingState(animated: animated)
  }

  /// The container goes off screen: what runs is completed from a step on, then children are told.
  private mutating func disappear(animated: Bool, from step: TransitionStep) {
    appearance = .disappearing(animated: animated)
    if isTransitioning {
      children.stopClock()
      go(to: step)
    } else {
      activity = .withdrawing(animated: animated)
    }
  }

  private mutating func takeWaiting() -> Bool {
    defer { waitingIsAnimated = nil }
    return waitingIsAnimated != nil
  }

  /// The running transition is to end at this instant, and all who move with it.
  @usableFromInline
  mutating func endTransition() {
    guard isAtRest else { cannot("endTransition") }
    guard isTransitioning else { return }
    children.stopClock()
    go(to: .ending(number: 0))
  }

  /// A transition is known and begins with the next effect.
  mutating func start(_ kind: TransitionKind, animated: Bool) {
    stateDeadline = nil
    activity = .transition(
      Passage(kind: kind, isAnimated: animated, beginNanoseconds: nowNanoseconds), .announcing)
  }

  /// The running transition comes to a step.
  mutating func go(to step: TransitionStep) {
    guard case .transition(let passage, _) = activity else { cannot("\(step)") }
    activity = .transition(passage, step)
  }
}

// MARK: - By hand

extension TransitionMachine {
  /// Somebody wants to drive a transition by hand; false if it cannot begin now.
  @usableFromInline
  mutating func beginByHand() -> Bool {
    guard appearance == .onScreen, case .idle = activity else { return false }
    start(.byHand, animated: true)
    return true
  }

  /// The hand has moved; `progress` is of the whole transition, `0 ... 1`.
  @usableFromInline
  mutating func moveHand(to progress: Double) {
    guard case .transition(let passage, .running(.hand)) = activity else { cannot("moveHand") }
    let length = Double(children.length(since: passage.beginNanoseconds))
    let share = progress > 0 ? min(progress, 1) : 0
    go(
      to: .running(.hand(nowNanoseconds: passage.beginNanoseconds + Int64(length * share + 0.5))))
  }

  /// The hand lets go: the animations go on from where they are, by the clock.
  @usableFromInline
  mutating func releaseHand() {
    guard case .transition(var passage, .running(.hand(let now))) = activity else {
      cannot("releaseHand")
    }
    children.shift(from: now, to: nowNanoseconds)
    passage.beginNanoseconds += nowNanoseconds - now
    activity = .transition(passage, .running(.clock))
  }

  /// The hand takes the transition back.
  @usableFromInline
  mutating func cancelHand() {
    releaseHand()
    go(to: .cuttingShort(.cancelled))
  }
}

// MARK: - Answers

extension TransitionMachine {
  @usableFromInline
  mutating func appearanceStateLoaded() {
    guard case .loadingState(let animated) = activity else { cannot("appearanceStateLoaded") }
    start(.appearance, animated: animated)
  }

  /// The children of the state that the transition goes to, in its order.
  @usableFromInline
  mutating func plan(_ slots: [Slot]) -> TransitionPlan {
    guard case .transition(let passage, .announcing) = activity else { cannot("plan") }
    activity = .transition(passage, .beginning(number: 0))
    return children.plan(
      slots, passage.kind, isAnimated: passage.isAnimated, at: nowNanoseconds)
  }

  /// The state that the transition goes to has a deadline, counted from now.
  @usableFromInline
  mutating func setDeadline(afterNanoseconds interval: Int64) {
    stateDeadline = nowNanoseconds.clampedSum(interval)
  }

  @usableFromInline
  mutating func vacate(_ slot: Slot) { children.vacate(slot) }

  /// Everyone is told: the layers are put in order; true if that differs from what it was.
  @usableFromInline
  mutating func adoptLayers() -> Bool { children.adoptLayers() }

  /// The timing of the next child whose animation begins; returns the one it gets, which differs for
  /// a child that turns.
  @usableFromInline
  mutating func beginAnimation(timing: TransitionTiming) -> TransitionTiming {
    guard case .transition(let passage, .beginning(let next)) = activity else {
      cannot("beginAnimation")
    }
    let number = children.beginner(from: next)
    activity = .transition(passage, .beginning(number: number + 1))
    return children.begin(number, timing: timing, at: nowNanoseconds)
  }
}
