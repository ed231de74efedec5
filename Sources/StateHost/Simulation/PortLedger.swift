package import HostSystem

/// Records which simulated files, processes and other ports a run opens and closes, to detect leaks and double
/// closes.
package final class PortLedger {
  private var lastToken: UInt64 = 0
  private var open: [PortToken: String] = [:]
  /// Ports that were closed twice, in order.
  package private(set) var doubleCloses: [String] = []

  /// Returns a unique token.
  package func makeToken() -> PortToken {
    lastToken += 1
    return PortToken(rawValue: lastToken)
  }

  /// Records that a port was opened.
  ///
  /// - Parameter name: its name in messages.
  /// - Returns: its token.
  package func opened(_ name: String) -> PortToken {
    let token = makeToken()
    open[token] = name
    return token
  }

  package func closed(_ token: PortToken) {
    if open.removeValue(forKey: token) == nil {
      doubleCloses.append("closed twice: \(token.rawValue)")
    }
  }

  package func isOpen(_ token: PortToken) -> Bool { open[token] != nil }

  /// The ports that are still open, in the order of opening.
  package var openPorts: [String] {
    open.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
  }
}
