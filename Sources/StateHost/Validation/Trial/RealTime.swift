internal import Glibc
internal import HostSystem

/// Real time, for limits: the same in the process that checks and in those that are checked.
enum RealTime {
  static var nowNanoseconds: Int64 { Clock.systemNanoseconds }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
