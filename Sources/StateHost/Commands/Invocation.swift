internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostSurface
internal import HostSystem

/// A parsed and checked command line: which command to run, with its options; nothing is open yet.
enum Invocation: Equatable {
  case help(Topic)
  case version
  case run(RunOptions)
  case play(PlayOptions)
  case plugins(PluginsOptions)
  case validate(ValidateOptions)
  case inspect(InspectOptions)
  case new(NewOptions)
  case completions(Shell)
  case shellIntegration(ShellIntegration)

  /// Whether the command takes the terminal, runs a command or loads plugins.
  var needsGuardian: Bool {
    switch self {
    case .run, .play, .plugins: true
    case .help, .version, .validate, .inspect, .new, .completions, .shellIntegration: false
    }
  }

  /// The topic of a `--help` text: the whole program, `keys`, `all` its options, or one command.
  enum Topic: String, Equatable, CaseIterable {
    case program
    case keys
    case all
    case play
    case plugins
    case validate
    case inspect
    case new
    case completions
  }
}

/// The options of `statehost [run]`, the main command, which shows the rows of a source such as a
/// file, URL or command: source, plugins, initial view, output files, colours, snapshot and timing.
struct RunOptions: Equatable, PluginCommandOptions {
  /// Nil: standard input if it is a pipe or a file, else the demonstration.
  var source: SourceChoice?
  var plugins = PluginOptions()
  /// Whether plugins are loaded again when their files change.
  var watchesPlugins = false
  var statesFile: String?
  var eventsFile: String?
  var logFile: String?
  /// The file that keeps the states of children between runs.
  var rememberFile: String?
  var isPlain = false
  /// What options say about the session; `endNanoseconds` is that of a snapshot alone.
  var session = Session.Options()
  /// How the text of `--filter` is interpreted, whichever option is first.
  var filterKind = RowFilter.Kind.text
  /// Whether no option chooses rows, orders them or waits for more.
  var showsAllRowsOnce: Bool {
    session.filter == nil && session.sort == nil && keptRowCount == nil && !session.followsSource
      && everyNanoseconds == nil
  }
  /// The most rows that are kept, the last ones; nil: all.
  var keptRowCount: Int?
  /// The options of the bundled list.
  var listOptions: [OptionAssignment] = []
  /// Whether the user picks rows on the terminal, for the reader of standard output.
  var picks = false
  /// The text that a pick begins with, how it matches, and what is above the rows.
  var query = PickQuery()
  /// The first option that needs `picks`, as it was given without its value.
  var pickOption: String?
  var pager = PagerOptions()
  /// Whether rows that are read end with NUL instead of newline.
  var readsNULs = false
  /// Whether printed rows end with NUL instead of newline.
  var endsRowsWithNUL = false
  var title: String?
  /// How rows are divided into columns.
  var columns = Columns.Request.automatic
  /// The names of columns in the options, without numbers.
  var columnNames: [String] {
    let sorted = session.sort.map { [$0.column] } ?? []
    return ((session.key ?? []) + sorted + session.printedColumns).filter { Int($0) == nil }
  }
  /// Nanoseconds between the end of one load and the next; nil: only on request.
  var everyNanoseconds: Int64?
  /// Nanoseconds that loading may take before the loading state shows.
  var loadingDelayNanoseconds: Int64 = 100_000_000
  /// Nanoseconds that the loading state stays visible at least.
  var loadingMinimumNanoseconds: Int64 = 300_000_000
  var reducesMotion = false
  var usesMouse = true
  /// The height of the screen, below the shell's own rows; nil: the whole terminal.
  var height: ScreenHeight?
  /// Whether the line of keys is visible at the start.
  var showsKeys = false
  /// How many colours are drawn; nil: as many as the environment says.
  var colour: ColourDepth?
  /// The theme; nil: that of the terminal.
  var theme: TerminalColours?
  /// The file for a picture (.svg) or text of one frame, drawn in place of a terminal.
  var snapshotFile: String?
  /// The size of that frame.
  var size = TerminalSize.standard
}

extension OptionAssignment {
  /// A flag of the bundled list.
  init(ofList name: String, _ value: Bool = true) {
    self.init(id: "org.statehost.list", name: name, text: "\(value)")
  }
}

