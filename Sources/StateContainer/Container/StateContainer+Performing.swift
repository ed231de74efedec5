extension StateContainer {
  /// How many requests are told that they are lost, and how many operations made in callbacks
  /// run, before the rest is left to the next call from outside.
  @inlinable
  static var mostAtOnce: Int { 10_000 }

  /// Runs an operation and what comes of it, or puts it off when called from within a callback.
  @inlinable
  func operate(_ operation: ContainerOperation) {
    if isBusy { return operations.add(operation) }
    guard let owner else {
      if case .phase(_, let completion?) = operation { completion(.cancelled) }
      return abandon()
    }
    carryOut(operation, for: owner)
  }

  /// Runs an operation, or just what a request has begun; then what was put off meanwhile.
  @inlinable
  func carryOut(
    _ operation: ContainerOperation?, for owner: any StateContainerOwner<State, Child>
  ) {
    isBusy = true
    hasMetOwner = true
    machine.beginOperation()
    if let operation { run(operation, for: owner) } else { perform(for: owner) }
    var remaining = Self.mostAtOnce
    while remaining > 0, let next = operations.takeFirst() {
      run(next, for: owner)
      remaining -= 1
    }
    isBusy = false
    callEnded?()
  }

  @inlinable
  func run(_ operation: ContainerOperation, for owner: any StateContainerOwner<State, Child>) {
    switch operation {
    case .phase(let phase, let completion):
      if let completion { expect(completion) }
      if machine.enter(phase), let request = waiting.take() {
        lost.add(LostRequest(request: request, outcome: .cancelled))
      }
    case .hand(let number, let movement):
      guard number == handsMade, machine.isHandDriven else { return }
      move(movement, for: owner)
    case .endTransition: machine.endTransition()
    case .advance(let nanoseconds):
      machine.advance(to: nanoseconds)
      perform(for: owner)
      if !machine.isHandDriven { reportProgress(to: owner) }
    }
    perform(for: owner)
  }

  /// The container is told to appear, and somebody waits to hear of it.
  @usableFromInline
  func expect(_ completion: @escaping (RequestOutcome) -> Void) {
    if machine.appearance.acceptsRequests {
      completion(.cancelled)
    } else {
      appearanceCompletion = completion
    }
  }

  @inlinable
  func move(_ movement: HandMovement, for owner: any StateContainerOwner<State, Child>) {
    switch movement {
    case .move(let progress):
      machine.moveHand(to: progress)
      reportProgress(to: owner)
    case .finish: machine.releaseHand()
    case .cancel: machine.cancelHand()
    }
  }

  @inlinable
  func reportProgress(to owner: any StateContainerOwner<State, Child>) {
    guard let whole = machine.transitionProgress else { return }
    var number = 0
    while let (slot, isEntering, progress) = machine.progress(number) {
      if let progress {
        table[slot].transitionDidProgress(appearing: isEntering, progress: progress)
      }
      number += 1
    }
    owner.transitionDidProgress(transition, progress: whole)
  }
}

// MARK: - Requests

extension StateContainer {
  @inlinable
  func receive(_ request: Request<State>, animated: Bool) {
    switch machine.receiveRequest(animated: animated) {
    case .starts:
      running = request
    case .waits:
      waiting = request
    case .supersedes:
      if let waiting { lost.add(LostRequest(request: waiting, outcome: .superseded)) }
      waiting = request
    case .isRefused:
      lost.add(LostRequest(request: request, outcome: .cancelled))
    }
  }

  /// A request made in a callback is carried out by whoever is at it; one without an owner is lost.
  @usableFromInline
  func receiveWhileBusyOrAbandoned(_ request: Request<State>, animated: Bool) {
    if owner != nil { return receive(request, animated: animated) }
    lost.add(LostRequest(request: request, outcome: .cancelled))
    if !isBusy { abandon() }
  }

  /// The owner is gone: nobody can be asked, so nothing can go on.
  ///
  /// A maker that requests again when it hears so is told in its turn, at most `mostAtOnce` of them
  /// before the next call from outside.
  @usableFromInline
  func abandon() {
    assert(hasMetOwner, "the owner of a container is gone before its first call: keep the owner")
    isBusy = true
    for request in [running.take(), waiting.take()] {
      if let request { lost.add(LostRequest(request: request, outcome: .cancelled)) }
    }
    var remaining = Self.mostAtOnce
    while remaining > 0, let request = lost.takeFirst() {
      request.request.completion?(request.outcome)
      remaining -= 1
    }
    isBusy = false
  }

  @inlinable
  func tellLost(
    _ request: LostRequest<State>, for owner: any StateContainerOwner<State, Child>
  ) {
    let state = request.request.state
    if request.outcome == .superseded {
      owner.requestSuperseded(state)
      tell(.superseded(state))
    } else {
      owner.requestCancelled(state)
      tell(.cancelled(state))
    }
    request.request.completion?(request.outcome)
  }
}

