import HostSystem

@testable import HostWorkers

/// Workers that say what a test has them say, and keep what they are told.
final class ScriptedWorkers: WorkerWorld {
  private(set) var all: [ScriptedWorker] = []
  /// Whether any more can be started.
  var areThere = true

  func startWorker() throws(SystemError) -> any WorkerPort {
    guard areThere else { throw SystemError(call: "posix_spawn", code: 11) }
    let worker = ScriptedWorker(number: UInt64(all.count))
    all.append(worker)
    return worker
  }
}

final class ScriptedWorker: WorkerPort {
  let token: PortToken
  let outputToken: PortToken
  let processorNanoseconds: Int64 = 0
  let isJammed = false
  /// What it is told; facts are told with anything, and left out.
  private(set) var told: [HostMessage] = []
  private(set) var hasEnded = false
  private var ending = WorkerEnding.killed(signal: 11)
  private var printed: [String] = []
  private var says = [ReceiveResult.message(WorkerMessage.opened(lacking: []).bytes)]

  init(number: UInt64) {
    token = PortToken(rawValue: 2 * number)
    outputToken = PortToken(rawValue: 2 * number + 1)
  }

  func say(_ message: WorkerMessage) { says.append(.message(message.bytes)) }

  func print(_ text: String) { printed.append(text) }

  /// It crashes.
  func die() { says.append(.end) }

  /// It ends as it was asked to.
  func leave() {
    say(.ended)
    ending = .left
    says.append(.end)
  }

  /// What it has been told since this was last asked.
  func takeTold() -> [HostMessage] {
    defer { told = [] }
    return told
  }

  func send(_ message: [UInt8], with file: OpenFile?) -> WriteResult {
    guard let message = try? HostMessage(message[...]) else { return .gone }
    if case .facts = message { return .complete }
    told.append(message)
    return .complete
  }

  func flush() -> WriteResult { .complete }
  func receive() -> ReceiveResult { says.isEmpty ? .nothing : says.removeFirst() }

  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard !printed.isEmpty else { return false }
    body(Array(printed.removeFirst().utf8).span)
    return true
  }

  func end() -> WorkerEnding {
    hasEnded = true
    return ending
  }
}
