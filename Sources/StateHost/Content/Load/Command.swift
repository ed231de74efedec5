package import HostSystem

/// The life of a command: how it ended, and how it is made to end.
package final class RunningCommand {
  /// How a command ended.
  package enum Outcome: Equatable {
    case exited(Int32)
    case killed(Int32)

    var status: ProcessStatus {
      switch self {
      case .exited(let status): .exited(status)
      case .killed(let signal): .killed(signal: signal)
      }
    }
  }

  /// How often a process is asked for its status when nothing tells that it has ended.
  static let pollIntervalNanoseconds: Int64 = 20_000_000

  /// How long the others of its group may live on after the command itself, when all are stopped.
  static let orphanGraceNanoseconds: Int64 = 200_000_000

  private let process: any ProcessPort
  private var isReleased = false
  private var killAt: Int64?
  private var pollAgainAt: Int64?

  /// How it ended; `nil` while it runs.
  package private(set) var outcome: Outcome?

  package init(_ process: any ProcessPort) {
    self.process = process
  }

  /// Ready when the command has ended, where the system tells.
  package var token: PortToken { process.token }

  /// When `poll` is due; `nil` when nothing is.
  package var deadline: Int64? { pollAgainAt }

  /// The command and all that was to end with it are gone.
  package var isGone: Bool { isReleased && killAt == nil }

  /// It has been stopped since this was last asked.
  package var hasStopped: Bool { process.hasStopped }

  /// Asks whether it has ended, and goes on with stopping it.
  package func poll(at now: Int64) {
    if outcome == nil { updateOutcome() }
    pollAgainAt = outcome == nil && !process.canWait ? now + Self.pollIntervalNanoseconds : nil
    if let killAt { continueStopping(at: now, killAt: killAt) }
  }

  private func updateOutcome() {
    switch process.checkStatus() {
    case .running: break
    case .exited(let status): outcome = .exited(status)
    case .killed(let signal): outcome = .killed(signal)
    }
  }

  /// Asks the whole group to end; what is still there after `graceNanoseconds` is killed.
  package func stop(at now: Int64, graceNanoseconds: Int64) {
    guard killAt == nil, !isReleased else { return }
    killAt = now + max(0, graceNanoseconds)
    process.askToEnd()
    poll(at: now)
  }

  private func continueStopping(at now: Int64, killAt: Int64) {
    var killAt = killAt
    if outcome != nil, !isReleased {
      release()
      killAt = min(killAt, now + Self.orphanGraceNanoseconds)
      self.killAt = killAt
    }
    // Once the command is released, its group lasts only as long as others are in it.
    let isEmpty = isReleased && !process.hasGroup
    if !isEmpty, now >= killAt { process.kill() }
    if isEmpty || (isReleased && now >= killAt) {
      self.killAt = nil
      pollAgainAt = nil
    } else if now >= killAt {
      pollAgainAt = now + Self.pollIntervalNanoseconds
    } else {
      pollAgainAt = min(killAt, now + Self.pollIntervalNanoseconds)
    }
  }

  /// Lets the number go.
  ///
  /// What the command left running in the background is left alone.
  package func release() {
    guard !isReleased, outcome != nil else { return }
    isReleased = true
    process.release()
  }

  /// Kills the whole group at once and waits for nothing.
  package func kill() {
    guard !isGone else { return }
    process.kill()
  }
}

/// What belongs to a command besides its rows: its process, and the end of its standard error.
final class CommandInput {
  let process: RunningCommand
  /// Standard error, while it is open.
  private(set) var errors: (any StreamPort)?
  /// What it says of itself, where it is a plugin's source.
  let report: (any ProcessReport)?
  private var tail = StandardErrorTail()
  /// It fetches a URL.
  private let isFetch: Bool
  /// Where standard error goes as it comes.
  private let passage: RowWriter?
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  init(_ ports: CommandPorts, isFetch: Bool, passingErrorsTo passage: RowWriter?) {
    self.isFetch = isFetch
    process = RunningCommand(ports.process)
    errors = ports.errors
    report = ports.report
    self.passage = passage
  }

  /// Why it has failed that ended in this way; nil: it has not.
  func failure(of outcome: RunningCommand.Outcome) -> ContentError.Kind? {
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

/// The end of what a command wrote to its standard error: the last 64 KiB, of them 200 lines.
struct StandardErrorTail {
  static let mostBytes = 64 << 10
  static let mostLines = 200

  /// How many bytes were written, those included that are not kept.
  private(set) var byteCount = 0
  private var bytes: [UInt8] = []
  private var endCount = 0
  private var endsInLine = false
  /// How many lines were written, those included that are not kept.
  var lineCount: Int { endCount + (endsInLine ? 1 : 0) }
  /// Something was dropped from the front, so the first line may have lost its beginning.
  private var isCut = false

  /// Takes in what was written next.
  mutating func append(_ more: Span<UInt8>) {
    byteCount += more.count
    for index in 0..<more.count where more[index] == UInt8(ascii: "\n") { endCount += 1 }
    if more.count > 0 { endsInLine = more[more.count - 1] != UInt8(ascii: "\n") }
    let skipped = max(0, more.count - Self.mostBytes)
    for index in skipped..<more.count { bytes.append(more[index]) }
    isCut = isCut || skipped > 0
    // Trimmed at twice the limit, so that many small writes do not move the whole each time.
    if bytes.count > 2 * Self.mostBytes {
      bytes.removeFirst(bytes.count - Self.mostBytes)
      isCut = true
    }
  }

  /// The lines, oldest first, invalid UTF-8 repaired, line ends and a cut first line left out.
  var lines: [String] {
    var pieces = bytes.suffix(Self.mostBytes).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    if isCut || bytes.count > Self.mostBytes, pieces.count > 1 { pieces.removeFirst() }
    return pieces.suffix(Self.mostLines).map { piece in
      String(decoding: piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece, as: UTF8.self)
    }
  }
}
