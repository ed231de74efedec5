extension StateContainer {
  /// Runs an operation and what comes of it, or puts it off when called from within a callback.
  @inlinable
  func operate(_ operation: ContainerOperation) {
    guard let owner else { return abandon(operation) }
    guard !facts.isBusy else { return core.operations.add(operation) }
    carryOut(core.begin(operation), for: owner)
  }

  /// Takes steps until there is nothing to be done.
  @inlinable
  func carryOut(
    _ first: (step: ContainerStep, child: Child?)?,
    for owner: any StateContainerOwner<State, Child>
  ) {
    if let (step, child) = first {
      perform(step, on: child, for: owner)
      while let (step, child) = core.nextStep() { perform(step, on: child, for: owner) }
    }
    callEnded?()
  }

  @inlinable
  func perform(
    _ step: ContainerStep, on child: Child?, for owner: any StateContainerOwner<State, Child>
  ) {
    switch step {
    case .tellUntold: tellUntold(for: owner)
    case .reportProgress(let progress): reportProgress(progress, to: owner)
    case .perform(let effect): perform(effect, on: child, for: owner)
    }
  }

  @inlinable
  func perform(
    _ effect: MachineEffect, on child: Child?, for owner: any StateContainerOwner<State, Child>
  ) {
    switch effect {
    case .beginTransition: beginTransition(for: owner)
    case .tell(let row, let telling): tell(row, telling, for: owner)
    case .end(let slot, let end):
      if let child { tellEnd(end, of: child, in: slot, for: owner) }
    case .loadAppearanceState:
      let state = owner.loadAppearanceState()
      tell(.loadAppearanceState(state))
      core.appear(with: state)
    case .didTransition(let isComplete):
      let ended = core.transition
      if isComplete, ended.isAnimated { owner.transitionDidProgress(ended, progress: 1) }
      owner.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated)
      tell(.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated))
    case .completeRequest(let outcome): core.running.take()?.completion?(outcome)
    }
  }

  @inlinable
  func reportProgress(
    _ progress: Double, to owner: any StateContainerOwner<State, Child>
  ) {
    var number = 0
    while let mover = core.mover(from: number) {
      mover.child.transitionDidProgress(appearing: mover.isEntering, progress: mover.progress)
      number = mover.number + 1
    }
    owner.transitionDidProgress(core.transition, progress: progress)
  }
}

// MARK: - Children

extension StateContainer {
  @inlinable
  func tell(
    _ row: ChildRow, _ telling: Telling, for owner: any StateContainerOwner<State, Child>
  ) {
    switch telling {
    case .didAppear(let animated):
      forEach(in: row, for: owner) { tellAppeared($0, animated: animated, for: owner) }
    case .willDisappear(let animated):
      forEach(in: row, for: owner) { tellDisappears($0, animated: animated, for: owner) }
    case .didDisappear(let animated):
      forEach(in: row, for: owner) { tellDisappeared($0, animated: animated, for: owner) }
    }
  }

  /// Tells one child after the other; the container's children do not change meanwhile.
  @inlinable
  func forEach(
    in row: ChildRow, for owner: any StateContainerOwner<State, Child>,
    tell: (Child) -> Void
  ) {
    let (slots, children) = core.slotsAndChildren(in: row)
    for slot in slots {
      let child = children[slot]
      tell(child)
      tellUntold(for: owner)
    }
  }

  @inlinable
  func tellEnd(
    _ end: ChildEnd, of child: Child, in slot: Slot,
    for owner: any StateContainerOwner<State, Child>
  ) {
    if end.isAnimated {
      child.transitionDidProgress(appearing: end.isEntering, progress: 1)
      tellAnimationEnd(of: child, appearing: end.isEntering, for: owner)
    }
    if !end.isEntering {
      leave(child, from: slot, animated: end.isAnimated, for: owner)
    } else if !end.isHeld {
      tellAppeared(child, animated: end.isAnimated, for: owner)
    }
  }

  @inlinable
  func leave(
    _ child: Child, from slot: Slot, animated: Bool,
    for owner: any StateContainerOwner<State, Child>
  ) {
    tellDisappeared(child, animated: animated, for: owner)
    remove(child, from: slot, for: owner)
    tellUntold(for: owner)
    owner.layerOrderChanged()
    tell(.order)
  }

  @inlinable
  func tellAnimationEnd(
    of child: Child, appearing: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    child.transitionDidEnd(appearing: appearing)
    owner.transitionDidEnd(for: child, appearing: appearing)
    tell(.transitionDidEnd(child, appearing: appearing))
    tellUntold(for: owner)
  }

  @inlinable
  func tellDisappears(
    _ child: Child, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    owner.childWillDisappear(child, animated: animated)
    tell(.childWillDisappear(child, animated: animated))
    child.willDisappear(animated: animated)
  }

  @inlinable
  func tellAppeared(
    _ child: Child, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    child.didAppear(animated: animated)
    owner.childDidAppear(child, animated: animated)
    tell(.childDidAppear(child, animated: animated))
  }

  @inlinable
  func tellDisappeared(
    _ child: Child, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    child.didDisappear(animated: animated)
    owner.childDidDisappear(child, animated: animated)
    tell(.childDidDisappear(child, animated: animated))
  }

  @inlinable
  func remove(_ child: Child, from slot: Slot, for owner: any StateContainerOwner<State, Child>) {
    core.remove(slot)
    child.wasRemoved()
    owner.childRemoved(child)
  }
}

// MARK: - Outcomes

extension StateContainer {
  /// Tells the makers of requests what callbacks have made of them.
  @inlinable @inline(__always)
  func tellUntold(for owner: any StateContainerOwner<State, Child>) {
    if facts.hasUntold { tellAllUntold(for: owner) }
  }

  @inlinable @inline(never)
  func tellAllUntold(for owner: any StateContainerOwner<State, Child>) {
    while let untold = core.takeUntold() { tellUntold(untold, for: owner) }
  }

  @inlinable
  func tellUntold(
    _ untold: UntoldOutcome<State>, for owner: any StateContainerOwner<State, Child>
  ) {
    if let state = untold.state {
      if untold.outcome == .superseded {
        owner.requestSuperseded(state)
        tell(.superseded(state))
      } else {
        owner.requestCancelled(state)
        tell(.cancelled(state))
      }
    }
    untold.completion?(untold.outcome)
  }

  /// Tells a maker what became of something that the container has not been asked for; as any
  /// outcome, not within a callback.
  func tell(_ outcome: RequestOutcome, to completion: @escaping (RequestOutcome) -> Void) {
    core.leaveUntold(outcome, completion)
    guard let owner else { return abandon() }
    guard !facts.isBusy else { return }
    core.begin()
    carryOut(core.nextStep(), for: owner)
  }

  @usableFromInline
  func abandon(_ request: Request<State>) {
    core.lose(request, .cancelled)
    abandon()
  }

  @usableFromInline
  func abandon(_ operation: ContainerOperation) {
    core.lose(operation)
    abandon()
  }

  /// The owner is gone: nobody can be asked, so nothing can go on.
  ///
  /// A maker that requests again when it hears so is told in its turn, at most as many of them as in
  /// any call before the next one from outside.
  private func abandon() {
    assert(
      core.hasMetOwner, "the owner of a container is gone before its first call: keep the owner")
    guard !facts.isBusy else { return }
    core.begin()
    core.loseAll()
    while let untold = core.takeUntold() { untold.completion?(untold.outcome) }
    facts.isBusy = false
  }
}
