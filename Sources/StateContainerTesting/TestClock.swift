public import StateContainer
package import StateContainerEvents
internal import Synchronization

/// A virtual clock for tests that stands still until a test calls `advance`, which returns when
/// everything that was due has been done.
///
/// Give it to `run(on:)`, and to whatever else sleeps, in place of a `ContinuousClock`:
///
/// ```swift
/// let clock = TestClock()
/// let running = Task { await container.run(on: clock) }
/// container.request(.content, animated: true)
/// await clock.advance(to: .milliseconds(350))
/// // The transition has ended, at 350 ms of the clock.
/// ```
///
/// What sleeps on it wakes in the order of its instants, each at its own. Between two of them
/// everything that has been woken comes to rest. Real time plays no part. The clock knows, and
/// waits for, as long as it takes:
///
/// - each container that runs on it, until it has done what was due and waits again;
/// - what `load` of such a container runs apart from actors, in its child tasks, too, where the
///   container was run before the load began.
///
/// It cannot see whether a load that is on an actor, or waits for something else than the clock,
/// will go on. It gives such a load 1,000 turns of the caller's actor, counted anew whenever the
/// load does something that the clock can see, until the load ends or one of its tasks sleeps on a
/// test clock. Then time goes on, so a load may wait for a continuation that the test itself
/// resumes after `advance`; a real download is not waited for. Tasks that are no load of a
/// container on the clock get 100 turns once they have been woken.
public final class TestClock: Clock, Sendable {
  /// A point in time on a test clock: the time since its zero.
  public typealias Instant = ContainerInstant

  /// A task that sleeps on the test clock: the instant to wake it, its continuation, and the
  /// containers' loads that it is part of.
  private struct Sleeper {
    let instant: Instant
    let continuation: CheckedContinuation<Void, any Error>
    /// The loads that it is part of.
    let loads: [RunningLoad]
  }

  /// The data of the alarm that wakes `run(on:)` of one container: the closure that it calls, the
  /// instant at which it rings, if any, whether the work that it has woken still goes on, and the
  /// container's loads.
  private struct Alarm {
    let rings: @Sendable () -> Void
    /// The loads of the container that it wakes.
    let loads: LoadActivity?
    /// When it rings; nil if it will not by itself.
    var instant: Instant?
    /// Whether what it has woken has not set it again.
    var isBusy = true
  }

  /// The data of a test clock under its lock: the current time, the sleeping tasks, an alarm for
  /// each container that runs on the clock, and counts of what was woken and changed.
  private struct State {
    var now: Instant
    var sleepers: [Int: Sleeper] = [:]
    var alarms: [Int: Alarm] = [:]
    /// Those who have been woken, and have not returned from their sleep.
    var waking = 0
    /// How many have been woken so far, and how many by the last rest.
    var woken = 0
    var wokenByRest = -1
    /// How often something has begun or ended.
    var changes = 0
    var count = 0

    mutating func number() -> Int {
      count += 1
      return count
    }
  }

  private let state: Mutex<State>
  private let executor = LoadExecutor()

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
            let loads = RunningLoad.current
            state.sleepers[number] = Sleeper(
              instant: deadline, continuation: continuation, loads: loads)
            for load in loads { load.beginSleep() }
          }
          state.waking += isOver ? 1 : 0
          state.changes += 1
          return isOver
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake(number)?.resume()
    }
    state.withLock { state in
      state.waking -= 1
      state.changes += 1
    }
    try Task.checkCancellation()
  }

  private func wake(_ number: Int) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      guard let sleeper = state.sleepers.removeValue(forKey: number) else { return nil }
      state.waking += 1
      state.woken += 1
      state.changes += 1
      for load in sleeper.loads { load.endSleep() }
      return sleeper.continuation
    }
  }
}

// MARK: - Going on

