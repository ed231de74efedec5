import HostSystem

@testable import HostPlugins
@testable import HostWorkers

/// A worker that says what a test has it say, and keeps what it is told.
final class SayingPort: WorkerPort, WorkerWorld {
  let token: PortToken
  let outputToken: PortToken
  var processorNanoseconds: Int64 = 0
  var clockNanoseconds: Int64?
  var isJammed = false
  /// What becomes of what it is told.
  var delivery = WriteResult.complete
  /// What it prints, read in parts.
  var prints: [[UInt8]] = []
  private(set) var hasEnded = false
  var ending = WorkerEnding.killed(signal: 11)
  private(set) var told: [HostMessage] = []
  private var says: [ReceiveResult] = []

  init(number: UInt64 = 0) {
    token = PortToken(rawValue: 2 * number)
    outputToken = PortToken(rawValue: 2 * number + 1)
  }

  func say(_ message: WorkerMessage) { says.append(.message(message.bytes)) }
  func say(_ arrival: ReceiveResult) { says.append(arrival) }

  /// How many of its messages have not been taken.
  var waitingCount: Int { says.count }

  func startWorker() throws(SystemError) -> any WorkerPort { self }

  func send(_ message: [UInt8], with file: OpenFile?) -> WriteResult {
    if let message = try? HostMessage(message[...]) { told.append(message) }
    return delivery
  }

  func flush() -> WriteResult { delivery }
  func receive() -> ReceiveResult { says.isEmpty ? .nothing : says.removeFirst() }

  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool {
    if prints.isEmpty { return false }
    let part = prints.removeFirst()
    body(part.span)
    return true
  }

  func end() -> WorkerEnding {
    hasEnded = true
    return ending
  }
}

/// A world whose workers say what a test has them say, beginning with `first`.
final class SayingWorld: WorkerWorld {
  private(set) var all: [SayingPort] = []
  var canStart = true
  private let first: WorkerMessage?

  init(saying first: WorkerMessage? = nil) { self.first = first }

  func startWorker() throws(SystemError) -> any WorkerPort {
    guard canStart else { throw SystemError(call: "posix_spawn", code: 11) }
    let port = SayingPort(number: UInt64(all.count))
    if let first { port.say(first) }
    all.append(port)
    return port
  }
}

extension RemoteChild {
  convenience init(
    _ type: ChildType, of file: String, number: UInt32, granted: PluginNeeds, saved: [UInt8]?,
    services: any ChildHost, in worker: RunWorkerHandle
  ) {
    self.init(
      type, of: file, number: number,
      missing: MissingGrant(of: type, having: GrantedNeeds(granted)), saved: saved,
      services: services, in: worker)
  }
}
