/// A child's animation, from the instant it has been given its timing.
struct ChildMovement {
  let isEntering: Bool
  let timing: TransitionTiming
  /// The progress at the start; more than 0 for a child that has turned.
  let startProgress: Double
  private(set) var startNanoseconds: Int64
  private(set) var endNanoseconds: Int64
  /// It has begun in an earlier transition, which was cut short, and goes on.
  var isContinuing = false

  /// Begins at `now`; one that turns keeps its look, has no delay, and goes the way that is left.
  init(isEntering: Bool, wanted: TransitionTiming, turn: ChildTurn?, at now: Int64) {
    self.isEntering = isEntering
    if let turn {
      let left = Double(wanted.durationNanoseconds) * (1 - turn.progress)
      timing = TransitionTiming(
        durationNanoseconds: Int64(left + 0.5), curve: turn.timing.curve,
        effect: turn.timing.effect)
      startProgress = turn.progress
    } else {
      timing = wanted
      startProgress = 0
    }
    startNanoseconds = now.clampedSum(timing.delayNanoseconds)
    endNanoseconds = startNanoseconds.clampedSum(timing.durationNanoseconds)
  }

  /// Linear progress, `0 ... 1`.
  func progress(at now: Int64) -> Double {
    if now >= endNanoseconds { return 1 }
    if now <= startNanoseconds { return startProgress }
    let share = Double(now - startNanoseconds) / Double(endNanoseconds - startNanoseconds)
    return startProgress + (1 - startProgress) * share
  }

  /// Moves it in time, from one instant to another; what is over by `now` ends at `now`.
  mutating func shift(from former: Int64, to now: Int64) {
    startNanoseconds = now.clampedSum(startNanoseconds - former)
    endNanoseconds = max(now.clampedSum(endNanoseconds - former), now)
  }
}

/// Where a child stands that goes the other way from where it is.
struct ChildTurn {
  /// How far it is of the way back already.
  let progress: Double
  /// Its look, backwards, so that nothing jumps.
  let timing: TransitionTiming

  init(_ movement: ChildMovement, at now: Int64) {
    progress = 1 - movement.progress(at: now)
    timing = movement.timing.turned
  }
}

/// What a child does in the container; each case carries what is valid in it alone.
enum ChildPart {
  /// Nobody has the slot.
  case vacant
  /// In place; no animation, or its animation has ended.
  case steady
  /// Enters or leaves with the running transition, at once.
  case unanimated(isEntering: Bool)
  /// Enters or leaves with the running transition; its animation has not begun.
  case expected(isEntering: Bool, turn: ChildTurn?)
  /// Its animation has begun and has not ended.
  case moving(ChildMovement)

  /// Its animation, if it has begun and has not ended.
  var movement: ChildMovement? {
    if case .moving(let movement) = self { movement } else { nil }
  }

  /// How the child is to be shown.
  func presentation(at now: Int64) -> ChildPresentation {
    let (isEntering, progress, timing): (Bool, Double, TransitionTiming)
    switch self {
    case .vacant, .steady, .unanimated:
      return .steady
    case .expected(let way, let turn):
      (isEntering, progress, timing) = (way, turn?.progress ?? 0, turn?.timing ?? .standard)
    case .moving(let movement):
      (isEntering, progress) = (movement.isEntering, movement.progress(at: now))
      timing = movement.timing
    }
    return isEntering
      ? .entering(progress: progress, timing: timing)
      : .leaving(progress: progress, timing: timing)
  }
}

extension Int64 {
  /// The sum, or the last instant there is in its direction.
  func clampedSum(_ interval: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(interval)
    return overflows ? (interval < 0 ? .min : .max) : sum
  }
}
