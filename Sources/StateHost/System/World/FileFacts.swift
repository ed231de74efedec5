internal import CHostSystem
internal import Glibc

/// What the system says about a file.
package struct FileFacts: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Has a size and can be read anywhere.
    case regular
    case directory
    /// Is typed into: it never ends by itself.
    case terminal
    /// Passes bytes to or from a driver, such as `/dev/null`; one that has only been looked at by its
    /// path may be a terminal.
    case device
    /// Is read from where it stands, or written to, when somebody is at its other end: a FIFO, a
    /// socket.
    case stream
  }

  /// Which file it is, by whatever name or descriptor it was found.
  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  package let kind: Kind
  /// In bytes; 0 for what has no size.
  package let size: Int
  /// When the bytes last changed, in nanoseconds of the system's calendar clock.
  package let modifiedNanoseconds: Int64
  /// When anything about it last changed, its permissions too.
  package let changedNanoseconds: Int64
  /// The number of the user who owns it.
  package let owner: UInt32
  /// Who may do what with it: the lower twelve bits of the mode.
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

  /// Asks about an open file; nil if the system does not say.
  package init?(of descriptor: borrowing Descriptor) { self.init(ofNumber: descriptor.rawValue) }

  /// Asks about what a standard stream leads to; nil where it is closed.
  package init?(of stream: StandardStream) { self.init(ofNumber: stream.rawValue) }

  private init?(ofNumber number: CInt) {
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0 else { return nil }
    self.init(facts, isTerminal: isatty(number) == 1)
  }

  /// Asks about what has a name in an open folder; nil when that is nothing.
  ///
  /// - Parameters:
  ///   - name: as the system has it, ended by a zero.
  ///   - folder: where it is looked up.
  init?(of name: UnsafePointer<CChar>, in folder: borrowing Descriptor) {
    var facts = stat()
    guard unsafe fstatat(folder.rawValue, name, &facts, 0) == 0 else { return nil }
    self.init(facts, isTerminal: false)
  }

  /// Asks about what a path leads to, through symbolic links, without opening it; nil when that is
  /// nothing.
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

  /// Files may claim any time.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
