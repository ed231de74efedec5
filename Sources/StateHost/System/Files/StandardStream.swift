internal import Glibc

/// One of the three descriptors that a process begins with; whoever started it owns them.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether it leads to a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }
}
