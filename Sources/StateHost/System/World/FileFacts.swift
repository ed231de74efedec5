internal import Glibc

/// What the system says about an open file.
package struct FileFacts: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Has a size and can be read anywhere.
    case regular
    case directory
    /// Is typed into: it never ends by itself.
    case terminal
    /// Is read from where it stands: a FIFO, a socket, a device.
    case stream
  }

  package let kind: Kind
  /// In bytes; 0 for what has no size.
  package let size: Int
  /// When the bytes last changed, in nanoseconds of the system's calendar clock.
  package let modifiedNanoseconds: Int64
  /// With `inode`, which file it is, by whatever name it was opened.
  package let device: UInt64
  package let inode: UInt64

  package init(
    kind: Kind, size: Int, modifiedNanoseconds: Int64, device: UInt64 = 0, inode: UInt64 = 0
  ) {
    self.kind = kind
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.device = device
    self.inode = inode
  }

  /// Asks about an open file; nil if the system does not say.
  package init?(of descriptor: borrowing Descriptor) {
    var facts = stat()
    guard unsafe fstat(descriptor.rawValue, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    default: kind = isatty(descriptor.rawValue) == 1 ? .terminal : .stream
    }
    size = Int(facts.st_size)
    modifiedNanoseconds =
      Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
  }
}
