import HostSystem

/// A world whose background work a test steps.
final class SteppedWorld: BackgroundWorld {
  private(set) var ports: [SteppedPort] = []

  func openBackground(for work: any BackgroundWork) -> any BackgroundHandle {
    let port = SteppedPort(work, PortToken(rawValue: UInt64(ports.count + 1)))
    ports.append(port)
    return port
  }

  /// Whether work is left.
  var hasWork: Bool { ports.contains { $0.hasWork } }

  /// Makes one step of each work; returns the tokens of those with news.
  func step() -> [PortToken] {
    for port in ports { port.step() }
    return ports.filter { $0.hasNews }.map { $0.token }
  }
}

final class SteppedPort: BackgroundHandle {
  let token: PortToken
  private let work: any BackgroundWork
  private(set) var hasWork = false
  private(set) var hasNews = false
  private(set) var isClosed = false

  init(_ work: any BackgroundWork, _ token: PortToken) {
    self.work = work
    self.token = token
  }

  func step() {
    guard hasWork, !isClosed else { return }
    let step = work.step()
    hasWork = step.hasMore
    if step.hasNews { hasNews = true }
  }

  func resume() { hasWork = true }
  func clear() { hasNews = false }
  func close() { isClosed = true }
}
