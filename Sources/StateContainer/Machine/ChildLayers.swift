/// The children of a container as the transition machine keeps them, by slot number: their drawing
/// order and what each does in the running transition; plans which children enter, leave or
/// reverse, and finds whose animation ends next.
///
/// Every pass is linear in the number of children, and nothing allocates beyond the largest number
/// so far.
@usableFromInline
struct ChildLayers {
  /// The entry of one slot: what its child does in the running transition, the numbers of the
  /// transition that added it and of the last one whose state has it, and its layer before the
  /// running one.
  @usableFromInline
  struct Record {
    @usableFromInline var part = ChildTransitionState.steady
    /// The plan that added the child, and the last plan that named it.
    let firstPlan: Int
    var plan: Int
    /// The child's layer when the running transition was planned; -1 if it had none.
    var formerLayer = -1

    init(plan: Int) {
      firstPlan = plan
      self.plan = plan
    }
  }

  @usableFromInline private(set) var records: [Record] = []

  /// Layer order, bottom first; may name vacant slots until the next `compact`.
  @usableFromInline private(set) var layers: [Slot] = []
  private var nextLayers: [Slot] = []

  /// The next state's children in its order, and the number of their plan.
  private var named: [Slot] = []
  private var plan = 0

  /// The entering children in the state's order, then the leaving ones in layer order; those that
  /// continue from an interrupted transition come first in each.
  @usableFromInline private(set) var movers: [Slot] = []
  private var enteringCount = 0
  private var formerMovers: [Slot] = []

  /// The children that reverse after an interruption: entering ones first.
  private(set) var reversing: [Slot] = []

  /// How many entering and leaving children have not ended.
  private(set) var remaining = 0

  private var ends = Schedule()
  private var lastStart = Int64.min
  private var lastEnd = Int64.min
}

// MARK: - Reading

extension ChildLayers {
  /// The child with a number: entering ones first, in the order in which they end at one instant.
  func mover(_ number: Int) -> (slot: Slot, isEntering: Bool)? {
    number < movers.count ? (movers[number], number < enteringCount) : nil
  }

  func part(of slot: Slot) -> ChildTransitionState { records[slot.index].part }

  func isPresent(_ slot: Slot) -> Bool {
    if case .vacant = records[slot.index].part { false } else { true }
  }

  /// Whether the current plan has added a child.
  func isNew(_ slot: Slot) -> Bool { records[slot.index].firstPlan == plan }

  /// Whether a child that reverses was entering: it is not in the next state.
  func wasEntering(_ slot: Slot) -> Bool { !isNamed(slot) }

  private func isNamed(_ slot: Slot) -> Bool { records[slot.index].plan == plan }

  /// When the next animation ends.
  var nextEnd: Int64? { ends.nextInstant }

  /// When the next animation starts or ends after `now`.
  func nextInstant(after now: Int64) -> Int64? {
    guard let end = ends.nextInstant else { return nil }
    guard lastStart > now else { return end }
    var next = end
    forEachMovement { if $0.startNanoseconds > now { next = min(next, $0.startNanoseconds) } }
    return next
  }

  /// Whether an animation is past its start and before its end.
  func isAnimating(at now: Int64) -> Bool {
    guard ends.nextInstant != nil else { return false }
    guard lastStart > now else { return true }
    var isAnimating = false
    forEachMovement { if $0.startNanoseconds <= now { isAnimating = true } }
    return isAnimating
  }

  /// The linear progress at `now` of the transition that began at `begin`.
  func progress(since begin: Int64, at now: Int64) -> Double {
    now >= lastEnd ? 1 : Double(now - begin) / Double(lastEnd - begin)
  }

  /// The length of the animations of the transition that began at `begin`.
  func length(since begin: Int64) -> Int64 { max(lastEnd, begin) - begin }

  private func forEachMovement(_ body: (ChildAnimation) -> Void) {
    for slot in movers { if let movement = part(of: slot).movement { body(movement) } }
  }
}

// MARK: - Rows

extension ChildLayers {
  /// The entering children from number `next` on that are all in place, or all not.
  func arrivals(from next: Int) -> (row: ChildRange, areInPlace: Bool)? {
    guard next < enteringCount else { return nil }
    let areInPlace = isInPlace(next)
    var end = next + 1
    while end < enteringCount, isInPlace(end) == areInPlace { end += 1 }
    return (ChildRange(.entering, next..<end), areInPlace)
  }

  private func isInPlace(_ number: Int) -> Bool {
    if case .steady = part(of: movers[number]) { true } else { false }
  }
}

/// A copy of some of a container's children at one instant, in the order of their layers or of
/// their animations, to iterate over while callbacks may change the container.
@usableFromInline
struct ChildSnapshot<Child> {
  @usableFromInline let slots: [Slot]
  /// What each child does in the running transition, and the child, by slot.
  @usableFromInline let records: [ChildLayers.Record]
  @usableFromInline let children: [Child?]
  @usableFromInline let instant: Int64
  /// Animations that start later have no progress.
  @usableFromInline let started: Int64

