internal import CHostSystem
internal import Glibc
package import HostSystem

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
package final class PluginFile {
  package let path: String
  package let facts: PluginFileFacts
  private let callee: PluginCallee
  private let descriptor: Descriptor

  /// Opens a file that is regular, owned by root or the user, and writable by nobody else.
  init(opening path: String, for callee: PluginCallee) throws(PluginProblem) {
    let number = callee.loading(.open) { unsafe host_file_open(AT_FDCWD, path) }
    guard number >= 0 else { throw .unreadable(code: -number) }
    descriptor = Descriptor(owning: number)
    facts = try PluginFileFacts(of: number)
    self.path = path
    self.callee = callee
  }

  /// What it is by its own header.
  func elf() throws(PluginProblem) -> ElfFile {
    try callee.loading(.open) { () throws(PluginProblem) in
      try ElfFile(descriptor.rawValue, size: facts.size)
    }
  }

  /// Whether it is a library for this machine; reading it runs nothing of it.
  package func checkHeader() throws(PluginProblem) { _ = try elf() }

  /// Of its contents; nil where they cannot be read.
  private(set) lazy var hash = ContentHash(ofFile: descriptor.rawValue)

  /// A copy of it that nobody can change; nil where it is too large for one, or the system has none.
  func sealedCopy() throws(PluginProblem) -> Descriptor? {
    guard isCopied else { return nil }
    let copy = callee.loading(.open) {
      unsafe host_file_seal_copy(descriptor.rawValue, Self.name(of: path), facts.size)
    }
    switch copy {
    case -EAGAIN: throw .changedWhileRead
    case -ENOSYS: return nil
    case ..<0: throw .unreadable(code: -copy)
    default: return Descriptor(owning: copy)
    }
  }

  /// Whether it is small enough for a copy.
  var isCopied: Bool { facts.size <= Self.copiedBytesLimit }

  /// What a worker is given to load: a copy, or else the file itself.
  package func handedOver() throws(PluginProblem) -> Descriptor {
    if let copy = try sealedCopy() { return copy }
    do throws(SystemError) {
      return try Descriptor(duplicating: descriptor.rawValue)
    } catch {
      throw .unreadable(code: error.code)
    }
  }

  /// Loads the library that the file is; it stays loaded for ever.
  func load(_ mapping: PluginMapping) throws(PluginProblem) -> PluginLibrary {
    let copy = mapping == .sealedCopy ? try sealedCopy() : nil
    guard let copy else { return try load(descriptor.rawValue) }
    return try load(copy.rawValue)
  }

  private func load(_ number: CInt) throws(PluginProblem) -> PluginLibrary {
    let file = try callee.loading(.open) { () throws(PluginProblem) in
      try ElfFile(number, size: facts.size)
    }
    return try PluginLibrary(loading: number, of: file, at: path, for: callee)
  }

  /// Makes a step of finding out what it offers, with a note of it while it lasts.
  package func scanning<Result>(_ body: () -> Result) -> Result {
    callee.loading(.scan) { body() }
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
