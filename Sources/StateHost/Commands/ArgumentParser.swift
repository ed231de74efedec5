/// Turns the arguments of the program into an `Invocation`.
///
/// Pure: it opens nothing.
struct ArgumentParser {
  /// The words that are commands when they come first.
  static let commands = [
    "run", "play", "plugins", "inspect", "validate", "new", "completions",
  ]

  /// - Parameter arguments: those after the program's own name.
  /// - Throws: what is wrong with them, and what to write.
  /// - Returns: what is asked for.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var rest = arguments[...]
    switch rest.first {
    case "play":
      rest.removeFirst()
      return try parsePlay(rest)
    case "plugins":
      rest.removeFirst()
      return try parsePlugins(rest)
    case "validate":
      rest.removeFirst()
      return try parseValidate(rest)
    case "inspect":
      rest.removeFirst()
      return try parseInspect(rest)
    case "new":
      rest.removeFirst()
      return try parseNew(rest)
    case "completions":
      rest.removeFirst()
      return try parseCompletions(rest)
    case "help":
      rest.removeFirst()
      return .help(rest.first.flatMap(Invocation.Topic.init(rawValue:)) ?? .program)
    case "run":
      rest.removeFirst()
      return try parseRun(rest)
    default:
      return try parseRun(rest)
    }
  }

  private static func parseRun(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let reader = FlagReader(flags: FlagTables.run, command: "statehost")
    var rest = arguments
    var options = RunOptions()
    var source: RunOptions.Source?
    while let argument = rest.first {
      switch argument {
      case "-h", "--help": return .help(.program)
      case "-V", "--version": return .version
      case "--":
        rest.removeFirst()
        if let source { throw secondSource(rest.first ?? "--", after: source) }
        guard !rest.isEmpty else {
          throw UsageError(
            what: "no command", place: "--", remedy: "write the command to run after the two dashes"
          )
        }
        options.source = .command(Array(rest))
        return .run(options)
      default:
        if try reader.takeFlag(from: &rest, into: &options) { continue }
        rest.removeFirst()
        if let source { throw secondSource(argument, after: source) }
        source = argument == "-" ? .standardInput : .file(argument)
      }
    }
    options.source = source ?? .demonstration
    return .run(options)
  }

  private static func secondSource(
    _ argument: String, after first: RunOptions.Source
  ) -> UsageError {
    if case .file(let name) = first {
      return UsageError(
        what: "one source at a time, and the first is the file \(name)", place: argument,
        remedy: "for a command, put two dashes before it: statehost -- \(name) \(argument)")
    }
    return UsageError(
      what: "one source at a time, and the first is standard input", place: argument,
      remedy: "leave one of them out")
  }

  private static func parsePlay(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let reader = FlagReader(flags: FlagTables.play, command: "statehost play")
    var rest = arguments
    var options = PlayOptions()
    while let argument = rest.first {
      if argument == "-h" || argument == "--help" { return .help(.play) }
      if try reader.takeFlag(from: &rest, into: &options) { continue }
      rest.removeFirst()
      guard options.scenarioFile.isEmpty else {
        throw UsageError(
          what: "one scenario at a time", place: argument,
          remedy: "play \(options.scenarioFile) first, then this one")
      }
      options.scenarioFile = argument
    }
    if options.seed != nil, !options.scenarioFile.isEmpty {
      throw UsageError(
        what: "a random scenario needs no file", place: options.scenarioFile,
        remedy: "leave out the file, or --seed")
    }
    guard options.seed != nil || !options.scenarioFile.isEmpty else {
      throw UsageError(
        what: "no scenario", place: "play", remedy: "write statehost play SCENARIO.json")
    }
    return .play(options)
  }

  private static func parsePlugins(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation
  {
    let reader = FlagReader(flags: FlagTables.plugins, command: "statehost plugins")
    var rest = arguments
    var options = PluginsOptions()
    while let argument = rest.first {
      if argument == "-h" || argument == "--help" { return .help(.plugins) }
      if try reader.takeFlag(from: &rest, into: &options) { continue }
      throw UsageError(
        what: "plugins takes no argument", place: argument,
        remedy: "for one more directory write --plugins \(argument)")
    }
    return .plugins(options)
  }

  private static func parseValidate(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    let reader = FlagReader(flags: FlagTables.validate, command: "statehost validate")
    var rest = arguments
    if let check = oneCheck(rest) { return .oneCheck(check) }
    var options = ValidateOptions()
    while let argument = rest.first {
      if argument == "-h" || argument == "--help" { return .help(.validate) }
      if try reader.takeFlag(from: &rest, into: &options) { continue }
      rest.removeFirst()
      options.files.append(argument)
    }
    guard options.isList || !options.files.isEmpty else {
      throw UsageError(
        what: "no plugin", place: "validate", remedy: "write statehost validate PLUGIN.so")
    }
    return .validate(options)
  }

  /// `--one-check NAME FILE SEED RECORD`: not for users.
  private static func oneCheck(_ arguments: ArraySlice<String>) -> OneCheck? {
    let words = Array(arguments)
    guard words.count == 5, words[0] == "--one-check", let seed = UInt64(words[3]) else {
      return nil
    }
    return OneCheck(name: words[1], file: words[2], seed: seed, recordPath: words[4])
  }
}
