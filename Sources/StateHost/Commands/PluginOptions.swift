internal import HostPlugins

/// Options of a command that opens plugins.
protocol PluginTrusting {
  /// What lies in these may be a plugin whoever could change it.
  var trustedFolders: [String] { get set }
  /// Third-party plugins run though the sandbox is incomplete.
  var weakensSandbox: Bool { get set }
  /// Whether they need a complete one.
  var needsSandbox: Bool { get }
}

extension PluginTrusting {
  var needsSandbox: Bool { !weakensSandbox }
}

/// Options of a command that looks for plugins.
protocol PluginOptions: PluginTrusting {
  /// They are searched before all others.
  var pluginDirectories: [String] { get set }
}

/// Options of a command that decides what plugins may do.
protocol PluginGranting {
  var grants: [GrantChoice] { get set }
  /// What is granted is so to all that is built below this folder.
  var buildsFolder: String? { get set }
  /// Ids of children that have nothing granted any more.
  var revocations: [String] { get set }
}

/// Options of a command that shows children.
protocol ChildOptioning {
  /// What they are given for this run.
  var childOptions: [OptionChoice] { get set }
}

extension FlagTables {
  /// `-o`.
  static func choosing<Options: ChildOptioning>() -> [Flag<Options>] {
    [
      .valued(
        "-o", value: "ID.NAME=VALUE",
        "give a child an option, over the states file; repeatable"
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

/// What follows `--grant`: `ID=NEED,NEED`, where a need may be a part of one.
struct GrantChoice: Equatable {
  /// A child's.
  let id: String
  /// The paths among them are as the user wrote them.
  let needs: GrantedNeeds

  /// - Returns: nil for what is none.
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

  /// As the user has written it.
  var words: [String] { ["--grant", "\(id)=\(needs.words.joined(separator: ","))"] }
}

extension FlagTables {
  /// `--grant`, `--builds` and `--revoke`.
  static func granting<Options: PluginGranting>() -> [Flag<Options>] {
    [
      .valued(
        "--grant", value: "ID=NEEDS",
        "let a child have \(needs); repeatable"
      ) { add(grant: $0, to: &$1.grants) },
      .valued(
        "--builds", value: "DIR", "with --grant: for all that is built below DIR, for its author"
      ) {
        $1.buildsFolder = $0
        return nil
      },
      .valued("--revoke", value: "ID", "take back all that a child was granted; repeatable") {
        $1.revocations.append($0)
        return nil
      },
    ]
  }

  /// What a grant should have been that is none.
  static func add(grant text: String, to grants: inout [GrantChoice]) -> String? {
    guard let choice = GrantChoice(text) else {
      return "a child's id, = and some of \(needs), with commas between"
    }
    grants.append(choice)
    return nil
  }

  /// What can be granted, the parts of needs too.
  static var needs: String { "network, files:read[=PATH], run[=PROGRAM]" }
}

extension FlagTables {
  /// `--trust` and `--weaker-sandbox`.
  static func trusting<Options: PluginTrusting>() -> [Flag<Options>] {
    [
      .valued(
        "--trust", value: "DIR",
        "take plugins from there even where others could change them; repeatable"
      ) {
        $1.trustedFolders.append($0)
        return nil
      },
      .toggle("--weaker-sandbox", "run third-party plugins where the system lacks a part of it") {
        $0.weakensSandbox = true
      },
    ]
  }

  /// `--plugins`, and how what is found is trusted.
  static func finding<Options: PluginOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--plugins", value: "DIR", "look for plugins here too, before everywhere else; repeatable"
      ) {
        $1.pluginDirectories.append($0)
        return nil
      }
    ] + trusting()
  }
}
