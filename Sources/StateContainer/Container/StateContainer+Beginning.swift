extension StateContainer {
  /// Begins a transition: calls the owner, the observers and the children in order.
  ///
  /// Outcomes that a callback causes are reported before the next callback.
  @inlinable
  func beginTransition(for owner: any StateContainerOwner<State, Child>) {
    let (state, animated) = core.announced
    owner.willTransition(to: state, animated: animated)
    tell(.willTransition(to: state, animated: animated))
    tellUntold(for: owner)

    let (transition, former) = core.changeState()
    // Releasing a state may call the container, so it happens after the access to it has ended.
    defer { withExtendedLifetime(former) {} }
    // The container's children do not change until all callbacks are done, except those that are
    // removed.
    var (plan, children) =
      facts.hasSurface
      ? core.plan(owner.children(for: state), background: background, foreground: foreground)
      : core.plan(owner.children(for: state), background: [], foreground: [])
    setDeadline(of: state)
    tellUntold(for: owner)
    let areReplaced = facts.hasReplaced
    if areReplaced { tellReplaced(for: owner) }

    if plan.kind == .turning {
      for slot in core.machine.turning {
        let child = children[slot]
        stop(child, appearing: core.machine.wasEntering(slot), for: owner)
        tellUntold(for: owner)
      }
    }
    for slot in plan.leaving {
      let child = children[slot]
      if plan.kind == .appearance {
        remove(child, from: slot, for: owner)
      } else {
        tellDisappears(child, animated: animated, for: owner)
      }
      tellUntold(for: owner)
    }
    for slot in plan.entering {
      let child = children[slot]
      let isNew = plan.kind == .request || core.machine.isNew(slot)
      tellAppears(child, isNew: isNew, animated: animated, for: owner)
      tellUntold(for: owner)
    }
    if core.machine.adoptLayers() || areReplaced {
      owner.layerOrderChanged()
      tell(.order)
      tellUntold(for: owner)
    }
    if animated {
      beginAnimations(of: children, in: plan, transition, for: owner)
    } else if plan.kind == .request {
      for slot in plan.entering {
        tellAppeared(children[slot], animated: false, for: owner)
        tellUntold(for: owner)
      }
      children = []
      for slot in plan.leaving {
        leave(core.table.children[slot], from: slot, animated: false, for: owner)
        tellUntold(for: owner)
      }
    }
  }

  /// Reports children that were replaced.
  @inlinable @inline(never)
  func tellReplaced(for owner: any StateContainerOwner<State, Child>) {
    for (former, child) in core.takeReplaced() {
      owner.childReplaced(former, by: child)
      tellUntold(for: owner)
    }
  }

  @inlinable
  func beginAnimations(
    of children: [Child?], in plan: TransitionPlan, _ transition: Transition<State>,
    for owner: any StateContainerOwner<State, Child>
  ) {
    for slot in plan.entering {
      let child = children[slot]
      beginAnimation(of: child, appearing: true, in: transition, for: owner)
      tellUntold(for: owner)
    }
    guard plan.kind != .appearance else { return }
    for slot in plan.leaving {
      let child = children[slot]
      beginAnimation(of: child, appearing: false, in: transition, for: owner)
      tellUntold(for: owner)
    }
  }

  @inlinable
  func setDeadline(of state: State) {
    guard facts.hasDeadlines, let deadline = deadlines?(state) else { return }
    let former = core.setDeadline(deadline)
    withExtendedLifetime(former) {}
  }

  /// Stops a child that reverses: ends its animation, and then its phase.
  @inlinable
  func stop(
    _ child: Child, appearing: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    tellAnimationEnd(of: child, appearing: appearing, for: owner)
    if appearing {
      tellAppeared(child, animated: true, for: owner)
    } else {
      tellDisappeared(child, animated: true, for: owner)
    }
  }

  @inlinable
  func tellAppears(
    _ child: Child, isNew: Bool, animated: Bool, for owner: any StateContainerOwner<State, Child>
  ) {
    if isNew {
      owner.childAdded(child)
      child.wasAdded()
    }
    owner.childWillAppear(child, animated: animated)
    tell(.childWillAppear(child, animated: animated))
    child.willAppear(animated: animated)
  }

  @inlinable
  func beginAnimation(
    of child: Child, appearing: Bool, in transition: Transition<State>,
    for owner: any StateContainerOwner<State, Child>
  ) {
    let wanted =
      owner.timing(for: child, appearing: appearing, in: transition)
      ?? child.timing(appearing: appearing) ?? facts.defaultTiming
    let given = core.machine.beginAnimation(
      timing: facts.isMotionReduced ? wanted.withoutMotion : wanted)
    owner.transitionWillBegin(for: child, appearing: appearing, timing: given)
    tell(.transitionWillBegin(child, appearing: appearing))
    child.transitionWillBegin(appearing: appearing, timing: given)
  }
}
