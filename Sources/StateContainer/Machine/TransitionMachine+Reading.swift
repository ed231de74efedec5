/// Read access to the machine.
///
/// What is read between any two steps is `mutating` nevertheless, so that it is read in place and
/// the machine is not copied.
extension TransitionMachine {
  /// The current time.
  @usableFromInline var nowNanoseconds: Int64 { clock.now }

  /// Publishes the current time, and the next end of an animation.
  @usableFromInline
  mutating func publish(to status: ContainerStatus) {
    status.nowNanoseconds = clock.now
    status.quietUntil = children.nextEnd ?? .min
  }

  @usableFromInline var acceptsRequests: Bool { appearance.acceptsRequests }

  /// Whether a transition runs, until its end has been reported.
  var isTransitioning: Bool {
    if case .transition = activity { true } else { false }
  }

  /// Whether a transition has been announced whose children are not known.
  var isAnnounced: Bool {
    if case .transition(_, .announcing) = activity { true } else { false }
  }

  /// Whether no callbacks are pending: the next effect needs another event.
  var isAtRest: Bool {
    switch activity {
    case .idle, .paused, .transition(_, .running): true
    case .transition, .loadingState, .settling, .goingBack, .withdrawing, .withdrawn, .reappearing:
      false
    }
  }

  var isPaused: Bool {
    if case .paused = activity { true } else { false }
  }

  /// Whether the running transition is animated.
  @usableFromInline var isAnimated: Bool {
    mutating get {
      guard case .transition(let info, _) = activity else { invalidEvent("isAnimated is asked") }
      return info.isAnimated
    }
  }

  /// Whether the running transition is interactive.
  @usableFromInline var isInteractive: Bool {
    if case .transition(_, .running(.interactive)) = activity { true } else { false }
  }

  /// Whether an animation is past its start and before its end, so that frames are needed.
  var isAnimating: Bool { !isInteractive && children.isAnimating(at: nowNanoseconds) }

  /// When `advance` has something to do next without an event, with or without a waiting request.
  func nextDeadline(hasWaitingRequest: Bool) -> Int64? {
    if isPaused || (hasWaitingRequest && isInterruptible && clock.isExhausted) {
      return nowNanoseconds
    }
    let animation = isInteractive ? nil : children.nextInstant(after: nowNanoseconds)
    guard let deadline = stateDeadline, appearance == .onScreen else { return animation }
    return min(animation ?? .max, max(deadline, nowNanoseconds))
  }

  /// Whether `didAppear` of the children waits for the container's own.
  var awaitsAppearance: Bool {
    guard case .transition(let info, _) = activity, info.kind == .appearance,
      case .appearing = appearance
    else { return false }
    return true
  }

  /// Whether a waiting request may interrupt the running transition.
  var isInterruptible: Bool {
    guard policy == .interrupt, case .transition(_, .running) = activity else { return false }
    return !awaitsAppearance
  }

  /// The time at which the animations are shown.
  var shownInstant: Int64 {
    if case .transition(_, .running(.interactive(let now))) = activity {
      now
    } else {
      nowNanoseconds
    }
  }

  /// That time, and until when an animation must have started to have progress: in an interactive
  /// transition all have.
  @usableFromInline
  mutating func shownInstants() -> (instant: Int64, started: Int64) {
    if case .transition(_, .running(.interactive(let now))) = activity {
      (now, .max)
    } else {
      (clock.now, clock.now)
    }
  }

  @usableFromInline
  func slots(in row: ChildRange) -> ArraySlice<Slot> {
    switch row.list {
    case .entering: children.movers[row.range]
    case .layers: children.layers[row.range]
    }
  }

  @usableFromInline
  func isNew(_ slot: Slot) -> Bool { children.isNew(slot) }

  /// The children that reverse after an interruption.
  @usableFromInline var reversing: [Slot] { children.reversing }

  @usableFromInline
  func wasEntering(_ slot: Slot) -> Bool { children.wasEntering(slot) }

  /// How to show a child now.
  @usableFromInline
  func presentation(of slot: Slot) -> ChildPresentation {
    children.part(of: slot).presentation(at: shownInstant)
  }

  /// The transition's progress, unless it is interactive.
  @usableFromInline
  mutating func progressByClock() -> Double? { isInteractive ? nil : transitionProgress }

  /// The progress of the whole transition, from its begin to the last end; nil if nothing moves.
  @usableFromInline var transitionProgress: Double? {
    guard case .transition(let info, .running) = activity, info.isAnimated,
      children.remaining > 0
    else { return nil }
    return children.progress(since: info.beginNanoseconds, at: shownInstant)
  }
}
