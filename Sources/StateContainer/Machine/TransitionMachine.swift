/// Decides what happens in a container, and in which order; it does nothing itself.
///
/// A pure value. Its mutating functions take what happened: a request, an appearance phase, time
/// going on. `nextEffect` then says what is to be done, one small effect at a time. An effect is
/// drawn only when the one before has been carried out, so whoever looks at the machine from
/// within a callback sees exactly what has been told so far. Children are slots to it, and states
/// are nothing at all: the container holds both.
@usableFromInline
struct TransitionMachine {
  /// How many transitions may start at one instant before the rest is left to the next `advance`.
  static let mostTransitionsAtOnce = 10_000

  var stage = Stage()
  var step = MachineStep.idle
  var appearance = Appearance.offScreen
  var nowNanoseconds: Int64

  /// The transition that runs; meaningful from `announcing` to `completing`.
  @usableFromInline var isAnimated = false
  var isAppearance = false
  var isEndingAll = false

  /// What a request does that is made while a transition runs.
  @usableFromInline var policy = QueueingPolicy.wait

  /// When the running transition was cut short, until the next one's cast is known.
  var turnInstant: Int64?

  /// The instant by hand that the running transition is shown at, and where it began; nil when
  /// the transition runs by the clock.
  var hand: (begin: Int64, now: Int64)?

  /// Whether the next transition is driven by hand.
  var isHandTaken = false

  /// Whether the running transition is cut short by the hand that drove it.
  var isGoingBack = false

  /// When the state's deadline is reached; nil if it has none.
  var stateDeadline: Int64?

  /// Whether the request that waits is animated; nil if none waits.
  var waitingIsAnimated: Bool?

  /// The phase that follows once the one that it cut short is complete.
  var followingPhase: AppearancePhase?

  /// How far time goes in the present `advance`.
  var horizon: Int64?
  var transitionsAtOnce = 0

  init(nowNanoseconds: Int64) {
    self.nowNanoseconds = nowNanoseconds
  }
}

// MARK: - What may be asked

extension TransitionMachine {
  var isTransitioning: Bool {
    switch step {
    case .idle, .loadingState, .settling, .goingBack, .paused, .dropping(.nothing), .withdrawing,
      .withdrawn:
      false
    case .announcing, .asking, .dismissing, .disappearing, .appearing, .ordering,
      .beginning, .running, .endingAll, .ending, .ended, .removed, .completingAppearance,
      .finishing, .interrupting, .turning, .stopped, .completing, .dropping(.transition),
      .dropping(.appearance):
      true
    }
  }

  /// Whether an animation is past its start and before its end, so that frames are wanted.
  var isAnimating: Bool { hand == nil && stage.isAnimating }

  /// The next instant at which `advance` has something to do by itself.
  var nextDeadline: Int64? {
    if step == .paused || isInterruptionPutOff { return nowNanoseconds }
    let animation = hand == nil ? stage.nextInstant : nil
    guard let deadline = stateDeadline, appearance == .onScreen else { return animation }
    return min(animation ?? .max, max(deadline, nowNanoseconds))
  }

  /// Whether the clock is that of a hand.
  @usableFromInline var isHandDriven: Bool { hand != nil }

  /// The instant that the animations are shown at.
  var shownInstant: Int64 { hand?.now ?? nowNanoseconds }

  /// The running animations' progress, by their number in the cast; nil after the last.
  @usableFromInline
  func progress(_ number: Int) -> (slot: Slot, isEntering: Bool, progress: Double?)? {
    guard step == .running, let (slot, isEntering) = stage.cast(number) else { return nil }
    let record = stage[slot]
    let runs = !record.hasEnded && (hand != nil || record.startNanoseconds <= nowNanoseconds)
    return (slot, isEntering, runs ? record.progress(at: shownInstant) : nil)
  }
}

// MARK: - Layers

extension TransitionMachine {
  /// How many places the layer order has; some may be vacant while children are being removed.
  @usableFromInline var layerCount: Int { stage.layers.count }

