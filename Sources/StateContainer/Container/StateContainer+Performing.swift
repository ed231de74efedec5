extension StateContainer {
  /// Runs an operation with its effects, or queues it if called within a callback.
  @inlinable
  func operate(_ operation: ContainerOperation) {
    if facts.hasFollowers { catchUp(before: operation) }
    guard let owner else { return abandon(operation) }
    guard !facts.isBusy else {
      facts.hasCalled = true
      return core.operations.add(operation)
    }
    carryOut(core.begin(operation), for: owner)
  }

  /// Advances the container alone; a frame in which nothing ends takes no steps.
  @inlinable
  func advanceAlone(to nanoseconds: Int64) {
    guard !facts.isBusy, !facts.hasUntold, let owner else { return operate(.advance(nanoseconds)) }
    if nanoseconds < facts.quietUntil {
      let frame = core.beginFrame(at: nanoseconds)
      if let transition = frame.transition {
        report(frame, of: transition, to: owner)
        if facts.hasCalled || facts.hasUntold { return carryOut(core.nextStep(), for: owner) }
        facts.isBusy = false
        if facts.hasFollowers { endCall(for: owner) }
        return
      }
    }
    carryOut(core.begin(.advance(nanoseconds)), for: owner)
  }

  /// Advances to the current time of the runner's clock, before a call from outside.
  @usableFromInline
  func catchUp(before operation: ContainerOperation? = nil) {
    if case .advance = operation { return }
    guard !facts.isBusy else { return }
    if let whole { return whole.catchUp() }
    if let clock = runner?.clockNanoseconds, clock > facts.nowNanoseconds {
      operate(.advance(clock))
    }
  }

  /// Performs steps until none is left.
  @inlinable
  func carryOut(
    _ first: (step: ContainerStep, child: Child?)?,
    for owner: any StateContainerOwner<State, Child>
  ) {
    if let (step, child) = first {
      perform(step, on: child, for: owner)
      while let (step, child) = core.nextStep() { perform(step, on: child, for: owner) }
    }
    if facts.hasFollowers { endCall(for: owner) }
  }

  /// Reports the end of a call; `callEnded` is called again after what it has called itself.
  @usableFromInline
  func endCall(for owner: any StateContainerOwner<State, Child>) {
    var rounds = ContainerCore<State, Child>.mostAtOnce
    while rounds > 0, let callEnded {
      rounds -= 1
      facts.isBusy = true
      let runnable = core.runnable
      callEnded()
      var hasCalled = false
      while let (step, child) = core.nextStep() {
        hasCalled = true
        perform(step, on: child, for: owner)
      }
      if !hasCalled, core.runnable == runnable { break }
    }
    whole?.partCallEnded()
    runner?.wake()
  }

  @inlinable
  func perform(
    _ step: ContainerStep, on child: Child?, for owner: any StateContainerOwner<State, Child>
  ) {
    switch step {
    case .tellUntold: tellUntold(for: owner)
    case .reportProgress(let progress):
      report(core.frame(progress: progress), of: core.transition, to: owner)
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
      guard let child else { break }
      tellEnd(end, of: child, in: slot, for: owner)
      var isFollowed = end.isFollowed
      while isFollowed, !facts.hasUntold, let (slot, end, child) = core.nextEnd() {
        tellEnd(end, of: child, in: slot, for: owner)
        isFollowed = end.isFollowed
      }
    case .loadAppearanceState:
      let state = owner.loadAppearanceState()
      tell(.loadAppearanceState(state))
      tellUntold(for: owner)
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
  func report(
    _ frame: ContainerFrame<State, Child>, of transition: Transition<State>,
    to owner: any StateContainerOwner<State, Child>
  ) {
    for child in frame.progresses {
      frame.children[child.slot].transitionDidProgress(
        appearing: child.isEntering, progress: child.progress)
    }
    owner.transitionDidProgress(transition, progress: frame.progress)
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

  /// Calls `tell` for one child after the other; the container's children do not change meanwhile.
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
  /// Reports queued outcomes to the owner, the observers and the completion handlers.
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

  /// Reports the outcome of something that was not requested from this container; as any outcome,
  /// not within a callback.
  func tell(_ outcome: RequestOutcome, to completion: @escaping (RequestOutcome) -> Void) {
    core.leaveUntold(outcome, completion)
    guard let owner else { return abandon() }
    guard !facts.isBusy else { return }
    core.begin()
    carryOut(core.nextStep(), for: owner)
  }

  /// Runs a callback of the enclosing container; calls made within it wait until
  /// `carryOutCalled()`, or the next call.
  func callback<Answer>(_ body: () -> Answer) -> Answer {
    let wasBusy = facts.isBusy
    facts.isBusy = true
    defer { facts.isBusy = wasBusy }
    return body()
  }

  /// Performs the calls made within `callback`.
  func carryOutCalled() {
    guard let owner, !facts.isBusy, !core.operations.isEmpty || !core.machine.isAtRest
    else { return }
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

  /// Ends what runs and cancels all requests, after the owner is gone.
  ///
  /// Only completion handlers are called, since what children and observers refer to may be gone
  /// with the owner. Requests that handlers make are cancelled in turn, up to the limit of one
  /// call.
  private func abandon() {
    assert(
      core.hasMetOwner, "the owner of a container is gone before its first call: keep the owner")
    guard !facts.isBusy else { return }
    core.begin()
    let gone = core.abandon()
    while let untold = core.takeUntold() { untold.completion?(untold.outcome) }
    withExtendedLifetime(gone) {}
    callEnded?()
    facts.isBusy = false
    whole?.partCallEnded()
    runner?.wake()
  }
}
