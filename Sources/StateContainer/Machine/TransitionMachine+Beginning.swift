extension TransitionMachine {
  mutating func announce() -> MachineEffect? {
    step = .asking
    return .willTransition
  }

  mutating func dismiss(_ next: Int) -> MachineEffect? {
    guard next < stage.leaving.count else {
      stage.forgetLeaving()
      step = .appearing(next: 0)
      return nil
    }
    step = .dismissing(next: next + 1)
    return .removeChild(stage.leaving[next])
  }

  mutating func tellLeaving(_ next: Int) -> MachineEffect? {
    guard next < stage.leaving.count else {
      step = .appearing(next: 0)
      return nil
    }
    step = .disappearing(next: next + 1)
    guard !stage[stage.leaving[next]].isContinuing else { return nil }
    return .childWillDisappear(stage.leaving[next], animated: isAnimated)
  }

  mutating func tellEntering(_ next: Int) -> MachineEffect? {
    guard next < stage.entering.count else {
      step = .ordering
      return nil
    }
    step = .appearing(next: next + 1)
    let slot = stage.entering[next]
    guard !stage[slot].isContinuing else { return nil }
    return .childWillAppear(slot, isNew: stage.takeNew(slot), animated: isAnimated)
  }

  mutating func order() -> MachineEffect? {
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

  mutating func begin(_ number: Int) -> MachineEffect? {
    guard let (slot, isEntering) = stage.cast(number) else {
      stage.endBeginning(now: nowNanoseconds)
      step = .running
      if isHandTaken { takeHand() }
      return nil
    }
    step = .beginning(number: number + 1)
    guard !stage[slot].isContinuing else { return nil }
    return .beginAnimation(slot, appearing: isEntering)
  }
}
