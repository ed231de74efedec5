internal import HostSystem

/// Work beside the loop in a simulated world: steps are made while the run waits, one a wait.
final class SimulatedBackground: BackgroundHandle {
  let token: PortToken
  private let work: any BackgroundWork
  private let ledger: PortLedger
  /// The instant before which the next step is not made.
  private let nextDue: () -> Int64
  /// When the next step is made; nil: there is nothing to do.
  private var dueNanoseconds: Int64?
  private(set) var hasNews = false

  /// - Parameters:
  ///   - work: makes the steps.
  ///   - ledger: notes that it is open, and closed.
  ///   - nextDue: gives the instant before which a step is not made that could be made now.
  init(_ work: any BackgroundWork, ledger: PortLedger, nextDue: @escaping () -> Int64) {
    self.work = work
    self.ledger = ledger
    self.nextDue = nextDue
    token = ledger.opened("background")
  }

  deinit { close() }

  /// When it makes a step; nil: there is nothing to do.
  var nextInstant: Int64? { ledger.isOpen(token) ? dueNanoseconds : nil }

  /// Makes a step if one is due; false when there is none.
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