  @inlinable
  init(
    slots: [Slot], records: [ChildLayers.Record], children: [Child?], instant: Int64, started: Int64
  ) {
    self.slots = slots
    self.records = records
    self.children = children
    self.instant = instant
    self.started = started
  }
}

// MARK: - Planning

extension ChildLayers {
  /// Plans the transition to a state's children, in its order: finds those that enter, leave,
  /// continue or reverse, and the next layers.
  mutating func plan(
    _ slots: [Slot], _ kind: TransitionKind, isAnimated: Bool, at now: Int64
  ) -> TransitionPlan {
    plan += 1
    swap(&formerMovers, &movers)
    let formerEnteringCount = enteringCount
    movers.clear()
    reversing.clear()
    named.clear()
    for slot in slots { name(slot) }
    nextLayers.clear()
    ends.clear()
    (lastStart, lastEnd) = (.min, .min)
    var continuing = (entering: 0, leaving: 0)
    switch kind {
    case .appearance:
      movers.clear()
      movers.append(contentsOf: named)
      enteringCount = movers.count
      addLeaving()
      nextLayers.append(contentsOf: named)
      remaining = isAnimated ? enteringCount : 0
      for slot in named {
        records[slot.index].part =
          isAnimated ? .expected(isEntering: true, turn: nil) : .steady
      }
    case .request, .interactive, .reversing:
      if kind == .reversing {
        continuing = reverseMovers(enteringCount: formerEnteringCount)
      } else {
        enteringCount = movers.count
        addLeaving()
      }
      layerLeavingAmongNamed()
      // What is not animated ends as it begins, except children that continue.
      let ends = !isAnimated && kind == .request
      remaining = ends ? 0 : movers.count
      if ends { break }
      for number in continuing.entering..<enteringCount {
        take(movers[number], isEntering: true, isAnimated: isAnimated, at: now)
      }
      for number in enteringCount + continuing.leaving..<movers.count {
        take(movers[number], isEntering: false, isAnimated: isAnimated, at: now)
      }
    }
    if isAnimated, kind == .reversing { scheduleContinuing() }
    return TransitionPlan(
      kind: kind, movers: movers, entering: continuing.entering..<enteringCount,
      leaving: enteringCount + continuing.leaving..<movers.count)
  }

  /// Adds a child to the next state; a second time changes nothing.
  private mutating func name(_ slot: Slot) {
    if slot.index == records.count {
      records.append(Record(plan: plan))
      movers.append(slot)
    } else if !isPresent(slot) {
      records[slot.index] = Record(plan: plan)
      movers.append(slot)
    } else if isNamed(slot) {
      return
    } else {
      records[slot.index].plan = plan
    }
    named.append(slot)
  }

  /// Adds the children that begin to leave to those that move, and notes the layers of all.
  private mutating func addLeaving() {
    for position in layers.indices {
      let slot = layers[position]
      records[slot.index].formerLayer = position
      if !isNamed(slot), !part(of: slot).isContinuing { movers.append(slot) }
    }
  }

  /// Orders the layers as the next state, with every leaving child directly above the one below it.
  private mutating func layerLeavingAmongNamed() {
    appendLeaving(above: -1)
    for number in named.indices {
      let slot = named[number]
      nextLayers.append(slot)
      let position = records[slot.index].formerLayer
      if position >= 0 { appendLeaving(above: position) }
    }
  }

  private mutating func appendLeaving(above position: Int) {
    var next = position + 1
    while next < layers.count, !isNamed(layers[next]) {
      nextLayers.append(layers[next])
      next += 1
    }
  }

  /// Sets the part of a child in the transition.
  private mutating func take(_ slot: Slot, isEntering: Bool, isAnimated: Bool, at now: Int64) {
    guard isAnimated else {
      records[slot.index].part = .unanimated(isEntering: isEntering)
      return
    }
    let turn = part(of: slot).movement.map { ChildReversal($0, at: now) }
    records[slot.index].part = .expected(isEntering: isEntering, turn: turn)
  }

  /// Applies the planned layers; returns whether the order has changed.
  mutating func adoptLayers() -> Bool {
    // Children that an appearance removes are gone without an animation.
    if enteringCount < movers.count, !isPresent(movers[enteringCount]) {
      movers.removeLast(movers.count - enteringCount)
    }
    swap(&layers, &nextLayers)
    return layers != nextLayers
  }
}

// MARK: - Reversing