extension TestClock {
  /// Lets time go on to so long after the clock's begin, and returns when everything that the clock
  /// knows has come to rest; see `TestClock`.
  ///
  /// Each container that runs on the clock has come to that instant, too. Time that goes back
  /// stands still. Call it where the containers are called.
  ///
  /// - Parameters:
  ///   - sinceBegin: The instant to go to.
  ///   - isolation: The caller's own.
  public func advance(
    to sinceBegin: Duration, isolation: isolated (any Actor)? = #isolation
  ) async {
    state.withLock { $0.wokenByRest = -1 }
    var stuck = await settle(stuck: nil)
    let goal = max(Instant(sinceBegin), now)
    while let next = nextInstant, next <= goal {
      go(to: next)
      stuck = await settle(stuck: stuck)
    }
    go(to: goal)
    ringAll()
    _ = await settle(stuck: stuck)
  }

  /// Lets time go on by an interval; otherwise as `advance(to:)`.
  public func advance(
    by interval: Duration, isolation: isolated (any Actor)? = #isolation
  ) async {
    await advance(to: now.sinceBegin + interval)
  }

  /// Returns when everything that the clock knows has come to rest, without letting time go on.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    state.withLock { $0.wokenByRest = -1 }
    _ = await settle(stuck: nil)
  }

  /// A snapshot of the work that a test clock waits for: whether something surely runs, whether a
  /// load or a woken task may go on, and counts that differ if anything has happened in between.
  private struct Activity {
    /// Whether it is certain that something goes on.
    let isBusy: Bool
    /// Whether a load neither sleeps nor has ended.
    let isLoading: Bool
    /// Whether tasks have been woken that may not sleep again, or may have been made by the caller.
    let hasTasks: Bool
    /// Count what loads may have done, and everything.
    let loadChanges: Int
    let changes: Int
  }

  private var activity: Activity {
    let executed = executor.activity
    return state.withLock { state in
      let loads = state.alarms.values.compactMap(\.loads)
      let loadChanges = loads.reduce(executed.changes + state.woken) { $0 + $1.changes }
      return Activity(
        isBusy: state.waking > 0 || executed.isBusy || state.alarms.values.contains { $0.isBusy },
        isLoading: loads.contains { $0.isBusy }, hasTasks: state.woken != state.wokenByRest,
        loadChanges: loadChanges, changes: loadChanges + state.changes)
    }
  }

  /// Waits until nothing has changed for some turns of the caller's actor.
  ///
  /// - Parameters:
  ///   - stuck: The `loadChanges` since which loads have not gone on; they get fewer turns.
  ///   - isolation: The caller's own.
  /// - Returns: The same for the next call; `nil` if no load is stuck.
  private func settle(
    stuck: Int?, isolation: isolated (any Actor)? = #isolation
  ) async -> Int? {
    var (seen, turns) = (-1, 0)
    while true {
      await Task.yield()
      let activity = activity
      turns = activity.changes == seen && !activity.isBusy ? turns + 1 : 0
      seen = activity.changes
      let mayGoOn = activity.isLoading && activity.loadChanges != stuck
      if turns >= (mayGoOn ? 1_000 : activity.hasTasks ? 100 : 10) {
        state.withLock { $0.wokenByRest = $0.woken }
        return activity.isLoading ? activity.loadChanges : nil
      }
    }
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
      state.changes += numbers.count
      return numbers.compactMap { state.alarms[$0]?.rings }
    }
    for ring in rung { ring() }
  }
}

// MARK: - Alarms

extension TestClock: AlarmClock {
  package func makeAlarm(
    watching loads: LoadActivity?, _ ring: @escaping @Sendable () -> Void
  ) -> any ClockAlarm {
    loads?.executor = executor
    let number = state.withLock { state in
      let number = state.number()
      state.alarms[number] = Alarm(rings: ring, loads: loads)
      state.changes += 1
      return number
    }
    return TestAlarm(clock: self, number: number)
  }

  fileprivate func startAlarm(_ number: Int) {
    state.withLock { state in
      state.alarms[number]?.isBusy = true
      state.changes += 1
    }
  }

  fileprivate func setAlarm(_ number: Int, after interval: Duration?) {
    state.withLock { state in
      state.alarms[number]?.instant = interval.map { state.now.advanced(by: $0) }
      state.alarms[number]?.isBusy = false
      state.changes += 1
    }
  }

  fileprivate func removeAlarm(_ number: Int) {
    state.withLock { state in
      state.alarms[number] = nil
      state.changes += 1
    }
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
