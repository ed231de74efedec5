internal import Glibc
internal import HostSystem

/// A file descriptor that is closed when its owner lets it go.
struct Descriptor: ~Copyable {
  /// The number for system calls; open as long as this value lives.
  let number: Int32

  /// Takes over `number`, which is open and belongs to nobody else.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens `path` for reading, without waiting for a writer at the other end of a FIFO and without
  /// letting a terminal become this program's own.
  ///
  /// Throws the errno.
  static func open(_ path: String) throws(SystemError) -> Descriptor {
    let number = unsafe host_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
    guard number >= 0 else { throw SystemError(number: errno) }
    return Descriptor(owning: number)
  }

  /// A second descriptor for the same open file as `number`, which stays its owner's.
  static func duplicate(_ number: Int32) throws(SystemError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(number: errno) }
    return Descriptor(owning: copy)
  }
}

/// An errno, with the text that the C library has for it.
struct SystemError: Error, Equatable {
  let number: Int32
}
