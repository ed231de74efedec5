package import HostSystem

/// The register of the simulated files, processes and other ports of a run: issues their tokens,
/// and records which are opened and closed, to detect leaks and double closes.
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

  /// Records that a port was opened, with its name in messages; returns its token.
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

/// A simulated background task: runs its work on the event loop's thread instead of background
/// threads, at most one step for each wait, at times of the virtual clock.
final class SimulatedBackground: BackgroundHandle {
  let token: PortToken
  private let work: any BackgroundWork
  private let ledger: PortLedger
  /// Returns the earliest time of the next step.
  private let nextDue: () -> Int64
  /// When the next step is due; nil if there is no work.
  private var dueNanoseconds: Int64?
  private(set) var hasNews = false

  /// Creates a port without work; `nextDue` returns the earliest time of the next step.
  init(_ work: any BackgroundWork, ledger: PortLedger, nextDue: @escaping () -> Int64) {
    self.work = work
    self.ledger = ledger
    self.nextDue = nextDue
    token = ledger.opened("background")
  }

  deinit { close() }

  /// When the next step is due; nil if there is no work, or the port is closed.
  var nextInstant: Int64? { ledger.isOpen(token) ? dueNanoseconds : nil }

  /// Makes a step if one is due; returns whether it did.
  func step(atNanoseconds now: Int64) -> Bool {
    guard let due = nextInstant, due <= now else { return false }
    let step = work.step()
    dueNanoseconds = step.hasMore ? nextDue() : nil
    if step.hasNews { hasNews = true }
    return true
  }

  func resume() { dueNanoseconds = dueNanoseconds ?? nextDue() }

  func clear() { hasNews = false }

  func close() { if ledger.isOpen(token) { ledger.closed(token) } }
}
