internal import HostPlugins

/// A protocol for the options of commands that open plugins: which files are trusted and whether a complete sandbox
/// is required.
protocol TrustOptions {
  /// Folders whose files may be plugins even if other users can change them.
  var trustedFolders: [String] { get set }
  /// Whether third-party plugins run although the sandbox is incomplete.
  var weakensSandbox: Bool { get set }
  /// Whether third-party plugins need a complete sandbox.
  var needsSandbox: Bool { get }
}

extension TrustOptions {
  var needsSandbox: Bool { !weakensSandbox }
}

/// A protocol for the options of commands that search for plugins: adds the directories of `--plugins`.
protocol PluginSearchOptions: TrustOptions {
  /// Directories that are searched before all others.
  var pluginDirectories: [String] { get set }
}

/// A protocol for the options of commands that change the permissions of plugins: `--grant`, `--builds` and
/// `--revoke`.
protocol GrantOptions {
  var grants: [GrantChoice] { get set }
  /// The folder whose future builds get the same grants; nil: a grant holds for the current file only.
  var buildsFolder: String? { get set }
  /// Ids of children whose grants are revoked.
  var revocations: [String] { get set }
}

/// A protocol for the options of commands that show children: the values of `-o`, which configure children for one
/// run.
protocol ChildValueOptions {
  /// The options of children for this run.
  var childOptions: [OptionChoice] { get set }
}

extension FlagTables {
  /// The table entry for `-o`.
  static func choosing<Options: ChildValueOptions>() -> [Flag<Options>] {
    [
      .valued(
        "-o", value: "ID.NAME=VALUE",
        "set an option of a child; overrides the states file; repeatable"
      ) {
        guard let choice = OptionChoice($0) else {
          return "a child's id, . and the option's name, = and its value"
        }
        $1.childOptions.append(choice)
        return nil
      }
    ]
  }
}

/// A parsed value of `--grant`: the id of a child or source of a plugin, and the permissions that the user gives to
/// it.
///
/// The form is `ID=NEED,NEED`, where a need may be limited, as in `files:read=PATH`.
struct GrantChoice: Equatable {
  /// The id of a child or source.
  let id: String
  /// The needs to grant, with paths as the user wrote them.
  let needs: GrantedNeeds

  /// - Returns: nil for invalid text.
  init?(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    id = String(text[..<equals])
    let words = text[text.index(after: equals)...].split(
      separator: ",", omittingEmptySubsequences: false)
    var needs = GrantedNeeds()
    for word in words {
      guard let need = GrantedNeeds(word: String(word)) else { return nil }
      needs.formUnion(need)
    }
    guard !id.isEmpty else { return nil }
    self.needs = needs
  }

  /// The option as the user wrote it.
  var words: [String] { ["--grant", "\(id)=\(needs.words.joined(separator: ","))"] }
}

extension FlagTables {
  /// The table entries for `--grant`, `--builds` and `--revoke`.
  static func granting<Options: GrantOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--grant", value: "ID=NEEDS",
        "let a child have \(needs); repeatable"
      ) { add(grant: $0, to: &$1.grants) },
      .valued(
        "--builds", value: "DIR", "with --grant: also for every build below DIR"
      ) {
        $1.buildsFolder = $0
        return nil
      },
      .valued("--revoke", value: "ID", "revoke all grants of a child; repeatable") {
        $1.revocations.append($0)
        return nil
      },
    ]
  }

  /// Adds a grant.
  ///
  /// - Returns: what the value should have been; nil for a valid one.
  static func add(grant text: String, to grants: inout [GrantChoice]) -> String? {
    guard let choice = GrantChoice(text) else {
      return "a child's id, = and some of \(needs), with commas between"
    }
    grants.append(choice)
    return nil
  }

  /// The needs that can be granted, with their limited forms.
  static var needs: String { "network, files:read[=PATH], run[=PROGRAM]" }
}

extension FlagTables {
  /// The table entries for `--trust` and `--weaker-sandbox`.
  static func trusting<Options: TrustOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--trust", value: "DIR",
        "load plugins from DIR even if others could change them; repeatable"
      ) {
        $1.trustedFolders.append($0)
        return nil
      },
      .toggle("--weaker-sandbox", "run third-party plugins even where the sandbox is incomplete") {
        $0.weakensSandbox = true
      },
    ]
  }

  /// The table entries for `--plugins` and the trust options.
  static func finding<Options: PluginSearchOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--plugins", value: "DIR", "look for plugins in DIR first; repeatable"
      ) {
        $1.pluginDirectories.append($0)
        return nil
      }
    ] + trusting()
  }
}
