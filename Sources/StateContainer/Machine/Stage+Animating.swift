extension Stage {
  /// Starts the animation of the cast's `number`; returns the timing it gets.
  mutating func beginAnimation(
    _ number: Int, timing: TransitionTiming, now: Int64
  ) -> TransitionTiming {
    guard let (slot, _) = cast(number) else { return timing }
    let timing = records[slot.index].begin(timing, at: now)
    let start = records[slot.index].startNanoseconds
    let end = records[slot.index].endNanoseconds
    starts.add(start, number: number)
    ends.add(end, number: number)
    return timing
  }

  /// All animations of the transition have begun.
  mutating func endBeginning(now: Int64) {
    starts.sort()
    ends.sort()
    starts.takeAll(through: now)
  }

  /// The instant the next animation ends.
  var nextEnd: Int64? { ends.nextInstant }

  /// The next instant an animation starts or ends.
  var nextInstant: Int64? {
    guard let end = ends.nextInstant else { return nil }
    return min(starts.nextInstant ?? end, end)
  }

  /// Whether an animation is past its start and before its end.
  var isAnimating: Bool { starts.takenCount > ends.takenCount }

  /// Time has reached `now`: animations that start until then are running.
  mutating func startAnimations(through now: Int64) {
    starts.takeAll(through: now)
  }

  /// Takes the animation that ends next when it ends at `now` or before.
  mutating func takeEnd(through now: Int64) -> Int? {
    ends.takeNext(through: now)
  }

  /// Nothing ends by itself any more: what runs is ended by hand.
  mutating func stopClock() {
    starts.clear()
    ends.clear()
  }

  mutating func markEnded(_ slot: Slot, isEntering: Bool) {
    records[slot.index].end(isEntering: isEntering)
    remaining -= 1
  }

  static func sumClamped(_ instant: Int64, _ interval: Int64) -> Int64 {
    let (sum, overflows) = instant.addingReportingOverflow(interval)
    return overflows ? .max : sum
  }
}
