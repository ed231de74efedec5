internal import Glibc
internal import HostSystem

/// How long a process could have run and did not, because others did.
enum WaitedTime {
  static func nanoseconds(of process: Int32) -> Int64 {
    let path = "/proc/\(process)/schedstat"
    guard let bytes = try? Descriptor(opening: path, flags: O_RDONLY).readToEnd() else { return 0 }
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return numbers.count == 3 ? Int64(numbers[1]) ?? 0 : 0
  }
}
