internal import HostSystem

/// Work beside the loop in a simulated world: steps are made while the run waits, one a wait.
final class SimulatedBackground: BackgroundPort {
  let token: PortToken
  private let work: any BackgroundWork
  private let ledger: PortLedger
  private var hasWork = false
  private(set) var hasNews = false

  init(_ work: any BackgroundWork, ledger: PortLedger) {
    self.work = work
    self.ledger = ledger
    token = ledger.opened("background")
  }

  deinit { close() }

  /// Makes a step if there is something to do; false when there is not.
  func step() -> Bool {
    guard hasWork, ledger.isOpen(token) else { return false }
    let step = work.step()
    hasWork = step.hasMore
    if step.hasNews { hasNews = true }
    return true
  }

  func goOn() { hasWork = true }

  func clear() { hasNews = false }

  func close() { if ledger.isOpen(token) { ledger.closed(token) } }
}
