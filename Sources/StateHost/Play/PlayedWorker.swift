internal import HostPlugins
internal import HostSimulation
internal import HostSystem
internal import HostWorkers

/// A worker of a run that is played: a real process, of which the run hears only when it rests.
final class PlayedWorker: WorkerPort {
  let token: PortToken
  let outputToken: PortToken
  private let process: WorkerProcess
  private let ledger: PortLedger
  /// What the run has not taken yet.
  private var said: ArraySlice<WorkerArrival> = []
  private var saidBytes = 0
  private var printed: [UInt8] = []
  private var activity = Activity.rests

  private enum Activity {
    /// It has done all that it was told.
    case rests
    /// It has been told something.
    case works
    /// It waits for an answer of the host's.
    case asks
    /// It did not come to rest in time, and is not heard any more.
    case hangs
    /// Its process has closed the link.
    case gone
  }

  init(in poller: Poller, _ ledger: PortLedger) throws(SystemError) {
    process = try WorkerProcess(in: poller)
    self.ledger = ledger
    token = ledger.opened("worker \(process.processNumber)")
    outputToken = ledger.makeToken()
  }

  var isWorking: Bool { activity == .works || activity == .asks }
  /// It waits for an answer, which is in what it has said.
  var isAsking: Bool { activity == .asks && !said.isEmpty }
  /// It has had its time.
  func giveUp() { if isWorking { activity = .hangs } }
}

// MARK: - What it does

extension PlayedWorker {
  /// Who says more before it rests does not come to rest.
  private static let saidBytesLimit = 16 << 20
  /// More of what it prints is left where it is.
  private static let printedBytesLimit = 256 << 10

  /// Takes from its process what there is, up to where it rests or asks.
  func listen() {
    guard isWorking else { return }
    _ = process.flush()
    while activity == .works {
      let arrival = process.receive()
      switch arrival {
      case .nothing: return
      case .end, .malformed: activity = .gone
      case .message(let bytes):
        saidBytes += bytes.count
        switch try? WorkerMessage(bytes[...]) {
        case .idle: activity = .rests
        case .question: activity = .asks
        default: if saidBytes > Self.saidBytesLimit { activity = .hangs }
        }
      }
      said.append(arrival)
    }
  }

  /// Takes what its process has printed.
  func takeOutput() {
    var isMore = true
    while isMore, printed.count < Self.printedBytesLimit {
      isMore = process.readOutput { for index in $0.indices { printed.append($0[index]) } }
    }
  }

  /// It has ended, and nobody has anything to take of it.
  var isForgotten: Bool { activity == .gone && said.isEmpty && printed.isEmpty }

  func collect(_ ready: inout [Ready]) {
    if !said.isEmpty {
      ready.append(Ready(token, isReadable: true, hasHungUp: activity == .gone))
    }
    if !printed.isEmpty { ready.append(Ready(outputToken, isReadable: true)) }
  }
}

// MARK: - The run's side

extension PlayedWorker {
  var processNumber: Int32 { process.processNumber }
  /// Its process's time is nothing that the clock of what is played measures.
  var processorNanoseconds: Int64 { 0 }
  var isJammed: Bool { process.isJammed }

  func send(_ message: [UInt8]) -> Delivery { sending { process.send(message) } }

  func send(_ message: [UInt8], with file: borrowing Descriptor) -> Delivery {
    sending { process.send(message, with: file) }
  }

  private func sending(_ send: () -> Delivery) -> Delivery {
    if activity == .rests || activity == .asks { activity = .works }
    return send()
  }

  func flush() -> Delivery { process.flush() }

  func receive() -> WorkerArrival {
    guard let arrival = said.popFirst() else { return .nothing }
    if said.isEmpty { saidBytes = 0 }
    return arrival
  }

  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard !printed.isEmpty else { return process.readOutput(body) }
    body(printed.span)
    printed = []
    return true
  }

  func end() -> WorkerEnding {
    if ledger.isOpen(token) { ledger.closed(token) }
    activity = .gone
    return process.end()
  }
}
