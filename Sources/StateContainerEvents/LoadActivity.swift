internal import StateContainer
internal import Synchronization

/// The running loads of a container (calls of `ContentContainer.load`), each with the number of its
/// tasks sleeping on a test clock, by which the clock can tell a working load from one awaiting it.
package final class LoadActivity: Sendable {
  /// The data of a container's running loads under their lock: the sleeping tasks of each, counts
  /// of loads and of changes, and the executor for their code that is on no actor.
  private struct State {
    /// How many tasks of each running load sleep.
    var sleepers: [Int: Int] = [:]
    var count = 0
    var changes = 0
    var executor: (any TaskExecutor)?
  }

  private let state = Mutex(State())

  /// Whether a load has neither ended nor has a task that sleeps.
  package var isBusy: Bool { state.withLock { $0.sleepers.values.contains(0) } }

  /// How often a load has begun, fallen asleep, been woken, or ended.
  package var changes: Int { state.withLock { $0.changes } }

  /// Runs what is not isolated to an actor in loads that begin from now on; `nil` is Swift's own.
  package var executor: (any TaskExecutor)? {
    get { state.withLock { $0.executor } }
    set { state.withLock { $0.executor = newValue } }
  }

  /// A load begins.
  func begin() -> RunningLoad {
    let number = state.withLock { state in
      state.count += 1
      state.changes += 1
      state.sleepers[state.count] = 0
      return state.count
    }
    return RunningLoad(activity: self, number: number)
  }

  fileprivate func end(_ number: Int) {
    state.withLock { state in
      state.sleepers[number] = nil
      state.changes += 1
    }
  }

  fileprivate func isRunning(_ number: Int) -> Bool {
    state.withLock { $0.sleepers[number] != nil }
  }

  fileprivate func addSleepers(_ difference: Int, to number: Int) {
    state.withLock { state in
      guard let sleepers = state.sleepers[number] else { return }
      state.sleepers[number] = sleepers + difference
      state.changes += 1
    }
  }
}

/// A handle to one load of a container, with which the load's end and the sleeps of its tasks are
/// recorded in the container's `LoadActivity`.
package struct RunningLoad: Sendable {
  /// The loads that the current task is part of: its own, and those that wait for it.
  @TaskLocal package static var current: [RunningLoad] = []

  fileprivate let activity: LoadActivity
  fileprivate let number: Int

  var executor: (any TaskExecutor)? { activity.executor }

  /// A task of the load falls asleep on a clock.
  package func beginSleep() { activity.addSleepers(1, to: number) }

  /// A task of the load has been woken.
  package func endSleep() { activity.addSleepers(-1, to: number) }

  var isRunning: Bool { activity.isRunning(number) }

  func end() { activity.end(number) }
}

/// Protocol of a container that loads, by which `run(on:)` finds the `LoadActivity` for the clock;
/// `ContentContainer` implements it.
protocol LoadingContainer: AnyObject {
  var loadActivity: LoadActivity { get }
}

extension ContentContainer: LoadingContainer {
  var loadActivity: LoadActivity {
    if let known = load.activity as? LoadActivity { return known }
    let loads = LoadActivity()
    load.activity = loads
    return loads
  }
}
