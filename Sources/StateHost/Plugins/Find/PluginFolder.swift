internal import Glibc
internal import HostSystem

/// An open directory in which plugins are searched, after a check that plugins may be loaded from it.
struct PluginFolder: ~Copyable {
  let folder: Folder
  let place: PluginDirectory
  /// Nil when the system does not provide the facts.
  let mark: CachedFolder.Mark?

  /// One name in a plugin directory: a subdirectory, or a file with its metadata if it may be a plugin.
  struct Entry {
    let name: String
    /// A directory, or a symbolic link to one.
    let isDirectory: Bool
    /// The facts of a library that may be a plugin; nil for a link, whose target may be in an unsafe folder.
    let facts: FileFacts?
    /// The first bytes of the name, which usually suffice to sort it.
    private let start: UInt64

    init(name: String, isDirectory: Bool, facts: FileFacts?) {
      self.name = name
      self.isDirectory = isDirectory
      self.facts = facts
      let bytes = name.utf8.prefix(8)
      start = bytes.reduce(0) { $0 << 8 | UInt64($1) } << (64 - 8 * UInt64(bytes.count))
    }

    fileprivate func precedes(_ other: Entry) -> Bool {
      start != other.start
        ? start < other.start : name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
  }

  /// - Throws: why the folder cannot be opened, or why plugins may not be loaded from it.
  init(
    opening path: String, _ origin: PluginSearchPath.Origin, by trust: PluginTrust
  ) throws(PluginProblem) {
    let folder = try Self.open(path)
    let standing =
      origin == .bundled
      ? PluginTrust.problem(ofOwn: folder).map { .unsafe($0) } ?? .safe
      : trust.standing(of: folder)
    if case .unsafe(let problem) = standing { throw problem }
    let isExcepted = standing == .excepted
    mark = folder.facts.map { CachedFolder.Mark(facts: $0, isExcepted: isExcepted) }
    place = PluginDirectory(
      path: path, origin: origin, realPath: folder.path, isExcepted: isExcepted)
    self.folder = folder
  }

  private static func open(_ path: String) throws(PluginProblem) -> Folder {
    do throws(SystemError) {
      return try Folder(opening: path, isListed: true)
    } catch {
      throw PluginProblem(listing: error)
    }
  }

  /// The names that do not begin with a dot, sorted bytewise.
  borrowing func entries() throws(PluginProblem) -> [Entry] {
    let standing: PluginTrust.Standing = place.isExcepted ? .excepted : .safe
    func isLibrary(_ name: String) -> Bool { PluginFinder.isPlugin(name, inBuildFolder: false) }
    var entries: [Entry] = []
    do throws(SystemError) {
      try folder.forEachEntry(asks: isLibrary) { entry in
        guard entry.name.utf8.first != UInt8(ascii: ".") else { return }
        let isDirectory = entry.kind == .folder || entry.facts?.kind == .directory
        var facts = entry.facts
        if isDirectory || entry.kind == .link || !isLibrary(entry.name) { facts = nil }
        if let known = facts, (try? PluginTrust.check(known, in: standing)) == nil { facts = nil }
        entries.append(Entry(name: entry.name, isDirectory: isDirectory, facts: facts))
      }
    } catch {
      throw PluginProblem(listing: error)
    }
    entries.sort { $0.precedes($1) }
    return entries
  }
}

/// A directory in which plugins were found: its path, why it is searched, and whether the user trusts it.
final class PluginDirectory {
  let path: String
  let origin: PluginSearchPath.Origin
  /// Nil when the system does not provide it.
  let realPath: String?
  /// Whether it is a folder that the user trusts explicitly, or inside one.
  let isExcepted: Bool

  init(path: String, origin: PluginSearchPath.Origin, realPath: String?, isExcepted: Bool) {
    self.path = path
    self.origin = origin
    self.realPath = realPath
    self.isExcepted = isExcepted
  }

  /// Opens the folder to look files up in it; nil when it is not there any more.
  func open() -> Folder? { realPath.flatMap { try? Folder(opening: $0) } }

  func candidate(named name: String, _ facts: FileFacts?) -> PluginCandidate {
    PluginCandidate(
      path: PluginFinder.join(path, name), origin: origin, folder: realPath, facts: facts,
      isExcepted: isExcepted)
  }
}

extension PluginProblem {
  /// Why a folder cannot be opened or read.
  fileprivate init(listing error: SystemError) {
    switch error.code {
    case ENOENT: self = .directoryMissing
    case ENOTDIR: self = .notADirectory
    default: self = .directoryUnreadable(code: error.code)
    }
  }
}
