internal import CHostSystem
internal import Glibc

/// Which file something is, and of what kind, as far as writing to it goes.
struct FileLook {
  /// Two names of one file have one identity: links of either sort, and open descriptors.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  enum Kind {
    case regular
    /// Such as `/dev/null`.
    case device
    case directory
    case terminal
    /// A FIFO or a socket, or a device that is no stream of bytes: who writes there may wait for ever.
    case other
  }

  let identity: Identity
  let kind: Kind

  /// Looks at what a path leads to, through symbolic links; nil when that is nothing.
  init?(at path: String) {
    var facts = stat()
    let name = unsafe host_name_of_text(path)
    defer { unsafe free(name) }
    guard unsafe stat(name, &facts) == 0 else { return nil }
    self.init(facts, isTerminal: false)
  }

  /// Looks at what is open; nil when nothing is.
  init?(of descriptor: CInt) {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts, isTerminal: isatty(descriptor) == 1)
  }

  private init(_ facts: stat, isTerminal: Bool) {
    identity = Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFCHR: kind = isTerminal ? .terminal : .device
    default: kind = .other
    }
  }
}
