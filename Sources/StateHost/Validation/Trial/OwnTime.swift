internal import Glibc

/// A stretch of this thread's time, as far as it is its own.
///
/// What it sleeps counts, what others keep it waiting for a processor does not: a plugin is not to blame for
/// what else the machine does.
struct OwnTime {
  private let beginning = Moment()

  /// How long it has lasted.
  var nanoseconds: Int64 {
    let now = Moment()
    let passed = now.nanoseconds - beginning.nanoseconds
    // Who has not slept has run or waited to run.
    guard now.sleepCount == beginning.sleepCount else { return passed }
    return min(passed, now.usedNanoseconds - beginning.usedNanoseconds)
  }

  private struct Moment {
    let nanoseconds = RealTime.nowNanoseconds
    /// What the thread has used of processors.
    let usedNanoseconds: Int64
    let sleepCount: Int

    /// `RUSAGE_THREAD`, which glibc's headers keep to themselves.
    private static let thread = __rusage_who_t(1)

    init() {
      var usage = rusage()
      _ = unsafe getrusage(Self.thread, &usage)
      usedNanoseconds = Self.nanoseconds(of: usage.ru_utime) + Self.nanoseconds(of: usage.ru_stime)
      sleepCount = usage.ru_nvcsw
    }

    private static func nanoseconds(of time: timeval) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000
    }
  }
}
