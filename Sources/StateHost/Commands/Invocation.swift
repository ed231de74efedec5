internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostWorkers

/// What the user asked for on the command line, complete and checked; nothing has been opened yet.
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
  case shellKeys(ShellKeys)

  /// It takes the terminal, runs a command, or loads plugins.
  var needsGuardian: Bool {
    switch self {
    case .run, .play, .plugins: true
    case .help, .version, .validate, .inspect, .new, .completions, .shellKeys: false
    }
  }

  /// What `--help` is about.
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

/// `statehost [run]`: present the states of a source.
struct RunOptions: Equatable, PluginOptions, PluginGranting, ChildOptioning, WorkerOptions {
  /// Where content comes from.
  enum Source: Equatable {
    /// The bundled demonstration.
    case demonstration
    case standardInput
    case file(String)
    case command([String])
    /// For the user's shell.
    case commandLine(String)
    /// An address on the web.
    case url(String)
    /// A source of a plugin's, by its id, and what it is given.
    case plugin(String, argument: String)

    /// Whether it is a command of the user's.
    var isCommand: Bool {
      switch self {
      case .command, .commandLine: true
      case .demonstration, .standardInput, .file, .url, .plugin: false
      }
    }
  }

  /// Colours of the terminal, when the user knows better than its environment says.
  enum Colour: String, Equatable, CaseIterable {
    case auto
    case truecolour
    case palette256 = "256"
    case palette16 = "16"
    case none
  }

  /// The theme of the colour roles.
  enum Theme: String, Equatable, CaseIterable {
    case auto
    case dark
    case light
  }

  /// A size given in place of the terminal's.
  struct Size: Equatable {
    var columns: Int
    var rows: Int
  }

  /// Nil: standard input where it is a pipe or a file, else the demonstration.
  var source: Source?
  var pluginDirectories: [String] = []
  var trustedFolders: [String] = []
  var weakensSandbox = false
  var grants: [GrantChoice] = []
  var buildsFolder: String?
  var revocations: [String] = []
  var childOptions: [OptionChoice] = []
  var isolation = Isolation.auto
  var deadlines: [PluginDeadline: Int64] = [:]
  /// Plugins are loaded again when their files change.
  var watchesPlugins = false
  var statesFile: String?
  var eventsFile: String?
  var logFile: String?
  /// Keeps the states of children from one run to the next.
  var rememberFile: String?
  var isPlain = false
  /// The cursor stays at the end as rows are added.
  var followsSource = false
  /// Whether no option chooses rows, orders them or waits for more.
  var showsAllRowsOnce: Bool {
    filter == nil && sort == nil && keptRowCount == nil && !followsSource && everyNanoseconds == nil
  }
  /// The most rows that are kept, the last ones; nil: all.
  var keptRowCount: Int?
  /// Each row begins with its number.
  var numbersRows = false
  /// A row is chosen on the terminal for whoever reads standard output.
  var picks = false
  var pick = PickChoices()
  var pager = PagerOptions()
  /// A NUL stands behind each row that is read, in place of a newline.
  var readsNULs = false
  /// A NUL stands behind each printed row, in place of a newline.
  var endsRowsWithNUL = false
  var title: String?
  /// What is looked for in the rows.
  var columns = Columns.Request.automatic
  /// What identifies a row across loads; nil: that is found out.
  var key: KeyRequest?
  /// The rows that hold it are those that are shown first.
  var filter: String?
  /// The order of the rows at first.
  var sort: SortRequest?
  /// What is printed of rows has no escape sequences.
  var stripsRows = false
  /// Nanoseconds between the end of one load and the next; nil: only when asked.
  var everyNanoseconds: Int64?
  /// Nanoseconds that loading may take before the loading state shows.
  var loadingDelayNanoseconds: Int64 = 100_000_000
  /// Nanoseconds that the loading state stays once it shows.
  var loadingMinimumNanoseconds: Int64 = 300_000_000
  var reducesMotion = false
  var usesMouse = true
  /// The rows to be drawn below the shell's own; nil: the whole terminal.
  var height: ScreenHeight?
  /// The line of keys is there from the beginning.
  var showsKeys = false
  var colour = Colour.auto
  var theme = Theme.auto
  /// A picture (.svg) or text of one frame, in place of a terminal.
  var snapshotFile: String?
  /// When that frame is taken, in nanoseconds after the start; nil: when nothing moves any more.
  var snapshotNanoseconds: Int64?
  var size: Size?
}

