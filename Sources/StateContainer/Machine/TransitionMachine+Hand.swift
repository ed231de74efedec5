extension TransitionMachine {
  /// Somebody wants to drive a transition by hand; false if it cannot begin now.
  @usableFromInline
  mutating func beginByHand() -> Bool {
    guard appearance == .onScreen, step == .idle else { return false }
    start(animated: true, isAppearance: false)
    isHandTaken = true
    return true
  }

  /// All animations have begun: from now on they go by the hand.
  mutating func takeHand() {
    isHandTaken = false
    hand = (begin: nowNanoseconds, now: nowNanoseconds)
  }

  /// The hand has moved; `progress` is of the whole transition, `0 ... 1`.
  @usableFromInline
  mutating func moveHand(to progress: Double) -> Bool {
    guard step == .running, let begin = hand?.begin else { return false }
    let length = Double((stage.lastEnd ?? begin) - begin)
    let share = progress > 0 ? min(progress, 1) : 0
    hand?.now = begin + Int64((length * share).rounded())
    return true
  }

  /// The hand lets go: the animations go on from where they are, by the clock.
  @usableFromInline
  mutating func releaseHand() {
    guard let hand else { return }
    self.hand = nil
    stage.shiftAnimations(from: hand.now, to: nowNanoseconds)
    stage.endBeginning(now: nowNanoseconds)
  }

  /// The hand takes the transition back.
  @usableFromInline
  mutating func cancelHand() {
    guard step == .running, hand != nil else { return }
    releaseHand()
    isGoingBack = true
    turnInstant = nowNanoseconds
    step = .interrupting
  }

  mutating func goBack() -> MachineEffect? {
    isGoingBack = false
    start(animated: true, isAppearance: false)
    return .startGoingBack
  }
}
