package import HostPlugins
package import HostText

/// Why children cannot be arranged as the user asks.
package struct ArrangementProblem: Error, Equatable {
  /// What is wrong.
  package enum Kind: Equatable, Sendable {
    /// No plugin offers a child of this id.
    case unknownUse(id: String)
    /// No plugin offers a source of this id.
    case unknownSource(id: String)
    /// What is asked for as a child is a source, or the other way round.
    case otherKind(id: String, isSource: Bool)
    /// The child declares options, and this one is none of them.
    case unknownOption(String)
    /// The option takes something else.
    case optionValue(name: String, wanted: String)
  }

  /// Who asks for it.
  package enum Origin: Equatable, Sendable {
    /// A states file, there; nil where it was made without one.
    case file(TextPlace?, path: String)
    /// An option and its text.
    case commandLine(String)
  }

  package let kind: Kind
  package let origin: Origin
  /// What was probably meant.
  package let nearest: String?
  /// What is missed may be theirs.
  package var leftOut: LeftOutPlugins?
}
