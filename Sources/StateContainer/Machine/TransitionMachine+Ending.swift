extension TransitionMachine {
  /// Whether the container's own appearance still keeps its children from having appeared.
  var isHeld: Bool {
    guard isAppearance, case .appearing = appearance else { return false }
    return true
  }

  /// Takes up what ends by itself within the present `advance`: a child, or the transition.
  mutating func endWhatIsDue() -> Bool {
    guard hand == nil || waitsToInterrupt else { return false }
    if stage.remaining == 0 && !isHeld {
      releaseHand()
      step = .finishing
      return true
    }
    if waitsToInterrupt, !isInterruptionPutOff {
      interrupt()
      return true
    }
    guard hand == nil, let horizon, let end = stage.nextEnd, end <= horizon else { return false }
    if let stateDeadline, stateDeadline < end { return false }
    moveTime(to: end)
    guard let number = stage.takeEnd(through: end) else { return false }
    step = .ending(number: number)
    return true
  }

  mutating func end(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = stage.cast(number) else { return goOnEnding(after: number) }
    stage.markEnded(slot, isEntering: isEntering)
    step = .ended(number: number)
    return stage[slot].isAnimated ? .endAnimation(slot, appearing: isEntering) : nil
  }

  mutating func endAll(from number: Int) -> MachineEffect? {
    guard let (slot, _) = stage.cast(number) else {
      step = .running
      return nil
    }
    step = stage[slot].hasEnded ? .endingAll(number: number + 1) : .ending(number: number)
    return nil
  }

  mutating func tellEnded(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = stage.cast(number) else { return goOnEnding(after: number) }
    if isEntering {
      _ = goOnEnding(after: number)
      guard !isHeld else { return nil }
      return .childDidAppear(slot, animated: stage[slot].isAnimated)
    }
    step = .removed(number: number)
    return .childDidDisappear(slot, leaves: true, animated: stage[slot].isAnimated)
  }

  mutating func tellRemoved(_ number: Int) -> MachineEffect? {
    _ = goOnEnding(after: number)
    return .tellOrder
  }

  mutating func goOnEnding(after number: Int) -> MachineEffect? {
    step = isEndingAll ? .endingAll(number: number + 1) : .running
    return nil
  }

  mutating func completeAppearance(_ next: Int) -> MachineEffect? {
    guard next < stage.entering.count else {
      step = isEndingAll ? .endingAll(number: 0) : .running
      return nil
    }
    step = .completingAppearance(next: next + 1)
    let slot = stage.entering[next]
    guard stage[slot].hasEnded else { return nil }
    return .childDidAppear(slot, animated: isAnimated)
  }
}
