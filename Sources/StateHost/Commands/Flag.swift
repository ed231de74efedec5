internal import HostText

/// The spellings, value and purpose of a command-line option for help, completions and messages.
struct FlagName: Equatable {
  /// The spellings with dashes, in the order of the help: `-l`, `--language`.
  let spellings: [String]
  /// The name of the value, the next argument or what stands after `=`; nil for a flag without one.
  let value: String?
  let purpose: String

  /// The left column of the help text.
  var usage: String { spellings.joined(separator: ", ") + (value.map { " " + $0 } ?? "") }
}

/// A command-line option: its name, and a function that stores it in the `Options` of its command.
///
/// The parser, the help and the suggestions of a command all use its table of flags.
struct Flag<Options> {
  let name: FlagName
  /// Stores the option with its value; returns what the value should have been, nil if it is valid.
  let take: (_ value: String, inout Options) -> String?

  /// Creates a flag without a value, perhaps with a short form.
  static func toggle(
    _ name: String, short: String? = nil, _ purpose: String,
    _ set: @escaping (inout Options) -> Void
  ) -> Flag {
    let spellings = [name] + (short.map { [$0] } ?? [])
    return Flag(name: FlagName(spellings: spellings, value: nil, purpose: purpose)) {
      set(&$1)
      return nil
    }
  }

  /// Creates a flag that sets a property of the options.
  static func toggle(
    _ path: WritableKeyPath<Options, Bool>, to value: Bool = true, _ name: String,
    short: String? = nil, _ purpose: String
  ) -> Flag {
    toggle(name, short: short, purpose) { $0[keyPath: path] = value }
  }

  /// Creates an option with a value; `take` returns what that should have been, nil if it is valid.
  static func valued(
    _ spellings: String..., value: String, _ purpose: String,
    _ take: @escaping (String, inout Options) -> String?
  ) -> Flag {
    Flag(name: FlagName(spellings: spellings, value: value, purpose: purpose), take: take)
  }

  /// Creates an option that takes any text.
  static func text(
    _ name: String, value: String, _ purpose: String,
    _ set: @escaping (inout Options, String) -> Void
  ) -> Flag {
    parsed(name, value: value, purpose, as: "", by: { $0 }, set)
  }

  /// Creates an option that sets a property of the options to any text.
  static func text(
    _ path: WritableKeyPath<Options, String?>, _ name: String, value: String, _ purpose: String
  ) -> Flag {
    text(name, value: value, purpose) { $0[keyPath: path] = $1 }
  }

  /// Creates an option whose value is parsed; `wanted` says what the value should be, for the
  /// message about one for which `parse` returns nil.
  static func parsed<Value>(
    _ spellings: String..., value: String, _ purpose: String, as wanted: String,
    by parse: @escaping (String) -> Value?, _ set: @escaping (inout Options, Value) -> Void
  ) -> Flag {
    Flag(name: FlagName(spellings: spellings, value: value, purpose: purpose)) {
      guard let value = parse($0) else { return wanted }
      set(&$1, value)
      return nil
    }
  }
}

/// The parser of one command's operands and options (`-n VALUE`, `--name=VALUE`; letters are not
/// combined) by its table of flags; suggests the nearest known option for an unknown one.
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
    guard let flag = flags.first(where: { $0.name.spellings.contains(name) }) else {
      throw unknown(name)
    }
    guard let valueName = flag.name.value else {
      if attached != nil {
        throw UsageError("this option takes no value", argument, "write just \(name)")
      }
      _ = flag.take("", &options)
      return true
    }
    guard let value = attached ?? arguments.popFirst() else {
      throw UsageError("a value is missing", name, "write \(name) \(valueName)")
    }
    if let expected = flag.take(value, &options) {
      throw UsageError(
        "not \(expected)", "\(name) \(value)", "write \(name) \(valueName), see \(help)")
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
    let known = flags.flatMap(\.name.spellings) + ["--help"]
    let remedy =
      NearestName.nearest(to: name, among: known).map { "did you mean \($0)?" }
      ?? "see \(help)"
    return UsageError("unknown option", name, remedy)
  }
}
