internal import CHostSystem
internal import Glibc

/// A file in memory, without a name in the file system.
package struct MemoryFile: ~Copyable {
  private let descriptor: Descriptor

  /// - Parameter name: what it is called where the system lists what is open.
  /// - Throws: that there is no memory, or no descriptor, for it.
  package init(name: String) throws(SystemError) {
    descriptor = Descriptor(owning: try unsafe checked(host_memory_file(name), "memfd_create"))
  }

  /// Where other processes find it while this one has it.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }

  /// The first mebibyte of what is in it, as text.
  package var text: String {
    String(decoding: descriptor.bytes(at: 0, count: 1 << 20), as: UTF8.self)
  }

  /// Adds to it.
  ///
  /// - Throws: why it has not all of the bytes.
  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    let file = OutputFile(owning: try descriptor.duplicate())
    if let error = file.writeAll(bytes.span) { throw error }
  }
}
