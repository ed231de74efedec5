internal import HostSystem

/// What belongs to a command besides its rows: its process, and the end of its standard error.
final class CommandInput {
  let process: CommandLife
  /// Standard error, while it is open.
  private(set) var errors: (any StreamPort)?
  /// What it says of itself, where it is a plugin's source.
  let report: (any ProcessReport)?
  private var tail = ErrorTail()
  /// It fetches a URL.
  private let isFetch: Bool
  /// Where standard error goes as it comes.
  private let passage: RowPassage?
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  init(_ ports: CommandPorts, isFetch: Bool, passingErrorsTo passage: RowPassage?) {
    self.isFetch = isFetch
    process = CommandLife(ports.process)
    errors = ports.errors
    report = ports.report
    self.passage = passage
  }

  /// Why it has failed that ended in this way; nil: it has not.
  func failure(of outcome: CommandLife.Outcome) -> ContentError.Kind? {
    if let report { return report.failure(of: outcome.status).map { .source($0) } }
    switch outcome {
    case .exited(0): return nil
    case .exited(let status):
      return isFetch ? .notFetched(status: status) : .exited(status: status)
    case .killed(let signal): return .killed(signal: signal)
    }
  }

  /// What was read of standard error has to go on before more is read.
  var hasPendingErrors: Bool { passage?.hasPending ?? false }

  /// The last lines that were written to standard error.
  var errorLines: [String] { tail.lines }

  /// How many bytes were written to standard error so far.
  var errorByteCount: Int { tail.byteCount }

  /// How many lines were written to standard error so far.
  var errorLineCount: Int { tail.lineCount }

  func closeErrors() {
    guard let errors else { return }
    errors.close()
    self.errors = nil
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
        unsafe errors?.read(into: space) ?? .end
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
