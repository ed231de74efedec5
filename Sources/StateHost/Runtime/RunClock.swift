internal import Glibc

/// The run's clock: nanoseconds since the program began, never going back.
///
/// The only place that reads a clock.
struct RunClock {
  private let start: Int64

  init() { start = Self.monotonic() }

  /// The time now.
  var nowNanoseconds: Int64 { Self.monotonic() - start }

  private static func monotonic() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
