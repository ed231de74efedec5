internal import CHostSystem
internal import Glibc
internal import HostSystem

/// A file in memory that something is written to.
struct MemoryFile: ~Copyable {
  let descriptor: Descriptor

  init(name: String) { descriptor = Descriptor(owning: unsafe host_memory_file(name)) }

  /// Where other processes find it while this one has it.
  var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }

  /// The first mebibyte of what is in it, as text.
  var text: String {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
      count = unsafe max(0, pread(descriptor.rawValue, room.baseAddress, room.count, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
