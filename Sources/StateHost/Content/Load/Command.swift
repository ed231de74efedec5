package import HostSystem

/// The process of a load's command or of a program that a plugin's child runs, whose status is
/// polled without waiting: it keeps how the process ended, and stops it with its process group, by
/// a termination signal and, if any process of the group is left after a grace period, a kill.
package final class RunningCommand {
  /// How often the status of a process is checked when the system does not report its exit.
  static let pollIntervalNanoseconds: Int64 = 20_000_000

  /// How long a stopped command's process group may outlive the command.
  static let orphanGraceNanoseconds: Int64 = 200_000_000

  private let process: any ProcessPort
  private var isReleased = false
  private var killAt: Int64?

  /// When `poll` is due; nil for never.
  package private(set) var deadline: Int64?
  /// How the command ended; nil while it runs.
  package private(set) var outcome: ProcessStatus?

  package init(_ process: any ProcessPort) { self.process = process }

  /// The port that is ready when the command has exited, if the system reports that.
  package var token: PortToken { process.token }

  /// Whether the command has exited, and its process group too if it was stopped.
  package var isGone: Bool { isReleased && killAt == nil }

  /// Whether it was suspended since the last call.
  package var hasStopped: Bool { process.hasStopped }

  /// Checks whether the command has exited, and continues to stop it.
  package func poll(at now: Int64) {
    if outcome == nil, case let status = process.checkStatus(), status != .running {
      outcome = status
    }
    deadline = outcome == nil && !process.canWait ? now + Self.pollIntervalNanoseconds : nil
    if let killAt { continueStopping(at: now, killAt: killAt) }
  }

  /// Terminates the process group, and kills it after `graceNanoseconds`.
  package func stop(at now: Int64, graceNanoseconds: Int64) {
    guard killAt == nil, !isReleased else { return }
    killAt = now + max(0, graceNanoseconds)
    process.terminate()
    poll(at: now)
  }

  private func continueStopping(at now: Int64, killAt: Int64) {
    var killAt = killAt
    if outcome != nil, !isReleased {
      release()
      killAt = min(killAt, now + Self.orphanGraceNanoseconds)
      self.killAt = killAt
    }
    // The group id stays valid only while other processes are in the group.
    let isEmpty = isReleased && !process.hasGroup
    if !isEmpty, now >= killAt { process.kill() }
    if isEmpty || (isReleased && now >= killAt) {
      self.killAt = nil
      deadline = nil
    } else {
      deadline = min(now < killAt ? killAt : .max, now + Self.pollIntervalNanoseconds)
    }
  }

  /// Releases the process id; processes that the command left in the background are not stopped.
  package func release() {
    guard !isReleased, outcome != nil else { return }
    isReleased = true
    process.release()
  }

  /// Kills the process group without waiting.
  package func kill() {
    guard !isGone else { return }
    process.kill()
  }
}

/// The command of a load (the user's, curl, or a plugin source's worker) without its standard
/// output: owns the process, reads standard error, keeps its last lines and, without an interface,
/// writes it as it arrives; gives the load's error from the command's end or the source's report.
final class CommandMonitor {
  let process: RunningCommand
  /// Nil once closed.
  private(set) var errors: (any StreamPort)?
  /// What a plugin's source reports about itself; nil for other commands.
  let report: (any SourceStatusPort)?
  private(set) var tail = StandardErrorTail()
  private let isFetch: Bool
  /// Writes standard error as it arrives.
  private let errorWriter: RowWriter?
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  init(_ ports: CommandPorts, isFetch: Bool, errorWriter: RowWriter?) {
    self.isFetch = isFetch
    process = RunningCommand(ports.process)
    errors = ports.errors
    report = ports.report
    self.errorWriter = errorWriter
  }

  /// The error for an outcome; nil for a success.
  func failure(of outcome: ProcessStatus) -> ContentError.Kind? {
    if let report { return report.failure(of: outcome).map { .source($0) } }
    return switch outcome {
    case .running, .exited(0): nil
    case .exited(let status): isFetch ? .notFetched(status: status) : .exited(status: status)
    case .killed(let signal): .killed(signal: signal)
    }
  }

  /// Whether pending output must be written before more is read.
  var hasPendingErrors: Bool { errorWriter?.hasPending ?? false }

  func closeErrors() {
    guard let errors else { return }
    errors.close()
    self.errors = nil
    errorWriter?.finish()
  }

  func flushErrors() { if hasPendingErrors { errorWriter?.flush() } }

  /// Reads about `budget` bytes of standard error; returns whether anything had arrived.
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
        errorWriter?.write(arrived.span.extracting(0..<count))
        left -= count
      case .nothing: return left < budget
      // An unreadable standard error is not a reason to fail the command.
      case .end, .failed:
        closeErrors()
        return left < budget
      }
    }
    return true
  }
}

/// The end of a command's standard error, up to 64 KiB and 200 lines; counts all lines and bytes.
struct StandardErrorTail {
  static let maxBytes = 64 << 10
  static let maxLines = 200

  /// All bytes written, including those not kept.
  private(set) var byteCount = 0
  private var bytes: [UInt8] = []
  private var endCount = 0
  private var endsInLine = false
  /// All lines written, including those not kept.
  var lineCount: Int { endCount + (endsInLine ? 1 : 0) }
  /// Whether the first line may have lost its beginning.
  private var isCut = false

  mutating func append(_ more: Span<UInt8>) {
    byteCount += more.count
    for index in 0..<more.count where more[index] == "\n" { endCount += 1 }
    if more.count > 0 { endsInLine = more[more.count - 1] != "\n" }
    let skipped = max(0, more.count - Self.maxBytes)
    for index in skipped..<more.count { bytes.append(more[index]) }
    isCut = isCut || skipped > 0
    // Trimmed at twice the limit, so that small writes do not move everything each time.
    if bytes.count > 2 * Self.maxBytes {
      bytes.removeFirst(bytes.count - Self.maxBytes)
      isCut = true
    }
  }

  /// The lines, oldest first, without a cut first line; invalid UTF-8 is repaired.
  var lines: [String] {
    var slices = bytes.suffix(Self.maxBytes).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if slices.last?.isEmpty == true { slices.removeLast() }
    if isCut || bytes.count > Self.maxBytes, slices.count > 1 { slices.removeFirst() }
    return slices.suffix(Self.maxLines).map { slice in
      String(decoding: slice.last == "\r" ? slice.dropLast() : slice, as: UTF8.self)
    }
  }
}
