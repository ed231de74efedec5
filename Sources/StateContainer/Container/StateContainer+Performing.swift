extension StateContainer {
  /// Runs an operation with its effects, or queues it if called within a callback.
  @inlinable
  func operate(_ operation: ContainerOperation) {
    if status.hasFollowers { catchUp(before: operation) }
    guard let owner else { return abandon(operation) }
    guard !status.isBusy else {
      status.hasCalled = true
      return core.operations.add(operation)
    }
    carryOut(core.begin(operation), for: owner)
  }

  /// Advances the container alone; a frame in which nothing ends takes no steps.
  @inlinable
  func advanceAlone(to nanoseconds: Int64) {
    guard !status.isBusy, !status.hasPendingOutcomes, let owner else {
      return operate(.advance(nanoseconds))
    }
    if nanoseconds < status.quietUntil,
      let (transition, progress) = core.beginFrame(at: nanoseconds)
    {
      report(progress, of: transition, to: owner)
      if status.hasCalled || status.hasPendingOutcomes {
        return carryOut(core.nextStep(), for: owner)
      }
      status.isBusy = false
      if status.hasFollowers { endCall(for: owner) }
      return
    }
    carryOut(core.begin(.advance(nanoseconds)), for: owner)
  }

  /// Advances to the current time of the runner's clock, before a call from outside.
  @usableFromInline
  func catchUp(before operation: ContainerOperation? = nil) {
    if case .advance = operation { return }
    guard !status.isBusy else { return }
    if let enclosing { return enclosing.catchUp() }
    if let clock = runner?.clockNanoseconds, clock > status.nowNanoseconds {
      operate(.advance(clock))
    }
  }

  /// Performs steps until none is left.
  @inlinable
  func carryOut(
    _ first: ContainerStep<State, Child>?, for owner: any StateContainerOwner<State, Child>
  ) {
    if let first {
      perform(first, for: owner)
      while let step = core.nextStep() { perform(step, for: owner) }
    }
    if status.hasFollowers { endCall(for: owner) }
  }

  /// Reports the end of a call; `callEnded` is called again after what it has called itself.
  @usableFromInline
  func endCall(for owner: any StateContainerOwner<State, Child>) {
    var rounds = ContainerCore<State, Child>.mostAtOnce
    while rounds > 0, let callEnded {
      rounds -= 1
      status.isBusy = true
      let remainingOperations = core.remainingOperations
      callEnded()
      var hasCalled = false
      while let step = core.nextStep() {
        hasCalled = true
        perform(step, for: owner)
      }
      if !hasCalled, core.remainingOperations == remainingOperations { break }
    }
    enclosing?.innerCallEnded()
    runner?.wake()
  }

  @inlinable
  func perform(
    _ step: ContainerStep<State, Child>, for owner: any StateContainerOwner<State, Child>
  ) {
    switch step {
    case .reportOutcomes: reportOutcomes(for: owner)
    case .reportProgress(let progress):
      report(progress, of: core.transition, to: owner)
    case .beginTransition(let state, let animated):
      beginTransition(to: state, animated: animated, for: owner)
    case .call(let row, let callback): call(row, callback, for: owner)
    case .end(let child, let slot, let end):
      notifyEnd(end, of: child, in: slot, for: owner)
      var isFollowed = end.isFollowed
      while isFollowed, !status.hasPendingOutcomes, let (slot, end, child) = core.nextEnd() {
        notifyEnd(end, of: child, in: slot, for: owner)
        isFollowed = end.isFollowed
      }
    case .loadAppearanceState:
      let state = owner.loadAppearanceState()
      notifyObservers(.loadAppearanceState(state))
      reportOutcomes(for: owner)
      core.appear(with: state)
    case .didTransition(let ended, let isComplete):
      if isComplete, ended.isAnimated { owner.transitionDidProgress(ended, progress: 1) }
      owner.didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated)
      notifyObservers(
        .didTransition(from: ended.previous, to: ended.next, animated: ended.isAnimated))
    case .completeRequest(let request, let outcome): request.completion?(outcome)
    }
  }

  @inlinable
  func report(
    _ progress: Double, of transition: Transition<State>,
    to owner: any StateContainerOwner<State, Child>
  ) {
    let movers = core.movers()
    for number in movers.slots.indices {
      let index = movers.slots[number].index
      guard let child = movers.children[index],
        case .moving(let movement) = movers.records[index].part,
        movement.startNanoseconds <= movers.started
      else { continue }
      child.transitionDidProgress(
        appearing: movement.isEntering, progress: movement.progress(at: movers.instant))
    }
    owner.transitionDidProgress(transition, progress: progress)
  }
}

// MARK: - Children

extension StateContainer {
  @inlinable
  func call(
    _ row: ChildRange, _ callback: ChildCallback, for owner: any StateContainerOwner<State, Child>
  ) {
    switch callback {
    case .didAppear(let animated):
      forEach(in: row, for: owner) { notifyAppeared($0, animated: animated, for: owner) }
    case .willDisappear(let animated):
      forEach(in: row, for: owner) { notifyDisappearing($0, animated: animated, for: owner) }
    case .didDisappear(let animated):
      forEach(in: row, for: owner) { notifyDisappeared($0, animated: animated, for: owner) }
    }
  }

