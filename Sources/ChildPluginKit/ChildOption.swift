internal import ChildPluginAPI

/// The declaration, in the plugin, of an option of a child or a data source (name, type, default,
/// range and help), which the user sets in a states file or with `-o ID.name=value`;
/// `OptionDeclaration` in the host.
///
/// The host checks the value, and uses the default if none is set. Options of a child that declares
/// none are not checked.
public struct ChildOption: Sendable {
  let name: String
  /// The type, a number of the ABI.
  let kind: UInt32
  /// The allowed words of a choice.
  let choices: [String]
  let fallback: String
  let help: String
  let range: ClosedRange<Double>?

  private init(
    _ name: String, _ kind: UInt32, _ fallback: String?, _ help: String,
    _ range: ClosedRange<Double>? = nil, choices: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.fallback = fallback ?? ""
    self.help = help
    self.range = range
    self.choices = choices
  }

  /// A text option; see ``Host/option(_:)``.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `-` and `_`.
  ///   - fallback: the default; nil for none.
  ///   - help: one line of help.
  /// - Returns: the option.
  public static func text(_ name: String, _ fallback: String? = nil, help: String) -> ChildOption {
    ChildOption(name, CHILDPLUGIN_OPTION_TEXT, fallback, help)
  }

  /// An option that is true or false; see ``Host/flag(_:)``.
  public static func flag(_ name: String, _ fallback: Bool? = nil, help: String) -> ChildOption {
    ChildOption(name, CHILDPLUGIN_OPTION_FLAG, fallback.map { "\($0)" }, help)
  }

  /// An integer option; see ``Host/integer(_:)``.
  public static func integer(
    _ name: String, _ fallback: Int? = nil, in range: ClosedRange<Int>? = nil, help: String
  ) -> ChildOption {
    ChildOption(
      name, CHILDPLUGIN_OPTION_INTEGER, fallback.map { "\($0)" }, help,
      range.map { Double($0.lowerBound)...Double($0.upperBound) })
  }

  /// A number option; see ``Host/number(_:)``.
  public static func number(
    _ name: String, _ fallback: Double? = nil, in range: ClosedRange<Double>? = nil, help: String
  ) -> ChildOption {
    ChildOption(name, CHILDPLUGIN_OPTION_NUMBER, fallback.map { "\($0)" }, help, range)
  }

  /// A duration option; see ``Host/duration(_:)``.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `-` and `_`.
  ///   - fallback: the default as in a states file, such as `300ms`.
  ///   - range: the allowed range in seconds.
  ///   - help: one line of help.
  /// - Returns: the option.
  public static func duration(
    _ name: String, _ fallback: String? = nil, inSeconds range: ClosedRange<Double>? = nil,
    help: String
  ) -> ChildOption {
    ChildOption(name, CHILDPLUGIN_OPTION_DURATION, fallback, help, range)
  }

  /// An option with a fixed set of words; see ``Host/option(_:)``.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `-` and `_`.
  ///   - fallback: the default, one of the choices; nil for none.
  ///   - choices: the allowed words, at least one.
  ///   - help: one line of help.
  /// - Returns: the option.
  public static func choice(
    _ name: String, _ fallback: String? = nil, of choices: [String], help: String
  ) -> ChildOption {
    ChildOption(name, CHILDPLUGIN_OPTION_CHOICE, fallback, help, choices: choices)
  }
}

// Typed options: nil in a host without `childplugin.host.options/1` (before 1.1).
extension Host {
  /// The value of a flag; nil if it is not set or is not a flag.
  public func flag(_ name: String) -> Bool? {
    unsafe readOption(name, false) { unsafe optionsTable?.flag?(pointer, $0, $1) }
  }

  /// The value of an integer option; nil if it is not set or is no integer.
  public func integer(_ name: String) -> Int? {
    unsafe readOption(name, 0) { unsafe optionsTable?.integer?(pointer, $0, $1) }.map { Int($0) }
  }

  /// The value of a number option; nil if it is not set or is no number.
  public func number(_ name: String) -> Double? {
    unsafe readOption(name, 0) { unsafe optionsTable?.number?(pointer, $0, $1) }
  }

  /// The value of a duration option, at most one hour; nil if it is not set or is no duration.
  public func duration(_ name: String) -> Duration? {
    unsafe readOption(name, 0) { unsafe optionsTable?.duration?(pointer, $0, $1) }
      .map { .nanoseconds($0) }
  }

  private var optionsTable: childplugin_host_options_t? { table(CHILDPLUGIN_HOST_OPTIONS) }

  /// Remembers a declared option's value for the source that is shown; needs a user activation.
  ///
  /// A child created later, in this run or the source's next one, has it as ``option(_:)``, unless
  /// the user gives that option. The options of this child stay as they are. The default ends it.
  ///
  /// - Parameters:
  ///   - value: at most 512 bytes, as in a states file.
  ///   - name: the option, which the child's descriptor declares.
  /// - Returns: false if the option is not declared or rejects the value, and in a host before 1.2.
  @discardableResult
  public func remember(_ value: String, forOption name: String) -> Bool {
    unsafe withABIText(name) { name in
      unsafe withABIText(value) { unsafe rememberTable?.option?(pointer, name, $0) ?? false }
    }
  }
}
