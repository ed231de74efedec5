extension TransitionMachine {
  /// What is to be done next; nil when nothing is, until something happens again.
  @usableFromInline
  mutating func nextEffect() -> MachineEffect? {
    while true {
      let effect: MachineEffect?
      switch step {
      case .idle, .paused:
        guard goOn() else { return nil }
        effect = nil
      case .running:
        guard endWhatIsDue() || goOn() else { return nil }
        effect = nil
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
      case .completing: effect = complete()
      case .settling: effect = settle()
      case .dropping(let wasRunning): effect = drop(wasRunning: wasRunning)
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

  private mutating func moveTime(to instant: Int64) {
    guard instant > nowNanoseconds else { return }
    nowNanoseconds = instant
    transitionsAtOnce = 0
    stage.startAnimations(through: instant)
  }
}

// MARK: - A transition begins

extension TransitionMachine {
  private mutating func announce() -> MachineEffect? {
    step = .asking
    return .willTransition
  }

  private mutating func dismiss(_ next: Int) -> MachineEffect? {
    guard next < stage.leaving.count else {
      stage.forgetLeaving()
      step = .appearing(next: 0)
      return nil
    }
    step = .dismissing(next: next + 1)
    return .removeChild(stage.leaving[next])
  }

  private mutating func tellLeaving(_ next: Int) -> MachineEffect? {
    guard next < stage.leaving.count else {
      step = .appearing(next: 0)
      return nil
    }
    step = .disappearing(next: next + 1)
    return .childWillDisappear(stage.leaving[next], animated: isAnimated)
  }

  private mutating func tellEntering(_ next: Int) -> MachineEffect? {
    guard next < stage.entering.count else {
      step = .ordering
      return nil
    }
    step = .appearing(next: next + 1)
    let slot = stage.entering[next]
    return .childWillAppear(slot, isNew: stage.takeNew(slot), animated: isAnimated)
  }

  private mutating func order() -> MachineEffect? {
    if isAnimated {
      step = .beginning(number: 0)
    } else if isAppearance {
      step = .running
    } else {
      isEndingAll = true
      step = .endingAll(number: 0)
    }
    return stage.adoptLayers() ? .tellOrder : nil
  }

  private mutating func begin(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = stage.cast(number) else {
      stage.endBeginning(now: nowNanoseconds)
      step = .running
      return nil
    }
    step = .beginning(number: number + 1)
    return .beginAnimation(slot, appearing: isEntering)
  }
}

// MARK: - Children end

extension TransitionMachine {
  /// Whether the container's own appearance still keeps its children from having appeared.
  private var isHeld: Bool {
    guard isAppearance, case .appearing = appearance else { return false }
    return true
  }

  /// Takes up what ends by itself within the present `advance`: a child, or the transition.
  private mutating func endWhatIsDue() -> Bool {
    if stage.remaining == 0 && !isHeld {
      step = .finishing
      return true
    }
    guard let horizon, let end = stage.nextEnd, end <= horizon else { return false }
    moveTime(to: end)
    guard let number = stage.takeEnd(through: end) else { return false }
    step = .ending(number: number)
    return true
  }

  private mutating func end(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = stage.cast(number) else { return goOnEnding(after: number) }
    stage.markEnded(slot, isEntering: isEntering)
    step = .ended(number: number)
    return isAnimated ? .endAnimation(slot, appearing: isEntering) : nil
  }

  private mutating func endAll(from number: Int) -> MachineEffect? {
    guard let (slot, _) = stage.cast(number) else {
      step = .running
      return nil
    }
    step = stage[slot].hasEnded ? .endingAll(number: number + 1) : .ending(number: number)
    return nil
  }

  private mutating func tellEnded(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = stage.cast(number) else { return goOnEnding(after: number) }
    if isEntering {
      _ = goOnEnding(after: number)
      guard !isHeld else { return nil }
      return .childDidAppear(slot, animated: isAnimated)
    }
    step = .removed(number: number)
    return .childDidDisappear(slot, leaves: true, animated: isAnimated)
  }

  private mutating func tellRemoved(_ number: Int) -> MachineEffect? {
    _ = goOnEnding(after: number)
    return .tellOrder
  }

  private mutating func goOnEnding(after number: Int) -> MachineEffect? {
    step = isEndingAll ? .endingAll(number: number + 1) : .running
    return nil
  }

  private mutating func completeAppearance(_ next: Int) -> MachineEffect? {
    guard next < stage.entering.count else {
      step = .running
      return nil
    }
    step = .completingAppearance(next: next + 1)
    let slot = stage.entering[next]
    guard stage[slot].hasEnded else { return nil }
    return .childDidAppear(slot, animated: isAnimated)
  }
}

// MARK: - A transition ends

extension TransitionMachine {
  private mutating func finish() -> MachineEffect? {
    stage.compact()
    step = .completing
    return .didTransition
  }

  private mutating func complete() -> MachineEffect? {
    step = .settling
    return .completeRequest
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
  private mutating func drop(wasRunning: Bool) -> MachineEffect? {
    if wasRunning {
      stage.stopClock()
      isEndingAll = true
      step = .endingAll(number: 0)
    } else {
      step = .withdrawing(next: 0)
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