  /// Calls `body` for one child after the other; the container's children do not change meanwhile.
  @inlinable
  func forEach(
    in row: ChildRange, for owner: any StateContainerOwner<State, Child>,
    body: (Child) -> Void
  ) {
    let (slots, children) = core.slotsAndChildren(in: row)
    for slot in slots {
      let child = children[slot]
      body(child)
      reportOutcomes(for: owner)
    }
  }

  @inlinable
  func notifyEnd(
    _ end: ChildEnd, of child: Child, in slot: Slot,
    for owner: any StateContainerOwner<State, Child>
  ) {
    if end.isAnimated {
      child.transitionDidProgress(appearing: end.isEntering, progress: 1)
      notifyAnimationEnd(of: child, appearing: end.isEntering, for: owner)
    }
    if !end.isEntering {
      leave(child, from: slot, animated: end.isAnimated, for: owner)
    } else if !end.awaitsAppearance {
      notifyAppeared(child, animated: end.isAnimated, for: owner)
    }
  }

  @inlinable
  func leave(
    _ child: Child, from slot: Slot, animated: Bool,
    for owner: any StateContainerOwner<State, Child>
  ) {
    notifyDisappeared(child, animated: animated, for: owner)
    remove(child, from: slot, for: owner)
    reportOutcomes(for: owner)
    owner.layerOrderChanged()
    notifyObservers(.order)
  }

  @inlinable
  func notifyAnimationEnd(
    of child: Child, appearing: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    child.transitionDidEnd(appearing: appearing)
    owner.transitionDidEnd(for: child, appearing: appearing)
    notifyObservers(.transitionDidEnd(child, appearing: appearing))
    reportOutcomes(for: owner)
  }

  @inlinable
  func notifyDisappearing(
    _ child: Child, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    owner.childWillDisappear(child, animated: animated)
    notifyObservers(.childWillDisappear(child, animated: animated))
    child.willDisappear(animated: animated)
  }

  @inlinable
  func notifyAppeared(
    _ child: Child, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    child.didAppear(animated: animated)
    owner.childDidAppear(child, animated: animated)
    notifyObservers(.childDidAppear(child, animated: animated))
  }

  @inlinable
  func notifyDisappeared(
    _ child: Child, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    child.didDisappear(animated: animated)
    owner.childDidDisappear(child, animated: animated)
    notifyObservers(.childDidDisappear(child, animated: animated))
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
  func reportOutcomes(for owner: any StateContainerOwner<State, Child>) {
    if status.hasPendingOutcomes { reportAllOutcomes(for: owner) }
  }

  @inlinable @inline(never)
  func reportAllOutcomes(for owner: any StateContainerOwner<State, Child>) {
    while let pending = core.takePendingOutcome() { reportOutcome(pending, for: owner) }
  }

  @inlinable
  func reportOutcome(
    _ pending: PendingOutcome<State>, for owner: any StateContainerOwner<State, Child>
  ) {
    if let state = pending.state {
      if pending.outcome == .superseded {
        owner.requestSuperseded(state)
        notifyObservers(.superseded(state))
      } else {
        owner.requestCancelled(state)
        notifyObservers(.cancelled(state))
      }
    }
    pending.completion?(pending.outcome)
  }

  /// Reports the outcome of something that was not requested from this container; as any outcome,
  /// not within a callback.
  func report(_ outcome: RequestOutcome, to completion: @escaping (RequestOutcome) -> Void) {
    core.queueOutcome(outcome, completion)
    guard let owner else { return abandon() }
    guard !status.isBusy else { return }
    core.begin()
    carryOut(core.nextStep(), for: owner)
  }

  /// Runs a callback of the enclosing container; calls made within it wait until
  /// `carryOutCalled()`, or the next call.
  func callback<Answer>(_ body: () -> Answer) -> Answer {
    let wasBusy = status.isBusy
    status.isBusy = true
    defer { status.isBusy = wasBusy }
    return body()
  }

  /// Performs the calls made within `callback`.
  func carryOutCalled() {
    guard let owner, !status.isBusy, !core.operations.isEmpty || !core.machine.isAtRest
    else { return }
    core.begin()
    carryOut(core.nextStep(), for: owner)
  }

  @usableFromInline
  func abandon(_ request: Request<State>) {
    core.drop(request, .cancelled)
    abandon()
  }

  @usableFromInline
  func abandon(_ operation: ContainerOperation) {
    core.drop(operation)
    abandon()
  }

  /// Ends what runs and cancels all requests, after the owner is gone.
  ///
  /// Only completion handlers are called, since what children and observers refer to may be gone
  /// with the owner. Requests that handlers make are cancelled in turn, up to the limit of one
  /// call.
  private func abandon() {
    assert(
      core.hadOwner, "the owner of a container is gone before its first call: keep the owner")
    guard !status.isBusy else { return }
    core.begin()
    let gone = core.abandon()
    while let pending = core.takePendingOutcome() { pending.completion?(pending.outcome) }
    withExtendedLifetime(gone) {}
    callEnded?()
    status.isBusy = false
    enclosing?.innerCallEnded()
    runner?.wake()
  }
}
