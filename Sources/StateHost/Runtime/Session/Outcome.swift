package import HostSystem

/// How a run has ended.
package enum Outcome: Equatable {
  /// Everything was done.
  case done
  /// The user left.
  case left
  /// The user wanted to take a row where none matches.
  case matchedNothing
  /// The user took these rows of the content, which are to be printed in this order.
  case accepted([Range<UInt64>])
  /// The user took a text of a child's own.
  case acceptedText([UInt8], exitStatus: UInt8)
  /// A signal asked for the end.
  case signalled(Int32)
  /// There is no terminal any more.
  case terminalGone
  /// Children cannot be arranged as the user asks, as it is known by now.
  case notArranged(ArrangementProblem)
  /// Standard output takes no more rows.
  case outputFailed(SystemError)
}
