extension StateContainer {
  /// Begins a transition: calls the owner, the observers and the children in order.
  ///
  /// Outcomes that a callback causes are reported before the next callback.
  @inlinable
  func beginTransition(
    to state: State, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    owner.willTransition(to: state, animated: animated)
    notifyObservers(.willTransition(to: state, animated: animated))
    reportOutcomes(for: owner)

    let (transition, former) = core.changeState()
    // Releasing a state may call the container, so it happens after the access to it has ended.
    defer { withExtendedLifetime(former) {} }
    // The container's children do not change until all callbacks are done, except those that are
    // removed.
    var (plan, children) =
      status.hasSurface
      ? core.plan(owner.children(for: state), background: background, foreground: foreground)
      : core.plan(owner.children(for: state), background: [], foreground: [])
    setDeadline(of: state)
    reportOutcomes(for: owner)
    let areReplaced = status.hasReplaced
    if areReplaced { notifyReplaced(for: owner) }

    if plan.kind == .reversing {
      for slot in core.machine.reversing {
        let child = children[slot]
        stop(child, appearing: core.machine.wasEntering(slot), for: owner)
        reportOutcomes(for: owner)
      }
    }
    for number in plan.leaving {
      let slot = plan.movers[number]
      let child = children[slot]
      if plan.kind == .appearance {
        remove(child, from: slot, for: owner)
      } else {
        notifyDisappearing(child, animated: animated, for: owner)
      }
      reportOutcomes(for: owner)
    }
    for number in plan.entering {
      let slot = plan.movers[number]
      let child = children[slot]
      let isNew = plan.kind == .request || core.machine.isNew(slot)
      notifyAppearing(child, isNew: isNew, animated: animated, for: owner)
      reportOutcomes(for: owner)
    }
    if core.machine.adoptLayers() || areReplaced {
      owner.layerOrderChanged()
      notifyObservers(.order)
      reportOutcomes(for: owner)
    }
    if animated {
      beginAnimations(of: children, in: plan, transition, for: owner)
    } else if plan.kind == .request {
      for number in plan.entering {
        notifyAppeared(children[plan.movers[number]], animated: false, for: owner)
        reportOutcomes(for: owner)
      }
      children = []
      for number in plan.leaving {
        let slot = plan.movers[number]
        leave(core.table.children[slot], from: slot, animated: false, for: owner)
        reportOutcomes(for: owner)
      }
    }
  }

  /// Reports children that were replaced.
  @inlinable @inline(never)
  func notifyReplaced(for owner: any StateContainerOwner<State, Child>) {
    for (former, child) in core.takeReplaced() {
      owner.childReplaced(former, by: child)
      reportOutcomes(for: owner)
    }
  }

  @inlinable
  func beginAnimations(
    of children: [Child?], in plan: TransitionPlan, _ transition: Transition<State>,
    for owner: any StateContainerOwner<State, Child>
  ) {
    for number in plan.entering {
      let child = children[plan.movers[number]]
      beginAnimation(number, of: child, appearing: true, in: transition, for: owner)
      reportOutcomes(for: owner)
    }
    guard plan.kind != .appearance else { return }
    for number in plan.leaving {
      let child = children[plan.movers[number]]
      beginAnimation(number, of: child, appearing: false, in: transition, for: owner)
      reportOutcomes(for: owner)
    }
  }

  @inlinable
  func setDeadline(of state: State) {
    guard status.hasDeadlines, let deadline = deadlines?(state) else { return }
    let former = core.setDeadline(deadline)
    withExtendedLifetime(former) {}
  }

  /// Stops a child that reverses: ends its animation, and then its phase.
  @inlinable
  func stop(
    _ child: Child, appearing: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    notifyAnimationEnd(of: child, appearing: appearing, for: owner)
    if appearing {
      notifyAppeared(child, animated: true, for: owner)
    } else {
      notifyDisappeared(child, animated: true, for: owner)
    }
  }

  @inlinable
  func notifyAppearing(
    _ child: Child, isNew: Bool, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    if isNew {
      owner.childAdded(child)
      child.wasAdded()
    }
    owner.childWillAppear(child, animated: animated)
    notifyObservers(.childWillAppear(child, animated: animated))
    child.willAppear(animated: animated)
  }

  @inlinable
  func beginAnimation(
    _ number: Int, of child: Child, appearing: Bool, in transition: Transition<State>,
    for owner: any StateContainerOwner<State, Child>
  ) {
    let wanted =
      owner.timing(for: child, appearing: appearing, in: transition)
      ?? child.timing(appearing: appearing) ?? status.defaultTiming
    let given = core.machine.beginAnimation(
      number, timing: status.isMotionReduced ? wanted.withoutMotion : wanted)
    owner.transitionWillBegin(for: child, appearing: appearing, timing: given)
    notifyObservers(.transitionWillBegin(child, appearing: appearing))
    child.transitionWillBegin(appearing: appearing, timing: given)
  }
}
