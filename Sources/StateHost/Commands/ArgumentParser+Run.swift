internal import HostContent
internal import HostText
internal import HostWorkers

/// Parses the options and the source of `statehost [run]`.
extension ArgumentParser {
  static func parseRun(_ arguments: ArraySlice<String>) throws(UsageError) -> Invocation {
    let reader = FlagReader(flags: FlagTables.run, command: "statehost")
    var rest = arguments
    var options = RunOptions()
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
          throw UsageError(
            what: "no command", place: "--", remedy: "write the command to run after the two dashes"
          )
        }
        if let first { throw secondSource(command, after: first) }
        options.source = .source(.command(Array(rest)))
        return try checked(options)
      default:
        if options.takesPagerArgument(argument, among: FlagTables.run) {
          rest.removeFirst()
          continue
        }
        let before = rest
        if try takeFlag(from: &rest, into: &options, by: reader, forgotten: words) {
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
      throw UsageError(
        what: "picking a row needs the interface", place: other,
        remedy: "use either \(other) or --pick")
    }
    if !options.picks, options.pick != PickChoices() {
      throw UsageError(
        what: "the option needs --pick", place: "an option for choosing rows",
        remedy: "add --pick")
    }
    if options.watchesPlugins, options.plugins.isolation == .none {
      throw UsageError(
        what: "plugins are reloaded only in workers", place: "--watch",
        remedy: "leave out --isolation none")
    }
    return .run(options)
  }

  /// Parses an option; an error after a file suggests `--`, as the option may belong to a command.
  private static func takeFlag(
    from rest: inout ArraySlice<String>, into options: inout RunOptions,
    by reader: FlagReader<RunOptions>, forgotten words: ArraySlice<String>
  ) throws(UsageError) -> Bool {
    do throws(UsageError) {
      return try reader.takeFlag(from: &rest, into: &options)
    } catch {
      guard case .source(.file) = options.source else { throw error }
      var error = error
      error.remedy += ", or for a command: \(twoDashes(words))"
      throw error
    }
  }

  private static func secondSource(
    _ argument: String, after first: SourceChoice, forgotten words: ArraySlice<String> = []
  ) -> UsageError {
    let isForgotten = if case .source(.file) = first { !words.isEmpty } else { false }
    return UsageError(
      what: "one source at a time, and the first is \(first.phrase)", place: argument,
      remedy: isForgotten
        ? "for a command, put two dashes before it: \(twoDashes(words))"
        : "leave one of them out")
  }

  /// The command line with the forgotten `--`.
  private static func twoDashes(_ words: ArraySlice<String>) -> String {
    "statehost -- \(ShellWords.quoted(Array(words)))"
  }
}

extension RunOptions {
  /// Parses an option of less that is not an option of the program.
  fileprivate mutating func takesPagerArgument(
    _ argument: String, among flags: @autoclosure () -> [Flag<RunOptions>]
  ) -> Bool {
    guard argument.hasPrefix("+") || argument.hasPrefix("-") && argument.count > 1 else {
      return false
    }
    let name = String(argument.prefix { $0 != "=" })
    return !flags().contains { $0.spellings.contains(name) } && pager.take(argument)
  }
}
