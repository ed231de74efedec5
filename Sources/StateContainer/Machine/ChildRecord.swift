/// What the machine knows of one child: its part in the running transition and its animation.
struct ChildRecord {
  /// The part a child has.
  enum Part {
    /// Nobody has the slot.
    case vacant
    /// In place; no animation, or its animation has ended.
    case steady
    /// Enters with the running transition.
    case entering
    /// Leaves with the running transition.
    case leaving
  }

  var part = Part.steady

  /// The child has got its slot, but its addition has not been told yet.
  var isNew = true

  /// Its animation has ended, or it never had one.
  var hasEnded = true

  /// Its animation has begun in an earlier transition, which was cut short, and goes on.
  var isContinuing = false

  /// It was going the other way, and turns where it is.
  var isTurning = false

  /// Whether the phase it is in is animated.
  var isAnimated = false

  var timing = TransitionTiming.standard
  var startNanoseconds: Int64 = 0
  var endNanoseconds: Int64 = 0

  /// The progress at the start; more than 0 for a child that has turned.
  var startProgress = 0.0

  /// The plan that last named the child.
  var plan = 0

  /// Where the child was in the layers when the running transition was planned; -1 if nowhere.
  var formerLayer = -1

  /// Linear progress of the animation, `0 ... 1`.
  func progress(at now: Int64) -> Double {
    if hasEnded || now >= endNanoseconds { return 1 }
    if now <= startNanoseconds { return startProgress }
    let share = Double(now - startNanoseconds) / Double(endNanoseconds - startNanoseconds)
    return startProgress + (1 - startProgress) * share
  }

  /// Makes the child go the other way from where it is.
  mutating func turn(at now: Int64) {
    startProgress = 1 - progress(at: now)
    timing = timing.turned
    isTurning = true
    isContinuing = false
  }

  /// Takes a part in a transition; its animation, unless it goes on, is to begin.
  mutating func take(_ part: Part, isAnimated: Bool, hasEnded: Bool) {
    self.part = part
    self.hasEnded = hasEnded
    if isContinuing { return }
    self.isAnimated = isAnimated
    if !isTurning {
      timing = .standard
      startProgress = 0
    }
    startNanoseconds = .max
    endNanoseconds = .max
  }

  /// Its animation is over, or it never had one.
  mutating func end(isEntering: Bool) {
    hasEnded = true
    isContinuing = false
    isTurning = false
    if isEntering { part = .steady }
  }

  /// Begins its animation; returns the timing it gets.
  mutating func begin(_ wanted: TransitionTiming, at now: Int64) -> TransitionTiming {
    takeTiming(wanted)
    startNanoseconds = Stage.sumClamped(now, timing.delayNanoseconds)
    endNanoseconds = Stage.sumClamped(startNanoseconds, timing.durationNanoseconds)
    return timing
  }

  /// Takes the timing it is given; one that turns keeps its look, and goes the way left.
  private mutating func takeTiming(_ wanted: TransitionTiming) {
    if isTurning {
      isTurning = false
      let left = Double(wanted.durationNanoseconds) * (1 - startProgress)
      timing = TransitionTiming(
        durationNanoseconds: Int64(left.rounded()), curve: timing.curve, effect: timing.effect)
    } else {
      timing = wanted
    }
  }

  /// How the child is to be shown.
  func presentation(at now: Int64) -> ChildPresentation {
    switch part {
    case .vacant, .steady: .steady
    case .entering: .entering(progress: progress(at: now), timing: timing)
    case .leaving: .leaving(progress: progress(at: now), timing: timing)
    }
  }
}
