package import HostSystem

/// The way in which the event loop of a run ended, which decides the exit status and what is printed: the run was
/// complete, the user quit or accepted rows or text, nothing matched, a signal, a lost terminal or an error.
package enum Outcome: Equatable {
  case done
  case left
  /// The user accepted while no row matched.
  case matchedNothing
  /// The user accepted these rows of the content, to be printed in this order.
  case accepted([Range<UInt64>])
  /// The user accepted a text from a child.
  case acceptedText([UInt8], exitStatus: UInt8)
  case signalled(Int32)
  case terminalGone
  /// The children cannot be arranged as requested, as the scan found.
  case notArranged(ArrangementProblem)
  /// Writing rows to standard output failed.
  case outputFailed(SystemError)
}
