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
  package let facts: FileFacts
  let trust: PluginTrust
  private let callee: PluginCallee
  private let file: OpenFile
  /// What is loaded, once that is known.
  private var copy: OpenFile?
  /// What that is by its own header.
  private var elfOfCopy: ElfFile?
  /// It is the program's own.
  private let isOwn: Bool
  /// Whether it runs though the sandbox of its worker is incomplete.
  package var toleratesWeakerSandbox: Bool { isOwn || trust.toleratesWeakerSandbox }
  /// What it has to be made of; nil: anything.
  private let pin: PluginContents?
  /// The libraries that it brings, once they are known.
  private var needed: NeededFiles?

  /// Opens a file that may be a plugin's.
  init(
    opening candidate: PluginCandidate, by trust: PluginTrust, for callee: PluginCallee
  ) throws(PluginProblem) {
    path = candidate.path
    isOwn = candidate.origin == .bundled
    pin = trust.pin(of: candidate)
    self.trust = trust
    self.callee = callee
    (file, facts) = try callee.loading(.open) { () throws(PluginProblem) in
      try Self.open(candidate, by: trust)
    }
  }

  private static func open(
    _ candidate: PluginCandidate, by trust: PluginTrust
  ) throws(PluginProblem) -> (OpenFile, FileFacts) {
    let file: OpenFile
    do throws(SystemError) {
      let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
      file = OpenFile(try Descriptor(opening: candidate.path, flags: flags))
    } catch {
      throw .unreadable(code: error.code)
    }
    guard let facts = FileFacts(of: file.descriptor) else { throw .unreadable(code: EIO) }
    let isOwn = candidate.origin == .bundled
    try PluginTrust.check(facts, in: isOwn ? .safe : try trust.standing(ofFolderOf: file))
    guard facts.size <= bytesLimit else { throw .tooLarge(bytes: facts.size) }
    return (file, facts)
  }

  /// The same, for a tool that checks plugins.
  package convenience init(
    checking path: String, by trust: PluginTrust = PluginTrust()
  ) throws(PluginProblem) {
    try self.init(
      opening: PluginCandidate(path: path, origin: .flag), by: trust,
      for: PluginCallee(file: path))
  }

  /// What it is by its own header; once there is a copy, by that of the copy.
  func elf() throws(PluginProblem) -> ElfFile {
    if let elfOfCopy { return elfOfCopy }
    let elf = try callee.loading(.open) { () throws(PluginProblem) in
      try ElfFile(copy ?? file, size: UInt64(facts.size))
    }
    if copy != nil { elfOfCopy = elf }
    return elf
  }

  /// Whether it is a library for this machine, and as it was pinned; nothing of it runs for that.
  package func checkContents() throws(PluginProblem) {
    try checkPin()
    _ = try elf()
  }

  /// Of its contents, but where it takes long to know them; nil, too, where they cannot be read.
  var quickHash: ContentHash? { isCopied ? hash : nil }

  /// Of its contents; nil where they cannot be read.
  package private(set) lazy var hash = ContentHash(of: file.descriptor)

  /// The libraries that it brings.
  ///
  /// - Throws: that others could change one of them, or that one is looked for in a relative folder.
  package func neededFiles() throws(PluginProblem) -> NeededFiles {
    if let needed { return needed }
    let found = try NeededFiles(of: self)
    needed = found
    return found
  }

  /// Whether it and its libraries are what they were when it was pinned.
  func checkPin() throws(PluginProblem) {
    guard let pin else { return }
    guard ContentHash(of: (copy ?? file).descriptor) == pin.file else { throw .changedSincePinned }
    let libraries = try neededFiles().libraries
    for (library, hash) in zip(libraries, pin.libraries) where trust.hash(of: library) != hash {
      throw .libraryChanged(path: library.path)
    }
    guard libraries.count == pin.libraries.count else { throw .changedSincePinned }
  }

  /// What is loaded: a copy that nobody can change, or else the file itself; as it was pinned.
  private func loaded() throws(PluginProblem) -> OpenFile {
    if let copy { return copy }
    let loaded = try sealedCopy() ?? file
    copy = loaded
    needed = nil
    do throws(PluginProblem) {
      try checkPin()
    } catch {
      copy = nil
      throw error
    }
    return loaded
  }

  /// What is loaded, and the libraries that it brings.
  package func contents() throws(PluginProblem) -> PluginContents {
    let file = ContentHash(of: try loaded().descriptor)
    let libraries = try neededFiles().libraries.map { trust.hash(of: $0) }
    guard let file, !libraries.contains(nil) else { throw .unreadable(code: EIO) }
    return PluginContents(file: file, libraries: libraries.compactMap(\.self))
  }

  /// Whether it really lies in a folder, at any depth.
  package func isBelow(_ folder: String) -> Bool {
    guard let own = try? Folder(of: file.descriptor).path else { return false }
    return own == folder || own.utf8.starts(with: PluginFinder.join(folder, "").utf8)
  }

  /// Nil where it is too large for a copy, or the system has none.
  private func sealedCopy() throws(PluginProblem) -> OpenFile? {
    guard isCopied else { return nil }
    return try callee.loading(.open) { () throws(PluginProblem) in
      do throws(SystemError) {
        return try file.descriptor.sealedCopy(
          named: Self.name(of: path), bytes: UInt64(facts.size))
      } catch {
        switch error.code {
        case EAGAIN: throw .changedWhileRead
        case ENOSYS: return nil
        default: throw .unreadable(code: error.code)
        }
      }
    }
  }

  /// Whether it is small enough for a copy.
  var isCopied: Bool { facts.size <= Self.copiedBytesLimit }

  /// What a worker is given to load: a copy, or the file itself where that is asked for.
  package func handedOver(
    as mapping: PluginMapping = .sealedCopy
  ) throws(PluginProblem) -> OpenFile {
    if mapping == .file { return file }
    let handed = try loaded()
    // A worker may not open the file itself.
    if isCopied, handed === file { throw .unreadable(code: ENOSYS) }
    return handed
  }

  /// Loads the library that the file is; it stays loaded for ever.
  func load(_ mapping: PluginMapping) throws(PluginProblem) -> PluginLibrary {
    let file: OpenFile
    switch mapping {
    case .sealedCopy: file = try loaded()
    case .file:
      try checkPin()
      file = self.file
    }
    if !isOwn { _ = try neededFiles() }
    return try PluginLibrary(loading: file, of: try elf(), at: path, for: callee)
  }

  /// Makes a step of finding out what it offers, with a note of it while it lasts.
  package func scanning<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try callee.loading(.scan, body)
  }

  private static let copiedBytesLimit = 64 << 20
  /// What is larger is no plugin: to read it would take seconds.
  static let bytesLimit = 512 << 20

  /// The last part of a path, short enough for a memfd.
  private static func name(of path: String) -> String {
    let name = path.utf8.suffix(while: { $0 != UInt8(ascii: "/") })
    return String(decoding: name.prefix(200), as: UTF8.self)
  }
}
