/// The container's children in their layers, who of them enters, leaves or turns, and how far each is.
///
/// Children are known by their slots only. Every pass is linear in the number of children, and
/// nothing here allocates once the largest number of them has been seen.
struct ChildLayers {
  struct Record {
    var part = ChildPart.steady
    /// The plan that the child came in with, and the one that last named it.
    let firstPlan: Int
    var plan: Int
    /// Where the child was in the layers when the running transition was planned; -1 if nowhere.
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

  /// The next state's children, in its order, and the number of the plan that names them.
  private var named: [Slot] = []
  private var plan = 0

  /// Who enters, in the state's order, and who leaves, in layer order; who goes on from an
  /// interrupted transition comes before the others of its kind, and they are counted.
  private(set) var entering: [Slot] = []
  private(set) var leaving: [Slot] = []
  private var continuing = (entering: 0, leaving: 0)
  private var formerEntering: [Slot] = []
  private var formerLeaving: [Slot] = []

  /// Who turns of an interrupted transition: entering ones first.
  private(set) var turning: [Slot] = []

  /// How many of those who enter and leave have not ended.
  private(set) var remaining = 0

  /// What one frame tells; kept for its memory.
  private var frame: [ChildProgress] = []

  private var ends = Schedule()
  private var lastStart = Int64.min
  private var lastEnd = Int64.min
}

// MARK: - What may be asked

extension ChildLayers {
  /// Those who enter, then those who leave, by number: the order in which they end at one instant.
  func mover(_ number: Int) -> (slot: Slot, isEntering: Bool)? {
    if number < entering.count { return (entering[number], true) }
    let index = number - entering.count
    return index < leaving.count ? (leaving[index], false) : nil
  }

  func part(of slot: Slot) -> ChildPart { records[slot.index].part }

  func isPresent(_ slot: Slot) -> Bool {
    if case .vacant = records[slot.index].part { false } else { true }
  }

  /// Whether the present plan has brought a child in.
  func isNew(_ slot: Slot) -> Bool { records[slot.index].firstPlan == plan }

  /// Whether a child that turns was on its way in: it is not one of the next state's.
  func wasEntering(_ slot: Slot) -> Bool { !isNamed(slot) }

  private func isNamed(_ slot: Slot) -> Bool { records[slot.index].plan == plan }

  /// The instant the next animation ends.
  var nextEnd: Int64? { ends.nextInstant }

  /// The next instant after `now` an animation starts, or one ends.
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

  /// How far the whole transition is at `now` that began at `begin`, linear.
  func progress(since begin: Int64, at now: Int64) -> Double {
    now >= lastEnd ? 1 : Double(now - begin) / Double(lastEnd - begin)
  }

  /// How long the animations take that began at `begin`.
  func length(since begin: Int64) -> Int64 { max(lastEnd, begin) - begin }

  private func forEachMovement(_ body: (ChildMovement) -> Void) {
    for slot in entering { if let movement = part(of: slot).movement { body(movement) } }
    for slot in leaving { if let movement = part(of: slot).movement { body(movement) } }
  }
}

// MARK: - Who is told together

extension ChildLayers {
  /// The next of those who enter, from number `next` on, who all are in place or all are not.
  func arrivals(from next: Int) -> (row: ChildRow, areInPlace: Bool)? {
    guard next < entering.count else { return nil }
    let areInPlace = isInPlace(next)
    var end = next + 1
    while end < entering.count, isInPlace(end) == areInPlace { end += 1 }
    return (ChildRow(.entering, next..<end), areInPlace)
  }

  private func isInPlace(_ number: Int) -> Bool {
    if case .steady = part(of: entering[number]) { true } else { false }
  }
}

/// The layers, bottom first, and how far each child is, as one look at the machine has found them.
///
/// It stays as it is while each of them is shown, and need not be looked at again.
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

  /// How a child is shown.
  @usableFromInline
  func presentation(of slot: Slot) -> ChildPresentation {
    records[slot.index].part.presentation(at: instant)
  }
}

/// How far a child is in one frame.
@usableFromInline
struct ChildProgress {
  @usableFromInline let slot: Slot
  @usableFromInline let isEntering: Bool
  @usableFromInline let progress: Double
}

extension ChildLayers {
  /// How far those are whose animation has started and has not ended, or `areAllTold`, not ended:
  /// who enters, then who leaves.
  mutating func progresses(at instant: Int64, areAllTold: Bool) -> [ChildProgress] {
    frame.clear()
    for slot in entering { addProgress(of: slot, at: instant, isTold: areAllTold) }
    for slot in leaving { addProgress(of: slot, at: instant, isTold: areAllTold) }
    return frame
  }

  private mutating func addProgress(of slot: Slot, at instant: Int64, isTold: Bool) {
    guard case .moving(let movement) = records[slot.index].part,
      isTold || movement.startNanoseconds <= instant
    else { return }
    frame.append(
      ChildProgress(
        slot: slot, isEntering: movement.isEntering, progress: movement.progress(at: instant)))
  }
}

// MARK: - Planning

