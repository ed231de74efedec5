internal import HostContent
internal import HostRuntime
internal import HostSystem
internal import HostText
internal import HostWorkers

/// The parser of the program's command line: returns the command to run with its options, or throws
/// a usage error; opens no files.
enum ArgumentParser {
  /// The names of the commands, recognized as the first argument.
  static var commands: [String] { CommandSummary.all.map(\.name) }

  /// Parses the arguments after the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    let rest = arguments.dropFirst()
    return switch arguments.first {
    case "play": try parsePlay(rest)
    case "plugins": try parsePlugins(rest)
    case "validate": try parseValidate(rest)
    case "inspect": try parseInspect(rest)
    case "new": try parseNew(rest)
    case "completions": try parseCompletions(rest)
    case "--shell": try parseShellIntegration(rest)
    case "help": try parseHelp(rest)
    case "run": try parseRun(rest)
    default: try parseRun(arguments[...])
    }
  }

  private static func parseHelp(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    guard let word = arguments.first else { return .help(.program) }
    let topic = word == "run" ? .program : Invocation.Topic(rawValue: word)
    let topics = ["all", "keys"] + commands
    guard arguments.count == 1, topics.contains(word), let topic else {
      throw UsageError(
        "unknown help topic", arguments.joined(separator: " "),
        NearestName.nearest(to: word, among: topics).map { "did you mean \($0)?" }
          ?? "there is help on \(topics.joined(separator: ", "))")
    }
    return .help(topic)
  }

  private static func parsePlay(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let parsed = try FlagParser(flags: FlagTables.play, command: "statehost play")
      .parse(arguments, from: PlayOptions()) {
        (argument, options) throws(UsageError) in
        guard options.scenarioFile.isEmpty else {
          throw UsageError(
            "one scenario at a time", argument, "play \(options.scenarioFile) first, then this one")
        }
        options.scenarioFile = argument
      }
    guard let options = parsed else { return .help(.play) }
    if options.seed != nil, !options.scenarioFile.isEmpty {
      throw UsageError(
        "a random scenario needs no file", options.scenarioFile, "leave out the file, or --seed")
    }
    guard options.seed != nil || !options.scenarioFile.isEmpty else {
      throw UsageError("no scenario", "play", "write statehost play SCENARIO.json")
    }
    return .play(options)
  }

  private static func parsePlugins(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    let options = try FlagParser(flags: FlagTables.plugins, command: "statehost plugins")
      .parse(arguments, from: PluginsOptions()) {
        (argument, _) throws(UsageError) in
        throw UsageError(
          "plugins takes no argument", argument,
          "for one more directory write --plugins \(argument)")
      }
    return options.map { .plugins($0) } ?? .help(.plugins)
  }

  private static func parseValidate(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    let parsed = try FlagParser(flags: FlagTables.validate, command: "statehost validate")
      .parse(arguments, from: ValidateOptions()) { $1.files.append($0) }
    guard let options = parsed else { return .help(.validate) }
    guard options.isList || !options.files.isEmpty else {
      throw UsageError("no plugin", "validate", "write statehost validate PLUGIN.so")
    }
    return .validate(options)
  }

  private static func parseInspect(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    let parsed = try FlagParser(flags: FlagTables.inspect, command: "statehost inspect")
      .parse(arguments, from: InspectOptions()) { $1.files.append($0) }
    guard let options = parsed else { return .help(.inspect) }
    guard !options.files.isEmpty else {
      throw UsageError("no plugin", "inspect", "write statehost inspect PLUGIN.so")
    }
    return .inspect(options)
  }

  private static func parseNew(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let parsed = try FlagParser(flags: FlagTables.new, command: "statehost new")
      .parse(arguments, from: NewOptions()) {
        (argument, options) throws(UsageError) in
        if let name = options.name {
          throw UsageError(
            "one plugin at a time", argument, "make \(name.folder) first, then this one")
        }
        options.name = try ProjectName(argument)
      }
    guard var options = parsed else { return .help(.new) }
    guard options.name != nil else {
      throw UsageError("no name", "new", "write statehost new NAME --language c")
    }
    if options.example != nil {
      guard options.language == nil, options.states.isEmpty else {
        throw UsageError(
          "an example has its language and its states", "new --like",
          "leave out --language and --state")
      }
    } else if options.language == nil {
      throw UsageError(
        "no language", "new",
        "add --language with one of \(NewOptions.languages), or --like EXAMPLE")
    }
    if options.states.isEmpty { options.states = ["content"] }
    return .new(options)
  }

  private static func parseCompletions(_ arguments: ArraySlice<String>) throws(UsageError)
    -> Invocation
  {
    if arguments.first == "-h" || arguments.first == "--help" { return .help(.completions) }
    guard arguments.count == 1, let shell = arguments.first.flatMap(Shell.init(rawValue:)) else {
      throw UsageError(
        arguments.isEmpty ? "no shell" : "not one shell that is known",
        arguments.isEmpty ? "completions" : arguments.joined(separator: " "),
        "write statehost completions with one of bash, zsh, fish")
    }
    return .completions(shell)
  }

  private static func parseShellIntegration(_ arguments: ArraySlice<String>) throws(UsageError)
    -> Invocation
  {
    guard arguments.count == 1,
      let integration = arguments.first.flatMap(ShellIntegration.init(rawValue:))
    else {
      throw UsageError(
        arguments.isEmpty ? "no shell" : "not bash or zsh",
        (["--shell"] + arguments).joined(separator: " "),
        "write statehost --shell bash, or statehost --shell zsh")
    }
    return .shellIntegration(integration)
  }
}