/// The source from which a run reads its content: a file, command, URL or standard input, a
/// plugin's source, or the bundled demonstration.
enum SourceChoice: Equatable {
  case source(Source)
  /// A source of a plugin, by its id, with the user's argument.
  case plugin(String, argument: String)
  case demonstration

  /// Whether the source is a command given by the user.
  var isCommand: Bool {
    if case .source(let source) = self { source.opening.isCommand } else { false }
  }

  /// The source as the user gave it, within a sentence.
  var phrase: String {
    switch self {
    case .source(let source): source.phrase
    case .plugin(let id, _): "the source \(id)"
    case .demonstration: "the demonstration"
    }
  }
}

extension PickQuery {
  /// The options of fzf that are ignored: they change only its looks or what a pick does anyway.
  private static let ignored = Set(
    """
    +m --ansi --black --bold --border --clear --cycle --extended --filepath-word --gap --header-border --header-first
    --highlight-line --hscroll --inline-info --input-border --keep-right --list-border --literal --no-multi
    --preview-border --reverse --sync --tmux --track --unicode -x
    """.split(whereSeparator: \.isWhitespace))
  private static let ignoredWithValues = Set(
    """
    --border-label --border-label-pos --ellipsis --ghost --history-size --hscroll-off --info --info-command
    --jump-labels --layout --list-label --margin --marker --marker-multi-line --min-height --padding --pointer
    --scheme --scroll-off --scrollbar --separator --style --tabstop --tiebreak --walker --walker-root --walker-skip
    --with-shell --wrap-sign
    """.split(whereSeparator: \.isWhitespace))

  /// The values of `--border`, which may be left out.
  private static let borders = Set(
    """
    block bold bottom double horizontal left line none right rounded sharp thinblock top vertical
    """.split(whereSeparator: \.isWhitespace))

  /// What to do in place of options of fzf that are not supported.
  private static let remedies: [Substring: String] = [
    "-d": "choose how rows are split with --columns",
    "--delimiter": "choose how rows are split with --columns",
    "-n": "type NAME:WORD to match in one column",
    "--nth": "type NAME:WORD to match in one column",
    "--with-nth": "print columns with --print, or cut the rows before",
    "--preview": "show a child beside the rows, such as the example details",
    "--preview-window": "show a child beside the rows, such as the example details",
    "--bind": "see statehost --help keys for the keys",
    "--expect": "leave it out: enter takes the row, see statehost --help keys",
    "--history": "leave it out: typed texts are not kept",
    "--disabled": "leave it out: text always narrows the rows",
    "--phony": "leave it out: text always narrows the rows",
    "-f": "to print all rows that match, use grep",
    "--accept-nth": "print columns with --print",
    "--tail": "keep the last rows with --limit",
    "--header-lines": "the header of a table stays in view; --header adds lines",
    "--print-query": "leave it out: only rows are printed",
  ]

  /// Parses an option of fzf that is not an option of the program.
  ///
  /// - Returns: the number of arguments that it takes; 0 when it is none.
  mutating func take(_ arguments: ArraySlice<String>) throws(UsageError) -> Int {
    guard let argument = arguments.first else { return 0 }
    let name = argument.prefix { $0 != "=" }
    if let remedy = Self.remedies[name.hasPrefix("--") ? name : name.prefix(2)] {
      throw UsageError("this option of fzf is not supported", String(name), remedy)
    }
    switch name {
    case "-e", "--exact": matchesExactly = true
    case "+e", "--no-exact": matchesExactly = false
    case "-i", "--ignore-case": letterCase = .insensitive
    case "+i", "--no-ignore-case": letterCase = .sensitive
    case "--smart-case": letterCase = .smart
    case "+s": ranksRows = false
    case "--border" where name == argument:
      return Self.borders.contains((arguments.dropFirst().first ?? "")[...]) ? 2 : 1
    case _ where name.hasPrefix("-q"): text = String(argument.dropFirst(2))
    default:
      if Self.ignoredWithValues.contains(name), name == argument { return min(2, arguments.count) }
      let ignored = Self.ignored.union(Self.ignoredWithValues)
      if ignored.contains(name) { return 1 }
      guard name.hasPrefix("--no-") else { return 0 }
      let positive: Substring = "--" + name.dropFirst("--no-".count)
      return ignored.contains(positive) || Self.remedies[positive] != nil ? 1 : 0
    }
    return 1
  }

