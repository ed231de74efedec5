/// The state machine of a `StateContainer`: takes requests, appearance phases and the time as
/// events, decides what happens in which order, and returns it as effects for the container to
/// perform.
///
/// A pure value. `nextStep` returns one effect at a time, taken only after the one before has been
/// performed, so what a callback reads of the machine is exactly what has been reported. Children
/// are slots, and states are not known here: the container has both.
///
/// An impossible event traps with a message that names it and the activity.
@usableFromInline
struct TransitionMachine {
  /// What happens to a request during a transition.
  @usableFromInline var policy = QueueingPolicy.wait

  private(set) var appearance = Appearance.offScreen
  private(set) var clock: MachineClock
  private(set) var activity = MachineActivity.idle
  @usableFromInline private(set) var children = ChildLayers()
  /// When the current state's deadline is reached; nil if it has none.
  private(set) var stateDeadline: Int64?
  /// When the latest transition was announced, from which the deadline counts.
  private var stateBegin: Int64

  init(nowNanoseconds: Int64) {
    clock = MachineClock(now: nowNanoseconds)
    stateBegin = nowNanoseconds
  }

  func invalidEvent(_ event: String) -> Never {
    preconditionFailure("\(event) while \(activity), \(appearance)")
  }
}

// MARK: - Events

extension TransitionMachine {
  /// Receives a request for a state.
  @usableFromInline
  mutating func receiveRequest(animated: Bool) -> RequestAdmission {
    guard appearance.acceptsRequests else { return .isRefused }
    guard case .idle = activity else { return .waits }
    start(.request, animated: animated)
    return .starts
  }

  /// Begins a call from outside: resets the count of transitions.
  @usableFromInline
  mutating func beginOperation() { clock.beginCall() }

  /// Advances to `now`; what is due by then happens, each at its own instant.
  ///
  /// An instant before the current one counts as the current one.
  @usableFromInline
  mutating func advance(to now: Int64) {
    guard isAtRest else { invalidEvent("advance") }
    clock.setGoal(now)
    if isPaused { activity = .settling(isInterrupted: false) }
  }

  /// Advances to `now`, if animations only progress until then.
  ///
  /// - Returns: The progress of the whole transition; nil, without a change, if `advance` has more
  ///   to do.
  @usableFromInline
  mutating func moveAnimations(to now: Int64) -> Double? {
    let goal = max(now, clock.now)
    guard case .transition(let info, .running(.clock)) = activity, info.isAnimated,
      children.remaining > 0, let end = children.nextEnd, end > goal,
      (stateDeadline ?? .max) > goal
    else { return nil }
    clock.beginCall()
    clock.move(to: goal)
    return children.progress(since: info.beginNanoseconds, at: goal)
  }

  /// Enters an appearance phase; one that cannot follow changes nothing.
  ///
  /// - Returns: Whether a waiting request is dropped.
  @usableFromInline
  mutating func enter(_ phase: AppearancePhase) -> Bool {
    guard isAtRest else { invalidEvent("\(phase)") }
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
      return true
    case (.willDisappear(let animated), .onScreen):
      disappear(animated: animated, from: .ending(number: 0))
      return true
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

  private mutating func appear(animated: Bool) {
    appearance = .appearing(animated: animated)
    activity = .loadingState(animated: animated)
  }

  /// Begins to disappear: what runs is completed from a step on, then the children disappear.
  private mutating func disappear(animated: Bool, from step: TransitionStep) {
    appearance = .disappearing(animated: animated)
    if isTransitioning {
      children.stopClock()
      go(to: step)
    } else {
      activity = .withdrawing(animated: animated)
    }
  }

  /// Ends the running transition at this instant, with all its animations.
  @usableFromInline
  mutating func endTransition() {
    guard isAtRest else { invalidEvent("endTransition") }
    guard isTransitioning else { return }
    children.stopClock()
    go(to: .ending(number: 0))
  }

  /// Ends what runs, after the owner is gone.
  ///
  /// - Returns: The children that were leaving.
  mutating func abandon() -> [Slot] {
    guard isAtRest else { invalidEvent("abandon") }
    stateDeadline = nil
    activity = .idle
    return children.endAll()
  }

  /// Starts a transition, which begins with the next effect.
  private mutating func start(_ kind: TransitionKind, animated: Bool) {
    stateDeadline = nil
    stateBegin = nowNanoseconds
    activity = .transition(
      TransitionInfo(kind: kind, isAnimated: animated, beginNanoseconds: nowNanoseconds),
      .announcing)
  }

  /// Moves the running transition to a step.
  private mutating func go(to step: TransitionStep) {
    guard case .transition(let info, _) = activity else { invalidEvent("\(step)") }
    activity = .transition(info, step)
  }
}

// MARK: - Interactive transitions

extension TransitionMachine {
  /// Begins an interactive transition; false if it cannot begin now.
  @usableFromInline
  mutating func beginInteractive() -> Bool {
    guard appearance == .onScreen, case .idle = activity else { return false }
    start(.interactive, animated: true)
    return true
  }

