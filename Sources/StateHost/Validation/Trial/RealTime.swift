internal import Glibc
internal import HostSystem

/// Real time, for limits.
enum RealTime {
  private static let clock = Clock()

  static var nowNanoseconds: Int64 { clock.nowNanoseconds }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
