/// What belongs to a command besides its rows: its process, and the end of its standard error.
final class CommandInput {
  let process: ChildProcess
  private var errors: Descriptor?
  private var tail = ErrorTail()
  /// Where standard error goes as it comes.
  private let passage: RowPassage?
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  init(_ process: ChildProcess, errors: consuming Descriptor, passingErrorsTo passage: RowPassage?)
  {
    self.process = process
    self.errors = consume errors
    self.passage = passage
  }

  /// Standard error, while it is open and what has been read of it has gone on.
  var errorNumber: Int32? { hasPendingErrors ? nil : errors?.number }

  /// Standard error may bring more.
  var isErrorOpen: Bool { errors != nil }

  /// What was read of standard error has to go on before more is read.
  var hasPendingErrors: Bool { passage?.hasPending ?? false }

  /// The last lines that were written to standard error.
  var errorLines: [String] { tail.lines }

  func closeErrors() {
    guard errors != nil else { return }
    errors = nil
    passage?.finish()
  }

  /// Passes on what has to go on.
  func flushErrors() {
    if hasPendingErrors { passage?.flush() }
  }

  /// Reads what has arrived on standard error, at most about `budget` bytes; whether there was
  /// anything.
  func readErrors(budget: Int) -> Bool {
    var left = budget
    while left > 0, !hasPendingErrors {
      let arrival = unsafe buffer.withUnsafeMutableBytes { space in
        unsafe errors?.readArrived(into: space) ?? .end
      }
      switch arrival {
      case .bytes(let count):
        let arrived = buffer
        tail.append(arrived.span.extracting(0..<count))
        passage?.pass(arrived.span.extracting(0..<count))
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
