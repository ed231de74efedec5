/// Decides which of the default states is to be shown, with nothing that flashes.
///
/// A pure value: told what is known and what time it is, it says what to show. `loading` is shown
/// only when it has lasted for a while, and then for a minimum; meanwhile the state before stays.
public struct ContentStateDriver<Failure> {
  /// The times in force; a change counts from the next call on.
  public var times: LoadingTimes

  /// What is known of the content.
  public private(set) var situation: ContentSituation<Failure>

  /// The state to show; `nil` while there was none yet and loading holds back.
  public private(set) var shown: ContentState<Failure>?

  private var loadingSince: Int64?
  private var shownSince: Int64 = 0
  private var nowNanoseconds: Int64

  /// Starts with a situation at an instant, in nanoseconds of the caller's clock.
  public init(
    _ situation: ContentSituation<Failure> = ContentSituation(), times: LoadingTimes = .init(),
    nowNanoseconds: Int64 = 0
  ) {
    self.situation = situation
    self.times = times
    self.nowNanoseconds = nowNanoseconds
    decide()
  }

  /// Something has become known; `shown` is decided anew.
  ///
  /// Only what is known now counts: loading that has come and gone between two calls is not shown
  /// afterwards. Time that goes back stands still.
  public mutating func update(_ situation: ContentSituation<Failure>, at nanoseconds: Int64) {
    self.situation = situation
    advance(to: nanoseconds)
  }

  /// Time has gone on, and `shown` is decided anew.
  ///
  /// Time that goes back stands still.
  public mutating func advance(to nanoseconds: Int64) {
    nowNanoseconds = max(nowNanoseconds, nanoseconds)
    decide()
  }

  /// The next instant at which `shown` changes by itself; `nil` if it will not.
  public var nextDeadline: Int64? {
    if isShowingLoading {
      situation.state.name == .loading ? nil : sum(shownSince, times.minimumNanoseconds)
    } else {
      loadingSince.map { sum($0, times.delayNanoseconds) }
    }
  }

  private var isShowingLoading: Bool { shown?.name == .loading }

  private mutating func decide() {
    let wanted = situation.state
    guard wanted.name == .loading else {
      loadingSince = nil
      let isKept =
        isShowingLoading && nowNanoseconds < sum(shownSince, times.minimumNanoseconds)
      if !isKept { shown = wanted }
      return
    }
    let since = loadingSince ?? nowNanoseconds
    loadingSince = since
    guard !isShowingLoading, nowNanoseconds >= sum(since, times.delayNanoseconds) else { return }
    shown = .loading
    shownSince = nowNanoseconds
  }

  private func sum(_ instant: Int64, _ interval: Int64) -> Int64 {
    let (sum, overflows) = instant.addingReportingOverflow(interval)
    return overflows ? .max : sum
  }
}

extension ContentStateDriver: Sendable where Failure: Sendable {}
