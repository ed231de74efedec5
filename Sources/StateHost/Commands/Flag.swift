internal import HostStates
internal import HostText

/// A command-line option: its spellings, its help text, and a function that stores it in the `Options` of its
/// command.
///
/// The parser, the help and the suggestions of a command all use its table of flags.
struct Flag<Options> {
  /// The effect of a command-line option when it is parsed: a function that sets an option without a value, or one that
  /// takes its value, from the next argument or after `=`.
  enum Action {
    /// A flag without a value.
    case set((inout Options) -> Void)
    /// An option with a value, in the next argument or after `=`; the first associated value names it in the help.
    case value(String, (String, inout Options) -> String?)
  }

  /// The spellings with dashes, in the order of the help: `-l`, `--language`.
  let spellings: [String]
  let purpose: String
  let action: Action

  /// Creates a flag without a value, perhaps with a short form.
  static func toggle(
    _ name: String, short: String? = nil, _ purpose: String,
    _ set: @escaping (inout Options) -> Void
  ) -> Flag {
    Flag(spellings: [name] + (short.map { [$0] } ?? []), purpose: purpose, action: .set(set))
  }

  /// Creates an option with a value; `take` returns what the value should have been, or nil for a valid one.
  static func valued(
    _ spellings: String..., value valueName: String, _ purpose: String,
    _ take: @escaping (String, inout Options) -> String?
  ) -> Flag {
    Flag(spellings: spellings, purpose: purpose, action: .value(valueName, take))
  }

  /// Creates an option that takes any text.
  static func text(
    _ name: String, value valueName: String, _ purpose: String,
    _ set: @escaping (inout Options, String) -> Void
  ) -> Flag {
    valued(name, value: valueName, purpose) {
      set(&$1, $0)
      return nil
    }
  }

  /// Creates an option whose value is parsed; `wanted` says what the value should be, for the message about one for
  /// which `parse` returns nil.
  static func parsed<Value>(
    _ spellings: String..., value valueName: String, _ purpose: String, as wanted: String,
    by parse: @escaping (String) -> Value?, _ set: @escaping (inout Options, Value) -> Void
  ) -> Flag {
    Flag(
      spellings: spellings, purpose: purpose,
      action: .value(valueName) {
        guard let value = parse($0) else { return wanted }
        set(&$1, value)
        return nil
      })
  }

  /// The left column of the help text.
  var usage: String {
    let spelling = spellings.joined(separator: ", ")
    switch action {
    case .set: return spelling
    case .value(let valueName, _): return "\(spelling) \(valueName)"
    }
  }
}

/// The parser of one command's options and operands by its table of flags; an error about an unknown option suggests
/// the nearest known one.
final class FlagParser<Options> {
  /// Made at the first option, so that a command line without options does not build the table.
  private(set) lazy var flags = makeFlags()
  private let makeFlags: () -> [Flag<Options>]
  /// The command as the user types it, for messages: `statehost play`.
  private let command: String

  init(flags: @escaping @autoclosure () -> [Flag<Options>], command: String) {
    makeFlags = flags
    self.command = command
  }

  /// The command that prints the help with all options.
  private var help: String { command == "statehost" ? "statehost --help all" : "\(command) --help" }

  /// Parses the arguments after the name of a command; returns nil if its help is requested.
  func parse(
    _ arguments: ArraySlice<String>, from options: Options,
    operand: (_ argument: String, inout Options) throws(UsageError) -> Void
  ) throws(UsageError) -> Options? {
    var rest = arguments
    var options = options
    while let argument = rest.first {
      if argument == "-h" || argument == "--help" { return nil }
      if try takeFlag(from: &rest, into: &options) { continue }
      rest.removeFirst()
      try operand(argument, &options)
    }
    return options
  }

  /// Parses the flag at the front of `arguments`, with its value, if there is one.
  ///
  /// - Returns: whether a flag was taken.
  func takeFlag(
    from arguments: inout ArraySlice<String>, into options: inout Options
  ) throws(UsageError) -> Bool {
    guard let argument = arguments.first, argument.hasPrefix("-"), argument != "-", argument != "--"
    else { return false }
    arguments.removeFirst()
    let (name, attached) = split(argument)
    guard let flag = flags.first(where: { $0.spellings.contains(name) }) else {
      throw unknown(name)
    }
    switch flag.action {
    case .set(let set):
      if attached != nil {
        throw UsageError("this option takes no value", argument, "write just \(name)")
      }
      set(&options)
    case .value(let valueName, let take):
      guard let value = attached ?? arguments.popFirst() else {
        throw UsageError("a value is missing", name, "write \(name) \(valueName)")
      }
      if let expected = take(value, &options) {
        throw UsageError(
          "not \(expected)", "\(name) \(value)", "write \(name) \(valueName), see \(help)")
      }
    }
    return true
  }

  private func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private func unknown(_ name: String) -> UsageError {
    let known = flags.flatMap(\.spellings) + ["--help"]
    let remedy =
      NearestName.nearest(to: name, among: known).map { "did you mean \($0)?" }
      ?? "see \(help)"
    return UsageError("unknown option", name, remedy)
  }
}
