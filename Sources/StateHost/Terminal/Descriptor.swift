internal import Glibc

/// The owner of a file descriptor: closes it once, when it goes.
package struct Descriptor: ~Copyable {
  /// The number itself, valid as long as this value lives.
  package let rawValue: CInt

  /// Takes over an open descriptor.
  package init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// Opens a file (`open`), always closed on exec.
  package init(opening path: String, flags: CInt) throws(SystemCallError) {
    let opened = unsafe Glibc.open(path, flags | O_CLOEXEC)
    guard opened >= 0 else { throw SystemCallError(call: "open", code: errno) }
    rawValue = opened
  }

  /// A second descriptor for the same open file (`F_DUPFD_CLOEXEC`), out of the way of 0, 1 and 2.
  package init(duplicating descriptor: CInt) throws(SystemCallError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    guard copy >= 0 else { throw SystemCallError(call: "fcntl", code: errno) }
    rawValue = copy
  }

  deinit {
    close(rawValue)
  }

  /// Gives the descriptor away, open.
  package consuming func release() -> CInt {
    let number = rawValue
    discard self
    return number
  }
}
