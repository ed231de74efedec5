import Glibc
import TestSupport
import Testing

@testable import HostSystem

@Suite struct `The link to a worker` {
  private let poller: Poller
  private let worker: WorkerProcess

  /// Of a worker that reads what it is sent.
  init() throws {
    poller = try Poller()
    let reading = ["/bin/sh", "-c", "exec cat <&3 >/dev/null"]
    worker = try WorkerProcess("sh", runBy: reading, in: poller)
  }

  /// Sends to the worker, which is stopped, until some of it waits.
  private func sendUntilPending() -> WriteResult {
    kill(worker.processNumber, SIGSTOP)
    let message = [UInt8](repeating: 1, count: 1 << 20)
    for _ in 0..<16 {
      let result = worker.send(message)
      if result != .complete { return worker.send(message) }
    }
    return .complete
  }

  @Test func `is jammed by what waits now, not by all that has ever waited`() throws {
    var ready: [Ready] = []
    // More than may wait at a time.
    for _ in 0..<9 {
      #expect(sendUntilPending() == .pending)
      kill(worker.processNumber, SIGCONT)
      while worker.flush() == .pending {
        let patience = Int64(patienceSeconds) * 1_000_000_000
        try poller.wait(timeoutNanoseconds: patience, into: &ready)
        try #require(!ready.isEmpty)
      }
      #expect(!worker.isJammed)
    }
    for _ in 0..<9 { _ = sendUntilPending() }
    #expect(worker.isJammed && sendUntilPending() == .gone)
  }
}
