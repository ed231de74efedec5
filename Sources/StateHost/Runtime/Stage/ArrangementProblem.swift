package import HostPlugins
package import HostText

/// The error that a child, source or option that the user requested does not exist or is invalid: what is wrong,
/// where, and the nearest valid name.
package struct ArrangementProblem: Error, Equatable {
  /// What is wrong with a requested child, source or option: for example that no plugin offers it, or that its value
  /// is invalid.
  package enum Kind: Equatable, Sendable {
    /// No plugin offers a child of this id.
    case unknownUse(id: String)
    /// No plugin offers a source of this id.
    case unknownSource(id: String)
    /// A source was requested as a child, or a child as a source.
    case otherKind(id: String, isSource: Bool)
    /// The child declares options, but not this one.
    case unknownOption(String)
    /// The value is invalid for the option.
    case optionValue(name: String, wanted: String)
  }

  /// Where an invalid child, source or option was requested: in a states file, or by an option on the command line.
  package enum Origin: Equatable, Sendable {
    /// A place in a states file; nil if it was made without a file.
    case file(TextPlace?, path: String)
    /// A command-line option with its value.
    case commandLine(String)
  }

  package let kind: Kind
  package let origin: Origin
  /// The most similar valid name.
  package let nearest: String?
  /// Plugins that were not loaded and might offer what is missing.
  package var leftOut: LeftOutPlugins?
}
