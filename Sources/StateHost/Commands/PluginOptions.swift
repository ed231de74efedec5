internal import HostPlugins
internal import HostStates
internal import HostText
internal import HostWorkers

/// The options of commands that open plugins: where they are, what they may do, and how they run.
///
/// Each command accepts a part of these options; the others keep their defaults.
struct PluginOptions: Equatable {
  /// Directories that are searched before all others.
  var directories: [String] = []
  /// Folders whose files may be plugins even if other users can change them.
  var trustedFolders: [String] = []
  /// Whether third-party plugins run although the sandbox is incomplete.
  var weakensSandbox = false
  var grants: [GrantChoice] = []
  /// The folder whose future builds get the same grants; nil: they hold for the current file only.
  var buildsFolder: String?
  /// Ids of children whose grants are revoked.
  var revocations: [String] = []
  /// The options of children for this run.
  var childOptions: [OptionAssignment] = []
  /// Which plugins run in workers.
  var isolation = Isolation.auto
  /// The deadlines that differ from the defaults.
  var deadlines: [WorkerDeadlineName: Int64] = [:]

  /// Whether third-party plugins outside the program's own process need a complete sandbox.
  var needsSandbox: Bool { !weakensSandbox && isolation != .none }

  /// The deadlines of the states file, overridden by the options.
  func workerDeadlines(over file: StatesFile? = nil) -> WorkerDeadlines {
    var result = WorkerDeadlines()
    for (deadline, nanoseconds) in (file?.pluginDeadlines ?? [:]).merging(
      deadlines, uniquingKeysWith: { $1 })
    {
      switch deadline {
      case .draw: result.drawNanoseconds = nanoseconds
      case .call: result.callNanoseconds = nanoseconds
      case .create: result.createNanoseconds = nanoseconds
      case .end: result.endNanoseconds = nanoseconds
      }
    }
    return result
  }
}

/// Protocol of the options of a command that opens plugins, which contain `PluginOptions`: those of
/// run, play, plugins, inspect and validate conform, so that these commands share the flags.
protocol PluginCommandOptions {
  var plugins: PluginOptions { get set }
}

/// A parsed `--grant`: the id of a child or source of a plugin, and the permissions that the user
/// gives it, which are saved except by `validate`.
///
/// The form is `ID=NEED,NEED`, where a need may be limited, as in `files:read=PATH`.
struct GrantChoice: Equatable {
  /// The id of a child or source.
  let id: String
  /// The needs to grant, with paths as the user wrote them.
  let needs: GrantedNeeds

  /// - Returns: nil for invalid text.
  init?(_ text: String) {
    // Grants are shown to the user.
    guard let equals = text.firstIndex(of: "="), HarmlessText.cleanLine(text) == text else {
      return nil
    }
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

// MARK: - Table entries

extension FlagTables {
  /// The table entries for `--plugins` and the trust options.
  static func finding<Options: PluginCommandOptions>() -> [Flag<Options>] {
    [
      .text("--plugins", value: "DIR", "look for plugins in DIR first; repeatable") {
        $0.plugins.directories.append($1)
      }
    ] + trusting()
  }

  /// The table entries for `--trust` and `--weaker-sandbox`.
  static func trusting<Options: PluginCommandOptions>() -> [Flag<Options>] {
    [
      .text(
        "--trust", value: "DIR",
        "load plugins from DIR even if others could change them; repeatable"
      ) { $0.plugins.trustedFolders.append($1) },
      .toggle(
        \.plugins.weakensSandbox, "--weaker-sandbox",
        "run third-party plugins even where the sandbox is incomplete"),
    ]
  }

  /// The table entry for `-o`.
  static func choosing<Options: PluginCommandOptions>() -> [Flag<Options>] {
    [
      .parsed(
        "-o", value: "ID.NAME=VALUE",
        "set an option of a child; overrides the states file; repeatable",
        as: "an option of a child and its value, such as com.example.tree.depth=4",
        by: { OptionAssignment($0) }
      ) { $0.plugins.childOptions.append($1) }
    ]
  }

  /// The table entries for `--grant`, `--builds` and `--revoke`.
  static func granting<Options: PluginCommandOptions>() -> [Flag<Options>] {
    [
      granting("let a child have \(needs); repeatable"),
      .text(
        \.plugins.buildsFolder, "--builds", value: "DIR",
        "with --grant: also for every build below DIR"),
      .text("--revoke", value: "ID", "revoke all grants of a child; repeatable") {
        $0.plugins.revocations.append($1)
      },
    ]
  }

  /// The table entry for `--grant`.
  static func granting<Options: PluginCommandOptions>(_ purpose: String) -> Flag<Options> {
    .parsed(
      "--grant", value: "ID=NEEDS", purpose,
      as: "a child's id and some of \(needs), such as com.example.tree=files:read,run",
      by: { GrantChoice($0) }
    ) { $0.plugins.grants.append($1) }
  }

  /// The needs that can be granted, with their limited forms.
  static var needs: String { "network, files:read[=PATH], run[=PROGRAM]" }

  /// The table entries for `--isolation` and `--deadline`.
  static func isolating<Options: PluginCommandOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--isolation", value: "HOW",
        "which plugins run in workers: auto (third-party), each, none"
      ) {
        guard let isolation = Isolation(rawValue: $0) else {
          return "one of auto, each, none" + ($0 == "shared" ? " (each replaces shared)" : "")
        }
        $1.plugins.isolation = isolation
        return nil
      },
      limiting(),
    ]
  }

  /// The table entry for `--deadline`.
  static func limiting<Options: PluginCommandOptions>() -> Flag<Options> {
    .parsed(
      "--deadline", value: "WHAT=TIME",
      "time for a child: draw (50ms), call (250ms), create (2s), end (3s)",
      as: "one of draw, call, create, end, with = and a time like 100ms", by: deadline
    ) { $0.plugins.deadlines[$1.0] = $1.1 }
  }

  private static func deadline(_ text: String) -> (WorkerDeadlineName, Int64)? {
    guard let equals = text.firstIndex(of: "="),
      let deadline = WorkerDeadlineName(rawValue: String(text[..<equals])),
      let time = time(
        String(text[text.index(after: equals)...]), atLeast: WorkerDeadlineName.leastNanoseconds)
    else { return nil }
    return (deadline, time)
  }
}
