extension TransitionMachine {
  /// What is to be done next; nil when nothing is, until something happens again.
  @usableFromInline
  mutating func nextEffect() -> MachineEffect? {
    while true {
      let effect: MachineEffect?
      switch step {
      case .idle, .paused:
        effect = reachDeadline()
        guard effect != nil || goOn() else { return nil }
      case .running:
        effect = endWhatIsDue() ? nil : reachDeadline()
        guard effect != nil || step != .running || goOn() else { return nil }
      case .interrupting: effect = cutShort()
      case .goingBack: effect = goBack()
      case .turning(let next): effect = turn(next)
      case .stopped(let next): effect = tellStopped(next)
      case .loadingState: effect = .loadAppearanceState
      case .announcing: effect = announce()
      case .asking: effect = .askChildren
      case .dismissing(let next): effect = dismiss(next)
      case .disappearing(let next): effect = tellLeaving(next)
      case .appearing(let next): effect = tellEntering(next)
      case .ordering: effect = order()
      case .beginning(let number): effect = begin(number)
      case .endingAll(let number): effect = endAll(from: number)
      case .ending(let number): effect = end(number)
      case .ended(let number): effect = tellEnded(number)
      case .removed(let number): effect = tellRemoved(number)
      case .completingAppearance(let next): effect = completeAppearance(next)
      case .finishing: effect = finish()
      case .completing(let outcome): effect = complete(outcome)
      case .settling: effect = settle()
      case .dropping(let unfinished): effect = drop(unfinished)
      case .withdrawing(let next): effect = withdraw(next)
      case .withdrawn(let next, let animated): effect = tellWithdrawn(next, animated: animated)
      }
      if let effect { return effect }
    }
  }

  /// Nothing is to be done now: takes up the phase that was put off, or lets time reach its goal.
  private mutating func goOn() -> Bool {
    if let phase = followingPhase {
      followingPhase = nil
      enter(phase)
      return true
    }
    if let horizon {
      moveTime(to: horizon)
      self.horizon = nil
    }
    return false
  }

  mutating func moveTime(to instant: Int64) {
    guard instant > nowNanoseconds else { return }
    nowNanoseconds = instant
    transitionsAtOnce = 0
    if hand == nil { stage.startAnimations(through: instant) }
  }
}

// MARK: - A transition ends

extension TransitionMachine {
  private mutating func finish() -> MachineEffect? {
    stage.compact()
    step = .completing(.finished)
    return .didTransition
  }

  private mutating func complete(_ outcome: RequestOutcome) -> MachineEffect? {
    step = outcome == .cancelled ? .goingBack : .settling
    return .completeRequest(outcome)
  }

  private mutating func settle() -> MachineEffect? {
    guard let animated = waitingIsAnimated else {
      if case .disappearing = appearance {
        step = .withdrawing(next: 0)
      } else {
        step = .idle
      }
      return nil
    }
    guard transitionsAtOnce < Self.mostTransitionsAtOnce else {
      step = .paused
      return nil
    }
    transitionsAtOnce += 1
    waitingIsAnimated = nil
    start(animated: animated, isAppearance: false)
    return .startWaiting
  }
}

// MARK: - The container disappears

extension TransitionMachine {
  private mutating func drop(_ unfinished: MachineStep.Unfinished) -> MachineEffect? {
    hand = nil
    stage.stopClock()
    isEndingAll = true
    switch unfinished {
    case .nothing: step = .withdrawing(next: 0)
    case .transition: step = .endingAll(number: 0)
    case .appearance: step = .completingAppearance(next: 0)
    }
    guard waitingIsAnimated != nil else { return nil }
    waitingIsAnimated = nil
    return .cancelWaiting
  }

  private mutating func withdraw(_ next: Int) -> MachineEffect? {
    guard next < stage.layers.count, case .disappearing(let animated) = appearance else {
      step = .idle
      return nil
    }
    step = .withdrawing(next: next + 1)
    return .childWillDisappear(stage.layers[next], animated: animated)
  }

  private mutating func tellWithdrawn(_ next: Int, animated: Bool) -> MachineEffect? {
    guard next < stage.layers.count else {
      step = .idle
      return nil
    }
    step = .withdrawn(next: next + 1, animated: animated)
    return .childDidDisappear(stage.layers[next], leaves: false, animated: animated)
  }
}