  /// The number of arguments of an option that is also one of the program, in a form that only fzf
  /// has: `--multi` without a number, and the colours of `--color`, which are ignored; else 0.
  static func countOfOtherForm(_ arguments: ArraySlice<String>) -> Int {
    let argument = arguments.first ?? ""
    let next = arguments.dropFirst().first ?? ""
    if argument == "--multi" { return Int(next) == nil ? 1 : 0 }
    if argument == "--color" { return hasColours(next[...]) ? 2 : 0 }
    return argument.hasPrefix("--color=") && hasColours(argument.dropFirst(8)) ? 1 : 0
  }

  private static func hasColours(_ value: Substring) -> Bool {
    ["dark", "light", "bw"].contains(value) || value.utf8.contains(UInt8(ascii: ":"))
  }
}

/// The options of `statehost play`, which runs a scenario on a virtual clock: the file or a random
/// seed, what to print, draw or check, and how plugins are loaded.
struct PlayOptions: Equatable, PluginCommandOptions {
  /// Empty for a random scenario.
  var scenarioFile = ""
  var eventsFile: String?
  /// Whether to check the events against the rules of the container.
  var checks = false
  /// Whether to draw the run as text.
  var drawsTimeline = false
  /// When to print the surface as text, in ascending nanoseconds.
  var frameNanoseconds: [Int64] = []
  /// The file for a picture of the run.
  var pictureFile: String?
  /// The seed of a random scenario, which is printed.
  var seed: UInt64?
  var steps = 40
  var plugins = PluginOptions()
}

/// The options of `statehost plugins`, which lists the installed plugins, and can also pin them to
/// their current contents, change their permissions, or describe the sandbox.
struct PluginsOptions: Equatable, PluginCommandOptions {
  var plugins = PluginOptions()
  /// Whether to scan every plugin again.
  var isRescan = false
  /// Whether to pin the plugins to their current contents.
  var isPin = false
  /// Changed plugins to pin again and to keep granted, by paths or ids of children.
  var renewals: [String] = []
  /// Whether to describe the sandbox on this kernel instead of listing plugins.
  var isSecurity = false
  var isJSON = false
}

/// The options of `statehost inspect`: the plugin files, which plugins are trusted, whether its
/// text names every symbol that a file needs (JSON always does), and whether to print JSON.
struct InspectOptions: Equatable, PluginCommandOptions {
  var plugins = PluginOptions()
  var files: [String] = []
  var namesSymbols = false
  var isJSON = false
}

/// The options of `statehost new`: the name, language or example, and states of a plugin project.
struct NewOptions: Equatable {
  /// Nil until it is parsed.
  var name: ProjectName?
  /// Nil: the language of the example.
  var language: ProjectLanguage?
  /// The example whose sources are copied; nil: the template of the language.
  var example: String?
  /// The states that the child presents.
  var states: [String] = []

  /// All languages as one list, for messages.
  static let languages = ProjectLanguage.allCases.map(\.rawValue).joined(separator: ", ")
}

/// A shell for which `statehost completions` prints a script to complete the program's arguments.
enum Shell: String, Equatable, CaseIterable {
  case bash
  case zsh
  case fish
}

/// The options of `statehost validate`: plugin files, checks, seed, time limit, and plugin inputs.
struct ValidateOptions: Equatable, PluginCommandOptions {
  var plugins = PluginOptions()
  var files: [String] = []
  var isList = false
  /// The highest level of the checks to run, 1 to 10.
  var strictness = 5
  var seed: UInt64 = 1
  /// The names of the checks to run.
  var only: [String] = []
  var skipped: [String] = []
  var isJSON = false
  /// The time limit of each check.
  var limitNanoseconds: Int64 = 10_000_000_000
  /// The argument for the sources of the plugins.
  var argument: String?
  /// The script that simulates the programs that children start.
  var programsFile: String?
}

/// The error of an invalid command line: what is wrong, in which argument, and what to do about it.
struct UsageError: Error, Equatable {
  let what: String
  let place: String
  var remedy: String

  init(_ what: String, _ place: String, _ remedy: String) {
    (self.what, self.place, self.remedy) = (what, place, remedy)
  }
}
