extension StateContainer {
  /// The state that the running transition goes to.
  @inlinable
  var stateToCome: State {
    guard let running else { preconditionFailure("a transition runs to no state") }
    return running.state
  }

  /// The child that the machine speaks of.
  @inlinable
  func child(in slot: Slot) -> Child {
    guard let child = roster[slot] else { preconditionFailure("\(slot) is vacant") }
    return child
  }

  @inlinable
  func loadAppearanceState(from owner: any StateContainerOwner<State, Child>) {
    let state = owner.loadAppearanceState()
    running = Request(state: state, completion: nil)
    tell(.loadAppearanceState(state))
    machine.appearanceStateLoaded()
  }

  @inlinable
  func cancelWaiting() {
    guard let request = waiting else { return }
    waiting = nil
    lost.add(LostRequest(request: request, outcome: .cancelled))
  }

  @inlinable
  func willTransition(_ owner: any StateContainerOwner<State, Child>) {
    let state = stateToCome
    owner.willTransition(to: state, animated: machine.isAnimated)
    tell(.willTransition(to: state, animated: machine.isAnimated))
  }

  @inlinable
  func didTransition(_ owner: any StateContainerOwner<State, Child>) {
    let state = stateToCome
    let animated = machine.isAnimated
    owner.didTransition(from: previous, to: state, animated: animated)
    tell(.didTransition(from: previous, to: state, animated: animated))
  }

  @inlinable
  func askChildren(of owner: any StateContainerOwner<State, Child>) {
    let state = stateToCome
    previous = current
    current = state
    let children = owner.children(for: state)
    machine.beginPlan()
    if !background.isEmpty { roster.enrol(background, with: &machine) }
    roster.enrol(children, with: &machine)
    if !foreground.isEmpty { roster.enrol(foreground, with: &machine) }
    machine.endPlan()
    guard let deadlines, let deadline = deadlines(state) else { return }
    self.deadline = deadline
    machine.setDeadline(afterNanoseconds: deadline.afterNanoseconds)
  }

  @inlinable
  func reachDeadline() {
    guard let deadline else { return }
    self.deadline = nil
    request(deadline.next, animated: deadline.isAnimated)
  }

  @inlinable
  func beginAnimation(
    of slot: Slot, appearing: Bool,
    for owner: any StateContainerOwner<State, Child>
  ) {
    let child = child(in: slot)
    let transition = Transition(
      previous: previous, next: stateToCome, isAnimated: machine.isAnimated)
    let wanted =
      owner.timing(for: child, appearing: appearing, in: transition)
      ?? child.timing(appearing: appearing) ?? defaultTiming
    let timing = isMotionReduced ? wanted.withoutMotion : wanted
    let given = machine.beginAnimation(timing: timing)
    owner.transitionWillBegin(for: child, appearing: appearing, timing: given)
    tell(.transitionWillBegin(child, appearing: appearing))
    child.transitionWillBegin(appearing: appearing, timing: given)
  }

  @inlinable
  func remove(_ slot: Slot, for owner: any StateContainerOwner<State, Child>) {
    let child = child(in: slot)
    roster.remove(slot)
    machine.vacate(slot)
    owner.childRemoved(child)
  }
}
