/// What the user has granted a plugin: needs as a whole, or parts of them.
package struct GrantedNeeds: Equatable, Sendable {
  /// Those that are granted as a whole.
  package private(set) var whole: PluginNeeds
  /// Files and folders that it may read, by their absolute paths, where it may not read all.
  package private(set) var paths: [String] = []
  /// Programs that it may run, as it names them, where it may not run all.
  package private(set) var programs: [String] = []

  package init(_ whole: PluginNeeds = [], programs: [String] = []) {
    self.whole = whole
    self.programs = programs
  }

  /// Reads the word for a need, or for a part of one: `files:read=PATH`, `run=PROGRAM`; nil for what is none.
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

  /// The needs that are granted, be it in part.
  package var needs: PluginNeeds {
    whole.union(paths.isEmpty ? [] : .filesRead).union(programs.isEmpty ? [] : .run)
  }

  /// What the sandbox of its worker lets it do.
  package var sandbox: PluginNeeds {
    whole.union(paths.isEmpty ? [] : .pathsRead).union(programs.isEmpty ? [] : .programs)
  }

  /// As the user writes them, one each.
  package var words: [String] {
    let parts: [(need: PluginNeeds, list: [String])] = [(.filesRead, paths), (.run, programs)]
    return whole.words + parts.flatMap { need, list in list.map { "\(need.words[0])=\($0)" } }
  }

  /// Whether the host may run a program for it.
  ///
  /// - Parameter name: the program's, as the child names it.
  /// - Returns: whether it may.
  package func allowsProgram(_ name: [UInt8]) -> Bool {
    whole.contains(.run) || programs.contains { Array($0.utf8) == name }
  }

  /// The word for the least that lets a child run a program: its name where the user can write that, else all.
  static func word(forProgram name: [UInt8]) -> String {
    let need = PluginNeeds.run.words[0]
    return canBeWritten(name) ? "\(need)=\(String(decoding: name, as: UTF8.self))" : need
  }

  /// Whether a message may offer a name to be typed: nothing in it means something to a shell or to `--grant`.
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

  /// Grants more; what is granted as a whole has its parts.
  package mutating func formUnion(_ other: GrantedNeeds) {
    whole.formUnion(other.whole)
    paths += other.paths.filter { !paths.contains($0) }
    programs += other.programs.filter { !programs.contains($0) }
    if whole.contains(.filesRead) { paths = [] }
    if whole.contains(.run) { programs = [] }
  }

  /// Has these paths in place of those that the user wrote.
  package mutating func name(paths: [String]) { self.paths = paths }

  /// What the words of a child's needs stand for that is not granted at all.
  package func lacking(of words: [String]) -> PluginNeeds {
    PluginNeeds(words: words).subtracting(needs)
  }
}
