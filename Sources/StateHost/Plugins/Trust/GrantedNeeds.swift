internal import CHostSystem
internal import ChildPluginAPI
internal import HostSystem

/// A set of permissions that plugins can declare as needed and the user can grant, such as network
/// access, reading files or running programs; those that a worker's sandbox enforces have its bits.
package struct PluginNeeds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let network = PluginNeeds(rawValue: UInt32(HOST_GRANT_NETWORK))
  package static let filesRead = PluginNeeds(rawValue: UInt32(HOST_GRANT_FILES_READ))
  package static let run = PluginNeeds(rawValue: UInt32(HOST_GRANT_RUN))
  // Handled by the host; the sandbox does not know them.
  package static let reload = PluginNeeds(rawValue: 1 << 24)
  package static let acceptText = PluginNeeds(rawValue: 1 << 25)

  /// The needs that can be granted to any child, whether it declares them or not.
  package static let always: PluginNeeds = .reload

  /// Needs granted in part: the worker gets the paths and programs as well.
  package static let pathsRead = PluginNeeds(rawValue: UInt32(HOST_GRANT_PATHS_READ))
  static let programs = PluginNeeds(rawValue: UInt32(HOST_GRANT_PROGRAMS))

  /// The words of the header.
  private static let words: [(word: String, need: PluginNeeds)] = [
    (CHILDPLUGIN_NEED_NETWORK, .network), (CHILDPLUGIN_NEED_FILES_READ, .filesRead),
    (CHILDPLUGIN_NEED_RUN, .run), (CHILDPLUGIN_NEED_RELOAD, .reload),
    (CHILDPLUGIN_NEED_ACCEPT_TEXT, .acceptText),
  ]

  package static var allWords: [String] { words.map(\.word) }

  /// The need of a word; nil for an unknown word.
  package init?(word: String) {
    guard let need = Self.words.first(where: { $0.word == word })?.need else { return nil }
    self = need
  }

  /// The needs of words; unknown words are left out.
  package init(words: [String]) {
    self = words.reduce(into: []) { $0.formUnion(PluginNeeds(word: $1) ?? []) }
  }

  package var words: [String] { Self.words.filter { contains($0.need) }.map(\.word) }
}

/// The permissions that the user has granted to a plugin: whole ones such as `network`, single
/// readable paths, and single programs; parsed from and written as the words of `--grant`.
package struct GrantedNeeds: Equatable, Sendable {
  /// The needs granted in whole.
  package private(set) var whole: PluginNeeds
  /// The absolute paths of files and folders that the plugin may read, unless it may read all.
  package var paths: [String] = []
  /// The programs that the plugin may run, by the names that it uses, unless it may run all.
  package private(set) var programs: [String] = []

  package init(_ whole: PluginNeeds = [], programs: [String] = []) {
    self.whole = whole
    self.programs = programs
  }

  /// Parses a need or a part of one, `files:read=PATH` or `run=PROGRAM`; nil when it is invalid.
  package init?(word: String) {
    if let need = PluginNeeds(word: word) {
      self.init(need)
      return
    }
    self.init()
    guard let equals = word.firstIndex(of: "="), word.index(after: equals) != word.endIndex else {
      return nil
    }
    let part = String(word[word.index(after: equals)...])
    switch PluginNeeds(word: String(word[..<equals])) {
    case .filesRead?: paths = [part]
    case .run?: programs = [part]
    default: return nil
    }
  }

  /// The needs that are granted in whole or in part.
  package var needs: PluginNeeds {
    whole.union(paths.isEmpty ? [] : .filesRead).union(programs.isEmpty ? [] : .run)
  }

  /// What the sandbox of the worker permits.
  package var sandbox: PluginNeeds {
    whole.union(paths.isEmpty ? [] : .pathsRead).union(programs.isEmpty ? [] : .programs)
  }

  package var words: [String] {
    let parts: [(need: PluginNeeds, list: [String])] = [(.filesRead, paths), (.run, programs)]
    return whole.words + parts.flatMap { need, list in list.map { "\(need.words[0])=\($0)" } }
  }

  /// Whether the host may run a program, by the name that the child gives it, for the plugin.
  package func allowsProgram(_ name: [UInt8]) -> Bool {
    whole.contains(.run) || programs.contains { Array($0.utf8) == name }
  }

  /// The smallest grant for running a program: with its name if the user can type that, else all.
  static func word(forProgram name: [UInt8]) -> String {
    let need = PluginNeeds.run.words[0]
    return canBeWritten(name) ? "\(need)=\(String(decoding: name, as: UTF8.self))" : need
  }

  /// Whether a name can be suggested for typing: no character is special to a shell or `--grant`.
  private static func canBeWritten(_ name: [UInt8]) -> Bool {
    name.count <= 200 && name.allSatisfy { $0.isNameByte || "@%+.:/".utf8.contains($0) }
  }

  /// Adds grants; a need granted in whole replaces its parts.
  package mutating func formUnion(_ other: GrantedNeeds) {
    whole.formUnion(other.whole)
    paths += other.paths.filter { !paths.contains($0) }
    programs += other.programs.filter { !programs.contains($0) }
    if whole.contains(.filesRead) { paths = [] }
    if whole.contains(.run) { programs = [] }
  }

  /// The declared needs that are not granted, not even in part.
  package func lacking(of words: [String]) -> PluginNeeds {
    PluginNeeds(words: words).subtracting(needs)
  }
}

