internal import CHostSystem
internal import Glibc

/// A file on disk without a name (`O_TMPFILE`), parts of which are mapped into memory as storage for large data.
///
/// It is deleted when the process ends in any way. Space is reserved before it is mapped: a full disk is an error.
@safe package final class TemporaryFile: Sendable {
  private let descriptor: FileDescriptor

  /// `$TMPDIR`, else /var/tmp, which unlike /tmp is on a disk.
  package static var folder: String {
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
  }

  package init(in folder: String = TemporaryFile.folder) throws(SystemError) {
    // O_TMPFILE, which is not visible without _GNU_SOURCE.
    descriptor = try FileDescriptor(opening: folder, flags: O_RDWR | 0o20_200_000, mode: 0o600)
  }

  /// Reserves and maps a part (`mmap`) until it is unmapped; fails when the disk or the address space is full.
  package func map(offset: Int, count: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    let error = posix_fallocate(descriptor.rawValue, offset, count)
    guard error == 0 else { throw SystemError(call: "posix_fallocate", code: error) }
    let start = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.rawValue, offset)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last("mmap") }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }
}
