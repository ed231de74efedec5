/// The animation of a child in the running transition, once its delay has begun: direction, timing,
/// start (after the delay) and end in nanoseconds, and the progress at the start (above 0 if it
/// reverses), from which its linear progress at any time is computed.
@usableFromInline
struct ChildAnimation {
  @usableFromInline let isEntering: Bool
  @usableFromInline let timing: TransitionTiming
  /// The progress at the start; above 0 for a child that has reversed.
  @usableFromInline let startProgress: Double
  @usableFromInline private(set) var startNanoseconds: Int64
  @usableFromInline private(set) var endNanoseconds: Int64
  /// Whether it continues from an earlier, interrupted transition.
  var isContinuing = false

  /// Begins at `now`; a reversed one keeps its look and has no delay and the remaining duration.
  init(isEntering: Bool, wanted: TransitionTiming, turn: ChildReversal?, at now: Int64) {
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
  @inlinable
  func progress(at now: Int64) -> Double {
    if now >= endNanoseconds { return 1 }
    if now <= startNanoseconds { return startProgress }
    let share = Double(now - startNanoseconds) / Double(endNanoseconds - startNanoseconds)
    return startProgress + (1 - startProgress) * share
  }

  /// Moves it from one instant to another; if it is over by `now`, it ends at `now`.
  mutating func shift(from former: Int64, to now: Int64) {
    startNanoseconds = now.clampedSum(startNanoseconds - former)
    endNanoseconds = max(now.clampedSum(endNanoseconds - former), now)
  }
}

/// The point at which a child's running animation turns back, because its transition was
/// interrupted or an interactive one was cancelled: the progress of the way back, and the timing
/// with curve and effect reversed, so that nothing jumps.
@usableFromInline
struct ChildReversal {
  /// The progress of the way back.
  @usableFromInline let progress: Double
  /// Its timing, reversed so that nothing jumps.
  @usableFromInline let timing: TransitionTiming

  init(_ movement: ChildAnimation, at now: Int64) {
    progress = 1 - movement.progress(at: now)
    timing = movement.timing.turned
  }
}

/// The state of one slot in the running transition: no child, child in place, entering or leaving
/// without animation (only after an interruption), awaiting the beginning of its animation, or
/// moving, which includes its delay.
@usableFromInline
enum ChildTransitionState {
  /// The slot has no child.
  case vacant
  /// In place; no animation, or its animation has ended.
  case steady
  /// Enters or leaves with the running transition, at once.
  case unanimated(isEntering: Bool)
  /// Enters or leaves with the running transition; its animation has not begun.
  case expected(isEntering: Bool, turn: ChildReversal?)
  /// Its animation has begun and has not ended.
  case moving(ChildAnimation)

  /// Its animation, if it has begun and has not ended.
  var movement: ChildAnimation? {
    if case .moving(let movement) = self { movement } else { nil }
  }

  /// Whether its animation continues from an earlier, interrupted transition.
  var isContinuing: Bool {
    if case .moving(let movement) = self { movement.isContinuing } else { false }
  }

  /// How to show the child.
  @inlinable
  func presentation(at now: Int64) -> ChildPresentation {
    let (isEntering, progress, timing): (Bool, Double, TransitionTiming)
    // The usual case in a frame is found without a jump table.
    if case .moving(let movement) = self {
      (isEntering, progress) = (movement.isEntering, movement.progress(at: now))
      timing = movement.timing
    } else if case .expected(let way, let turn) = self {
      (isEntering, progress, timing) = (way, turn?.progress ?? 0, turn?.timing ?? .standard)
    } else {
      return .steady
    }
    return isEntering
      ? .entering(progress: progress, timing: timing)
      : .leaving(progress: progress, timing: timing)
  }
}

extension Int64 {
  /// The sum, clamped to the range of `Int64`.
  func clampedSum(_ interval: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(interval)
    return overflows ? (interval < 0 ? .min : .max) : sum
  }
}
