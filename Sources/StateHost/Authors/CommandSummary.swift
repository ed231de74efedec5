internal import HostContent
internal import HostPlugins

/// A command and its options, as far as shells complete them.
struct CommandSummary: Equatable {
  /// An option of a command.
  struct Option: Equatable {
    /// What may follow an option.
    enum Value: Equatable {
      case file
      case folder
      case oneOf([String])
      /// Only the user knows.
      case anything
    }

    let spellings: [String]
    let purpose: String
    /// Nil: it stands alone.
    let value: Value?
  }

  /// What a command takes besides its options.
  enum Operand: Equatable {
    case files(suffix: String)
    /// A file, or a command after two dashes.
    case source
    case oneOf([String])
    case anything
    case nothing
  }

  let name: String
  let purpose: String
  let options: [Option]
  let operand: Operand

  /// Every command, in the order of the help; the first is also what runs without a command.
  static var all: [CommandSummary] {
    [
      CommandSummary(
        "run", "present the states of a command, a file, standard input or a URL", FlagTables.run,
        .source),
      CommandSummary(
        "play", "run a scripted scenario on a virtual clock", FlagTables.play,
        .files(suffix: "json")),
      CommandSummary(
        "plugins", "what is installed, and why something is not loaded", FlagTables.plugins,
        .nothing),
      CommandSummary(
        "inspect", "everything that a plugin says of itself", FlagTables.inspect,
        .files(suffix: "so")),
      CommandSummary(
        "validate", "whether a plugin keeps the contract of the header", FlagTables.validate,
        .files(suffix: "so")),
      CommandSummary("new", "a project for a plugin of your own", FlagTables.new, .anything),
      CommandSummary(
        "completions", "complete these arguments in a shell", [Flag<Void>](),
        .oneOf(Shell.allCases.map(\.rawValue))),
    ]
  }

  private init<Options>(
    _ name: String, _ purpose: String, _ flags: [Flag<Options>], _ operand: Operand
  ) {
    self.name = name
    self.purpose = purpose
    self.operand = operand
    let help = Option(spellings: ["-h", "--help"], purpose: "its help", value: nil)
    options = flags.map { Option($0) } + [help]
  }
}

extension CommandSummary.Option {
  fileprivate init<Options>(_ flag: Flag<Options>) {
    spellings = flag.spellings
    purpose = flag.purpose
    switch flag.action {
    case .set: value = nil
    case .value("FILE", _): value = .file
    case .value("DIR", _): value = .folder
    case .value:
      value = flag.spellings.lazy.compactMap(Self.choices).first.map { .oneOf($0) } ?? .anything
    }
  }

  private static func choices(of flag: String) -> [String]? {
    switch flag {
    case "--language": ProjectLanguage.allCases.map(\.rawValue)
    case "--colour": RunOptions.Colour.allCases.map(\.rawValue)
    case "--columns": Columns.Request.allCases.map(\.rawValue)
    case "--theme": RunOptions.Theme.allCases.map(\.rawValue)
    case "--state": PluginCatalogue.usualStates
    default: nil
    }
  }
}
