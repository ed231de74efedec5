internal import Glibc
internal import HostSystem

/// An open directory in which plugins are searched, after a check that plugins may be loaded from it.
struct PluginFolder: ~Copyable {
  let folder: Folder
  let standing: PluginTrust.Standing
  let place: PluginDirectory
  /// Nil when the system does not provide the facts.
  let mark: CachedFolder.Mark?

  /// Opens a folder, unless plugins may not be loaded from it.
  static func open(
    _ path: String, _ origin: PluginSearchPath.Origin, by trust: PluginTrust
  ) throws(PluginProblem) -> PluginFolder {
    let folder = PluginFolder(try open(path), at: path, origin, by: trust)
    if case .unsafe(let problem) = folder.standing { throw problem }
    return folder
  }

  private init(
    _ folder: consuming Folder, at path: String, _ origin: PluginSearchPath.Origin,
    by trust: PluginTrust
  ) {
    standing =
      origin == .bundled
      ? PluginTrust.problem(ofOwn: folder).map { .unsafe($0) } ?? .safe
      : trust.standing(of: folder)
    let isExcepted = standing == .excepted
    mark = folder.facts.map { CachedFolder.Mark($0, isExcepted: isExcepted) }
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
}

/// A directory in which plugins were found: its path, why it is searched, and whether the user trusts it.
final class PluginDirectory {
  let path: String
  let origin: PluginSearchPath.Origin
  /// Nil when the system does not provide it.
  let realPath: String?
  /// Whether it is a folder that the user trusts explicitly, or inside one.
  let isExcepted: Bool

  init(
    path: String, origin: PluginSearchPath.Origin, realPath: String?, isExcepted: Bool
  ) {
    self.path = path
    self.origin = origin
    self.realPath = realPath
    self.isExcepted = isExcepted
  }

  /// A placeholder without a path.
  static var none: PluginDirectory {
    PluginDirectory(path: "", origin: .flag, realPath: nil, isExcepted: false)
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
  init(listing error: SystemError) {
    switch error.code {
    case ENOENT: self = .directoryMissing
    case ENOTDIR: self = .notADirectory
    default: self = .directoryUnreadable(code: error.code)
    }
  }
}