  /// Moves an interactive transition to a progress of the whole, `0 ... 1`.
  @usableFromInline
  mutating func setInteractiveProgress(_ progress: Double) {
    guard case .transition(let info, .running(.interactive)) = activity else {
      invalidEvent("setInteractiveProgress")
    }
    let length = Double(children.length(since: info.beginNanoseconds))
    let share = progress > 0 ? min(progress, 1) : 0
    go(
      to: .running(
        .interactive(nowNanoseconds: info.beginNanoseconds + Int64(length * share + 0.5))))
  }

  /// Releases an interactive transition: its animations continue by the clock.
  @usableFromInline
  mutating func finishInteractive() {
    guard case .transition(var info, .running(.interactive(let now))) = activity else {
      invalidEvent("finishInteractive")
    }
    children.shift(from: now, to: nowNanoseconds)
    info.beginNanoseconds = nowNanoseconds.clampedSum(info.beginNanoseconds - now)
    activity = .transition(info, .running(.clock))
  }

  /// Cancels an interactive transition.
  @usableFromInline
  mutating func cancelInteractive() {
    finishInteractive()
    go(to: .cancelling)
  }
}

// MARK: - Answers

extension TransitionMachine {
  @usableFromInline
  mutating func appearanceStateLoaded() {
    guard case .loadingState(let animated) = activity else { invalidEvent("appearanceStateLoaded") }
    start(.appearance, animated: animated)
  }

  /// Plans the transition to the children of its state, in its order.
  @usableFromInline
  mutating func plan(_ slots: [Slot]) -> TransitionPlan {
    guard case .transition(let info, .announcing) = activity else { invalidEvent("plan") }
    activity = .transition(info, .beginning)
    return children.plan(
      slots, info.kind, isAnimated: info.isAnimated, at: nowNanoseconds)
  }

  /// Sets the deadline of the current state, counted from the beginning of its transition.
  @usableFromInline
  mutating func setDeadline(afterNanoseconds interval: Int64) {
    stateDeadline = stateBegin.clampedSum(interval)
  }

  mutating func removeDeadline() { stateDeadline = nil }

  @usableFromInline
  mutating func vacate(_ slot: Slot) { children.vacate(slot) }

  /// Applies the planned layers, after all callbacks; returns whether the order has changed.
  @usableFromInline
  mutating func adoptLayers() -> Bool { children.adoptLayers() }

  /// Begins the animation of the child with a number; returns its actual timing, which differs for
  /// a child that reverses.
  @usableFromInline
  mutating func beginAnimation(_ number: Int, timing: TransitionTiming) -> TransitionTiming {
    guard case .transition(_, .beginning) = activity else { invalidEvent("beginAnimation") }
    return children.begin(number, timing: timing, at: nowNanoseconds)
  }
}

// MARK: - Steps

extension TransitionMachine {
  /// The next step; nil if there is none until another event.
  ///
  /// `waitingIsAnimated` is nil if no request waits.
  @usableFromInline
  mutating func nextStep(waitingIsAnimated: Bool?) -> MachineStep? {
    while true {
      switch activity {
      case .idle, .paused: return reachDeadline()
      case .transition(let info, .running(let drive)):
        let effect = continueTransition(info, drive, hasWaitingRequest: waitingIsAnimated != nil)
        return effect.map { .perform($0) } ?? reachDeadline()
      case .transition(_, .announcing): return .perform(.beginTransition)
      case .transition(let info, .appeared(let next, let endsRest)):
        if let effect = callAppeared(next, info, endsRest: endsRest) {
          return .perform(effect)
        }
      case .transition(_, .ending(let number)):
        if let effect = endRest(from: number) { return .perform(effect) }
      case .transition(_, .cancelling): return .perform(end(.cancelled))
      case .transition(_, .completing(let outcome)):
        activity =
          outcome == .cancelled ? .goingBack : .settling(isInterrupted: outcome == .superseded)
        return .perform(.completeRequest(outcome))
      case .transition(let info, .beginning): endBeginning(info)
      case .loadingState: return .perform(.loadAppearanceState)
      case .settling(let isInterrupted):
        if let request = settle(isInterrupted: isInterrupted, waitingIsAnimated: waitingIsAnimated)
        {
          return .takeUp(request)
        }
      case .goingBack:
        start(.reversing, animated: true)
        return .takeUp(.back)
      case .withdrawing(let animated):
        activity = .idle
        if let effect = callAll(.willDisappear(animated: animated)) { return .perform(effect) }
      case .withdrawn(let animated, let reappears):
        activity = reappears.map { .reappearing(animated: $0) } ?? .idle
        if let effect = callAll(.didDisappear(animated: animated)) { return .perform(effect) }
      case .reappearing(let animated): appear(animated: animated)
      }
    }
  }
}

// MARK: - The running transition

extension TransitionMachine {
  /// Ends the beginning, after all its callbacks.
  private mutating func endBeginning(_ info: TransitionInfo) {
    if info.isAnimated {
      children.endBeginning()
      go(
        to: .running(
          info.kind == .interactive ? .interactive(nowNanoseconds: nowNanoseconds) : .clock))
    } else {
      go(to: info.kind == .reversing ? .ending(number: 0) : .running(.clock))
    }
  }