/// How rows are chosen with `--pick`.
struct PickChoices: Equatable {
  var text = ""
  var prompt: String?
  var header: String?
  /// The best matches come first.
  var ranksRows = true
  /// The last row comes first.
  var reversesRows = false
  /// The only row is taken without asking.
  var takesOnlyRow = false
  /// The run ends when no row matches.
  var endsWithoutMatch = false
  /// The user asked for marks, which are always possible.
  var marksRows = false
  var mostMarked: UInt64?
  /// The columns that are printed; empty for whole rows.
  var printedColumns: [String] = []
}

/// `statehost play`: run a scripted scenario on a virtual clock.
struct PlayOptions: Equatable, PluginOptions, PluginGranting, ChildOptioning, WorkerOptions {
  /// Empty where a random scenario is played.
  var scenarioFile = ""
  var eventsFile: String?
  /// Holds the events against the rules of the container.
  var checks = false
  /// Draws the run as text.
  var drawsTimeline = false
  /// When the surface is written as text, in nanoseconds, in the order of time.
  var frameNanoseconds: [Int64] = []
  /// Draws the run as a picture.
  var pictureFile: String?
  /// The seed of a random scenario, which is printed.
  var seed: UInt64?
  /// How many steps a random scenario has.
  var steps = 40
  var pluginDirectories: [String] = []
  var trustedFolders: [String] = []
  var weakensSandbox = false
  var grants: [GrantChoice] = []
  var buildsFolder: String?
  var revocations: [String] = []
  var childOptions: [OptionChoice] = []
  var isolation = Isolation.auto
  var deadlines: [PluginDeadline: Int64] = [:]
}

/// `statehost plugins`: what is installed.
struct PluginsOptions: Equatable, PluginOptions, PluginGranting, DeadlineOptions {
  var pluginDirectories: [String] = []
  var trustedFolders: [String] = []
  var weakensSandbox = false
  var grants: [GrantChoice] = []
  var buildsFolder: String?
  var revocations: [String] = []
  var deadlines: [PluginDeadline: Int64] = [:]
  /// Everything is looked into anew.
  var isRescan = false
  /// What is found has to stay as it is.
  var isPin = false
  /// Plugins that have changed, by paths or ids of children, and have their pins and grants all the same.
  var renewals: [String] = []
  /// What this kernel keeps plugins from, in place of the list.
  var isSecurity = false
  var isJSON = false
}

/// `statehost inspect`: everything that plugins say of themselves.
struct InspectOptions: Equatable, PluginTrusting {
  var trustedFolders: [String] = []
  var weakensSandbox = false
  var files: [String] = []
  var namesSymbols = false
  var isJSON = false
}

/// `statehost new`: make the project of a plugin.
struct NewOptions: Equatable {
  /// Nil until it has been read.
  var name: ProjectName?
  /// Nil where it is that of the example.
  var language: ProjectLanguage?
  /// The example whose sources it begins with; nil: the template of its language.
  var example: String?
  /// The states that its child presents.
  var states: [String] = []

  /// As one list, for messages.
  static let languages = ProjectLanguage.allCases.map(\.rawValue).joined(separator: ", ")
}

/// A shell that completes the program's arguments.
enum Shell: String, Equatable, CaseIterable {
  case bash
  case zsh
  case fish
}

/// `statehost validate`: check plugins.
struct ValidateOptions: Equatable, PluginTrusting {
  var trustedFolders: [String] = []
  var weakensSandbox = false
  var files: [String] = []
  var isList = false
  /// 1 to 10: the checks up to this level.
  var strictness = 5
  var seed: UInt64 = 1
  /// Names of checks.
  var only: [String] = []
  var skipped: [String] = []
  var isJSON = false
  /// How long one check may take.
  var limitNanoseconds: Int64 = 10_000_000_000
  /// What the sources of the plugins are given.
  var argument: String?
  var childOptions: [OptionChoice] = []
  /// Says what the programs do that children run.
  var programsFile: String?
  /// For these checks alone.
  var grants: [GrantChoice] = []
}

/// A command line that cannot be followed: one line that says what to do.
struct UsageError: Error, Equatable {
  var what: String
  var place: String
  var remedy: String
}
