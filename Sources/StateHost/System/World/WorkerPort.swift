/// Protocol with which the host starts worker processes, simulated in tests, that show children of
/// plugins or scan plugins.
package protocol WorkerWorld: AnyObject {
  /// Starts a worker: another process of this program, which waits for its first message.
  func startWorker() throws(SystemError) -> any WorkerPort
}

/// Protocol of the host's connection to a worker process, which only tests simulate: messages
/// both ways, printed output, processor time; releasing it ends the worker.
package protocol WorkerPort: AnyObject {
  /// Readable when a message has arrived or the worker is gone.
  var token: PortToken { get }
  /// Readable when the worker has printed something.
  var outputToken: PortToken { get }
  /// The processor time of all its threads; 0 when unknown.
  var processorNanoseconds: Int64 { get }
  /// Whether it has more than one thread; false when unknown.
  var hasThreads: Bool { get }
  /// The current time, which advances while an event is handled; nil in a simulated world.
  var clockNanoseconds: Int64? { get }

  /// Sends without blocking, the rest once the port is writable; `gone`: the worker reads no more.
  ///
  /// With a file, duplicated for the worker, the message must be short and nothing may be pending.
  func send(_ message: [UInt8], with file: OpenFile?) -> WriteResult

  /// Whether it has stopped receiving although it runs.
  var isJammed: Bool { get }

  func flush() -> WriteResult

  /// Receives the next message without blocking.
  func receive() -> ReceiveResult

  /// Passes what the worker has printed, at most 16 KiB; false when there is nothing.
  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool

  /// Kills the worker and its process group, unless it has ended; returns how it ended.
  func end() -> WorkerEnding
}

/// The result of receiving on a worker's link: a message, nothing yet, the end, or malformed data.
package enum ReceiveResult: Equatable, Sendable {
  case message([UInt8])
  case nothing
  /// The other end is closed.
  case end
  /// The message is too long or carries an unexpected descriptor.
  case malformed
}

/// The way a worker ended: an exit status, a signal, or a kill because it had closed its link.
package enum WorkerEnding: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It closed its link and kept running.
  case unlinked
}

extension WorkerPort {
  /// Appends some of what the worker has printed, and drops all but the last 2000 bytes, which are
  /// for messages.
  package func readOutput(into output: inout [UInt8]) {
    for _ in 0..<16 {
      let isMore = readOutput { for index in $0.indices { output.append($0[index]) } }
      if !isMore { break }
    }
    output.removeFirst(max(0, output.count - 2000))
  }

  package func send(_ message: [UInt8]) -> WriteResult { send(message, with: nil) }
  package var clockNanoseconds: Int64? { nil }
  package var hasThreads: Bool { false }
}
