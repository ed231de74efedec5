internal import CHostSystem
internal import Glibc

/// What of a plugin is mapped into this process.
package enum PluginMapping: Sendable {
  /// A copy in memory that nobody can change.
  ///
  /// Overwriting or truncating a mapped file ends the process (SIGBUS), and a build does just that.
  /// The file itself is mapped where the system has no such memory, and above 64 MiB.
  case sealedCopy
  /// The file itself: quicker to load, and its memory is shared between processes.
  case file
}

/// A plugin's file, opened once and checked by that descriptor; what is loaded later is what was checked.
struct PluginFile: ~Copyable {
  /// Which file it is, whatever its name.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  let identity: Identity
  private let path: String
  private let callee: PluginCallee
  private let descriptor: CInt
  private let size: UInt64

  /// Opens a file that is regular, owned by root or the user, and writable by nobody else.
  init(opening path: String, for callee: PluginCallee) throws(PluginProblem) {
    let descriptor = callee.loading(.open) { unsafe host_file_open(AT_FDCWD, path) }
    guard descriptor >= 0 else { throw .unreadable(code: -descriptor) }
    do throws(PluginProblem) {
      var facts = host_file_facts()
      let result = unsafe host_file_facts_get(descriptor, &facts)
      if result < 0 { throw .unreadable(code: -result) }
      try Self.check(facts)
      self.path = path
      self.callee = callee
      self.descriptor = descriptor
      size = facts.size
      identity = Identity(device: facts.device, inode: facts.inode)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func check(_ facts: host_file_facts) throws(PluginProblem) {
    guard facts.mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard facts.owner == 0 || facts.owner == geteuid() else {
      throw .foreignOwner(user: facts.owner)
    }
    guard facts.mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .writableByOthers(mode: facts.mode & 0o7777)
    }
  }

  /// Loads the library that the file is; it stays loaded for ever.
  func load(_ mapping: PluginMapping) throws(PluginProblem) -> PluginLibrary {
    let copy = callee.loading(.open) {
      mapping == .sealedCopy && size <= Self.copiedBytesLimit
        ? unsafe host_file_seal_copy(descriptor, Self.name(of: path), size) : -ENOSYS
    }
    if copy == -EAGAIN { throw .changedWhileRead }
    guard copy >= 0 || copy == -ENOSYS else { throw .unreadable(code: -copy) }
    defer { if copy >= 0 { close(copy) } }
    let loaded = copy >= 0 ? copy : descriptor
    let file = try callee.loading(.open) { () throws(PluginProblem) in
      try ElfFile(loaded, size: size)
    }
    return try PluginLibrary(loading: loaded, of: file, at: path, for: callee)
  }

  private static let copiedBytesLimit: UInt64 = 64 << 20

  /// The last part of a path, short enough for a memfd.
  private static func name(of path: String) -> String {
    let name = path.utf8.suffix(while: { $0 != UInt8(ascii: "/") })
    return String(decoding: name.prefix(200), as: UTF8.self)
  }
}

extension BidirectionalCollection {
  /// The elements after the last that the condition refuses.
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      guard condition(self[before]) else { break }
      start = before
    }
    return self[start...]
  }
}
