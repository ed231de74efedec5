import Glibc
import HostSystem
import Testing

@Suite struct `The clock` {
  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  @Test func `of the system is the kernel's that never jumps, and the calendar's is the other`() {
    let before = [CLOCK_MONOTONIC, CLOCK_REALTIME].map(Self.nanoseconds)
    let now = [Clock.systemNanoseconds, Clock.calendarNanoseconds]
    let after = [CLOCK_MONOTONIC, CLOCK_REALTIME].map(Self.nanoseconds)
    for index in 0..<2 { #expect((before[index]...after[index]).contains(now[index])) }
  }
}
