/// A pure value that decides which of loading, content, error and empty to show, with or without a
/// container: the situation and the time are its input, and `loading`, or another state with times
/// of its own, is delayed and prolonged so that nothing flickers.
///
/// Such a state is shown only after it has lasted for a while, and then for a minimum; meanwhile
/// the state before stays. A `deadline` ends loading with an error.
public struct ContentStateDriver<Failure> {
  /// The times of `loading`; a change applies from the next call.
  public var times: LoadingTimes

  /// The times of the other states, none by default; `loading`'s are `times`.
  public var timesOfOthers: [ContentStateName: LoadingTimes] = [:]

  /// How long loading may last, and the failure after that; `nil` is for ever.
  ///
  /// It counts from when loading began, shown or not. Then `shown` is the error, without a delay,
  /// until the situation is not loading any more, or loading begins again.
  public var deadline: LoadingDeadline<Failure>?

  /// The current situation of the content.
  public private(set) var situation: ContentSituation<Failure>

  /// The state to show; `nil` while the first state is delayed.
  public private(set) var shown: ContentState<Failure>?

  package private(set) var nowNanoseconds: Int64

  /// The time that the driver has reached.
  public var now: ContainerInstant { ContainerInstant(nanoseconds: nowNanoseconds) }

  private var wanted = ContentStateName.empty
  private var wantedSince: Int64
  private var loadingSince: Int64?
  private var shownSince: Int64

  /// Starts with a situation at a time of the caller's clock, since its zero.
  public init(
    _ situation: ContentSituation<Failure> = ContentSituation(), times: LoadingTimes = .init(),
    now: Duration = .zero
  ) {
    self.situation = situation
    self.times = times
    nowNanoseconds = now.wholeNanoseconds
    wantedSince = nowNanoseconds
    shownSince = nowNanoseconds
    wanted = situation.state.name
    decide()
  }

  /// Sets the situation, and decides `shown` again.
  ///
  /// Only the current situation counts: loading that begins and ends between two calls is never
  /// shown. Without an instant the time does not change; one before `now` counts as `now`.
  public mutating func update(
    _ situation: ContentSituation<Failure>, at instant: ContainerInstant? = nil
  ) {
    self.situation = situation
    advance(to: instant ?? now)
  }

  /// Shows the decided state at once, by default now; its minimum counts from then.
  public mutating func skipDelay(at instant: ContainerInstant? = nil) {
    advance(to: instant ?? now)
    guard !isSettled else { return }
    shown = decided
    shownSince = nowNanoseconds
  }

  /// Advances the time, and decides `shown` again.
  ///
  /// An instant before `now` counts as `now`.
  public mutating func advance(to instant: ContainerInstant) {
    nowNanoseconds = max(nowNanoseconds, instant.nanoseconds)
    decide()
  }

  /// Advances the time by an interval, as `advance(to:)` does.
  public mutating func advance(by interval: Duration) {
    advance(to: ContainerInstant(nanoseconds: nowNanoseconds.clampedSum(interval.wholeNanoseconds)))
  }

  /// The decided state, whether shown or delayed.
  public var decided: ContentState<Failure> { timedOut ?? situation.state }

  /// Whether the decided state is shown; compared by name.
  public var isSettled: Bool { shown?.name == decided.name }

  /// When `shown` changes next without a call; `nil` if it will not.
  public var nextInstant: ContainerInstant? {
    nextDeadline.map { ContainerInstant(nanoseconds: $0) }
  }

  package var nextDeadline: Int64? {
    let change = wanted == shown?.name ? nil : max(changeInstant, nowNanoseconds)
    guard let timeout = timeoutInstant, timeout > nowNanoseconds else { return change }
    return min(change ?? timeout, timeout)
  }

  /// The time until `nextInstant`, never negative; `nil` if there is none.
  public var timeToNextDeadline: Duration? {
    nextDeadline.map { .nanoseconds(max($0, nowNanoseconds)) - .nanoseconds(nowNanoseconds) }
  }

  /// When the decided state may be shown: after its delay, and the minimum of the state shown.
  private var changeInstant: Int64 {
    let delay = wantedSince.clampedSum(times(of: wanted).delayNanoseconds)
    guard let name = shown?.name else { return delay }
    return max(delay, shownSince.clampedSum(times(of: name).minimumNanoseconds))
  }

  private var timeoutInstant: Int64? {
    guard let deadline, let loadingSince else { return nil }
    return loadingSince.clampedSum(deadline.afterNanoseconds)
  }

  private func times(of name: ContentStateName) -> LoadingTimes {
    name == .loading ? times : timesOfOthers[name] ?? .immediate
  }

  private mutating func decide() {
    loadingSince = situation.state.name == .loading ? loadingSince ?? nowNanoseconds : nil
    let state = decided
    if state.name != wanted {
      wanted = state.name
      wantedSince = nowNanoseconds
    }
    if shown?.name == wanted {
      shown = state
    } else if nowNanoseconds >= changeInstant {
      shown = state
      shownSince = nowNanoseconds
    }
  }

  private var timedOut: ContentState<Failure>? {
    guard let deadline, let timeoutInstant, nowNanoseconds >= timeoutInstant else { return nil }
    return .error(deadline.failure)
  }
}

/// The same in nanoseconds, for this package.
extension ContentStateDriver {
  package mutating func update(
    _ situation: ContentSituation<Failure>, at nanoseconds: Int64
  ) {
    update(situation, at: ContainerInstant(nanoseconds: nanoseconds))
  }

  package mutating func skipDelay(at nanoseconds: Int64) {
    skipDelay(at: ContainerInstant(nanoseconds: nanoseconds))
  }

  package mutating func advance(to nanoseconds: Int64) {
    advance(to: ContainerInstant(nanoseconds: nanoseconds))
  }
}

extension ContentStateDriver: Sendable where Failure: Sendable {}
