import Glibc
import HostSystem

/// Commands whose output and end a test controls.
final class FedSource: SourceWorld {
  /// Whether a command can be started.
  var isThere = true
  private(set) var commands: [FedCommand] = []

  func start(_ words: [String]) throws(SystemError) -> CommandPorts {
    guard isThere else { throw SystemError(call: "exec", code: ENOENT) }
    let command = FedCommand(number: UInt64(commands.count))
    commands.append(command)
    return CommandPorts(process: command, output: command.output, errors: command.errors)
  }

  func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort {
    throw SystemError(call: "open", code: ENOENT)
  }

  func startProgram(_ words: [[UInt8]], reading input: [UInt8]) throws(SystemError) -> CommandPorts
  {
    throw SystemError(call: "exec", code: ENOENT)
  }

  func exists(_ path: String) -> Bool { isThere }
}

/// The process of such a command.
final class FedCommand: ProcessPort {
  let token: PortToken
  let canWait = true
  let output: FedStream
  let errors: FedStream
  private var status = ProcessStatus.running

  init(number: UInt64) {
    token = PortToken(rawValue: 3 * number + 1)
    output = FedStream(PortToken(rawValue: 3 * number + 2))
    errors = FedStream(PortToken(rawValue: 3 * number + 3))
  }

  func end(_ status: ProcessStatus) {
    self.status = status
    output.hasEnded = true
    errors.hasEnded = true
  }

  func checkStatus() -> ProcessStatus { status }
  var hasGroup: Bool { status == .running }
  func terminate() { end(.killed(signal: SIGTERM)) }
  func kill() { end(.killed(signal: SIGKILL)) }
  func release() {}
}

/// An output of such a command.
final class FedStream: StreamPort {
  let token: PortToken
  let canWait = true
  var waiting: [UInt8] = []
  var hasEnded = false

  init(_ token: PortToken) { self.token = token }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let count = min(buffer.count, waiting.count)
    guard count > 0 else { return hasEnded ? .end : .nothing }
    unsafe buffer.copyBytes(from: waiting[..<count])
    waiting.removeFirst(count)
    return .bytes(count)
  }

  func close() { hasEnded = true }
}