// MARK: - Effects

extension StateContainer {
  /// Draws effects and carries them out until there is nothing to be done.
  @inlinable
  func perform(for owner: any StateContainerOwner<State, Child>) {
    var remaining = Self.mostAtOnce
    while true {
      if !lost.isEmpty, remaining > 0, let request = lost.takeFirst() {
        remaining -= 1
        tellLost(request, for: owner)
      } else if let effect = machine.nextEffect() {
        perform(effect, for: owner)
      } else {
        return
      }
    }
  }

  @inlinable
  func perform(
    _ effect: MachineEffect, for owner: any StateContainerOwner<State, Child>
  ) {
    switch effect {
    case .loadAppearanceState:
      let state = owner.loadAppearanceState()
      running = Request(state: state, completion: appearanceCompletion.take())
      tell(.loadAppearanceState(state))
      machine.appearanceStateLoaded()
    case .startWaiting: running = waiting.take()
    case .startGoingBack: running = previous.map { Request(state: $0, completion: nil) }
    case .willTransition:
      let (state, animated) = (stateToCome, machine.isAnimated)
      owner.willTransition(to: state, animated: animated)
      tell(.willTransition(to: state, animated: animated))
    case .askChildren: askChildren(of: owner)
    case .removeChild(let slot): remove(slot, for: owner)
    case .childWillDisappear(let slot, let animated):
      let child = table[slot]
      owner.childWillDisappear(child, animated: animated)
      tell(.childWillDisappear(child, animated: animated))
      child.willDisappear(animated: animated)
    case .childWillAppear(let slot, let isNew, let animated):
      let child = table[slot]
      if isNew {
        owner.childAdded(child)
        child.wasAdded()
      }
      owner.childWillAppear(child, animated: animated)
      tell(.childWillAppear(child, animated: animated))
      child.willAppear(animated: animated)
    case .tellOrder:
      owner.layerOrderChanged()
      tell(.order)
    case .beginAnimation(let slot, let appearing):
      beginAnimation(of: table[slot], appearing: appearing, for: owner)
    case .endAnimation(let slot, let appearing, let isComplete):
      let child = table[slot]
      if isComplete { child.transitionDidProgress(appearing: appearing, progress: 1) }
      child.transitionDidEnd(appearing: appearing)
      owner.transitionDidEnd(for: child, appearing: appearing)
      tell(.transitionDidEnd(child, appearing: appearing))
    case .childDidAppear(let slot, let animated):
      let child = table[slot]
      child.didAppear(animated: animated)
      owner.childDidAppear(child, animated: animated)
      tell(.childDidAppear(child, animated: animated))
    case .childDidDisappear(let slot, let leaves, let animated):
      let child = table[slot]
      child.didDisappear(animated: animated)
      owner.childDidDisappear(child, animated: animated)
      tell(.childDidDisappear(child, animated: animated))
      if leaves { remove(slot, for: owner) }
    case .reachDeadline:
      guard let reached = deadline.take() else { return }
      receive(
        Request(state: reached.next, completion: nil), animated: reached.isAnimated)
    case .didTransition(let isComplete):
      let ended = transition
      if isComplete, ended.isAnimated { owner.transitionDidProgress(ended, progress: 1) }
      owner.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated)
      tell(.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated))
    case .completeRequest(let outcome): running.take()?.completion?(outcome)
    }
  }

  /// The state that the running transition goes to.
  @inlinable
  var stateToCome: State {
    guard let running else { preconditionFailure("a transition runs to no state") }
    return running.state
  }

  /// The running transition, once its state is the current one.
  @inlinable
  var transition: Transition<State> {
    Transition(previous: previous, next: stateToCome, isAnimated: machine.isAnimated)
  }

  @inlinable
  func askChildren(of owner: any StateContainerOwner<State, Child>) {
    let state = stateToCome
    previous = current
    current = state
    let children = owner.children(for: state)
    machine.beginPlan()
    if !background.isEmpty { table.name(background, to: &machine) }
    table.name(children, to: &machine)
    if !foreground.isEmpty { table.name(foreground, to: &machine) }
    machine.endPlan()
    guard let deadlines, let deadline = deadlines(state) else { return }
    self.deadline = deadline
    machine.setDeadline(afterNanoseconds: deadline.afterNanoseconds)
  }

  @inlinable
  func beginAnimation(
    of child: Child, appearing: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
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
    let child = table[slot]
    table.remove(slot)
    machine.vacate(slot)
    child.wasRemoved()
    owner.childRemoved(child)
  }
}
