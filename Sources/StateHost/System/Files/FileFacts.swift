internal import CHostSystem
internal import Glibc

/// A file's metadata from `stat`: kind, size, times, owner, permissions, device and inode.
package struct FileFacts: Hashable, Sendable {
  /// A file's type: regular, directory, terminal, other device, or stream (FIFO, socket, others).
  package enum Kind: Hashable, Sendable {
    /// Has a size and can be read at any offset.
    case regular
    case directory
    case terminal
    /// A character device such as `/dev/null`; found by path, it may be a terminal.
    case device
    /// A FIFO, a socket, and anything else.
    case stream
  }

  /// The device and inode number of a file, which identify it whatever its name.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  package let kind: Kind
  /// In bytes.
  package let size: Int
  /// The wall-clock time of the last change of the contents (`st_mtim`).
  package let modifiedNanoseconds: Int64
  /// The wall-clock time of the last change of contents or metadata (`st_ctim`).
  package let changedNanoseconds: Int64
  /// The user id of the owner.
  package let owner: UInt32
  /// The lower twelve bits of the mode.
  package let permissions: UInt32
  package let identity: Identity

  package init(
    kind: Kind, size: Int, modifiedNanoseconds: Int64, changedNanoseconds: Int64 = 0,
    owner: UInt32 = 0, permissions: UInt32 = 0, identity: Identity
  ) {
    self.kind = kind
    self.size = size
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.owner = owner
    self.permissions = permissions
    self.identity = identity
  }

  package init?(of descriptor: borrowing FileDescriptor) {
    self.init(ofNumber: descriptor.rawValue)
  }

  /// Nil when the stream is closed.
  package init?(of stream: StandardStream) { self.init(ofNumber: stream.rawValue) }

  private init?(ofNumber number: CInt) {
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0 else { return nil }
    self.init(facts, isTerminal: isatty(number) == 1)
  }

  /// Looks up a NUL-terminated name in an open folder, following links; nil without such a file.
  init?(of name: UnsafePointer<CChar>, in folder: borrowing FileDescriptor) {
    var facts = stat()
    guard unsafe fstatat(folder.rawValue, name, &facts, 0) == 0 else { return nil }
    self.init(facts, isTerminal: false)
  }

  /// Looks up a path, following links; nil when there is no such file.
  package init?(at path: String) {
    var facts = stat()
    let name = unsafe host_name_of_text(path)
    defer { unsafe free(name) }
    guard unsafe stat(name, &facts) == 0 else { return nil }
    self.init(facts, isTerminal: false)
  }

  private init(_ facts: stat, isTerminal: @autoclosure () -> Bool) {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFCHR: kind = isTerminal() ? .terminal : .device
    default: kind = .stream
    }
    size = Int(facts.st_size)
    modifiedNanoseconds = Self.nanoseconds(facts.st_mtim)
    changedNanoseconds = Self.nanoseconds(facts.st_ctim)
    owner = facts.st_uid
    permissions = facts.st_mode & 0o7777
    identity = Identity(device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino))
  }

  /// Wraps around, because file times may be any number.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
