/// The children in their layers, and who of them enters and leaves.
///
/// Children are known by their slots only. Every pass is linear in the number of children, and
/// nothing here allocates once the largest number of them has been seen.
struct Stage {
  var records: [ChildRecord] = []
  private var vacancies = SlotList()

  /// Layer order, bottom first; may name vacant slots until the next `compact`.
  private(set) var layers = SlotList()
  private var nextLayers = SlotList()

  /// The next state's children, in its order.
  var nextState = SlotList()
  var plan = 0

  /// The first of the running transition's cast: those who enter, in the state's order.
  var entering = SlotList()
  /// The rest of the cast: those who leave, in layer order.
  var leaving = SlotList()

  /// Those of an interrupted transition's cast who turn: entering ones first.
  var turning = SlotList()
  var formerEntering = SlotList()
  var formerLeaving = SlotList()

  /// How many of the cast are still animated or to be ended.
  var remaining = 0

  var starts = Agenda()
  var ends = Agenda()

  /// The slot of a number in the cast: the entering ones first, then the leaving ones.
  func cast(_ number: Int) -> (slot: Slot, isEntering: Bool)? {
    if number < entering.count { return (entering[number], true) }
    let index = number - entering.count
    return index < leaving.count ? (leaving[index], false) : nil
  }

  subscript(slot: Slot) -> ChildRecord { records[slot.index] }
}

// MARK: - Planning

extension Stage {
  /// Starts naming the next state's children, with `include` and `admit`, in its order.
  ///
  /// - Parameter isTurning: The cast's animations run; they turn or go on.
  mutating func beginPlan(isTurning: Bool) {
    plan += 1
    if isTurning {
      swap(&formerEntering, &entering)
      swap(&formerLeaving, &leaving)
    }
    nextState.removeAll()
    entering.removeAll()
    leaving.removeAll()
  }

  /// Names a present child as one of the next state's; a second time changes nothing.
  mutating func include(_ slot: Slot) {
    guard records[slot.index].plan != plan else { return }
    records[slot.index].plan = plan
    nextState.append(slot)
  }

  /// Names a child that is not present as one of the next state's and gives it a slot.
  mutating func admit() -> Slot {
    var record = ChildRecord()
    record.plan = plan
    let slot: Slot
    if let vacancy = vacancies.removeLast() {
      slot = vacancy
      records[slot.index] = record
    } else {
      slot = Slot(records.count)
      records.append(record)
    }
    nextState.append(slot)
    entering.append(slot)
    return slot
  }

  /// Ends the naming: finds who leaves, and the layers to come.
  ///
  /// - Parameters:
  ///   - isAppearance: The container itself appears, so every child of the state enters.
  ///   - isAnimated: Those who enter and leave are shown on their way.
  ///   - turnInstant: When the cast of an interrupted transition turns; nil if none is.
  mutating func endPlan(isAppearance: Bool, isAnimated: Bool, turnInstant: Int64?) {
    findLeaving()
    if isAppearance {
      entering = nextState
      swap(&nextLayers, &nextState)
      remaining = isAnimated ? entering.count : 0
    } else {
      layerLeavingAmongNext()
      if let turnInstant { recast(at: turnInstant) }
      remaining = entering.count + leaving.count
    }
    let hasEnded = isAppearance && !isAnimated
    for index in 0..<entering.count {
      records[entering[index].index].take(
        isAnimated ? .entering : .steady, isAnimated: isAnimated, hasEnded: hasEnded)
    }
    for index in 0..<leaving.count {
      records[leaving[index].index].take(
        isAnimated ? .leaving : .steady, isAnimated: isAnimated, hasEnded: hasEnded)
    }
    starts.clear()
    ends.clear()
    if turnInstant != nil, isAnimated { continueAnimations() }
  }

  private mutating func findLeaving() {
    for position in 0..<layers.count {
      let slot = layers[position]
      records[slot.index].formerLayer = position
      if records[slot.index].plan != plan { leaving.append(slot) }
    }
  }

  /// The next state's order, with every leaving child directly above the one it was above.
  private mutating func layerLeavingAmongNext() {
    nextLayers.removeAll()
    appendLeaving(above: -1)
    for index in 0..<nextState.count {
      let slot = nextState[index]
      nextLayers.append(slot)
      let position = records[slot.index].formerLayer
      if position >= 0 { appendLeaving(above: position) }
    }
  }

  private mutating func appendLeaving(above position: Int) {
    var next = position + 1
    while next < layers.count, records[layers[next].index].plan != plan {
      nextLayers.append(layers[next])
      next += 1
    }
  }

  /// Puts the planned layers in place; true if the order differs from what it was.
  mutating func adoptLayers() -> Bool {
    swap(&layers, &nextLayers)
    return layers != nextLayers
  }
}

// MARK: - Leaving

extension Stage {
  /// Takes the slot back from a child that is removed.
  mutating func vacate(_ slot: Slot) {
    records[slot.index].part = .vacant
    vacancies.append(slot)
  }

  /// Whether the addition of the child has not been told; from now on it has.
  mutating func takeNew(_ slot: Slot) -> Bool {
    let isNew = records[slot.index].isNew
    records[slot.index].isNew = false
    return isNew
  }

  /// Those who leave are gone without an animation.
  mutating func forgetLeaving() {
    leaving.removeAll()
  }

  func isPresent(_ slot: Slot) -> Bool {
    records[slot.index].part != .vacant
  }

  /// Drops the vacant slots from the layers.
  mutating func compact() {
    guard !leaving.isEmpty else { return }
    let records = records
    layers.keep { records[$0.index].part != .vacant }
  }
}
