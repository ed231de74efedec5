internal import Glibc
internal import HostSystem

/// The visible entries of a directory, sorted by the bytes of their names.
struct DirectoryListing {
  struct Entry {
    let name: String
    /// A directory, or a symbolic link to one.
    let isDirectory: Bool
    /// Of a library that may be a plugin; nil for a link, which may lead to where none may be.
    let facts: FileFacts?
    /// The first bytes of the name, which are mostly enough to put it in its place.
    private let start: UInt64

    init(name: String, isDirectory: Bool, facts: FileFacts?) {
      self.name = name
      self.isDirectory = isDirectory
      self.facts = facts
      let bytes = name.utf8.prefix(8)
      start = bytes.reduce(0) { $0 << 8 | UInt64($1) } << (64 - 8 * UInt64(bytes.count))
    }

    func precedes(_ other: Entry) -> Bool {
      start != other.start
        ? start < other.start : name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }

  private(set) var entries: [Entry] = []
  /// Where the directory is; nil where the system does not say.
  let realPath: String?
  /// It is one that the user makes an exception of, or lies in one.
  let isExcepted: Bool

  /// Lists a directory; refuses one that plugins may not come from.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - isOwn: it holds the program's own plugins.
  ///   - trust: decides.
  /// - Throws: why it is not listed.
  init(of path: String, isOwn: Bool, by trust: PluginTrust) throws(PluginProblem) {
    let folder = try Self.open(path)
    let standing =
      isOwn
      ? PluginTrust.problem(ofOwn: folder).map { .unsafe($0) } ?? .safe
      : trust.standing(of: folder)
    if case .unsafe(let problem) = standing { throw problem }
    isExcepted = standing == .excepted
    realPath = folder.path
    do throws(SystemError) {
      try folder.forEachEntry(asks: Self.isLibrary) { append($0, in: standing) }
    } catch {
      throw Self.problem(of: error.code)
    }
    entries.sort { $0.precedes($1) }
  }

  private mutating func append(_ entry: Folder.Entry, in standing: PluginTrust.Standing) {
    guard entry.name.utf8.first != UInt8(ascii: ".") else { return }
    let isDirectory = entry.kind == .folder || entry.facts?.kind == .directory
    var facts = entry.kind == .link ? nil : entry.facts
    if let known = facts, (try? PluginTrust.check(known, in: standing)) == nil { facts = nil }
    if isDirectory || !Self.isLibrary(entry.name) { facts = nil }
    entries.append(Entry(name: entry.name, isDirectory: isDirectory, facts: facts))
  }

  private static func open(_ path: String) throws(PluginProblem) -> Folder {
    do throws(SystemError) {
      return try Folder(opening: path, isListed: true)
    } catch {
      throw problem(of: error.code)
    }
  }

  private static func isLibrary(_ name: String) -> Bool {
    name.utf8.suffix(3).elementsEqual(".so".utf8)
  }

  private static func problem(of code: Int32) -> PluginProblem {
    switch code {
    case ENOENT: .directoryMissing
    case ENOTDIR: .notADirectory
    default: .directoryUnreadable(code: code)
    }
  }
}
