internal import Glibc

/// Nanoseconds since it was made, never going back.
///
/// The only place that reads a clock.
package struct Clock {
  private let start: Int64

  package init() { start = Self.systemNanoseconds }

  /// The time now.
  package var nowNanoseconds: Int64 { Self.systemNanoseconds - start }

  /// The time that files have, in nanoseconds of the system's calendar clock, which may be set.
  package static var calendarNanoseconds: Int64 { nanoseconds(of: CLOCK_REALTIME) }

  /// The system's own time, the same in every process.
  package static var systemNanoseconds: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
