/// The children of a container as the transition machine keeps them, by slot number: their drawing
/// order and what each does in the running transition; plans which children enter, leave or
/// reverse, and finds whose animation ends next.
///
/// Every pass is linear in the number of children, and nothing allocates beyond the largest number
/// so far.
struct ChildLayers {
  /// The entry of one slot: what its child does in the running transition, the numbers of the
  /// transition that added it and of the last one whose state has it, and its layer before.
  struct Record {
    var part = ChildTransitionState.steady
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

  private(set) var records: [Record] = []

  /// Layer order, bottom first; may name vacant slots until the next `compact`.
  private(set) var layers: [Slot] = []
  private var nextLayers: [Slot] = []

  /// The next state's children in its order, and the number of their plan.
  private var named: [Slot] = []
  private var plan = 0

  /// The entering children in the state's order, and the leaving ones in layer order; those that
  /// continue from an interrupted transition come first in each, and are counted.
  private(set) var entering: [Slot] = []
  private(set) var leaving: [Slot] = []
  private var continuing = (entering: 0, leaving: 0)
  private var formerEntering: [Slot] = []
  private var formerLeaving: [Slot] = []

  /// The children that reverse after an interruption: entering ones first.
  private(set) var reversing: [Slot] = []

  /// How many entering and leaving children have not ended.
  private(set) var remaining = 0

  /// The progress in one frame; kept for its memory.
  private var frame: [ChildProgress] = []

  private var ends = Schedule()
  private var lastStart = Int64.min
  private var lastEnd = Int64.min
}

// MARK: - Reading

extension ChildLayers {
  /// The child with a number: entering ones first, in the order in which they end at one instant.
  func mover(_ number: Int) -> (slot: Slot, isEntering: Bool)? {
    if number < entering.count { return (entering[number], true) }
    let index = number - entering.count
    return index < leaving.count ? (leaving[index], false) : nil
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
    for slot in entering { if let movement = part(of: slot).movement { body(movement) } }
    for slot in leaving { if let movement = part(of: slot).movement { body(movement) } }
  }
}

// MARK: - Rows

extension ChildLayers {
  /// The entering children from number `next` on that are all in place, or all not.
  func arrivals(from next: Int) -> (row: ChildRange, areInPlace: Bool)? {
    guard next < entering.count else { return nil }
    let areInPlace = isInPlace(next)
    var end = next + 1
    while end < entering.count, isInPlace(end) == areInPlace { end += 1 }
    return (ChildRange(.entering, next..<end), areInPlace)
  }

  private func isInPlace(_ number: Int) -> Bool {
    if case .steady = part(of: entering[number]) { true } else { false }
  }
}

/// A copy of a container's layers, with how each child is to be drawn at one instant, for
/// `forEachLayer` to iterate over while its closure may change the container.
@usableFromInline
struct ChildSnapshot {
  @usableFromInline let slots: [Slot]
  let records: [ChildLayers.Record]
  let instant: Int64

  init(slots: [Slot], records: [ChildLayers.Record], instant: Int64) {
    self.slots = slots
    self.records = records
    self.instant = instant
  }

  /// How to show a child.
  @usableFromInline
  func presentation(of slot: Slot) -> ChildPresentation {
    records[slot.index].part.presentation(at: instant)
  }
}

/// The progress of one child's animation at one moment, 0 to 1, with the child's slot and whether
/// it enters, for the container to pass to the child's `transitionDidProgress`.
@usableFromInline
struct ChildProgress {
  @usableFromInline let slot: Slot
  @usableFromInline let isEntering: Bool
  @usableFromInline let progress: Double
}

extension ChildLayers {
  /// The progress of the running animations, entering children first; if `includesUnstarted`, also
  /// before their start.
  mutating func progresses(at instant: Int64, includesUnstarted: Bool) -> [ChildProgress] {
    frame.clear()
    for slot in entering {
      addProgress(of: slot, at: instant, includesUnstarted: includesUnstarted)
    }
    for slot in leaving { addProgress(of: slot, at: instant, includesUnstarted: includesUnstarted) }
    return frame
  }

