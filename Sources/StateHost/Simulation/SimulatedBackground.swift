internal import HostSystem

/// Stands in for a background thread in a simulated world: runs its work in steps, at most one for each wait of the
/// event loop.
final class SimulatedBackground: BackgroundHandle {
  let token: PortToken
  private let work: any BackgroundWork
  private let ledger: PortLedger
  /// Returns the earliest time of the next step.
  private let nextDue: () -> Int64
  /// When the next step is due; nil if there is no work.
  private var dueNanoseconds: Int64?
  private(set) var hasNews = false

  /// - Parameters:
  ///   - work: makes the steps.
  ///   - ledger: records that the port is opened and closed.
  ///   - nextDue: returns the earliest time of the next step.
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
