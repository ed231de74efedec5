/// Parses the commands for plugin authors.
extension ArgumentParser {
  static func parseInspect(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let reader = FlagReader(flags: FlagTables.inspect, command: "statehost inspect")
    var rest = arguments
    var options = InspectOptions()
    while let argument = rest.first {
      if argument == "-h" || argument == "--help" { return .help(.inspect) }
      if try reader.takeFlag(from: &rest, into: &options) { continue }
      rest.removeFirst()
      options.files.append(argument)
    }
    guard !options.files.isEmpty else {
      throw UsageError(
        what: "no plugin", place: "inspect", remedy: "write statehost inspect PLUGIN.so")
    }
    return .inspect(options)
  }

  static func parseNew(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let reader = FlagReader(flags: FlagTables.new, command: "statehost new")
    var rest = arguments
    var options = NewOptions()
    while let argument = rest.first {
      if argument == "-h" || argument == "--help" { return .help(.new) }
      if try reader.takeFlag(from: &rest, into: &options) { continue }
      rest.removeFirst()
      if let name = options.name {
        throw UsageError(
          what: "one plugin at a time", place: argument,
          remedy: "make \(name.folder) first, then this one")
      }
      options.name = try ProjectName(argument)
    }
    guard options.name != nil else {
      throw UsageError(
        what: "no name", place: "new", remedy: "write statehost new NAME --language c")
    }
    if options.example != nil {
      guard options.language == nil, options.states.isEmpty else {
        throw UsageError(
          what: "an example has its language and its states", place: "new --like",
          remedy: "leave out --language and --state")
      }
    } else if options.language == nil {
      throw UsageError(
        what: "no language", place: "new",
        remedy: "add --language with one of \(NewOptions.languages), or --like EXAMPLE")
    }
    if options.states.isEmpty { options.states = ["content"] }
    return .new(options)
  }

  static func parseCompletions(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    if arguments.first == "-h" || arguments.first == "--help" { return .help(.completions) }
    guard arguments.count == 1, let shell = arguments.first.flatMap(Shell.init(rawValue:)) else {
      throw UsageError(
        what: arguments.isEmpty ? "no shell" : "not one shell that is known",
        place: arguments.isEmpty ? "completions" : arguments.joined(separator: " "),
        remedy: "write statehost completions with one of bash, zsh, fish")
    }
    return .completions(shell)
  }

  static func parseShellIntegration(_ arguments: ArraySlice<String>) throws(UsageError)
    -> Invocation
  {
    guard arguments.count == 1,
      let integration = arguments.first.flatMap(ShellIntegration.init(rawValue:))
    else {
      throw UsageError(
        what: arguments.isEmpty ? "no shell" : "not one shell that has keys",
        place: (["--shell"] + arguments).joined(separator: " "),
        remedy: "write statehost --shell bash, or statehost --shell zsh")
    }
    return .shellIntegration(integration)
  }
}
