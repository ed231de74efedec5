internal import Glibc

/// Nanoseconds since it was made, never going back.
///
/// The only place that reads a clock.
package struct Clock {
  private let start: Int64

  package init() { start = Self.monotonic() }

  /// The time now.
  package var nowNanoseconds: Int64 { Self.monotonic() - start }

  private static func monotonic() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
