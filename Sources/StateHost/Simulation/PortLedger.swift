package import HostSystem

/// What a simulated run has opened, closed and left: at its end both sides are equal.
package final class PortLedger {
  private var lastToken: UInt64 = 0
  private var open: [PortToken: String] = [:]
  /// What was done twice, or with something that was closed, in the order in which it was.
  package private(set) var faults: [String] = []

  /// A token that nothing else has.
  package func makeToken() -> PortToken {
    lastToken += 1
    return PortToken(rawValue: lastToken)
  }

  /// Notes that something was opened.
  ///
  /// - Parameter name: what it is called in messages.
  /// - Returns: the token that names it.
  package func opened(_ name: String) -> PortToken {
    let token = makeToken()
    open[token] = name
    return token
  }

  package func closed(_ token: PortToken) {
    if open.removeValue(forKey: token) == nil { faults.append("closed twice: \(token.rawValue)") }
  }

  package func isOpen(_ token: PortToken) -> Bool { open[token] != nil }

  /// What has not been closed, in the order in which it was opened.
  package var left: [String] {
    open.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
  }
}
