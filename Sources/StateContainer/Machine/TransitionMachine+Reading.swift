/// What may be asked of the machine; nothing here changes it.
///
/// What is asked between any two steps is `mutating` all the same: it is then read where it is, and
/// the machine not copied.
extension TransitionMachine {
  /// The instant that time has reached.
  @usableFromInline var nowNanoseconds: Int64 { clock.now }

  /// Notes the present instant, and the next end of an animation, if one can come.
  @usableFromInline
  mutating func publish(to facts: ContainerFacts) {
    facts.nowNanoseconds = clock.now
    facts.quietUntil = children.nextEnd ?? .min
  }

  @usableFromInline var acceptsRequests: Bool { appearance.acceptsRequests }

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

  var isPaused: Bool {
    if case .paused = activity { true } else { false }
  }

  /// Whether the running transition is animated.
  @usableFromInline var isAnimated: Bool {
    mutating get {
      guard case .transition(let passage, _) = activity else { cannot("isAnimated is asked") }
      return passage.isAnimated
    }
  }

  /// Whether the clock is that of a hand.
  @usableFromInline var isHandDriven: Bool {
    if case .transition(_, .running(.hand)) = activity { true } else { false }
  }

  /// Whether an animation is past its start and before its end, so that frames are wanted.
  var isAnimating: Bool { !isHandDriven && children.isAnimating(at: nowNanoseconds) }

  /// The next instant at which `advance` has something to do by itself, with a request that waits or
  /// without.
  func nextDeadline(isAwaited: Bool) -> Int64? {
    if isPaused || (isAwaited && isInterruptible && clock.isExhausted) { return nowNanoseconds }
    let animation = isHandDriven ? nil : children.nextInstant(after: nowNanoseconds)
    guard let deadline = stateDeadline, appearance == .onScreen else { return animation }
    return min(animation ?? .max, max(deadline, nowNanoseconds))
  }

  /// Whether the container's own appearance still keeps its children from having appeared.
  var isHeld: Bool {
    guard case .transition(let passage, _) = activity, passage.kind == .appearance,
      case .appearing = appearance
    else { return false }
    return true
  }

  /// Whether a request that waits may cut the running transition short.
  var isInterruptible: Bool {
    guard policy == .interrupt, case .transition(_, .running) = activity else { return false }
    return !isHeld
  }

  /// The instant that the animations are shown at.
  var shownInstant: Int64 {
    if case .transition(_, .running(.hand(let now))) = activity { now } else { nowNanoseconds }
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

  /// Those of an interrupted transition who turn where they are.
  @usableFromInline var turning: [Slot] { children.turning }

  @usableFromInline
  func wasEntering(_ slot: Slot) -> Bool { children.wasEntering(slot) }

  /// How a child is to be shown now.
  @usableFromInline
  func presentation(of slot: Slot) -> ChildPresentation {
    children.part(of: slot).presentation(at: shownInstant)
  }

  /// The layers, bottom first.
  @usableFromInline
  mutating func layers() -> ChildSnapshot {
    ChildSnapshot(slots: children.layers, records: children.records, instant: shownInstant)
  }

  /// `transitionProgress`, where the clock drives the transition.
  @usableFromInline
  mutating func progressByClock() -> Double? { isHandDriven ? nil : transitionProgress }

  /// The progress of the whole transition, from its begin to the last end; nil if nothing moves.
  @usableFromInline var transitionProgress: Double? {
    guard case .transition(let passage, .running) = activity, passage.isAnimated,
      children.remaining > 0
    else { return nil }
    return children.progress(since: passage.beginNanoseconds, at: shownInstant)
  }
}