  private mutating func addProgress(of slot: Slot, at instant: Int64, includesUnstarted: Bool) {
    guard case .moving(let movement) = records[slot.index].part,
      includesUnstarted || movement.startNanoseconds <= instant
    else { return }
    frame.append(
      ChildProgress(
        slot: slot, isEntering: movement.isEntering, progress: movement.progress(at: instant)))
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
    if kind == .reversing {
      swap(&formerEntering, &entering)
      swap(&formerLeaving, &leaving)
    }
    entering.clear()
    leaving.clear()
    reversing.clear()
    continuing = (0, 0)
    named.clear()
    for slot in slots { name(slot) }
    findLeaving()
    nextLayers.clear()
    ends.clear()
    (lastStart, lastEnd) = (.min, .min)
    switch kind {
    case .appearance:
      entering.clear()
      entering.append(contentsOf: named)
      nextLayers.append(contentsOf: named)
      remaining = isAnimated ? entering.count : 0
      for slot in entering {
        records[slot.index].part =
          isAnimated ? .expected(isEntering: true, turn: nil) : .steady
      }
    case .request, .interactive, .reversing:
      layerLeavingAmongNamed()
      if kind == .reversing { reverseMovers(at: now) }
      // What is not animated ends as it begins, except children that continue.
      let ends = !isAnimated && kind == .request
      remaining = ends ? 0 : entering.count + leaving.count
      if ends { break }
      for number in continuing.entering..<entering.count {
        take(entering[number], isEntering: true, isAnimated: isAnimated, at: now)
      }
      for number in continuing.leaving..<leaving.count {
        take(leaving[number], isEntering: false, isAnimated: isAnimated, at: now)
      }
    }
    if isAnimated, kind == .reversing { scheduleContinuing() }
    return TransitionPlan(
      kind: kind, leaving: leaving[continuing.leaving...],
      entering: entering[continuing.entering...])
  }

  /// Adds a child to the next state; a second time changes nothing.
  private mutating func name(_ slot: Slot) {
    if slot.index == records.count {
      records.append(Record(plan: plan))
      entering.append(slot)
    } else if !isPresent(slot) {
      records[slot.index] = Record(plan: plan)
      entering.append(slot)
    } else if isNamed(slot) {
      return
    } else {
      records[slot.index].plan = plan
    }
    named.append(slot)
  }

  private mutating func findLeaving() {
    for position in layers.indices {
      let slot = layers[position]
      records[slot.index].formerLayer = position
      if !isNamed(slot) { leaving.append(slot) }
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
    if let slot = leaving.first, !isPresent(slot) { leaving.clear() }
    swap(&layers, &nextLayers)
    return layers != nextLayers
  }
}

// MARK: - Reversing

extension ChildLayers {
  /// Separates the moving children that continue from those that reverse.
  private mutating func reverseMovers(at now: Int64) {
    let admitted = entering.count
    for slot in formerEntering { reverseOrContinue(slot, isEntering: true) }
    continuing.entering = entering.count - admitted
    for slot in named {
      let movement = part(of: slot).movement
      let turnsBack = movement.map { !$0.isEntering } ?? false
      if isNew(slot) || turnsBack { entering.append(slot) }
    }
    entering.removeFirst(admitted)

    swap(&formerEntering, &leaving)
    leaving.clear()
    for slot in formerLeaving { reverseOrContinue(slot, isEntering: false) }
    continuing.leaving = leaving.count
    for slot in formerEntering where part(of: slot).movement?.isContinuing != true {
      leaving.append(slot)
    }
  }

  private mutating func reverseOrContinue(_ slot: Slot, isEntering: Bool) {
    guard case .moving(var movement) = part(of: slot), movement.isEntering == isEntering else {
      return
    }
    movement.isContinuing = isNamed(slot) == isEntering
    records[slot.index].part = .moving(movement)
    if !movement.isContinuing {
      reversing.append(slot)
    } else if isEntering {
      entering.append(slot)
    } else {
      leaving.append(slot)
    }
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

  /// The first number, from `number` on, of an animation that begins with the transition.
  func beginner(from number: Int) -> Int {
    let first = max(number, continuing.entering)
    return first < entering.count ? first : max(first, entering.count + continuing.leaving)
  }

  /// Starts the animation of an expected child; returns its actual timing.
  mutating func begin(_ number: Int, timing: TransitionTiming, at now: Int64) -> TransitionTiming {
    guard let (slot, _) = mover(number), case .expected(let isEntering, let turn) = part(of: slot)
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
    for slot in entering where isPresent(slot) { records[slot.index].part = .steady }
    let gone = leaving.filter { isPresent($0) }
    for slot in gone { vacate(slot) }
    compact()
    entering.clear()
    leaving.clear()
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
    guard !leaving.isEmpty else { return }
    var kept = 0
    for index in layers.indices where isPresent(layers[index]) {
      layers[kept] = layers[index]
      kept += 1
    }
    layers.removeLast(layers.count - kept)
  }
}