// MARK: - Run

extension ArgumentParser {
  private static func parseRun(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let parser = FlagParser(flags: FlagTables.run, command: "statehost")
    var rest = arguments
    var options = RunOptions()
    let picks = arguments.prefix { $0 != "--" }.contains("--pick")
    /// The arguments from the source on, which are a command if `--` was forgotten.
    var words: ArraySlice<String> = []
    while let argument = rest.first {
      let first = options.source
      switch argument {
      case "-h", "--help": return try parseHelp(options == RunOptions() ? rest.dropFirst() : [])
      case "-V", "--version": return .version
      case "--":
        rest.removeFirst()
        guard let command = rest.first else {
          throw UsageError("no command", "--", "write the command to run after the two dashes")
        }
        if let first { throw secondSource(command, after: first) }
        options.source = .source(.command(Array(rest)))
        return try checked(options)
      default:
        let others = try options.take(rest, inPick: picks, among: parser.flags)
        rest.removeFirst(others)
        if others > 0 { continue }
        let before = rest
        if try takeFlag(from: &rest, into: &options, by: parser, forgotten: words) {
          if let first, options.source != first {
            throw secondSource(argument, after: first, forgotten: words)
          }
          continue
        }
        rest.removeFirst()
        if let first { throw secondSource(argument, after: first, forgotten: words) }
        words = before
        options.source = .source(argument == "-" ? .standardInput : .file(argument))
      }
    }
    return try checked(options)
  }

  private static func checked(_ options: RunOptions) throws(UsageError) -> Invocation {
    if options.picks, options.isPlain || options.snapshotFile != nil {
      let other = options.isPlain ? "--plain" : "--snapshot"
      throw UsageError("picking a row needs the interface", other, "use either \(other) or --pick")
    }
    if !options.picks, let option = options.pickOption {
      throw UsageError("this option needs --pick", option, "add --pick, to choose rows")
    }
    var options = options
    options.session.filter?.kind = options.filterKind
    if let problem = options.session.filter?.problem {
      throw UsageError(problem.text, "--filter", "correct it, or leave out --filter-kind")
    }
    if options.watchesPlugins, options.plugins.isolation == .none {
      throw UsageError(
        "plugins are reloaded only in workers", "--watch", "leave out --isolation none")
    }
    return .run(options)
  }

  /// Parses an option; an error after a file suggests `--`, as the option may belong to a command.
  private static func takeFlag(
    from rest: inout ArraySlice<String>, into options: inout RunOptions,
    by parser: FlagParser<RunOptions>, forgotten words: ArraySlice<String>
  ) throws(UsageError) -> Bool {
    let argument = rest.first ?? ""
    let name = String(argument.prefix { $0 != "=" })
    do throws(UsageError) {
      let isTaken = try parser.takeFlag(from: &rest, into: &options)
      if options.pickOption == nil, name != "--pick",
        FlagTables.picking.contains(where: { $0.name.spellings.contains(name) })
      {
        options.pickOption = name
      }
      return isTaken
    } catch {
      var error = error
      // With fzf the number may be left out.
      if name == "--multi" { error.remedy = "write --multi N, or -m" }
      // A number of lines of the screen for less, which begins with a dash.
      let digits = argument.utf8.dropFirst()
      if !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
        error.remedy =
          "write +\(argument.dropFirst()) to begin at that row, or see statehost --help all"
      }
      guard case .source(.file) = options.source else { throw error }
      error.remedy += ", or for a command: \(twoDashes(words))"
      throw error
    }
  }

  private static func secondSource(
    _ argument: String, after first: SourceChoice, forgotten words: ArraySlice<String> = []
  ) -> UsageError {
    var remedy = "leave one of them out"
    if case .source(.file(let file)) = first, !words.isEmpty {
      for name in [file, argument] where name.hasPrefix("+") && FileFacts(at: name) == nil {
        return UsageError("unknown option", name, PagerOptions.commandRemedy)
      }
      let files = [file] + words.dropFirst().drop { $0 != argument }.prefix { !$0.hasPrefix("-") }
      if !Environment.isDataFile(file) {
        remedy = "for a command, put two dashes before it: \(twoDashes(words))"
      } else if files.count > 1 {
        remedy = "to show them together, write cat \(ShellWords.quoted(files)) | statehost"
      }
    }
    return UsageError(
      "one source at a time, and the first is \(first.phrase)", argument, remedy)
  }

  /// The command line with the forgotten `--`.
  private static func twoDashes(_ words: ArraySlice<String>) -> String {
    "statehost -- \(ShellWords.quoted(Array(words)))"
  }
}

extension RunOptions {
  /// Parses an option of less, or in a pick first of fzf, that is not an option of the program.
  ///
  /// - Returns: the number of arguments that it takes; 0 when it is none.
  fileprivate mutating func take(
    _ arguments: ArraySlice<String>, inPick: Bool,
    among flags: @autoclosure () -> [Flag<RunOptions>]
  ) throws(UsageError) -> Int {
    let others = inPick ? PickQuery.countOfOtherForm(arguments) : 0
    if others > 0 { return others }
    guard let argument = arguments.first,
      argument.hasPrefix("+") || argument.hasPrefix("-") && argument.count > 1,
      !flags().contains(where: { $0.name.spellings.contains(String(argument.prefix { $0 != "=" })) }
      )
    else { return 0 }
    let taken = try inPick ? query.take(arguments) : 0
    return taken > 0 ? taken : pager.take(arguments)
  }
}
