/// Decides which of the default states is to be shown, with nothing that flashes.
///
/// A pure value: told what is known and what time it is, it says what to show. `loading` is shown
/// only when it has lasted for a while, and then for a minimum; meanwhile the state before stays.
public struct ContentStateDriver<Failure> {
  /// The times of `loading`; a change counts from the next call on.
  public var times: LoadingTimes

  /// The times of the other states, none by default; `loading`'s are `times`.
  public var timesOfOthers: [ContentStateName: LoadingTimes] = [:]

  /// How long loading may last, and what it has failed of then; `nil` is for ever.
  ///
  /// It counts from when loading began, shown or not. Then `shown` is the error, with no more
  /// delay, until something else than loading is known, or loading begins anew.
  public var deadline: LoadingDeadline<Failure>?

  /// What is known of the content.
  public private(set) var situation: ContentSituation<Failure>

  /// The state to show; `nil` while there was none yet and loading holds back.
  public private(set) var shown: ContentState<Failure>?

  package private(set) var nowNanoseconds: Int64

  /// The instant that time has reached.
  public var now: ContainerInstant { ContainerInstant(nanoseconds: nowNanoseconds) }

  private var wanted = ContentStateName.empty
  private var wantedSince: Int64
  private var loadingSince: Int64?
  private var shownSince: Int64

  /// Starts with a situation at an instant, which is told since the caller's clock began.
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

  /// Something has become known; `shown` is decided anew.
  ///
  /// Only what is known now counts: loading that has come and gone between two calls is not shown
  /// afterwards. Without an instant it is the present one; time that goes back stands still.
  public mutating func update(
    _ situation: ContentSituation<Failure>, at instant: ContainerInstant? = nil
  ) {
    self.situation = situation
    advance(to: instant ?? now)
  }

  /// Shows what is wanted at once, without an instant at the present one; its minimum counts from
  /// then.
  public mutating func skipDelay(at instant: ContainerInstant? = nil) {
    advance(to: instant ?? now)
    guard !isSettled else { return }
    shown = decided
    shownSince = nowNanoseconds
  }

  /// Time has gone on, and `shown` is decided anew.
  ///
  /// Time that goes back stands still.
  public mutating func advance(to instant: ContainerInstant) {
    nowNanoseconds = max(nowNanoseconds, instant.nanoseconds)
    decide()
  }

  /// Time has gone on by an interval; otherwise as `advance(to:)`.
  public mutating func advance(by interval: Duration) {
    advance(to: ContainerInstant(nanoseconds: nowNanoseconds.clampedSum(interval.wholeNanoseconds)))
  }

  /// What has been decided, whether it is shown already or held back.
  public var decided: ContentState<Failure> { timedOut ?? situation.state }

  /// Whether what has been decided is shown, by its name.
  public var isSettled: Bool { shown?.name == decided.name }

  /// The next instant at which `shown` changes by itself; `nil` if it will not.
  public var nextInstant: ContainerInstant? {
    nextDeadline.map { ContainerInstant(nanoseconds: $0) }
  }

  package var nextDeadline: Int64? {
    let change = wanted == shown?.name ? nil : max(changeInstant, nowNanoseconds)
    guard let timeout = timeoutInstant, timeout > nowNanoseconds else { return change }
    return min(change ?? timeout, timeout)
  }

  /// How long it is until `nextDeadline`, never below zero; `nil` if there is none.
  public var timeToNextDeadline: Duration? {
    nextDeadline.map { .nanoseconds(max($0, nowNanoseconds)) - .nanoseconds(nowNanoseconds) }
  }

  /// When what is wanted may be shown: after its own delay, and the minimum of what is shown.
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

/// The same in nanoseconds, for those of this package who count so.
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
