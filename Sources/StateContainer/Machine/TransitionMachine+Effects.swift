/// What is done next.
extension TransitionMachine {
  /// What is to be done next; nil when nothing is, until something happens again.
  @usableFromInline
  mutating func nextEffect() -> MachineEffect? {
    while true {
      switch activity {
      case .idle, .paused: return reachDeadline() ?? endAdvance()
      case .transition(_, .running):
        if let effect = goOn() { return effect }
        if isAtRest { return reachDeadline() ?? endAdvance() }
      case .transition(_, .announcing): return .beginTransition
      case .transition(let passage, .appeared(let next, let endsRest)):
        if let effect = tellAppeared(next, passage, endsRest: endsRest) { return effect }
      case .transition(_, .ending(let number)):
        if let effect = endRest(from: number) { return effect }
      case .transition(_, .cuttingShort(let outcome)): return end(outcome)
      case .transition(_, .completing(let outcome)):
        activity =
          outcome == .cancelled ? .goingBack : .settling(isCutShort: outcome == .superseded)
        return .completeRequest(outcome)
      case .transition(let passage, .beginning): endBeginning(passage)
      case .loadingState: return .loadAppearanceState
      case .settling(let isCutShort):
        if let effect = settle(isCutShort: isCutShort) { return effect }
      case .goingBack:
        start(.turning, animated: true)
        return .startGoingBack
      case .withdrawing(let animated):
        activity = .idle
        if let effect = tellAll(.willDisappear(animated: animated)) { return effect }
      case .withdrawn(let animated, let reappears):
        activity = reappears.map { .reappearing(animated: $0) } ?? .idle
        if let effect = tellAll(.didDisappear(animated: animated)) { return effect }
      case .reappearing(let animated): appear(animated: animated)
      }
    }
  }
}

// MARK: - A transition goes on

extension TransitionMachine {
  /// All whom the transition concerns know that it has begun.
  private mutating func endBeginning(_ passage: Passage) {
    if passage.isAnimated {
      children.endBeginning()
      go(to: .running(passage.kind == .byHand ? .hand(nowNanoseconds: nowNanoseconds) : .clock))
    } else {
      go(to: passage.kind == .turning ? .ending(number: 0) : .running(.clock))
    }
  }

  /// What follows by itself: a child ends, the transition does, or it is cut short.
  private mutating func goOn() -> MachineEffect? {
    let isInterrupted = waitsToInterrupt && !isInterruptionPutOff
    if isHandDriven {
      guard waitsToInterrupt else { return nil }
      if isInterrupted || children.remaining == 0 { releaseHand() }
    }
    if children.remaining == 0 && !isHeld { return end(.finished) }
    if isInterrupted {
      guard let number = children.takeEnd(through: nowNanoseconds) else {
        return end(.superseded)
      }
      return end(number) ?? goOn()
    }
    guard !isHandDriven, let goal, let end = children.nextEnd, end <= goal else { return nil }
    if appearance == .onScreen, let stateDeadline, stateDeadline < end { return nil }
    moveTime(to: end)
    guard let number = children.takeEnd(through: end) else { cannot("an end is taken") }
    return self.end(number) ?? goOn()
  }

  /// A child comes to its end; nil if it had before.
  private mutating func end(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = children.mover(number), let isAnimated = children.end(slot)
    else { return nil }
    return .end(slot, ChildEnd(isEntering: isEntering, isAnimated: isAnimated, isHeld: isHeld))
  }

  /// The transition ends, or is cut short.
  private mutating func end(_ outcome: RequestOutcome) -> MachineEffect {
    if outcome == .finished { children.settle() } else { children.compact() }
    go(to: .completing(outcome))
    return .didTransition(isComplete: outcome == .finished)
  }

  /// All who still move come to their end.
  private mutating func endRest(from number: Int) -> MachineEffect? {
    guard children.mover(number) != nil else {
      go(to: .running(.clock))
      return nil
    }
    go(to: .ending(number: number + 1))
    return end(number)
  }

  /// The container has appeared: those are told whose animation has ended.
  private mutating func tellAppeared(
    _ next: Int, _ passage: Passage, endsRest: Bool
  ) -> MachineEffect? {
    guard let (row, areInPlace) = children.arrivals(from: next) else {
      go(to: endsRest ? .ending(number: 0) : .running(.clock))
      return nil
    }
    go(to: .appeared(next: row.range.upperBound, endsRest: endsRest))
    return areInPlace ? .tell(row, .didAppear(animated: passage.isAnimated)) : nil
  }

  /// Whether the container's own appearance still keeps its children from having appeared.
  private var isHeld: Bool {
    guard case .transition(let passage, _) = activity, passage.kind == .appearance,
      case .appearing = appearance
    else { return false }
    return true
  }

  /// Whether a request waits that may cut the running transition short.
  var waitsToInterrupt: Bool {
    guard policy == .interrupt, waitingIsAnimated != nil else { return false }
    if case .transition(_, .running) = activity { return !isHeld }
    return false
  }

  /// Whether too many transitions at one instant put off the one that waits to interrupt.
  var isInterruptionPutOff: Bool {
    transitionsAtOnce >= Self.mostTransitionsAtOnce && waitsToInterrupt
  }
}

// MARK: - What comes after a transition

extension TransitionMachine {
  private mutating func settle(isCutShort: Bool) -> MachineEffect? {
    if case .disappearing(let animated) = appearance {
      activity = .withdrawing(animated: animated)
      return nil
    }
    guard let animated = waitingIsAnimated else {
      activity = .idle
      return nil
    }
    guard transitionsAtOnce < Self.mostTransitionsAtOnce else {
      activity = .paused
      return nil
    }
    transitionsAtOnce += 1
    waitingIsAnimated = nil
    start(isCutShort ? .turning : .request, animated: animated)
    return .startWaiting
  }

  /// The state's deadline, when time reaches it and what ends at that instant has ended.
  private mutating func reachDeadline() -> MachineEffect? {
    guard let deadline = stateDeadline, let goal, deadline <= goal, appearance == .onScreen
    else { return nil }
    moveTime(to: deadline)
    guard transitionsAtOnce < Self.mostTransitionsAtOnce else { return nil }
    transitionsAtOnce += 1
    stateDeadline = nil
    return .reachDeadline
  }

  /// Nothing is left to be done before the instant that time goes to.
  private mutating func endAdvance() -> MachineEffect? {
    if let goal { moveTime(to: goal) }
    goal = nil
    return nil
  }

  private mutating func moveTime(to instant: Int64) {
    guard instant > nowNanoseconds else { return }
    nowNanoseconds = instant
    transitionsAtOnce = 0
  }

  private func tellAll(_ telling: Telling) -> MachineEffect? {
    let range = children.layers.indices
    return range.isEmpty ? nil : .tell(ChildRow(.layers, range), telling)
  }
}
