package import HostSystem

/// The life of a command: how it ended, and how it is made to end.
package final class CommandLife {
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
