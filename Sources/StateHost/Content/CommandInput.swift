/// What belongs to a command besides its rows: its process, and the end of its standard error.
final class CommandInput {
  let process: ChildProcess
  private var errors: Descriptor?
  private var tail = ErrorTail()
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  init(_ process: ChildProcess, errors: consuming Descriptor) {
    self.process = process
    self.errors = consume errors
  }

  /// Standard error, while it is open.
  var errorNumber: Int32? { errors?.number }

  /// The last lines that were written to standard error.
  var errorLines: [String] { tail.lines }

  func closeErrors() {
    errors = nil
  }

  /// Reads what has arrived on standard error, at most about `budget` bytes; whether there was
  /// anything.
  func readErrors(budget: Int) -> Bool {
    var left = budget
    while left > 0 {
      let arrival = unsafe buffer.withUnsafeMutableBytes { space in
        unsafe errors?.readArrived(into: space) ?? .end
      }
      switch arrival {
      case .bytes(let count):
        let arrived = buffer
        tail.append(arrived.span.extracting(0..<count))
        left -= count
      case .nothing: return left < budget
      // A standard error that cannot be read is no reason to fail the command.
      case .end, .failed:
        closeErrors()
        return left < budget
      }
    }
    return true
  }
}
