internal import Glibc

/// The monotonic clock in nanoseconds since the value was made, and the wall clock of file times.
package struct Clock {
  private let start: Int64

  package init() { start = Self.systemNanoseconds }

  package var nowNanoseconds: Int64 { Self.systemNanoseconds - start }

  /// The wall clock, which file times use; may be set back.
  package static var calendarNanoseconds: Int64 { nanoseconds(of: CLOCK_REALTIME) }

  /// The monotonic time, the same in every process.
  package static var systemNanoseconds: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// The time of a clock; 0 when it cannot be read.
  static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
