internal import CHostSystem
internal import Glibc

/// Memory that this process shares with whoever else maps the same file; mapped as long as this lives.
///
/// What is in it may change at any time, and be anything.
@safe package final class SharedMemory {
  package let start: UnsafeMutableRawPointer
  /// How many bytes it has.
  package let count: Int

  /// A file for it, which keeps its size whoever has it.
  ///
  /// - Parameters:
  ///   - name: what it is called where the system lists what is mapped.
  ///   - count: its size in bytes.
  /// - Returns: it, open.
  /// - Throws: that there is no memory, or no descriptor, for it.
  package static func file(named name: String, count: Int) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: try unsafe checked(host_memory_shared(name, UInt64(count)), "memfd_create"))
  }

  /// Maps a file.
  ///
  /// - Parameters:
  ///   - file: from `file(named:count:)`.
  ///   - count: of that size.
  /// - Throws: why it cannot be mapped.
  package init(of file: borrowing Descriptor, count: Int) throws(SystemError) {
    let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last("mmap") }
    unsafe self.start = start
    self.count = count
  }

  deinit { unsafe munmap(start, count) }
}
