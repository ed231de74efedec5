/// What is fixed for one transition.
struct Passage {
  let kind: TransitionKind
  let isAnimated: Bool
  /// When its animations began, or would have, had the hand that drove it been the clock.
  var beginNanoseconds: Int64
}

/// How a transition has come about.
enum TransitionKind {
  /// The container itself appears.
  case appearance
  /// Somebody has requested it.
  case request
  /// Somebody drives it by hand.
  case byHand
  /// It has cut another one short, whose children turn.
  case turning
}

/// How far a transition is.
enum TransitionStep {
  /// It is known but not announced.
  case announcing
  /// It is announced; its children are not known.
  case asking
  /// The container appears: former children that the state does not have are removed, from `next`.
  case dismissing(next: Int)
  /// Children that turn are told that they stop, from `next` of those who turn.
  case stopping(next: Int)
  /// One of those who turn has stopped; the phase that it was in ends.
  case stopped(next: Int)
  /// Leaving children are told, from `next`.
  case tellingLeaving(next: Int)
  /// Entering children are added and told, from `next`.
  case tellingEntering(next: Int)
  /// Everyone is told; the layers are to be put in order.
  case ordering
  /// Animations begin, from `number`.
  case beginning(number: Int)
  /// Animations run, or the transition waits for the container's `didAppear`.
  case running(MovementDrive)
  /// The container has appeared: children whose animation has ended are told, from `next`; then
  /// the rest ends, if the container disappears already.
  case appeared(next: Int, endsRest: Bool)
  /// A child ends; then the next ones, if all are to.
  case ending(number: Int, andRest: Bool)
  /// A child's animation has ended; its own end callbacks come.
  case ended(number: Int, animated: Bool, andRest: Bool)
  /// A leaving child has been removed; the layer order is to be told.
  case removed(number: Int, andRest: Bool)
  /// All children have ended; the transition's end is to be told.
  case finishing
  /// It is cut short; its end is to be told, and its maker what became of it.
  case cuttingShort(RequestOutcome)
  /// Its end has been told; its maker is to be told.
  case completing(RequestOutcome)
}

/// What moves a transition's children.
enum MovementDrive {
  case clock
  /// A hand, which has taken the transition from the instant it began to another one.
  case hand(nowNanoseconds: Int64)
}

// MARK: - What is told next

extension TransitionStep {
  /// Goes on by one step; `isHeld` if the container's own appearance keeps children from having
  /// appeared.
  ///
  /// - Returns: What is to be told of it; nil if nothing is.
  mutating func take(
    in passage: Passage, of children: inout ChildLayers, isHeld: Bool, at now: Int64
  ) -> MachineEffect? {
    switch self {
    case .announcing:
      self = .asking
      return .willTransition
    case .asking: return .askChildren
    case .dismissing(let next): return dismiss(next, of: &children)
    case .stopping(let next): return stop(next, of: children)
    case .stopped(let next): return tellStopped(next, of: children)
    case .tellingLeaving(let next): return tellLeaving(next, passage, of: children)
    case .tellingEntering(let next): return tellEntering(next, passage, of: &children)
    case .ordering: return order(passage, of: &children)
    case .beginning(let number): return begin(number, passage, of: &children, at: now)
    case .appeared(let next, let endsRest):
      return tellAppeared(next, passage, of: children, endsRest: endsRest)
    case .ending(let number, let andRest): return end(number, of: &children, andRest: andRest)
    case .ended(let number, let animated, let andRest):
      return tellEnded(
        number, of: children, animated: animated, andRest: andRest, isHeld: isHeld)
    case .removed(let number, let andRest):
      goOnEnding(after: number, andRest: andRest)
      return .tellOrder
    case .finishing:
      children.compact()
      self = .completing(.finished)
      return .didTransition(isComplete: true)
    case .cuttingShort(let outcome):
      children.compact()
      self = .completing(outcome)
      return .didTransition(isComplete: false)
    case .running, .completing: preconditionFailure("a step is taken while \(self)")
    }
  }
}

// MARK: - A transition begins

extension TransitionStep {
  private mutating func dismiss(_ next: Int, of children: inout ChildLayers) -> MachineEffect? {
    guard next < children.leaving.count else {
      children.forgetLeaving()
      self = .tellingEntering(next: 0)
      return nil
    }
    self = .dismissing(next: next + 1)
    return .child(children.leaving[next], .remove)
  }

