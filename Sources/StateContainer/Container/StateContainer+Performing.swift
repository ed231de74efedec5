extension StateContainer {
  /// How many requests are told that they are lost, and how many operations made in callbacks
  /// run, before the rest is left to the next call from outside.
  @inlinable
  static var mostAtOnce: Int { 10_000 }

  /// Runs an operation and what comes of it, or puts it off when called from within a callback.
  @inlinable
  func operate(_ operation: ContainerOperation?) {
    if isBusy {
      if let operation { operations.add(operation) }
      return
    }
    guard let owner else { return abandon() }
    isBusy = true
    machine.beginOperation()
    if let operation { run(operation, for: owner) } else { perform(for: owner) }
    var remaining = Self.mostAtOnce
    while remaining > 0, let next = operations.takeFirst() {
      run(next, for: owner)
      remaining -= 1
    }
    isBusy = false
  }

  @inlinable
  func run(_ operation: ContainerOperation, for owner: any StateContainerOwner<State, Child>) {
    switch operation {
    case .phase(let phase):
      machine.enter(phase)
      perform(for: owner)
    case .hand(let movement):
      move(movement, for: owner)
    case .advance(let nanoseconds):
      machine.advance(to: nanoseconds)
      perform(for: owner)
      if !machine.isHandDriven { reportProgress() }
      perform(for: owner)
    }
  }

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

  @inlinable
  func reportProgress() {
    var number = 0
    while let (slot, isEntering, progress) = machine.progress(number) {
      if let progress {
        roster[slot]?.transitionDidProgress(appearing: isEntering, progress: progress)
      }
      number += 1
    }
  }

  /// The owner is gone: nobody can be asked, so nothing can go on.
  @inlinable
  func abandon() {
    let left = [running, waiting]
    running = nil
    waiting = nil
    for request in left { request?.completion?(.cancelled) }
    while let request = lost.takeFirst() { request.request.completion?(request.outcome) }
  }

  @inlinable
  func perform(
    _ effect: MachineEffect, for owner: any StateContainerOwner<State, Child>
  ) {
    switch effect {
    case .loadAppearanceState: loadAppearanceState(from: owner)
    case .cancelWaiting: cancelWaiting()
    case .startWaiting:
      running = waiting
      waiting = nil
    case .willTransition: willTransition(owner)
    case .askChildren: askChildren(of: owner)
    case .removeChild(let slot): remove(slot, for: owner)
    case .childWillDisappear(let slot, let animated):
      let child = child(in: slot)
      owner.childWillDisappear(child, animated: animated)
      tell(.childWillDisappear(child, animated: animated))
      child.willDisappear(animated: animated)
    case .childWillAppear(let slot, let isNew, let animated):
      let child = child(in: slot)
      if isNew { owner.childAdded(child) }
      owner.childWillAppear(child, animated: animated)
      tell(.childWillAppear(child, animated: animated))
      child.willAppear(animated: animated)
    case .tellOrder:
      owner.layerOrderChanged()
      tell(.order)
    case .beginAnimation(let slot, let appearing):
      beginAnimation(of: slot, appearing: appearing, for: owner)
    case .endAnimation(let slot, let appearing):
      let child = child(in: slot)
      child.transitionDidProgress(appearing: appearing, progress: 1)
      child.transitionDidEnd(appearing: appearing)
      owner.transitionDidEnd(for: child, appearing: appearing)
      tell(.transitionDidEnd(child, appearing: appearing))
    case .stopAnimation(let slot, let appearing):
      let child = child(in: slot)
      child.transitionDidEnd(appearing: appearing)
      owner.transitionDidEnd(for: child, appearing: appearing)
      tell(.transitionDidEnd(child, appearing: appearing))
    case .childDidAppear(let slot, let animated):
      let child = child(in: slot)
      child.didAppear(animated: animated)
      owner.childDidAppear(child, animated: animated)
      tell(.childDidAppear(child, animated: animated))
    case .childDidDisappear(let slot, let leaves, let animated):
      let child = child(in: slot)
      child.didDisappear(animated: animated)
      owner.childDidDisappear(child, animated: animated)
      tell(.childDidDisappear(child, animated: animated))
      if leaves { remove(slot, for: owner) }
    case .reachDeadline: reachDeadline()
    case .didTransition: didTransition(owner)
    case .completeRequest(let outcome):
      let completion = running?.completion
      running = nil
      completion?(outcome)
    case .startGoingBack:
      running = previous.map { Request(state: $0, completion: nil) }
    }
  }
}
