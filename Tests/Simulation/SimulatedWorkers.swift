package import HostPlugins
package import HostSimulation
package import HostStates
package import HostSystem
package import HostWorkers

/// The workers of a simulated run: the worker's own side of each, in this process, behind the bytes
/// of real messages, at the mercy of a script.
package final class SimulatedWorkers: WorkerWorld, WorkerProcessGroup {
  /// What host and workers have said to each other, held against the rules of it.
  package let record = WorkerRecord()
  /// The host's side, which has these: a worker that asks something of it is answered at once.
  private weak var host: PluginWorkers?

  private unowned let world: SimulatedWorld
  private let plugins: SimulatedPlugins
  private let lagNanoseconds: Int64
  /// How long those who look into plugins take for each step, one after the other.
  private var scanSteps: ArraySlice<Int64> = []
  private let inbox = PluginInbox()
  private var workers: [SimulatedWorker] = []

  private init(in world: SimulatedWorld, loading plugins: SimulatedPlugins, lagNanoseconds: Int64) {
    self.lagNanoseconds = lagNanoseconds
    self.world = world
    self.plugins = plugins
    world.processes = self
  }

  /// Makes both sides of workers in a world, `lagNanoseconds` late unless the script differs.
  package static func make(
    in world: SimulatedWorld, loading plugins: SimulatedPlugins,
    by grants: PluginGrants = PluginGrants(), lagNanoseconds: Int64 = 0
  ) -> (host: PluginWorkers, own: SimulatedWorkers) {
    let own = SimulatedWorkers(in: world, loading: plugins, lagNanoseconds: lagNanoseconds)
    let host = PluginWorkers(in: own, for: .each, by: grants)
    own.host = host
    return (host, own)
  }

  /// Has those workers that are started next, which look into plugins, take so long for each step.
  func scan(steps: [Int64]) { scanSteps = steps[...] }

  package func startWorker() throws(SystemError) -> any WorkerPort {
    let worker = SimulatedWorker(
      record.started(), in: world, loading: plugins, record: record
    ) { [unowned self] token in
      host?.take(Ready(token, isReadable: true), at: world.nowNanoseconds)
    }
    worker.lagNanoseconds = scanSteps.popFirst() ?? lagNanoseconds
    workers.append(worker)
    return worker
  }

  package var nextInstant: Int64? { living.lazy.compactMap(\.nextInstant).min() }

  private var living: [SimulatedWorker] { workers.filter { !$0.isGone } }

  package func work(atNanoseconds now: Int64) {
    for worker in living { worker.work(atNanoseconds: now) }
    inbox.drain { message in
      // What a thread has left is passed on by the worker that has its plugin, or its child.
      for worker in living where worker.hasLoaded(message.file) { worker.pass(message) }
    }
    workers.removeAll(where: \.isForgotten)
  }

  package func collect(_ ready: inout [Ready]) { for worker in workers { worker.collect(&ready) } }

  package func apply(_ outcome: SimulatedWorkerBehaviour, toWorker number: Int) {
    let living = living
    if !living.isEmpty { living[number % living.count].apply(outcome) }
  }
}

extension PluginInbox.Message {
  /// The plugin that it comes from; nil where it does not say.
  fileprivate var file: String? {
    switch self {
    case .log(let file, _, _, _): file
    case .fault(let fault): fault.file
    case .wake, .linesLost: nil
    }
  }
}
