extension StateContainer {
  /// How many requests are told that they are lost, and how many operations made in callbacks
  /// run, before the rest is left to the next call from outside.
  @inlinable
  static var mostAtOnce: Int { 10_000 }

  /// Runs an operation and what comes of it, or puts it off when called from within a callback.
  @inlinable
  func operate(_ operation: ContainerOperation) {
    guard let owner else { return abandon(operation) }
    if core.begin(operation) { carryOut(operation, for: owner) }
  }

  /// Runs an operation, or just what a request has begun; then what was put off meanwhile.
  @inlinable
  func carryOut(
    _ operation: ContainerOperation?, for owner: any StateContainerOwner<State, Child>
  ) {
    if let operation { run(operation, for: owner) } else { perform(for: owner) }
    var remaining = Self.mostAtOnce
    while let next = core.nextOperation(mayRun: remaining > 0) {
      run(next, for: owner)
      remaining -= 1
    }
    callEnded?()
  }

  @inlinable
  func run(_ operation: ContainerOperation, for owner: any StateContainerOwner<State, Child>) {
    switch operation {
    case .phase(let phase, let completion):
      if let completion { expect(completion) }
      core.enter(phase)
    case .hand(let number, let movement):
      guard number == handsMade, core.machine.isHandDriven else { return }
      move(movement, for: owner)
    case .endTransition: core.machine.endTransition()
    case .advance(let nanoseconds):
      core.machine.advance(to: nanoseconds)
      perform(for: owner)
      if !core.machine.isHandDriven { reportProgress(to: owner) }
    }
    perform(for: owner)
  }

  /// The container is told to appear, and somebody waits to hear of it.
  @usableFromInline
  func expect(_ completion: @escaping (RequestOutcome) -> Void) {
    if core.machine.appearance.acceptsRequests {
      completion(.cancelled)
    } else {
      appearanceCompletion = completion
    }
  }

  @inlinable
  func move(_ movement: HandMovement, for owner: any StateContainerOwner<State, Child>) {
    switch movement {
    case .move(let progress):
      core.machine.moveHand(to: progress)
      reportProgress(to: owner)
    case .finish: core.machine.releaseHand()
    case .cancel: core.machine.cancelHand()
    }
  }

  @inlinable
  func reportProgress(to owner: any StateContainerOwner<State, Child>) {
    guard let whole = core.machine.transitionProgress else { return }
    var number = 0
    while let (slot, isEntering, progress) = core.machine.progress(number) {
      if let progress {
        core.table[slot].transitionDidProgress(appearing: isEntering, progress: progress)
      }
      number += 1
    }
    owner.transitionDidProgress(core.transition, progress: whole)
  }
}

// MARK: - Requests that come to nothing

extension StateContainer {
  @usableFromInline
  func abandon(_ request: Request<State>) {
    core.lose(request, .cancelled)
    abandon()
  }

  @usableFromInline
  func abandon(_ operation: ContainerOperation) {
    if case .phase(_, let completion?) = operation { completion(.cancelled) }
    abandon()
  }

