internal import HostStates
internal import HostText

/// Parses the program's command-line arguments into the command to run and its options; opens no files.
struct ArgumentParser {
  /// The names of the commands, recognized as the first argument.
  static let commands = [
    "run", "play", "plugins", "inspect", "validate", "new", "completions",
  ]

  /// - Parameter arguments: the arguments after the program's name.
  /// - Throws: `UsageError` when they are invalid.
  /// - Returns: the invocation.
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
    case "--shell":
      rest.removeFirst()
      return try parseShellIntegration(rest)
    case "help":
      rest.removeFirst()
      return try parseHelp(rest)
    case "run":
      rest.removeFirst()
      return try parseRun(rest)
    default:
      return try parseRun(rest)
    }
  }

  static func parseHelp(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    guard let word = arguments.first else { return .help(.program) }
    let topic = word == "run" ? .program : Invocation.Topic(rawValue: word)
    let topics = ["all", "keys"] + commands
    guard arguments.count == 1, topics.contains(word), let topic else {
      throw UsageError(
        what: "unknown help topic", place: arguments.joined(separator: " "),
        remedy: NearestName.nearest(to: word, among: topics).map { "did you mean \($0)?" }
          ?? "there is help on \(topics.joined(separator: ", "))")
    }
    return .help(topic)
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

}
