extension Stage {
  /// Makes the cast of a transition that comes while the animations of another run.
  ///
  /// Who runs on in the same direction keeps on running, before the others of its part: it began
  /// before them. Who is to go the other way turns where it is.
  mutating func recast(at now: Int64) {
    turning.removeAll()
    recastEntering(at: now)
    recastLeaving(at: now)
  }

  /// Whether a child's animation is one of the interrupted transition's.
  private func isRunning(_ slot: Slot) -> Bool {
    let record = records[slot.index]
    return record.part != .vacant && !record.hasEnded
  }

  /// Whether a child is one of the state's that the transition goes to.
  func isWanted(_ slot: Slot) -> Bool {
    records[slot.index].plan == plan
  }

  private mutating func recastEntering(at now: Int64) {
    entering.removeAll()
    for index in 0..<formerEntering.count where isRunning(formerEntering[index]) {
      let slot = formerEntering[index]
      if isWanted(slot) {
        records[slot.index].isContinuing = true
        entering.append(slot)
      } else {
        records[slot.index].turn(at: now)
        turning.append(slot)
      }
    }
    for index in 0..<nextState.count {
      let slot = nextState[index]
      let turnsBack = records[slot.index].part == .leaving && isRunning(slot)
      if records[slot.index].isNew || turnsBack { entering.append(slot) }
    }
  }

  private mutating func recastLeaving(at now: Int64) {
    swap(&formerEntering, &leaving)
    leaving.removeAll()
    for index in 0..<formerLeaving.count where isRunning(formerLeaving[index]) {
      let slot = formerLeaving[index]
      if isWanted(slot) {
        records[slot.index].turn(at: now)
        turning.append(slot)
      } else {
        records[slot.index].isContinuing = true
        leaving.append(slot)
      }
    }
    for index in 0..<formerEntering.count where !records[formerEntering[index].index].isContinuing {
      leaving.append(formerEntering[index])
    }
  }

  /// Takes up the animations that go on, under their numbers in the new cast.
  mutating func continueAnimations() {
    for number in 0..<(entering.count + leaving.count) {
      guard let (slot, _) = cast(number), records[slot.index].isContinuing else { continue }
      starts.add(records[slot.index].startNanoseconds, number: number)
      ends.add(records[slot.index].endNanoseconds, number: number)
    }
  }

  /// Moves all animations that run from one instant to another; what is over by then ends there.
  mutating func shiftAnimations(from former: Int64, to now: Int64) {
    starts.clear()
    ends.clear()
    for number in 0..<(entering.count + leaving.count) {
      guard let (slot, _) = cast(number), !records[slot.index].hasEnded else { continue }
      let start = Self.sumClamped(records[slot.index].startNanoseconds, now - former)
      let end = max(Self.sumClamped(records[slot.index].endNanoseconds, now - former), now)
      records[slot.index].startNanoseconds = start
      records[slot.index].endNanoseconds = end
      starts.add(start, number: number)
      ends.add(end, number: number)
    }
  }

  /// The instant the last animation of the cast ends; nil if none runs.
  var lastEnd: Int64? {
    var last: Int64?
    for number in 0..<(entering.count + leaving.count) {
      guard let (slot, _) = cast(number), !records[slot.index].hasEnded else { continue }
      last = max(last ?? .min, records[slot.index].endNanoseconds)
    }
    return last
  }
}