extension ChildLayers {
  /// The next state's children are known, in its order: finds who enters and leaves, who goes on or
  /// turns, and the layers to come.
  mutating func plan(
    _ slots: [Slot], _ kind: TransitionKind, isAnimated: Bool, at now: Int64
  ) -> TransitionPlan {
    plan += 1
    if kind == .turning {
      swap(&formerEntering, &entering)
      swap(&formerLeaving, &leaving)
    }
    entering.clear()
    leaving.clear()
    turning.clear()
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
    case .request, .byHand, .turning:
      layerLeavingAmongNamed()
      if kind == .turning { turnMovers(at: now) }
      // What is not animated ends as it begins, but for those who run on.
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
    if isAnimated, kind == .turning { scheduleThoseWhoContinue() }
    return TransitionPlan(
      kind: kind, leaving: leaving[continuing.leaving...],
      entering: entering[continuing.entering...])
  }

  /// A child is one of the next state's; a second time changes nothing.
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

  /// The next state's order, with every leaving child directly above the one it was above.
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

  /// A child takes its part in the transition.
  private mutating func take(_ slot: Slot, isEntering: Bool, isAnimated: Bool, at now: Int64) {
    guard isAnimated else {
      records[slot.index].part = .unanimated(isEntering: isEntering)
      return
    }
    let turn = part(of: slot).movement.map { ChildTurn($0, at: now) }
    records[slot.index].part = .expected(isEntering: isEntering, turn: turn)
  }

  /// Puts the planned layers in place; true if the order differs from what it was.
  mutating func adoptLayers() -> Bool {
    // Those whom an appearance dismisses are gone without an animation.
    if let slot = leaving.first, !isPresent(slot) { leaving.clear() }
    swap(&layers, &nextLayers)
    return layers != nextLayers
  }
}

// MARK: - Turning

extension ChildLayers {
  /// Tells apart, of those who move, who goes on as before and who turns where it is.
  private mutating func turnMovers(at now: Int64) {
    let admitted = entering.count
    for slot in formerEntering { turnOrContinue(slot, isEntering: true) }
    continuing.entering = entering.count - admitted
    for slot in named {
      let movement = part(of: slot).movement
      let turnsBack = movement.map { !$0.isEntering } ?? false
      if isNew(slot) || turnsBack { entering.append(slot) }
    }
    entering.removeFirst(admitted)

    swap(&formerEntering, &leaving)
    leaving.clear()
    for slot in formerLeaving { turnOrContinue(slot, isEntering: false) }
    continuing.leaving = leaving.count
    for slot in formerEntering where part(of: slot).movement?.isContinuing != true {
      leaving.append(slot)
    }
  }

  private mutating func turnOrContinue(_ slot: Slot, isEntering: Bool) {
    guard case .moving(var movement) = part(of: slot), movement.isEntering == isEntering else {
      return
    }
    movement.isContinuing = isNamed(slot) == isEntering
    records[slot.index].part = .moving(movement)
    if !movement.isContinuing {
      turning.append(slot)
    } else if isEntering {
      entering.append(slot)
    } else {
      leaving.append(slot)
    }
  }

  /// Takes up the animations that go on, under their new numbers.
  private mutating func scheduleThoseWhoContinue() {
    var number = 0
    while let (slot, _) = mover(number) {
      if let movement = part(of: slot).movement { schedule(movement, number: number) }
      number += 1
    }
  }
}

// MARK: - Moving

extension ChildLayers {
  private mutating func schedule(_ movement: ChildMovement, number: Int) {
    ends.add(movement.endNanoseconds, number: number)
    lastStart = max(lastStart, movement.startNanoseconds)
    lastEnd = max(lastEnd, movement.endNanoseconds)
  }

  /// The first number from `number` on of one whose animation begins with the transition.
  func beginner(from number: Int) -> Int {
    let first = max(number, continuing.entering)
    return first < entering.count ? first : max(first, entering.count + continuing.leaving)
  }

  /// Starts the animation of a child that is expected; returns the timing it gets.
  mutating func begin(_ number: Int, timing: TransitionTiming, at now: Int64) -> TransitionTiming {
    guard let (slot, _) = mover(number), case .expected(let isEntering, let turn) = part(of: slot)
    else { preconditionFailure("number \(number) begins, which is not expected") }
    let movement = ChildMovement(isEntering: isEntering, wanted: timing, turn: turn, at: now)
    records[slot.index].part = .moving(movement)
    schedule(movement, number: number)
    return movement.timing
  }

  /// All animations of the transition have begun.
  mutating func endBeginning() {
    ends.sort()
  }

  /// Takes the animation that ends next when it ends at `now` or before.
  mutating func takeEnd(through now: Int64) -> Int? {
    ends.takeNext(through: now)
  }

  /// Nothing ends by itself any more: what runs is ended in its order.
  mutating func stopClock() {
    ends.clear()
  }

  /// A child has come to its end, or the transition's.
  ///
  /// - Returns: whether it was animated; nil if it had ended before, and has perhaps gone.
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

  /// Moves all animations that run from one instant to another; what is over by then ends there.
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
  /// Nothing moves any more: who enters is in place, who leaves has gone.
  ///
  /// - Returns: Those who have gone now.
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

  /// The child in a slot has gone.
  mutating func vacate(_ slot: Slot) {
    guard isPresent(slot) else { preconditionFailure("\(slot) is vacated, which is vacant") }
    records[slot.index].part = .vacant
  }

  /// All who leave have gone: the layers are those of the state.
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
