package import HostSystem

/// How a run of the program ended: for example by quitting, by accepting rows to print, by a signal, or by an error.
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
