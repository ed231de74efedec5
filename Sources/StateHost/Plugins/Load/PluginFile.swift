internal import Glibc
package import HostSystem

/// The open file of a plugin, or of a library that it brings along: checks its owner, permissions,
/// format and pin, hashes it, and loads it or hands it to a worker.
///
/// All use one descriptor, or one sealed copy made from it, so the loaded file is the checked one.
package final class PluginFile {
  package let path: String
  package let facts: FileFacts
  let trust: PluginTrust
  private let callee: CallTarget
  private let file: OpenFile
  /// The file to load; nil until it is known.
  private var copy: OpenFile?
  private var elfOfCopy: ElfFile?
  private let isOwn: Bool
  /// Whether the plugin runs although the sandbox of its worker is incomplete.
  package var toleratesWeakerSandbox: Bool { isOwn || trust.toleratesWeakerSandbox }
  /// The required contents; nil for any.
  private let pin: PluginFingerprint?
  /// The libraries that the plugin brings along; nil until they are known.
  private var needed: PluginDependencies?

  init(
    opening candidate: PluginCandidate, by trust: PluginTrust, for callee: CallTarget
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
      file = OpenFile(try FileDescriptor(opening: candidate.path, flags: flags))
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
      for: CallTarget(file: path))
  }

  /// The ELF header of the file; that of the copy once there is one.
  func elf() throws(PluginProblem) -> ElfFile {
    if let elfOfCopy { return elfOfCopy }
    let elf = try callee.loading(.open) { () throws(PluginProblem) in
      try ElfFile(copy ?? file, size: UInt64(facts.size))
    }
    if copy != nil { elfOfCopy = elf }
    return elf
  }

  /// Checks that the file is a library for this machine and matches its pin, without running it.
  package func checkContents() throws(PluginProblem) {
    try checkPin()
    _ = try elf()
  }

  /// The hash of the contents; nil when the file is large or cannot be read.
  var quickHash: ContentHash? { isCopied ? hash : nil }

  /// The hash of the contents; nil when they cannot be read.
  package private(set) lazy var hash = ContentHash(of: file.descriptor)

  /// The libraries that the plugin brings along.
  ///
  /// - Throws: when others could modify one of them, or one is looked for in a relative folder.
  package func neededFiles() throws(PluginProblem) -> PluginDependencies {
    if let needed { return needed }
    let found = try PluginDependencies(of: self)
    needed = found
    return found
  }

  func checkPin() throws(PluginProblem) {
    guard let pin else { return }
    guard ContentHash(of: (copy ?? file).descriptor) == pin.file else { throw .changedSincePinned }
    let libraries = try neededFiles().libraries
    for (library, hash) in zip(libraries, pin.libraries) where trust.hash(of: library) != hash {
      throw .libraryChanged(path: library.path)
    }
    guard libraries.count == pin.libraries.count else { throw .changedSincePinned }
  }

  /// The file to load: a sealed copy, or the file itself if there is none; it matches the pin.
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

  /// The hashes of the file to load and of the libraries that it brings along.
  package func contents() throws(PluginProblem) -> PluginFingerprint {
    let file = ContentHash(of: try loaded().descriptor)
    let libraries = try neededFiles().libraries.map { trust.hash(of: $0) }
    guard let file, !libraries.contains(nil) else { throw .unreadable(code: EIO) }
    return PluginFingerprint(file: file, libraries: libraries.compactMap(\.self))
  }

  /// Whether the real path of the file is in a folder, at any depth.
  package func isBelow(_ folder: String) -> Bool {
    guard let own = try? Folder(of: file.descriptor).path else { return false }
    return own == folder || own.utf8.starts(with: PluginFinder.join(folder, "").utf8)
  }

  /// A sealed copy; nil when the file is too large or the system has no sealed memory.
  private func sealedCopy() throws(PluginProblem) -> OpenFile? {
    guard isCopied else { return nil }
    return try callee.loading(.open) { () throws(PluginProblem) in
      do throws(SystemError) {
        return try file.descriptor.sealedCopy(named: Self.name(of: path), bytes: UInt64(facts.size))
      } catch {
        switch error.code {
        case EAGAIN: throw .changedWhileRead
        case ENOSYS: return nil
        default: throw .unreadable(code: error.code)
        }
      }
    }
  }

  var isCopied: Bool { facts.size <= Self.copiedBytesLimit }

  /// The file that a worker is to load: a copy, or the file itself on request.
  package func handedOver(asCopy: Bool = true) throws(PluginProblem) -> OpenFile {
    if !asCopy { return file }
    let handed = try loaded()
    // A worker may not open the file itself.
    if isCopied, handed === file { throw .unreadable(code: ENOSYS) }
    return handed
  }

  /// Loads the library; it is never unloaded.
  ///
  /// A bundled plugin is mapped like the program's other libraries: only an installation replaces
  /// it.
  func load() throws(PluginProblem) -> PluginLibrary {
    if isOwn { try checkPin() }
    let file = isOwn ? self.file : try loaded()
    if !isOwn { _ = try neededFiles() }
    return try PluginLibrary(loading: file, of: try elf(), at: path, for: callee)
  }

  /// Runs a step of scanning, recorded for crash reports meanwhile.
  package func scanning<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try callee.loading(.scan, body)
  }

  private static let copiedBytesLimit = 64 << 20
  /// Larger files are refused: reading them would take seconds.
  static let bytesLimit = 512 << 20

  /// The last component of a path, truncated for a memfd.
  private static func name(of path: String) -> String {
    String(decoding: path.lastComponent.utf8.prefix(200), as: UTF8.self)
  }
}
