internal import Glibc
internal import HostSystem

/// A file that may be a plugin or a library of one, before it is opened: its path, the origin of
/// its directory (`--plugins` for a file that was named directly), and its metadata if it was
/// listed; nil also if only opening it can show whether it is allowed.
package struct PluginCandidate: Equatable, Sendable {
  package let path: String
  package let origin: PluginSearchPath.Origin
  /// The real path of the folder that it was found in; nil if it was named directly.
  var folder: String?
  /// The facts when listed; nil if it was not, may be no plugin, or must be opened to find out.
  var facts: FileFacts?
  /// Whether it is in a folder that the user trusts explicitly.
  var isExcepted = false

  var realName: String? { folder.map { PluginFinder.join($0, String(path.lastComponent)) } }
}

/// A result of the plugin search: a file still to be examined, or one that the cache knows.
enum FoundPluginFile {
  indirect case candidate(PluginCandidate)
  /// A cached plugin, unchanged or still to be checked.
  case known(CachedPlugin)

  var candidate: PluginCandidate {
    switch self {
    case .candidate(let candidate): candidate
    case .known(let plugin): plugin.candidate
    }
  }
}

/// The result of searching the plugin directories and subdirectories in `init`: files that may be
/// plugins, and directories that cannot be used; unchanged folders are taken from the cache.
package struct PluginFinder {
  private(set) var finds: [FoundPluginFile] = []
  package private(set) var failures: [PluginFailure] = []
  package var candidates: [PluginCandidate] { finds.map(\.candidate) }

  private let trust: PluginTrust
  private let cache: PluginCache?
  private let descriptorsDecide: Bool

  /// With a cache, unchanged folders are not listed, and the others are recorded.
  package init(
    searching searchPath: PluginSearchPath, by trust: PluginTrust = PluginTrust(),
    cache: PluginCache? = nil, descriptorsDecide: Bool = true
  ) {
    self.trust = trust
    self.descriptorsDecide = descriptorsDecide
    // Pinned files have to be compared one by one.
    self.cache = trust.pins.isEmpty ? cache : nil
    for directory in searchPath.directories { search(directory) }
  }

  private mutating func search(_ directory: PluginSearchPath.Directory) {
    let before = finds.count
    do throws(PluginProblem) {
      try search(
        directory.path, directory.origin, inBuildFolder: directory.isBuildFolder,
        below: !directory.isBuildFolder)
      if finds.count == before, directory.origin.isNamedByUser {
        throw .directoryEmpty
      }
    } catch {
      // The folder of plugins in the home directory is optional, as is the home directory.
      let isMissing =
        error == .directoryMissing
        || error == .notADirectory && FileFacts(at: directory.path) == nil
      if isMissing, !directory.origin.isNamedByUser { return }
      failures.append(PluginFailure(path: directory.path, problem: error))
    }
  }

  /// Searches a folder, and its subfolders if `below` is true.
  private mutating func search(
    _ path: String, _ origin: PluginSearchPath.Origin, inBuildFolder: Bool = false, below: Bool
  ) throws(PluginProblem) {
    let folder = try PluginFolder(opening: path, origin, by: trust)
    let shelf = origin == .bundled ? nil : cache?.shelf(of: origin)
    if let cached = shelf?.listing(of: folder, descriptorsDecide: descriptorsDecide) {
      add(KnownFolder(cached, at: folder.place), below: below)
      return
    }
    let listing = try folder.entries()
    for entry in listing {
      if entry.isDirectory {
        if below { searchBelow(entry.name, of: folder.place) }
      } else if Self.isPlugin(entry.name, inBuildFolder: inBuildFolder) {
        finds.append(.candidate(folder.place.candidate(named: entry.name, entry.facts)))
      }
    }
    if let cache, let mark = folder.mark, mark.isAtRest(at: cache.nowNanoseconds),
      let listed = CachedFolder(listing, mark)
    {
      shelf?.list(listed)
    }
  }

  private mutating func add(_ folder: KnownFolder, below: Bool) {
    finds.reserveCapacity(finds.count + folder.listing.items.count)
    for item in folder.listing.items {
      if item.kind != .subfolder {
        finds.append(.known(CachedPlugin(folder: folder, item: item)))
      } else if below {
        searchBelow(Folder.text(ofName: folder.listing.name(of: item)), of: folder.place)
      }
    }
  }

  private mutating func searchBelow(_ name: String, of place: PluginDirectory) {
    let path = Self.join(place.path, name)
    do throws(PluginProblem) {
      try search(path, place.origin, below: false)
    } catch {
      failures.append(PluginFailure(path: path, problem: error))
    }
  }

  static func isPlugin(_ name: String, inBuildFolder: Bool) -> Bool {
    let name = name.utf8
    guard inBuildFolder else { return name.count > 3 && name.suffix(3).elementsEqual(".so".utf8) }
    return name.starts(with: "lib".utf8) && name.suffix(8).elementsEqual("Child.so".utf8)
  }

  static func join(_ directory: String, _ name: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + name : directory + "/" + name
  }
}

extension String {
  var lastComponent: Substring {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { self[utf8.index(after: $0)...] } ?? self[...]
  }
}

/// An open directory that was checked for safe owners and permissions, or trust by the user, before
/// plugins are searched in it: lists its files and subdirectories.
struct PluginFolder: ~Copyable {
  let folder: Folder
  let place: PluginDirectory
  /// Nil when the system does not provide the facts.
  let mark: CachedFolder.Mark?

  /// A name in a plugin directory: a subdirectory or any file, with metadata if it may be a plugin.
  struct Entry {
    let name: String
    /// A directory, or a symbolic link to one.
    let isDirectory: Bool
    /// The facts of a possible plugin; nil for a link, whose target may be in an unsafe folder.
    let facts: FileFacts?
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
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return entries
  }
}

/// A directory in which plugins were found: its path, its origin (such as `--plugins`), and whether
/// the user trusts it; shared by these plugins, and reopened to check their files for changes.
final class PluginDirectory: Sendable {
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
  fileprivate init(listing error: SystemError) {
    switch error.code {
    case ENOENT: self = .directoryMissing
    case ENOTDIR: self = .notADirectory
    default: self = .directoryUnreadable(code: error.code)
    }
  }
}
