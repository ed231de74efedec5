package import StateContainerEvents
internal import Synchronization

/// A virtual clock for tests that stands still until it is advanced, and then waits until everything that was due has
/// been done.
///
/// Give it to `run(on:)`, and to whatever else sleeps, in place of a `ContinuousClock`:
///
/// ```swift
/// let clock = TestClock()
/// let running = Task { await container.run(on: clock) }
/// container.request(.content, animated: true, completion: nil)
/// await clock.advance(to: .milliseconds(350))
/// // The transition has ended, at 350 ms of the clock.
/// ```
///
/// (Within a task, `completion: nil` makes a call that returns at once; without it the call is the one
/// that is awaited.)
///
/// What sleeps on it wakes in the order of its instants, each at its own. Between two of them
/// everything that has been woken comes to rest: each container that runs on the clock has done what
/// was due and waits again. Real time plays no part.
public final class TestClock: Clock, Sendable {
  /// A point in time on a test clock: a duration since its begin.
  public struct Instant: InstantProtocol {
    /// How long after the clock's begin it is.
    public let sinceBegin: Duration

    /// Names an instant.
    public init(_ sinceBegin: Duration) { self.sinceBegin = sinceBegin }

    /// The instant so long after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(sinceBegin + duration) }

    /// How long it is from here to another instant.
    public func duration(to other: Instant) -> Duration { other.sinceBegin - sinceBegin }

    /// Whether one comes before the other.
    public static func < (one: Instant, other: Instant) -> Bool {
      one.sinceBegin < other.sinceBegin
    }
  }

  /// A task that sleeps on the test clock: the instant to wake it, and its continuation.
  private struct Sleeper {
    let instant: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// The data of one alarm of a test clock: the closure that it calls, the instant at which it
  /// rings, if any, and whether the work that it has woken is still going on.
  private struct Alarm {
    let rings: @Sendable () -> Void
    /// When it rings; nil if it will not by itself.
    var instant: Instant?
    /// Whether what it has woken has not set it again.
    var isBusy = true
  }

  /// The data of a test clock under its lock: the current time, the sleeping tasks and the alarms.
  private struct State {
    var now: Instant
    var sleepers: [Int: Sleeper] = [:]
    var alarms: [Int: Alarm] = [:]
    /// Those who have been woken, and have not returned from their sleep.
    var waking = 0
    var count = 0

    mutating func number() -> Int {
      count += 1
      return count
    }
  }

  private let state: Mutex<State>

  /// Makes a clock that stands still at an instant.
  public init(now: Duration = .zero) {
    state = Mutex(State(now: Instant(now)))
  }

  /// The present instant.
  public var now: Instant { state.withLock { $0.now } }

  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }
}

// MARK: - Sleeping

extension TestClock {
  /// Sleeps until the clock has been advanced to an instant; throws when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { $0.number() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          let isOver = Task.isCancelled || deadline <= state.now
          if !isOver {
            state.sleepers[number] = Sleeper(instant: deadline, continuation: continuation)
          }
          state.waking += isOver ? 1 : 0
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake(number)?.resume()
    }
    state.withLock { $0.waking -= 1 }
    try Task.checkCancellation()
  }

  private func wake(_ number: Int) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      guard let sleeper = state.sleepers.removeValue(forKey: number) else { return nil }
      state.waking += 1
      return sleeper.continuation
    }
  }
}

// MARK: - Going on

extension TestClock {
  /// Lets time go on to so long after the clock's begin, and returns when everything has been done
  /// and told that is due by then.
  ///
  /// Each container that runs on the clock has come to that instant, too. Time that goes back stands
  /// still. Call it where the containers are called.
  ///
  /// - Parameters:
  ///   - sinceBegin: The instant to go to.
  ///   - isolation: The caller's own.
  public func advance(
    to sinceBegin: Duration, isolation: isolated (any Actor)? = #isolation
  ) async {
    await settle()
    let goal = max(Instant(sinceBegin), now)
    while let next = nextInstant, next <= goal {
      go(to: next)
      await settle()
    }
    go(to: goal)
    ringAll()
    await settle()
  }

  /// Lets time go on by an interval; otherwise as `advance(to:)`.
  public func advance(
    by interval: Duration, isolation: isolated (any Actor)? = #isolation
  ) async {
    await advance(to: now.sinceBegin + interval)
  }

  /// Returns when everything has been done and told that is due now.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    repeat {
      for _ in 0..<10 { await Task.yield() }
    } while state.withLock { $0.waking > 0 || $0.alarms.values.contains { $0.isBusy } }
  }

  private var nextInstant: Instant? {
    state.withLock { state in
      let instants =
        state.sleepers.values.map(\.instant) + state.alarms.values.compactMap(\.instant)
      return instants.min()
    }
  }

  /// Comes to an instant, and wakes all who wait for it, those first who have waited longest.
  private func go(to instant: Instant) {
    let woken = state.withLock { state in
      state.now = max(state.now, instant)
      return state.sleepers.filter { $0.value.instant <= instant }.keys.sorted()
    }
    for number in woken { wake(number)?.resume() }
    ring { $0.instant.map { $0 <= instant } ?? false }
  }

  private func ringAll() { ring { _ in true } }

  private func ring(where isRung: (Alarm) -> Bool) {
    let rung = state.withLock { state in
      let numbers = state.alarms.filter { isRung($0.value) }.keys.sorted()
      for number in numbers {
        state.alarms[number]?.isBusy = true
        state.alarms[number]?.instant = nil
      }
      return numbers.compactMap { state.alarms[$0]?.rings }
    }
    for ring in rung { ring() }
  }
}

// MARK: - Alarms

extension TestClock: AlarmClock {
  package func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any ClockAlarm {
    let number = state.withLock { state in
      let number = state.number()
      state.alarms[number] = Alarm(rings: ring)
      return number
    }
    return TestAlarm(clock: self, number: number)
  }

  fileprivate func startAlarm(_ number: Int) {
    state.withLock { $0.alarms[number]?.isBusy = true }
  }

  fileprivate func setAlarm(_ number: Int, after interval: Duration?) {
    state.withLock { state in
      state.alarms[number]?.instant = interval.map { state.now.advanced(by: $0) }
      state.alarms[number]?.isBusy = false
    }
  }

  fileprivate func removeAlarm(_ number: Int) {
    state.withLock { _ = $0.alarms.removeValue(forKey: number) }
  }
}

/// The alarm of one container that runs on a test clock: a handle that forwards each call to the
/// clock, which keeps the alarm's data under a number.
private final class TestAlarm: ClockAlarm {
  private let clock: TestClock
  private let number: Int

  init(clock: TestClock, number: Int) {
    self.clock = clock
    self.number = number
  }

  func ring() {
    clock.startAlarm(number)
  }

  func set(after interval: Duration?) {
    clock.setAlarm(number, after: interval)
  }

  func end() { clock.removeAlarm(number) }
}
