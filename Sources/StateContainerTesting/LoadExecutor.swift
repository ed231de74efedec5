internal import Dispatch
internal import Synchronization

/// The task executor of a test clock for the code of containers' loads that is on no actor: counts
/// its jobs that have not ended, so that the clock waits for them.
///
/// A job that ends has enqueued what follows before, so the executor is never idle in between.
final class LoadExecutor: TaskExecutor {
  /// The number of jobs that have not ended, and how many have been enqueued.
  private let jobs = Mutex((running: 0, count: 0))

  /// Whether a job has not ended, and a count of what has happened.
  var activity: (isBusy: Bool, changes: Int) {
    jobs.withLock { ($0.running > 0, 2 * $0.count - $0.running) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 = ($0.running + 1, $0.count + 1) }
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in
      // The reference is unowned, and `self` is kept until the job has run.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      jobs.withLock { $0.running -= 1 }
    }
  }
}