extension ChildLayers {
  /// Separates the moving children that continue from those that reverse; returns how many
  /// continue.
  private mutating func reverseMovers(
    enteringCount formerEnteringCount: Int
  ) -> (entering: Int, leaving: Int) {
    movers.clear()
    for slot in formerMovers[..<formerEnteringCount] { reverseOrContinue(slot, isEntering: true) }
    let entering = movers.count
    for slot in named {
      let movement = part(of: slot).movement
      let turnsBack = movement.map { !$0.isEntering } ?? false
      if isNew(slot) || turnsBack { movers.append(slot) }
    }
    enteringCount = movers.count
    for slot in formerMovers[formerEnteringCount...] { reverseOrContinue(slot, isEntering: false) }
    let leaving = movers.count - enteringCount
    addLeaving()
    return (entering, leaving)
  }

  private mutating func reverseOrContinue(_ slot: Slot, isEntering: Bool) {
    guard case .moving(var movement) = part(of: slot), movement.isEntering == isEntering else {
      return
    }
    movement.isContinuing = isNamed(slot) == isEntering
    records[slot.index].part = .moving(movement)
    if movement.isContinuing { movers.append(slot) } else { reversing.append(slot) }
  }

  /// Schedules the animations that continue, under their new numbers.
  private mutating func scheduleContinuing() {
    var number = 0
    while let (slot, _) = mover(number) {
      if let movement = part(of: slot).movement { schedule(movement, number: number) }
      number += 1
    }
  }
}

// MARK: - Moving

extension ChildLayers {
  private mutating func schedule(_ movement: ChildAnimation, number: Int) {
    ends.add(movement.endNanoseconds, number: number)
    lastStart = max(lastStart, movement.startNanoseconds)
    lastEnd = max(lastEnd, movement.endNanoseconds)
  }

  /// Starts the animation of an expected child; returns its actual timing.
  mutating func begin(_ number: Int, timing: TransitionTiming, at now: Int64) -> TransitionTiming {
    let slot = movers[number]
    guard case .expected(let isEntering, let turn) = records[slot.index].part
    else { preconditionFailure("number \(number) begins, which is not expected") }
    let movement = ChildAnimation(isEntering: isEntering, wanted: timing, turn: turn, at: now)
    records[slot.index].part = .moving(movement)
    schedule(movement, number: number)
    return movement.timing
  }

  /// Completes the schedule, after all animations have begun.
  mutating func endBeginning() {
    ends.sort()
  }

  /// Removes the next animation if it ends by `now`; returns its number.
  mutating func takeEnd(through now: Int64) -> Int? {
    ends.takeNext(through: now)
  }

  /// Clears the schedule: running animations are then ended in order.
  mutating func stopClock() {
    ends.clear()
  }

  /// Ends the part of a child in the transition.
  ///
  /// - Returns: whether it was animated; nil if it has ended before, and may be gone.
  mutating func end(_ slot: Slot) -> Bool? {
    let isAnimated: Bool
    switch part(of: slot) {
    case .steady, .vacant: return nil
    case .unanimated: isAnimated = false
    case .moving: isAnimated = true
    case .expected: preconditionFailure("\(slot) ends, which is \(part(of: slot))")
    }
    records[slot.index].part = .steady
    remaining -= 1
    return isAnimated
  }

  /// Moves all running animations from one instant to another; those over by then end there.
  mutating func shift(from former: Int64, to now: Int64) {
    ends.clear()
    (lastStart, lastEnd) = (.min, .min)
    var number = 0
    while let (slot, _) = mover(number) {
      if case .moving(var movement) = part(of: slot) {
        movement.shift(from: former, to: now)
        records[slot.index].part = .moving(movement)
        schedule(movement, number: number)
      }
      number += 1
    }
    ends.sort()
  }
}

// MARK: - Going

extension ChildLayers {
  /// Ends all parts: entering children are in place, leaving ones are gone.
  ///
  /// - Returns: The children that are gone.
  mutating func endAll() -> [Slot] {
    ends.clear()
    remaining = 0
    for slot in movers[..<enteringCount] where isPresent(slot) {
      records[slot.index].part = .steady
    }
    let gone = movers[enteringCount...].filter { isPresent($0) }
    for slot in gone { vacate(slot) }
    compact()
    movers.clear()
    enteringCount = 0
    return gone
  }

  /// Removes the child in a slot.
  mutating func vacate(_ slot: Slot) {
    guard isPresent(slot) else { preconditionFailure("\(slot) is vacated, which is vacant") }
    records[slot.index].part = .vacant
  }

  /// Makes the state's children the layers, after all leaving ones are gone.
  mutating func settle() {
    swap(&layers, &named)
  }

  /// Drops the vacant slots from the layers.
  mutating func compact() {
    guard enteringCount < movers.count else { return }
    var kept = 0
    for index in layers.indices where isPresent(layers[index]) {
      layers[kept] = layers[index]
      kept += 1
    }
    layers.removeLast(layers.count - kept)
  }
}
