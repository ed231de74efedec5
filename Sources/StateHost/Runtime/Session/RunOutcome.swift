package import HostSystem

/// The way in which a run's event loop ended, on which exit status and printed output depend.
package enum RunOutcome: Equatable {
  /// A snapshot was due; or a snapshot, plain output or a pick without a terminal came to rest.
  case done
  /// The user quit, by a key of the host or through a child.
  case left
  /// No row of a pick matched after loading: the user pressed Enter, or `--exit-0` was given.
  case matchedNothing
  /// The load of a pick failed without rows, and the user pressed Enter, or `--exit-0` was given.
  case loadFailed
  /// These rows were accepted, by the user or by `--select-1`, to be printed in this order.
  case accepted([Range<UInt64>])
  /// A text from a child was accepted, to be printed before an exit with this status.
  case acceptedText([UInt8], exitStatus: UInt8)
  /// A signal with this number, or the key that stands for it: Ctrl-C or Ctrl-\.
  case signalled(Int32)
  /// The terminal was closed, or a hangup signal arrived.
  case terminalGone
  /// The children cannot be arranged as requested, as the scan found.
  case notArranged(ArrangementProblem)
  /// Writing rows to standard output failed.
  case outputFailed(SystemError)

  /// Whether a key, or a child for one, ended the run; keys typed behind it are then for the shell.
  var isByKey: Bool {
    switch self {
    case .left, .matchedNothing, .loadFailed, .accepted, .acceptedText: true
    case .done, .signalled, .terminalGone, .notArranged, .outputFailed: false
    }
  }
}
