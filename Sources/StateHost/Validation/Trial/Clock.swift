internal import Glibc

/// Real time, for limits.
enum Clock {
  static var nowNanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