  /// What follows without an event: a child ends, the transition ends, or it is interrupted.
  private mutating func continueTransition(
    _ info: TransitionInfo, _ drive: TransitionTimeSource, hasWaitingRequest: Bool
  ) -> MachineEffect? {
    let awaitsAppearance = info.kind == .appearance && awaitsAppearance
    let mayBeInterrupted = hasWaitingRequest && policy == .interrupt && !awaitsAppearance
    let isInterrupted = mayBeInterrupted && !clock.isExhausted
    if case .interactive = drive {
      guard isInterrupted || (mayBeInterrupted && children.remaining == 0) else { return nil }
      finishInteractive()
    }
    if children.remaining == 0 && !awaitsAppearance { return end(.finished) }
    if isInterrupted {
      guard let next = children.nextEnd, next <= clock.now else { return end(.superseded) }
    } else {
      guard let goal = clock.goal, let end = children.nextEnd, end <= goal else { return nil }
      if appearance == .onScreen, let stateDeadline, stateDeadline < end { return nil }
      clock.move(to: end)
    }
    return nextEnd().map { .end($0.slot, $0.end) }
      ?? continueTransition(info, .clock, hasWaitingRequest: hasWaitingRequest)
  }

  /// Ends the next child that is due by now; nil if there is none.
  @usableFromInline
  mutating func nextEnd() -> (slot: Slot, end: ChildEnd)? {
    while let number = children.takeEnd(through: clock.now) {
      if let end = end(number) { return end }
    }
    return nil
  }

  /// Ends a child; nil if it has ended before.
  private mutating func end(_ number: Int) -> (slot: Slot, end: ChildEnd)? {
    guard let (slot, isEntering) = children.mover(number), let isAnimated = children.end(slot)
    else { return nil }
    let isFollowed = children.nextEnd.map { $0 <= clock.now } ?? false
    return (
      slot,
      ChildEnd(
        isEntering: isEntering, isAnimated: isAnimated, awaitsAppearance: awaitsAppearance,
        isFollowed: isFollowed)
    )
  }

  /// Ends or interrupts the transition.
  private mutating func end(_ outcome: RequestOutcome) -> MachineEffect {
    if outcome == .finished { children.settle() } else { children.compact() }
    go(to: .completing(outcome))
    return .didTransition(isComplete: outcome == .finished)
  }

  /// Ends all children that still move, one at a time.
  private mutating func endRest(from number: Int) -> MachineEffect? {
    guard children.mover(number) != nil else {
      go(to: .running(.clock))
      return nil
    }
    go(to: .ending(number: number + 1))
    return end(number).map { .end($0.slot, $0.end) }
  }

  /// After the container has appeared, `didAppear` of the children whose animation has ended.
  private mutating func callAppeared(
    _ next: Int, _ info: TransitionInfo, endsRest: Bool
  ) -> MachineEffect? {
    guard let (row, areInPlace) = children.arrivals(from: next) else {
      go(to: endsRest ? .ending(number: 0) : .running(.clock))
      return nil
    }
    go(to: .appeared(next: row.range.upperBound, endsRest: endsRest))
    return areInPlace ? .call(row, .didAppear(animated: info.isAnimated)) : nil
  }
}

// MARK: - After a transition

extension TransitionMachine {
  private mutating func settle(isInterrupted: Bool, waitingIsAnimated: Bool?) -> NextRequest? {
    if case .disappearing(let animated) = appearance {
      activity = .withdrawing(animated: animated)
      return nil
    }
    guard let animated = waitingIsAnimated else {
      activity = .idle
      return nil
    }
    guard !clock.isExhausted else {
      activity = .paused
      return nil
    }
    clock.countTransition()
    start(isInterrupted ? .reversing : .request, animated: animated)
    return .waiting
  }

  /// Ends the current instant: reaches the state's deadline if it is due, or ends `advance`.
  private mutating func reachDeadline() -> MachineStep? {
    guard let deadline = stateDeadline, let goal = clock.goal, deadline <= goal,
      appearance == .onScreen
    else { return endAdvance() }
    clock.move(to: deadline)
    guard !clock.isExhausted else { return endAdvance() }
    clock.countTransition()
    stateDeadline = nil
    return .takeUp(.deadline)
  }

  private mutating func endAdvance() -> MachineStep? {
    clock.reachGoal()
    return nil
  }

  private func callAll(_ callback: ChildCallback) -> MachineEffect? {
    let range = children.layers.indices
    return range.isEmpty ? nil : .call(ChildRange(.layers, range), callback)
  }
}