/// Functions for paths that the user allows plugins to read: resolve links, reject those of
/// devices, processes and sockets, and find the files that the argument of a source names.
package enum GrantablePath {
  /// The real path; nil when it does not exist.
  package static func real(_ path: String) -> String? { RunPath.realPath(of: path) }

  /// Whether a real path may be granted: it is not in a folder of devices, processes or sockets.
  package static func canBeGranted(_ path: String) -> Bool {
    path != "/"
      && !withheldFolders.contains { path == $0 || path.utf8.starts(with: ($0 + "/").utf8) }
  }

  /// The folders that a sandbox withholds even when all files are granted.
  private static let withheldFolders = ["/dev", "/proc", "/sys", "/run"]

  /// The real path of the file that is the argument of a source, with the companion files of an
  /// SQLite database; empty when the argument is no file.
  package static func files(namedBy argument: String) -> [String] {
    guard let path = real(argument), canBeGranted(path), FileFacts(at: path)?.kind == .regular
    else { return [] }
    return [path]
      + ["-wal", "-shm", "-journal"].compactMap { real(path + $0) }.filter(canBeGranted)
  }
}

/// The permissions, perhaps none, declared by a plugin's child or source but not granted, so that
/// it runs without them; also how to grant them, and whether a change of the file ended a grant.
package struct MissingGrant: Equatable, Sendable {
  /// Empty where nothing is missing.
  package let needs: PluginNeeds
  private let type: ChildType
  /// Nil where its plugin has not changed.
  private let ended: PluginGrant?
  /// Another file that has the grant; nil for none.
  private let holder: String?

  package init(
    of type: ChildType, having granted: GrantedNeeds, before ended: PluginGrant? = nil,
    heldBy holder: String? = nil
  ) {
    needs = granted.lacking(of: type.needs)
    self.type = type
    self.ended = ended
    self.holder = holder
  }

  package init(
    of type: ChildType, having granted: GrantedNeeds, by grants: PluginGrants,
    in plugin: CataloguedPlugin, _ file: PluginFile?
  ) {
    self.init(
      of: type, having: granted,
      before: file.flatMap { grants.ended(for: type, in: plugin, $0) },
      heldBy: grants.otherHolder(of: type, than: plugin))
  }

  package var isAny: Bool { !needs.isEmpty }

  /// What is missing, and how to grant it, the smallest grant first.
  package var text: (what: String, remedy: String) {
    guard let ended else {
      return (
        "\(type.quotedName) needs \(needs.warning), which is not granted"
          + (holder.map { " to this file, only to another one, \($0)" } ?? ""),
        "grant the least that does: \(offer(needs))"
      )
    }
    let added = Self.added(to: ended, in: type.needs)
    let granted = ended.needs.words.joined(separator: ", ")
    let isNewVersion =
      type.version != ended.version && !type.version.isEmpty && !ended.version.isEmpty
    let when = isNewVersion ? "for \(ended.version)" : "before its file changed"
    let was = "\(type.quotedName) was granted \(granted) \(when)"
    let now = isNewVersion ? type.version : "it"
    let renewal = "statehost plugins --renew \(type.id) grants \(ended.needs.warning) again"
    if added.isEmpty { return ("\(was); \(now) wants nothing more", renewal) }
    return ("\(was); \(now) also wants \(added.warning)", "\(renewal); the rest: \(offer(added))")
  }

  /// The needs that a plugin declares now and did not when it got a grant.
  package static func added(to ended: PluginGrant, in statedNeeds: [String]) -> PluginNeeds {
    PluginNeeds(words: statedNeeds)
      .subtracting(PluginNeeds(words: ended.statedNeeds)).subtracting(ended.needs.needs)
  }

  private func offer(_ needs: PluginNeeds) -> String {
    "--grant \(type.id)=" + needs.choices.joined(separator: " | ")
  }
}

extension PluginNeeds {
  /// The grants to choose from, the smallest first.
  fileprivate var choices: [String] {
    let all: [(need: PluginNeeds, choice: String)] = [
      (.filesRead, "\(PluginNeeds.filesRead.words[0])=PATH"),
      (.network, PluginNeeds.network.words[0]), (.filesRead, PluginNeeds.filesRead.words[0]),
      (.run, "\(PluginNeeds.run.words[0])=PROGRAM"), (.run, PluginNeeds.run.words[0]),
    ]
    return all.filter { contains($0.need) }.map { GrantedNeeds(word: $0.choice)?.warning ?? "" }
  }

  /// The words, with a warning at the one that permits everything.
  fileprivate var warning: String { GrantedNeeds(self).warning }
}

extension GrantedNeeds {
  /// The words, with a warning at those that permit everything, or with many programs do: those
  /// pass their arguments to a shell, or load what the arguments name.
  package var warning: String {
    let everything = "it can do everything you can"
    return words.map { word in
      if word == PluginNeeds.run.words[0] { return "\(word) (\(everything))" }
      let isProgram = word.hasPrefix(PluginNeeds.run.words[0] + "=")
      return isProgram ? "\(word) (with many programs \(everything))" : word
    }.joined(separator: ", ")
  }
}
