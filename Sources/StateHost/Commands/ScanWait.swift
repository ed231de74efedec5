internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostWorkers

/// A blocking wait for the scan of plugin files in worker processes (on a terminal, `run` waits
/// only briefly, or for named plugins): handles the scan's events, updates the catalogue, names a
/// file that takes long, and fails when a signal stops the command.
final class ScanWait {
  private let scan: CatalogueScan
  private let catalogue: PluginCatalogue
  private let world: RealWorld
  private let output: PluginOutputReader
  private var nextJoinNanoseconds: Int64 = 0
  private static let joinIntervalNanoseconds: Int64 = 10_000_000

  /// Creates a wait during which `output` captures what plugins print.
  init(
    _ scan: CatalogueScan, of catalogue: PluginCatalogue, in world: RealWorld,
    _ output: PluginOutputReader
  ) {
    self.scan = scan
    self.catalogue = catalogue
    self.world = world
    self.output = output
  }

  /// Waits until the scan is done, enough is known or the deadline of the world's clock has passed,
  /// and updates the catalogue; fails when a signal stops the command.
  func wait(
    untilNanoseconds deadline: Int64? = nil, orUntil isEnough: () -> Bool = { false }
  ) throws(CommandFailure) {
    var ready: [Ready] = []
    world.catchUp()
    advance()
    while !scan.isDone, !isEnough(), world.nowNanoseconds < deadline ?? .max {
      try wait(untilNanoseconds: deadline, into: &ready)
      for port in ready {
        scan.take(port, at: world.nowNanoseconds)
        if port.token == output.token { output.collect(from: nil) }
      }
      try follow(world.takeSignals())
      advance()
    }
  }

  private func advance() {
    scan.advance(to: world.nowNanoseconds)
    // Joining costs time in proportion to the number of plugins, so it is not done at every turn.
    guard scan.isDone || world.nowNanoseconds >= nextJoinNanoseconds else { return }
    nextJoinNanoseconds = world.nowNanoseconds + Self.joinIntervalNanoseconds
    catalogue.join()
  }

  /// Waits for the next event; names the longest-running file if it takes long.
  private func wait(
    untilNanoseconds deadline: Int64?, into ready: inout [Ready]
  ) throws(CommandFailure) {
    let next = [scan.nextDeadline, deadline].compactMap(\.self).min()
    func waitForEvent() throws(SystemError) {
      guard let file = scan.files.first else {
        return try world.wait(untilNanoseconds: next, into: &ready)
      }
      try file.scanning { () throws(SystemError) in
        try world.wait(untilNanoseconds: next, into: &ready)
      }
    }
    try attempt(
      waitForEvent(), or: "plugins cannot be scanned", nil, "close other programs, then try again")
  }

  private func follow(_ signals: Signals) throws(CommandFailure) {
    if signals.contains(.stop) {
      try? world.suspend()
      scan.waitAnew(at: world.nowNanoseconds)
    }
    guard let stop = CommandFailure(signals, whileLookingInto: scan.files.map(\.path)) else {
      return
    }
    scan.end()
    throw stop
  }
}

extension CommandFailure {
  /// Creates the failure for a signal that ends the command; nil without one.
  init?(_ signals: Signals, whileLookingInto files: [String]) {
    let ends: [(signal: Signals, number: Int32, name: String)] = [
      (.interrupt, SIGINT, "SIGINT"), (.terminate, SIGTERM, "SIGTERM"), (.quit, SIGQUIT, "SIGQUIT"),
      (.hangup, SIGHUP, "SIGHUP"),
    ]
    guard let end = ends.first(where: { signals.contains($0.signal) }) else { return nil }
    self.init(
      "stopped by \(end.name) while scanning plugins", files.joined(separator: ", "),
      "remove the plugin if its scan does not end", status: 128 + end.number)
  }
}
