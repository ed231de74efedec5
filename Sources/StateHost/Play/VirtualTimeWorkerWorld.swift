package import HostPlugins
package import HostSimulation
package import HostStates
package import HostSystem
package import HostWorkers

/// The starter of real worker processes for a played scenario's plugins; the run's virtual clock
/// stands still while a worker has work, until the worker is idle or too late.
///
/// All messages at one instant are delivered together, so that two runs are the same. A worker not
/// idle within the longer of the deadlines `create` and `end` hangs: the clock goes on without it.
package final class VirtualTimeWorkerWorld: WorkerWorld, WorkerProcessGroup {
  private weak var host: PluginWorkers?
  private unowned let world: SimulatedWorld
  private let poller: Poller
  private let clock = Clock()
  private let timeoutNanoseconds: Int64
  private var workers: [VirtualTimeWorker] = []
  private var ready: [Ready] = []

  private init(in world: SimulatedWorld, waitingBy poller: Poller, timeoutNanoseconds: Int64) {
    self.world = world
    self.poller = poller
    self.timeoutNanoseconds = timeoutNanoseconds
    world.processes = self
  }

  /// Creates the workers of a run and returns the host's side, which owns them.
  package static func make(
    in world: SimulatedWorld, waitingBy poller: Poller, for isolation: Isolation,
    by grants: PluginGrants, within deadlines: WorkerDeadlines
  ) -> PluginWorkers {
    let own = VirtualTimeWorkerWorld(
      in: world, waitingBy: poller,
      timeoutNanoseconds: max(deadlines.createNanoseconds, deadlines.endNanoseconds))
    let host = PluginWorkers(in: own, for: isolation, by: grants, within: deadlines)
    own.host = host
    return host
  }

  package func startWorker() throws(SystemError) -> any WorkerPort {
    let worker = try VirtualTimeWorker(in: poller, world.ledger)
    workers.append(worker)
    return worker
  }

  package var nextInstant: Int64? {
    workers.contains(where: \.isBusy) ? world.nowNanoseconds : nil
  }

  package func work(atNanoseconds now: Int64) {
    workers.removeAll(where: \.isGone)
    host?.requestIdle()
    let end = clock.nowNanoseconds + timeoutNanoseconds
    while true {
      for worker in workers { listen(to: worker) }
      guard workers.contains(where: \.isBusy) else { return }
      let left = end - clock.nowNanoseconds
      guard left > 0 else { break }
      if workers.contains(where: \.isAsking) { continue }
      try? poller.wait(timeoutNanoseconds: left, into: &ready)
    }
    for worker in workers { worker.giveUp() }
  }

  /// Receives a worker's messages; the host replies to a question at once.
  private func listen(to worker: VirtualTimeWorker) {
    worker.listen()
    if worker.isAsking {
      host?.take(Ready(worker.token, isReadable: true), at: world.nowNanoseconds)
    }
    worker.takeOutput()
  }

  package func collect(_ ready: inout [Ready]) { for worker in workers { worker.collect(&ready) } }

  /// Does nothing: real workers behave as their plugins do.
  package func apply(_ outcome: SimulatedWorkerBehaviour, toWorker number: Int) {}
}

/// The host's port to a real worker process of a played scenario: holds back the worker's messages
/// until the worker is idle or waits for a reply; a worker past its deadline is not read any more.
final class VirtualTimeWorker: WorkerPort {
  let token: PortToken
  let outputToken: PortToken
  private let process: WorkerProcess
  private let ledger: PortLedger
  /// Messages that the host has not taken.
  private var arrivals: ArraySlice<ReceiveResult> = []
  private var arrivedBytes = 0
  private var output: [UInt8] = []
  private var activity = Activity.idle

  /// The activity of a scenario's real worker: idle; handling a message or waiting for the host's
  /// reply, while the clock stands still; given up as too late or sending too much; or ended.
  private enum Activity {
    case idle
    case working
    case asking
    case hanging
    /// Its process has closed the link.
    case ended
  }

  init(in poller: Poller, _ ledger: PortLedger) throws(SystemError) {
    process = try WorkerProcess(in: poller)
    self.ledger = ledger
    token = ledger.opened("worker \(process.processNumber)")
    outputToken = ledger.makeToken()
  }

  var isBusy: Bool { activity == .working || activity == .asking }
  /// Whether its question is ready to be taken.
  var isAsking: Bool { activity == .asking && !arrivals.isEmpty }
  func giveUp() { if isBusy { activity = .hanging } }
}

// MARK: - The process

extension VirtualTimeWorker {
  /// The most bytes of messages before it is idle.
  private static let maxArrivedBytes = 16 << 20
  /// The most bytes of output that are taken.
  private static let maxOutputBytes = 256 << 10

  /// Receives messages until the worker is idle or waits for a reply.
  func listen() {
    guard isBusy else { return }
    _ = process.flush()
    while activity == .working {
      let arrival = process.receive()
      switch arrival {
      case .nothing: return
      case .end, .malformed: activity = .ended
      case .message(let bytes):
        arrivedBytes += bytes.count
        switch try? WorkerMessage(bytes[...]) {
        case .idle: activity = .idle
        case .question: activity = .asking
        default: if arrivedBytes > Self.maxArrivedBytes { activity = .hanging }
        }
      }
      arrivals.append(arrival)
    }
  }

  /// Receives what the process has printed.
  func takeOutput() {
    var isMore = true
    while isMore, output.count < Self.maxOutputBytes {
      isMore = process.readOutput { for index in $0.indices { output.append($0[index]) } }
    }
  }

  /// Whether it has ended and everything has been taken.
  var isGone: Bool { activity == .ended && arrivals.isEmpty && output.isEmpty }

  func collect(_ ready: inout [Ready]) {
    if !arrivals.isEmpty {
      ready.append(Ready(token, isReadable: true, hasHungUp: activity == .ended))
    }
    if !output.isEmpty { ready.append(Ready(outputToken, isReadable: true)) }
  }
}

// MARK: - WorkerPort

extension VirtualTimeWorker {
  /// Real processor time has no meaning in virtual time.
  var processorNanoseconds: Int64 { 0 }
  var isJammed: Bool { process.isJammed }

  func send(_ message: [UInt8], with file: OpenFile?) -> WriteResult {
    if activity == .idle || activity == .asking { activity = .working }
    return process.send(message, with: file)
  }

  func flush() -> WriteResult { process.flush() }

  func receive() -> ReceiveResult {
    guard let arrival = arrivals.popFirst() else { return .nothing }
    if arrivals.isEmpty { arrivedBytes = 0 }
    return arrival
  }

  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard !output.isEmpty else { return process.readOutput(body) }
    body(output.span)
    output = []
    return true
  }

  func end() -> WorkerEnding {
    if ledger.isOpen(token) { ledger.closed(token) }
    activity = .ended
    return process.end()
  }
}
