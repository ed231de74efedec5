extension TransitionMachine {
  /// Whether a request waits that may cut the running transition short.
  var waitsToInterrupt: Bool {
    policy == .interrupt && waitingIsAnimated != nil && step == .running && !isHeld
  }

  /// Whether too many transitions at one instant put off the one that waits to interrupt.
  var isInterruptionPutOff: Bool {
    waitsToInterrupt && transitionsAtOnce >= Self.mostTransitionsAtOnce
  }

  /// Cuts the running transition short; what is due at this instant ends first.
  mutating func interrupt() {
    releaseHand()
    if let number = stage.takeEnd(through: nowNanoseconds) {
      step = .ending(number: number)
    } else {
      turnInstant = nowNanoseconds
      step = .interrupting
    }
  }

  mutating func cutShort() -> MachineEffect? {
    stage.compact()
    step = .completing(isGoingBack ? .cancelled : .superseded)
    return .didTransition
  }

  mutating func turn(_ next: Int) -> MachineEffect? {
    guard next < stage.turning.count else {
      step = .disappearing(next: 0)
      return nil
    }
    step = .stopped(next: next)
    let slot = stage.turning[next]
    return .stopAnimation(slot, appearing: wasEntering(slot))
  }

  mutating func tellStopped(_ next: Int) -> MachineEffect? {
    step = .turning(next: next + 1)
    let slot = stage.turning[next]
    return wasEntering(slot)
      ? .childDidAppear(slot, animated: true)
      : .childDidDisappear(slot, leaves: false, animated: true)
  }

  /// Whether a child that turns was on its way in: it is not one of the next state's.
  private func wasEntering(_ slot: Slot) -> Bool { !stage.isWanted(slot) }
}