  private mutating func stop(_ next: Int, of children: ChildLayers) -> MachineEffect? {
    guard next < children.turning.count else {
      self = .tellingLeaving(next: 0)
      return nil
    }
    self = .stopped(next: next)
    let slot = children.turning[next]
    return .child(slot, .endAnimation(appearing: children.wasEntering(slot), isComplete: false))
  }

  private mutating func tellStopped(_ next: Int, of children: ChildLayers) -> MachineEffect? {
    self = .stopping(next: next + 1)
    let slot = children.turning[next]
    return .child(
      slot,
      children.wasEntering(slot)
        ? .didAppear(animated: true) : .didDisappear(leaves: false, animated: true))
  }

  private mutating func tellLeaving(
    _ next: Int, _ passage: Passage, of children: ChildLayers
  ) -> MachineEffect? {
    guard next < children.leaving.count else {
      self = .tellingEntering(next: 0)
      return nil
    }
    self = .tellingLeaving(next: next + 1)
    let slot = children.leaving[next]
    guard !children.isContinuing(slot) else { return nil }
    return .child(slot, .willDisappear(animated: passage.isAnimated))
  }

  private mutating func tellEntering(
    _ next: Int, _ passage: Passage, of children: inout ChildLayers
  ) -> MachineEffect? {
    guard next < children.entering.count else {
      self = .ordering
      return nil
    }
    self = .tellingEntering(next: next + 1)
    let slot = children.entering[next]
    guard !children.isContinuing(slot) else { return nil }
    return .child(
      slot, .willAppear(isNew: children.takeNew(slot), animated: passage.isAnimated))
  }

  private mutating func order(_ passage: Passage, of children: inout ChildLayers) -> MachineEffect?
  {
    if passage.isAnimated {
      self = .beginning(number: 0)
    } else if passage.kind == .appearance {
      self = .running(.clock)
    } else {
      self = .ending(number: 0, andRest: true)
    }
    return children.adoptLayers() ? .tellOrder : nil
  }

  private mutating func begin(
    _ number: Int, _ passage: Passage, of children: inout ChildLayers, at now: Int64
  ) -> MachineEffect? {
    guard let (slot, isEntering) = children.mover(number) else {
      children.endBeginning()
      self = .running(passage.kind == .byHand ? .hand(nowNanoseconds: now) : .clock)
      return nil
    }
    self = .beginning(number: number + 1)
    guard !children.isContinuing(slot) else { return nil }
    return .child(slot, .beginAnimation(appearing: isEntering))
  }
}

// MARK: - A transition ends

extension TransitionStep {
  private mutating func end(
    _ number: Int, of children: inout ChildLayers, andRest: Bool
  ) -> MachineEffect? {
    guard let (slot, isEntering) = children.mover(number) else {
      self = .running(.clock)
      return nil
    }
    guard let isAnimated = children.end(slot) else {
      goOnEnding(after: number, andRest: andRest)
      return nil
    }
    self = .ended(number: number, animated: isAnimated, andRest: andRest)
    return isAnimated
      ? .child(slot, .endAnimation(appearing: isEntering, isComplete: true)) : nil
  }

  private mutating func tellEnded(
    _ number: Int, of children: ChildLayers, animated: Bool, andRest: Bool, isHeld: Bool
  ) -> MachineEffect? {
    guard let (slot, isEntering) = children.mover(number) else {
      preconditionFailure("\(number) is told, which does not move, while \(self)")
    }
    if isEntering {
      goOnEnding(after: number, andRest: andRest)
      return isHeld ? nil : .child(slot, .didAppear(animated: animated))
    }
    self = .removed(number: number, andRest: andRest)
    return .child(slot, .didDisappear(leaves: true, animated: animated))
  }

  private mutating func goOnEnding(after number: Int, andRest: Bool) {
    self = andRest ? .ending(number: number + 1, andRest: true) : .running(.clock)
  }

  private mutating func tellAppeared(
    _ next: Int, _ passage: Passage, of children: ChildLayers, endsRest: Bool
  ) -> MachineEffect? {
    guard next < children.entering.count else {
      self = endsRest ? .ending(number: 0, andRest: true) : .running(.clock)
      return nil
    }
    self = .appeared(next: next + 1, endsRest: endsRest)
    let slot = children.entering[next]
    guard case .steady = children.part(of: slot) else { return nil }
    return .child(slot, .didAppear(animated: passage.isAnimated))
  }
}