  /// The child in a layer, counted from the bottom; nil where it has been removed.
  @usableFromInline
  func slot(inLayer layer: Int) -> Slot? {
    let slot = stage.layers[layer]
    return stage.isPresent(slot) ? slot : nil
  }

  /// How a child is to be shown now.
  @usableFromInline
  func presentation(of slot: Slot) -> ChildPresentation {
    stage[slot].presentation(at: shownInstant)
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
    guard step == .idle else {
      let supersedes = waitingIsAnimated != nil
      waitingIsAnimated = animated
      return supersedes ? .supersedes : .waits
    }
    start(animated: animated, isAppearance: false)
    return .starts
  }

  /// The container comes on or goes off screen.
  ///
  /// A phase that cannot follow changes nothing. Must not be called before all effects have been drawn.
  @usableFromInline
  mutating func enter(_ phase: AppearancePhase) {
    switch (phase, appearance) {
    case (.willAppear(let animated), .offScreen):
      appearance = .appearing(animated: animated)
      isAnimated = animated
      step = .loadingState
    case (.willAppear, .disappearing):
      followingPhase = phase
      enter(.didDisappear)
    case (.didAppear, .appearing):
      appearance = .onScreen
      step = .completingAppearance(next: 0)
    case (.willDisappear(let animated), .appearing):
      appearance = .disappearing(animated: animated)
      step = .dropping(.appearance)
    case (.willDisappear(let animated), .onScreen):
      appearance = .disappearing(animated: animated)
      step = .dropping(step == .running ? .transition : .nothing)
    case (.didDisappear, .disappearing(let animated)):
      appearance = .offScreen
      step = .withdrawn(next: 0, animated: animated)
    case (.willAppear, .appearing), (.willAppear, .onScreen),
      (.didAppear, .offScreen), (.didAppear, .onScreen), (.didAppear, .disappearing),
      (.willDisappear, .offScreen), (.willDisappear, .disappearing),
      (.didDisappear, .offScreen), (.didDisappear, .appearing), (.didDisappear, .onScreen):
      break
    }
  }

  /// Time has gone on to `now`; what is due by then happens, each at its own instant.
  ///
  /// Must not be called before all effects have been drawn. Time that goes back stands still.
  @usableFromInline
  mutating func advance(to now: Int64) {
    horizon = max(now, nowNanoseconds)
    if step == .paused { step = .settling }
  }

  /// Somebody outside has called the container: the count of transitions at once starts anew.
  @usableFromInline
  mutating func beginOperation() {
    transitionsAtOnce = 0
  }

  /// A transition is known and begins with the next effect.
  mutating func start(animated: Bool, isAppearance: Bool) {
    stateDeadline = nil
    isAnimated = animated
    self.isAppearance = isAppearance
    isEndingAll = false
    step = .announcing
  }
}

// MARK: - Answers

extension TransitionMachine {
  @usableFromInline
  mutating func appearanceStateLoaded() {
    start(animated: isAnimated, isAppearance: true)
  }

  @usableFromInline
  mutating func beginPlan() {
    stage.beginPlan(isTurning: turnInstant != nil)
  }

  @usableFromInline
  mutating func include(_ slot: Slot) {
    stage.include(slot)
  }

  @usableFromInline
  mutating func admit() -> Slot {
    stage.admit()
  }

  @usableFromInline
  mutating func endPlan() {
    stage.endPlan(
      isAppearance: isAppearance, isAnimated: isAnimated, turnInstant: turnInstant)
    if turnInstant != nil {
      turnInstant = nil
      step = .turning(next: 0)
    } else {
      step = isAppearance ? .dismissing(next: 0) : .disappearing(next: 0)
    }
  }

  @usableFromInline
  mutating func vacate(_ slot: Slot) {
    stage.vacate(slot)
  }

  /// The timing of the child that the last effect, `beginAnimation`, was about; returns the one it
  /// gets, which differs for a child that turns.
  @usableFromInline
  mutating func beginAnimation(timing: TransitionTiming) -> TransitionTiming {
    guard case .beginning(let next) = step else { return timing }
    return stage.beginAnimation(next - 1, timing: timing, now: nowNanoseconds)
  }
}