  /// The owner is gone: nobody can be asked, so nothing can go on.
  ///
  /// A maker that requests again when it hears so is told in its turn, at most `mostAtOnce` of them
  /// before the next call from outside.
  private func abandon() {
    assert(
      core.hasMetOwner, "the owner of a container is gone before its first call: keep the owner")
    guard core.begin() else { return }
    core.loseAll()
    var remaining = Self.mostAtOnce
    while remaining > 0, let request = core.lost.takeFirst() {
      request.request.completion?(request.outcome)
      remaining -= 1
    }
    core.isBusy = false
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

// MARK: - Steps

extension StateContainer {
  /// Takes steps until there is nothing to be done.
  @inlinable
  func perform(for owner: any StateContainerOwner<State, Child>) {
    var remaining = Self.mostAtOnce
    while let step = core.nextStep(tellsLost: remaining > 0) {
      switch consume step {
      case .child(let child, let slot, let effect):
        perform(effect, on: child, in: slot, for: owner)
      case .effect(let effect): perform(effect, for: owner)
      case .tellLost:
        remaining -= 1
        if let request = core.lost.takeFirst() { tellLost(request, for: owner) }
      }
    }
  }

  @inlinable
  func perform(
    _ effect: ChildEffect, on child: Child, in slot: Slot,
    for owner: any StateContainerOwner<State, Child>
  ) {
    switch effect {
    case .remove: remove(child, from: slot, for: owner)
    case .willDisappear(let animated):
      owner.childWillDisappear(child, animated: animated)
      tell(.childWillDisappear(child, animated: animated))
      child.willDisappear(animated: animated)
    case .willAppear(let isNew, let animated):
      if isNew {
        owner.childAdded(child)
        child.wasAdded()
      }
      owner.childWillAppear(child, animated: animated)
      tell(.childWillAppear(child, animated: animated))
      child.willAppear(animated: animated)
    case .beginAnimation(let appearing):
      beginAnimation(of: child, appearing: appearing, for: owner)
    case .endAnimation(let appearing, let isComplete):
      if isComplete { child.transitionDidProgress(appearing: appearing, progress: 1) }
      child.transitionDidEnd(appearing: appearing)
      owner.transitionDidEnd(for: child, appearing: appearing)
      tell(.transitionDidEnd(child, appearing: appearing))
    case .didAppear(let animated):
      child.didAppear(animated: animated)
      owner.childDidAppear(child, animated: animated)
      tell(.childDidAppear(child, animated: animated))
    case .didDisappear(let leaves, let animated):
      child.didDisappear(animated: animated)
      owner.childDidDisappear(child, animated: animated)
      tell(.childDidDisappear(child, animated: animated))
      if leaves { remove(child, from: slot, for: owner) }
    }
  }

  @inlinable
  func perform(_ effect: MachineEffect, for owner: any StateContainerOwner<State, Child>) {
    switch effect {
    case .child(let slot, _): preconditionFailure("\(effect) without the child in \(slot)")
    case .loadAppearanceState:
      let state = owner.loadAppearanceState()
      core.running = Request(state: state, completion: appearanceCompletion.take())
      tell(.loadAppearanceState(state))
      core.machine.appearanceStateLoaded()
    case .startWaiting: core.startWaiting()
    case .startGoingBack: core.startGoingBack()
    case .willTransition:
      let (state, animated) = core.announced
      owner.willTransition(to: state, animated: animated)
      tell(.willTransition(to: state, animated: animated))
    case .askChildren: askChildren(of: owner)
    case .tellOrder:
      owner.layerOrderChanged()
      tell(.order)
    case .reachDeadline:
      guard let reached = deadline.take() else { return }
      core.receive(
        Request(state: reached.next, completion: nil), animated: reached.isAnimated)
    case .didTransition(let isComplete):
      let ended = core.transition
      if isComplete, ended.isAnimated { owner.transitionDidProgress(ended, progress: 1) }
      owner.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated)
      tell(.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated))
    case .completeRequest(let outcome): core.running.take()?.completion?(outcome)
    }
  }

  @inlinable
  func askChildren(of owner: any StateContainerOwner<State, Child>) {
    let (state, former) = core.changeState()
    // What lets go of a state may call the container: not before the access to it is over.
    defer { withExtendedLifetime(former) {} }
    core.plan(owner.children(for: state), background: background, foreground: foreground)
    guard let deadlines, let deadline = deadlines(state) else { return }
    self.deadline = deadline
    core.machine.setDeadline(afterNanoseconds: deadline.afterNanoseconds)
  }

  @inlinable
  func beginAnimation(
    of child: Child, appearing: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    let wanted =
      owner.timing(for: child, appearing: appearing, in: core.transition)
      ?? child.timing(appearing: appearing) ?? defaultTiming
    let given = core.machine.beginAnimation(timing: isMotionReduced ? wanted.withoutMotion : wanted)
    owner.transitionWillBegin(for: child, appearing: appearing, timing: given)
    tell(.transitionWillBegin(child, appearing: appearing))
    child.transitionWillBegin(appearing: appearing, timing: given)
  }

  @inlinable
  func remove(_ child: Child, from slot: Slot, for owner: any StateContainerOwner<State, Child>) {
    core.remove(slot)
    child.wasRemoved()
    owner.childRemoved(child)
  }
}
