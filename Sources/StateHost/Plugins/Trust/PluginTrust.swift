internal import CHostSystem
internal import Glibc
internal import HostSystem

/// Whom the user trusts with what a plugin is made of.
///
/// A file may be one where nobody but root and the user can change it, the folder that it is in, or one
/// that this is in. What lies in a folder that the user makes an exception of may be one in any case. A
/// file that was pinned has to be what it was then.
package final class PluginTrust {
  /// What is known of a folder.
  enum Standing: Equatable {
    /// Only root and the user can change what is in it, and where its path leads to.
    case safe
    /// It is one of the exceptions, or lies in one.
    case excepted
    case unsafe(PluginProblem)
  }

  /// What files have to be.
  package var pins: PluginPins
  /// Why no third-party plugin may be opened at all; nil: they may.
  package var refusal: PluginProblem?
  /// Whether third-party plugins run though the sandbox of a worker is incomplete.
  package var toleratesWeakerSandbox = false
  /// Where the program's own plugins really are; nil: nowhere.
  package var ownFolder: String?
  private let exceptions: Set<FileFacts.Identity>
  private var standings: [FileFacts.Identity: Standing] = [:]
  /// Of libraries that plugins bring: several may bring the same, and each child asks for them.
  private var hashes: [FileFacts: ContentHash] = [:]

  /// - Parameters:
  ///   - exceptions: folders; what lies in them is not checked.
  ///   - pins: what files have to be.
  /// - Throws: which of the exceptions is no folder.
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

  /// Folders are looked at anew from here on.
  func forgetFolders() { standings = [:] }
}

// MARK: - Folders

extension PluginTrust {
  /// Looks at an open folder and those that it is in, each once.
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

  /// What is wrong with one by itself.
  ///
  /// A sticky one such as `/tmp` is as good as one that nobody else can write to: what others put there
  /// is theirs, and what is root's or the user's they can neither replace nor rename.
  private static func problem(of facts: FileFacts, _ folder: borrowing Folder) -> PluginProblem? {
    let isSticky = facts.permissions & S_ISVTX != 0
    guard facts.isOfRootOrUser else {
      return .folderOfOtherUser(folder.path ?? "", user: facts.owner)
    }
    guard facts.isWritableByOthers, !isSticky else { return nil }
    return .folderWritableByOthers(folder.path ?? "", mode: facts.permissions)
  }

  /// What is wrong with the folder of the program's own plugins; whoever could change one that this is
  /// in could change the program.
  static func problem(ofOwn folder: borrowing Folder) -> PluginProblem? {
    guard let facts = folder.facts else { return .directoryUnreadable(code: EIO) }
    return problem(of: facts, folder)
  }
}

// MARK: - Ids

extension PluginTrust {
  /// What the ids of the program's own children begin with, and of no others.
  package static let reservedIDs = "org.statehost."

  /// What a plugin says of itself, without the children that have ids of the program's own.
  func admitted(
    _ description: PluginDescription, from candidate: PluginCandidate
  ) -> PluginDescription {
    guard candidate.origin != .bundled, ownFolder == nil || candidate.folder != ownFolder else {
      return description
    }
    let refused = description.children.filter {
      $0.type.id.utf8.starts(with: Self.reservedIDs.utf8)
    }
    if refused.isEmpty { return description }
    return PluginDescription(
      abiMajor: description.abiMajor, abiMinor: description.abiMinor,
      children: description.children.filter { !refused.contains($0) },
      problems: description.problems
        + refused.map { .child(index: $0.index, id: $0.type.id, .idReserved) })
  }
}

// MARK: - Files

extension PluginTrust {
  /// What a plugin has to be made of; nil: anything.
  func pin(of candidate: PluginCandidate) -> PluginContents? {
    guard !pins.isEmpty, candidate.origin != .bundled else { return nil }
    return candidate.realName.flatMap { pins[$0] }
  }

  /// The hash of a library that a plugin brings; nil where it cannot be read.
  func hash(of library: PluginFile) -> ContentHash? {
    if let known = hashes[library.facts] { return known }
    hashes[library.facts] = library.hash
    return library.hash
  }

  /// Whether a file may be a plugin's, or a library of one.
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
