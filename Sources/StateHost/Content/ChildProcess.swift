internal import Glibc
internal import HostSystem

/// A command that runs, or ran: how it ended, and how it is made to end.
///
/// Until `release` its number stays taken even when it has ended, so signals to its group cannot
/// reach anything else.
final class ChildProcess {
  /// How a command ended.
  enum Outcome: Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  /// A command that was started, with the ends of its pipes.
  struct Started: ~Copyable {
    let process: ChildProcess
    let output: Descriptor
    let errors: Descriptor

    /// Hands on the parts, each to whoever reads it.
    consuming func taken(
      passingErrorsTo passage: RowPassage?
    ) -> (output: StreamInput, command: CommandInput) {
      (StreamInput(output), CommandInput(process, errors: errors, passingErrorsTo: passage))
    }
  }

  /// How often a process is looked at when nothing tells that it has ended.
  static let lookIntervalNanoseconds: Int64 = 20_000_000

  /// How long the others of its group may live on after the command itself, when all are stopped.
  static let orphanGraceNanoseconds: Int64 = 200_000_000

  private let number: pid_t
  private var exitDescriptor: Descriptor?
  private var isReleased = false
  private var killAt: Int64?
  private var lookAgainAt: Int64?

  /// How it ended; `nil` while it runs.
  private(set) var outcome: Outcome?

  private init(number: pid_t, exitDescriptor: consuming Descriptor?) {
    self.number = number
    self.exitDescriptor = exitDescriptor
  }

  /// Starts `words`, in a session and process group of its own, without a terminal and with nothing
  /// to read.
  ///
  /// Throws the errno that says why it did not start.
  static func start(_ words: [String]) throws(SystemError) -> Started {
    var arguments = unsafe words.map { unsafe Optional(host_name_of_text($0)) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child = host_child()
    let error = unsafe host_child_spawn(&arguments, &child)
    guard error == 0 else { throw SystemError(number: error) }
    let process = ChildProcess(
      number: child.pid,
      exitDescriptor: child.exit_fd >= 0 ? Descriptor(owning: child.exit_fd) : nil)
    return Started(
      process: process, output: Descriptor(owning: child.output_fd),
      errors: Descriptor(owning: child.error_fd))
  }

  /// Readable when the command has ended; `nil` when it has, or when the system has no such thing.
  var watched: Int32? { exitDescriptor?.number }

  /// When `look` is due; `nil` when nothing is.
  var deadline: Int64? { lookAgainAt }

  /// The command and all that was to end with it are gone.
  var isGone: Bool { isReleased && killAt == nil }

  /// Looks whether it has ended, and goes on with stopping it.
  func look(at now: Int64) {
    if outcome == nil { updateOutcome() }
    lookAgainAt = outcome == nil && watched == nil ? now + Self.lookIntervalNanoseconds : nil
    if let killAt { continueStopping(at: now, killAt: killAt) }
  }

  private func updateOutcome() {
    var value: Int32 = 0
    switch Int(unsafe host_child_status(number, &value)) {
    case HOST_CHILD_RUNNING: return
    case HOST_CHILD_KILLED: outcome = .killed(value)
    default: outcome = .exited(value)
    }
    exitDescriptor = nil
  }

  /// Asks the whole group to end; what is still there after `graceNanoseconds` is killed.
  func stop(at now: Int64, graceNanoseconds: Int64) {
    guard killAt == nil, !isReleased else { return }
    killAt = now + max(0, graceNanoseconds)
    _ = host_child_signal(number, SIGTERM)
    _ = host_child_signal(number, SIGCONT)
    look(at: now)
  }

  private func continueStopping(at now: Int64, killAt: Int64) {
    var killAt = killAt
    if outcome != nil, !isReleased {
      release()
      killAt = min(killAt, now + Self.orphanGraceNanoseconds)
      self.killAt = killAt
    }
    // Once the command is released, its group lasts only as long as others are in it.
    let isEmpty = isReleased && host_child_signal(number, 0) != 0
    if !isEmpty, now >= killAt { _ = host_child_signal(number, SIGKILL) }
    if isEmpty || (isReleased && now >= killAt) {
      self.killAt = nil
      lookAgainAt = nil
    } else if now >= killAt {
      lookAgainAt = now + Self.lookIntervalNanoseconds
    } else {
      lookAgainAt = min(killAt, now + Self.lookIntervalNanoseconds)
    }
  }

  /// Lets the number go.
  ///
  /// What the command left running in the background is left alone.
  func release() {
    guard !isReleased, outcome != nil else { return }
    isReleased = true
    host_child_reap(number)
  }

  /// Kills the whole group at once and waits for nothing.
  func kill() {
    guard !isGone else { return }
    _ = host_child_signal(number, SIGKILL)
  }
}
