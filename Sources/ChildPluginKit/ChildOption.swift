/// An option that the user may give a child, in a states file or with `-o ID.name=value`.
///
/// What is given is checked against it: the child reads what it asked for, or what holds where nothing is given.
/// A child that declares none is given whatever is said.
public struct ChildOption: Sendable {
  /// What an option takes.
  enum Kind: Sendable {
    case text
    case flag
    case integer
    case number
    case duration
    case choice([String])
  }

  let name: String
  let kind: Kind
  let fallback: String
  let help: String
  let range: ClosedRange<Double>?

  private init(
    _ name: String, _ kind: Kind, _ fallback: String?, _ help: String,
    _ range: ClosedRange<Double>? = nil
  ) {
    self.name = name
    self.kind = kind
    self.fallback = fallback ?? ""
    self.help = help
    self.range = range
  }

  /// Any text; see ``Host/option(_:)``.
  ///
  /// - Parameters:
  ///   - name: letters, digits, `-` and `_`, as in all of them.
  ///   - fallback: what holds where nothing is given; nil: nothing.
  ///   - help: one line for people.
  /// - Returns: the option.
  public static func text(_ name: String, _ fallback: String? = nil, help: String) -> ChildOption {
    ChildOption(name, .text, fallback, help)
  }

  /// True or false; see ``Host/flag(_:)``.
  public static func flag(_ name: String, _ fallback: Bool? = nil, help: String) -> ChildOption {
    ChildOption(name, .flag, fallback.map { "\($0)" }, help)
  }

  /// A whole number; see ``Host/integer(_:)``.
  public static func integer(
    _ name: String, _ fallback: Int? = nil, in range: ClosedRange<Int>? = nil, help: String
  ) -> ChildOption {
    ChildOption(
      name, .integer, fallback.map { "\($0)" }, help,
      range.map { Double($0.lowerBound)...Double($0.upperBound) })
  }

  /// A number; see ``Host/number(_:)``.
  public static func number(
    _ name: String, _ fallback: Double? = nil, in range: ClosedRange<Double>? = nil, help: String
  ) -> ChildOption {
    ChildOption(name, .number, fallback.map { "\($0)" }, help, range)
  }

  /// A duration; see ``Host/duration(_:)``.
  ///
  /// - Parameters:
  ///   - name: as in all of them.
  ///   - fallback: as in a states file, such as `300ms`.
  ///   - range: in seconds.
  ///   - help: one line for people.
  /// - Returns: the option.
  public static func duration(
    _ name: String, _ fallback: String? = nil, inSeconds range: ClosedRange<Double>? = nil,
    help: String
  ) -> ChildOption {
    ChildOption(name, .duration, fallback, help, range)
  }

  /// One of some words; see ``Host/option(_:)``.
  ///
  /// - Parameters:
  ///   - name: as in all of them.
  ///   - fallback: one of them; nil: nothing is given.
  ///   - choices: at least one, each once.
  ///   - help: one line for people.
  /// - Returns: the option.
  public static func choice(
    _ name: String, _ fallback: String? = nil, of choices: [String], help: String
  ) -> ChildOption {
    ChildOption(name, .choice(choices), fallback, help)
  }
}
