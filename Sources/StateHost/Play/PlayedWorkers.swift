package import HostPlugins
package import HostSimulation
package import HostStates
package import HostSystem
package import HostWorkers

/// The workers of a run that is played: real processes, for which the clock of the run stands still.
///
/// Whatever they do takes none of its time, and what they say at an instant it takes as a whole, so that
/// two plays are the same. One that does not rest within the longest of its deadlines hangs: from then
/// on the clock goes on without it.
package final class PlayedWorkers: WorkerWorld, SimulatedProcesses {
  private weak var host: PluginWorkers?
  private unowned let world: SimulatedWorld
  private let poller: Poller
  private let clock = Clock()
  private let patienceNanoseconds: Int64
  private var workers: [PlayedWorker] = []
  private var ready: [Ready] = []

  private init(in world: SimulatedWorld, waitingBy poller: Poller, patienceNanoseconds: Int64) {
    self.world = world
    self.poller = poller
    self.patienceNanoseconds = patienceNanoseconds
    world.processes = self
  }

  /// Makes the host's side of the workers of a run, which keeps theirs.
  ///
  /// - Parameters:
  ///   - world: the run's.
  ///   - poller: nobody else's.
  ///   - isolation: which plugins they are for.
  ///   - grants: what these may do there besides.
  ///   - deadlines: how long they may take, by the clock of the run where it goes on.
  /// - Returns: the host's side.
  package static func make(
    in world: SimulatedWorld, waitingBy poller: Poller, for isolation: Isolation,
    by grants: PluginGrants, within deadlines: WorkerDeadlines
  ) -> PluginWorkers {
    let own = PlayedWorkers(
      in: world, waitingBy: poller,
      patienceNanoseconds: max(deadlines.createNanoseconds, deadlines.endNanoseconds))
    let host = PluginWorkers(in: own, for: isolation, by: grants, within: deadlines)
    own.host = host
    return host
  }

  package func startWorker() throws(SystemError) -> any WorkerPort {
    let worker = try PlayedWorker(in: poller, world.ledger)
    workers.append(worker)
    return worker
  }

  package var nextInstant: Int64? {
    workers.contains(where: \.isWorking) ? world.nowNanoseconds : nil
  }

  package func work(atNanoseconds now: Int64) {
    workers.removeAll(where: \.isForgotten)
    host?.requestIdle()
    let end = clock.nowNanoseconds + patienceNanoseconds
    while true {
      for worker in workers { listen(to: worker) }
      guard workers.contains(where: \.isWorking) else { return }
      let left = end - clock.nowNanoseconds
      guard left > 0 else { break }
      if workers.contains(where: \.isAsking) { continue }
      try? poller.wait(timeoutNanoseconds: left, into: &ready)
    }
    for worker in workers { worker.giveUp() }
  }

  /// Takes what a worker says; what it asks the host answers at once.
  private func listen(to worker: PlayedWorker) {
    worker.listen()
    if worker.isAsking {
      host?.take(Ready(worker.token, isReadable: true), at: world.nowNanoseconds)
    }
    worker.takeOutput()
  }

  package func collect(_ ready: inout [Ready]) { for worker in workers { worker.collect(&ready) } }

  /// What becomes of them is their plugins' doing alone.
  package func meet(_ fate: WorkerOutcome, _ number: Int) {}
}
