/// The permissions that the user has granted to a plugin: whole ones such as `network`, single readable paths, and
/// single programs.
package struct GrantedNeeds: Equatable, Sendable {
  /// The needs granted in whole.
  package private(set) var whole: PluginNeeds
  /// The absolute paths of files and folders that the plugin may read, unless it may read all.
  package private(set) var paths: [String] = []
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
    guard let (need, part) = Self.divide(word), !part.isEmpty else { return nil }
    switch need {
    case .filesRead: paths = [part]
    case .run: programs = [part]
    default: return nil
    }
  }

  private static func divide(_ word: String) -> (PluginNeeds, part: String)? {
    guard let equals = word.firstIndex(of: "="),
      let need = PluginNeeds(word: String(word[..<equals]))
    else { return nil }
    return (need, String(word[word.index(after: equals)...]))
  }

  package var isEmpty: Bool { needs.isEmpty }

  /// The needs that are granted in whole or in part.
  package var needs: PluginNeeds {
    whole.union(paths.isEmpty ? [] : .filesRead).union(programs.isEmpty ? [] : .run)
  }

  /// What the sandbox of the worker permits.
  package var sandbox: PluginNeeds {
    whole.union(paths.isEmpty ? [] : .pathsRead).union(programs.isEmpty ? [] : .programs)
  }

  /// The grants as the user writes them.
  package var words: [String] {
    let parts: [(need: PluginNeeds, list: [String])] = [(.filesRead, paths), (.run, programs)]
    return whole.words + parts.flatMap { need, list in list.map { "\(need.words[0])=\($0)" } }
  }

  /// Whether the host may run a program for the plugin.
  ///
  /// - Parameter name: the program's name, as the child gives it.
  /// - Returns: whether it may.
  package func allowsProgram(_ name: [UInt8]) -> Bool {
    whole.contains(.run) || programs.contains { Array($0.utf8) == name }
  }

  /// The smallest grant that lets a child run a program: with its name if the user can type that, otherwise all.
  static func word(forProgram name: [UInt8]) -> String {
    let need = PluginNeeds.run.words[0]
    return canBeWritten(name) ? "\(need)=\(String(decoding: name, as: UTF8.self))" : need
  }

  /// Whether a name can be suggested to be typed: no character is special to a shell or to `--grant`.
  private static func canBeWritten(_ name: [UInt8]) -> Bool {
    let others = Set("_@%+.:/-".utf8)
    return name.count <= 200
      && name.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: others.contains($0)
        }
      }
  }

  /// Adds grants; a need granted in whole replaces its parts.
  package mutating func formUnion(_ other: GrantedNeeds) {
    whole.formUnion(other.whole)
    paths += other.paths.filter { !paths.contains($0) }
    programs += other.programs.filter { !programs.contains($0) }
    if whole.contains(.filesRead) { paths = [] }
    if whole.contains(.run) { programs = [] }
  }

  /// Replaces the paths that the user wrote.
  package mutating func name(paths: [String]) { self.paths = paths }

  /// The declared needs that are not granted, not even in part.
  package func lacking(of words: [String]) -> PluginNeeds {
    PluginNeeds(words: words).subtracting(needs)
  }
}
