internal import Glibc

/// What the system says about an open file.
struct FileFacts: Equatable {
  enum Kind: Equatable {
    /// Has a size and can be read anywhere.
    case regular
    case directory
    /// Is read from where it stands: a FIFO, a socket, a device.
    case stream
  }

  let kind: Kind
  /// In bytes; 0 for what has no size.
  let size: Int
  /// When the bytes last changed, in nanoseconds of the system's calendar clock.
  let modifiedNanoseconds: Int64

  /// Asks about the open file `descriptor`; `nil` if the system does not say.
  init?(of descriptor: Int32) {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    default: kind = .stream
    }
    size = Int(facts.st_size)
    modifiedNanoseconds =
      Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
  }
}
