/// Where workers are started.
package protocol WorkerWorld: AnyObject {
  /// Starts one: another process of this program, which does nothing before it is told something.
  func startWorker() throws(SystemError) -> any WorkerPort
}

/// A worker that was started: a process of its own, and the link to it, which keeps messages apart.
///
/// It ends with this.
package protocol WorkerPort: AnyObject {
  /// Readable when it has said something or is gone.
  var token: PortToken { get }
  /// Readable while what it has printed waits.
  var outputToken: PortToken { get }
  var processNumber: Int32 { get }
  /// What its process has computed in all, by all its threads; 0 where nobody knows.
  var processorNanoseconds: Int64 { get }
  /// The world's time by now, which goes on while an event is handled; nil where it does not.
  var clockNanoseconds: Int64? { get }

  /// Tells it something, without waiting: what it does not take now goes out when its port is writable.
  ///
  /// - Returns: `gone` where it takes nothing any more.
  func send(_ message: [UInt8]) -> Delivery

  /// The same, short, with a file that it gets a descriptor of its own of; to be sent while nothing waits.
  func send(_ message: [UInt8], with file: borrowing Descriptor) -> Delivery

  /// It takes nothing, though it lives.
  var isJammed: Bool { get }

  /// Sends what waits.
  func flush() -> Delivery

  /// Takes what it says next, without waiting.
  func receive() -> WorkerArrival

  /// Hands over what it has printed, at most 16 KiB; false when nothing waits.
  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool

  /// Ends it, with all it has started, where it has not ended by itself.
  ///
  /// - Returns: how it ended.
  func end() -> WorkerEnding
}

/// What there was to take from a link.
package enum WorkerArrival: Equatable, Sendable {
  case message([UInt8])
  case nothing
  /// The other end is closed.
  case end
  /// A message that is too long, or brings what was not asked for.
  case malformed
}

/// How a worker ended.
package enum WorkerEnding: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It went on, without its link: nobody could tell it anything any more.
  case unlinked
}

extension WorkerPort {
  package var clockNanoseconds: Int64? { nil }
}
