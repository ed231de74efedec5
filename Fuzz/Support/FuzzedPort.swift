internal import HostSystem

/// A worker that says what it is told to say, and takes everything.
final class FuzzedPort: WorkerPort, WorkerWorld {
  /// What it says next.
  var arrivals: [ReceiveResult] = []
  /// What it was told.
  private(set) var sent: [[UInt8]] = []
  private(set) var endings = 0

  let token = PortToken(rawValue: 1)
  let outputToken = PortToken(rawValue: 2)
  let processorNanoseconds: Int64 = 0
  let isJammed = false

  func startWorker() throws(SystemError) -> any WorkerPort { self }

  func send(_ message: [UInt8], with file: OpenFile?) -> WriteResult {
    sent.append(message)
    return .complete
  }

  func flush() -> WriteResult { .complete }
  func receive() -> ReceiveResult { arrivals.isEmpty ? .nothing : arrivals.removeFirst() }
  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool { false }

  func end() -> WorkerEnding {
    endings += 1
    return .killed(signal: 9)
  }
}
