internal import CHostSystem
internal import Glibc

/// A file in memory that something is written to.
struct MemoryFile: ~Copyable {
  let descriptor: CInt

  init(name: String) { descriptor = unsafe host_memory_file(name) }

  deinit { close(descriptor) }

  /// The first mebibyte of what is in it.
  var bytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { room, count in
      count = unsafe max(0, pread(descriptor, room.baseAddress, room.count, 0))
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
