internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The policy that decides whether a file may be loaded as a plugin, by its owner and permissions,
/// trusted folders and pins; also leaves out third-party children with the program's own ids.
///
/// A file may be loaded if only root and the user can modify it and the folders above it. Files
/// below a folder that the user trusts explicitly are not checked. A pinned file must be unchanged.
package final class PluginTrust {
  /// The result of checking a folder and those above it: plugins may be loaded from it because of
  /// its permissions or because the user trusts it, or they may not, and why.
  enum Standing: Equatable {
    /// Only root and the user can modify its contents and its path.
    case safe
    /// It is an explicitly trusted folder, or inside one.
    case excepted
    case unsafe(PluginProblem)
  }

  package var pins: PluginPins
  /// Why no third-party plugin may be opened at all; nil when they may.
  package var refusal: PluginProblem?
  /// Whether third-party plugins run although the sandbox of a worker is incomplete.
  package var toleratesWeakerSandbox = false
  /// The real path of the folder of bundled plugins; nil when there is none.
  package var ownFolder: String?
  private let exceptions: Set<FileFacts.Identity>
  private var standings: [FileFacts.Identity: Standing] = [:]
  /// The hashes of libraries, cached because plugins share them and each child needs them.
  private var hashes: [FileFacts: ContentHash] = [:]

  /// The contents of `exceptions`, which must be folders, are not checked.
  package init(exceptions: [String], pins: PluginPins = PluginPins()) throws(PluginFailure) {
    self.pins = pins
    var identities: Set<FileFacts.Identity> = []
    for path in exceptions {
      guard let facts = FileFacts(at: path) else {
        throw PluginFailure(path: path, problem: .directoryMissing)
      }
      guard facts.kind == .directory else {
        throw PluginFailure(path: path, problem: .notADirectory)
      }
      identities.insert(facts.identity)
    }
    self.exceptions = identities
  }

  /// Without exceptions and pins.
  package init() {
    pins = PluginPins()
    exceptions = []
  }

  func forgetFolders() { standings = [:] }

  // MARK: Folders

  /// Checks an open folder and the folders above it, each once.
  func standing(of folder: borrowing Folder) -> Standing {
    var passed: [(identity: FileFacts.Identity, problem: PluginProblem?)] = []
    var standing = Standing.safe
    do throws(SystemError) {
      var facts = try Self.facts(of: folder)
      var problem = Self.problem(of: facts, folder)
      var upper = try folder.parent()
      while true {
        if let known = standings[facts.identity] {
          standing = known
          break
        }
        passed.append((facts.identity, problem))
        if exceptions.contains(facts.identity) {
          standing = .excepted
          break
        }
        let above = try Self.facts(of: upper)
        if above.identity == facts.identity { break }
        facts = above
        problem = Self.problem(of: facts, upper)
        upper = try upper.parent()
      }
    } catch {
      standing = .unsafe(.directoryUnreadable(code: error.code))
    }
    for (identity, problem) in passed.reversed() {
      if standing != .excepted, let problem { standing = .unsafe(problem) }
      standings[identity] = standing
    }
    return standing
  }

  /// The standing of the folder that an open file is in.
  func standing(ofFolderOf file: OpenFile) throws(PluginProblem) -> Standing {
    do throws(SystemError) {
      return standing(of: try Folder(of: file.descriptor))
    } catch {
      if host_library_can_open() == 0 { throw .noProcessFiles }
      throw error.code == ESTALE ? .changedWhileRead : .directoryUnreadable(code: error.code)
    }
  }

  private static func facts(of folder: borrowing Folder) throws(SystemError) -> FileFacts {
    guard let facts = folder.facts else { throw SystemError(call: "fstat", code: EIO) }
    return facts
  }

  /// The problem with one folder by itself.
  ///
  /// A sticky folder such as `/tmp` counts as not writable by others: they can neither replace nor
  /// rename the files of root and the user.
  private static func problem(of facts: FileFacts, _ folder: borrowing Folder) -> PluginProblem? {
    let isSticky = facts.permissions & S_ISVTX != 0
    if !facts.isOfRootOrUser { return .folderOfOtherUser(folder.path ?? "", user: facts.owner) }
    guard facts.isWritableByOthers, !isSticky else { return nil }
    return .folderWritableByOthers(folder.path ?? "", mode: facts.permissions)
  }

  /// The problem with the folder of bundled plugins; whoever can modify a folder above it can
  /// modify the program anyway.
  static func problem(ofOwn folder: borrowing Folder) -> PluginProblem? {
    guard let facts = folder.facts else { return .directoryUnreadable(code: EIO) }
    return problem(of: facts, folder)
  }

  // MARK: Ids

  /// The prefix reserved for the ids of the program's own children.
  package static let reservedIDs = "org.statehost."

  /// Whether an id begins with the reserved prefix, or would be mistaken for such an id.
  package static func isReserved(_ id: String) -> Bool {
    id.lowercased().split { ".-_".contains($0) }.starts(with: ["org", "statehost"])
  }

  /// The description of a plugin, without children that have a reserved id.
  func admitted(
    _ description: PluginDescription, from candidate: PluginCandidate
  ) -> PluginDescription {
    guard candidate.origin != .bundled, ownFolder == nil || candidate.folder != ownFolder else {
      return description
    }
    let refused = description.children.filter { Self.isReserved($0.type.id) }
    if refused.isEmpty { return description }
    return PluginDescription(
      abiMajor: description.abiMajor, abiMinor: description.abiMinor,
      children: description.children.filter { !refused.contains($0) },
      problems: description.problems
        + refused.map { .child(index: $0.index, id: $0.type.id, .idReserved) })
  }

  // MARK: Files

  /// The required contents of a plugin; nil for any.
  func pin(of candidate: PluginCandidate) -> PluginFingerprint? {
    guard !pins.isEmpty, candidate.origin != .bundled else { return nil }
    return candidate.realName.flatMap { pins[$0] }
  }

  /// The hash of a library; nil when it cannot be read.
  func hash(of library: PluginFile) -> ContentHash? {
    if let known = hashes[library.facts] { return known }
    hashes[library.facts] = library.hash
    return library.hash
  }

  /// Checks that a file may be loaded as a plugin, or as a library of one.
  static func check(_ facts: FileFacts, in standing: Standing) throws(PluginProblem) {
    guard facts.kind == .regular else { throw .notRegular }
    switch standing {
    case .excepted: return
    case .unsafe(let problem): throw problem
    case .safe: break
    }
    guard facts.isOfRootOrUser else { throw .foreignOwner(user: facts.owner) }
    guard !facts.isWritableByOthers else { throw .writableByOthers(mode: facts.permissions) }
  }
}

extension FileFacts {
  fileprivate var isOfRootOrUser: Bool { owner == 0 || owner == geteuid() }
}
