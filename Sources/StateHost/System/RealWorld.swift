internal import CHostSystem

/// The world outside: the system's clock, terminal, files, processes and signals.
///
/// One a process, made before any plugin is loaded: it also sees to it that a crash gives the
/// terminal back.
package final class RealWorld: World, WorkerWorld {
  package let sources: any SourceWorld
  package private(set) var nowNanoseconds: Int64

  private let clock: Clock
  private let poller: Poller
  private let signals: SignalInbox
  private let wakeup: Wakeup
  private var arrived: Signals = []
  /// The guardian; nil where there is none.
  private var guardian: Watch?
  private var hasBegunGuardian = false
  /// When one is started in the place of one that has ended; nil: none has.
  private var guardianNanoseconds: Int64?
  private weak var terminal: TerminalDevice?

  /// - Parameter clock: began with the run.
  /// - Throws: the call that failed.
  package init(_ clock: Clock = Clock()) throws(SystemError) {
    _ = try checked(host_crash_install(), "sigaltstack")
    self.clock = clock
    nowNanoseconds = clock.nowNanoseconds
    poller = try Poller()
    signals = try SignalInbox(in: poller)
    wakeup = try Wakeup(in: poller)
    sources = SystemSources(in: poller)
  }

  package func wait(
    untilNanoseconds deadline: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    let hasNewGuardian = followGuardian()
    let guardianDeadline = isUnguarded ? guardianNanoseconds ?? .max : .max
    let next = hasNewGuardian ? nowNanoseconds : min(deadline ?? .max, guardianDeadline)
    let timeout = next == .max ? nil : next - clock.nowNanoseconds
    try poller.wait(timeoutNanoseconds: timeout, into: &ready)
    nowNanoseconds = clock.nowNanoseconds
    ready.removeAll { serve($0.token) }
  }

  /// Goes on to the present: what was done since the last wait, before the loop, took its time.
  package func catchUp() { nowNanoseconds = clock.nowNanoseconds }

  /// Serves what is this world's own.
  private func serve(_ token: PortToken) -> Bool {
    switch token {
    case signals.token: arrived.formUnion(signals.take())
    case wakeup.token: wakeup.bell.clear()
    case guardian?.token:
      guardian = nil
      guardianNanoseconds = guardianNanoseconds ?? nowNanoseconds
    default: return false
    }
    return true
  }

  package var isUnguarded: Bool { guardianNanoseconds != nil && guardian == nil }

  /// Starts a guardian when it is first needed, and another where it has ended: at once, but once a second at most.
  ///
  /// - Returns: whether there is another one now.
  private func followGuardian() -> Bool {
    if !hasBegunGuardian {
      hasBegunGuardian = true
      let isExpected = Guardian.begin()
      guardian = Guardian.watch(in: poller)
      if isExpected, guardian == nil { guardianNanoseconds = clock.nowNanoseconds }
    }
    guard isUnguarded, let due = guardianNanoseconds, clock.nowNanoseconds >= due else {
      return false
    }
    guardianNanoseconds = clock.nowNanoseconds + Self.guardianPauseNanoseconds
    guardian = Guardian.beginAgain(in: poller)
    return guardian != nil
  }

  private static let guardianPauseNanoseconds: Int64 = 1_000_000_000

  package func takeSignals() -> Signals {
    defer { arrived = [] }
    return arrived
  }

  package func suspend() throws(SystemError) {
    terminal?.dropPending()
    defer { nowNanoseconds = clock.nowNanoseconds }
    if terminal?.isHandedOver ?? false { return host_foreground_suspend() }
    _ = try checked(host_signals_suspend(), "tcsetattr")
  }

  package func startWorker() throws(SystemError) -> any WorkerPort {
    try WorkerProcess(in: poller, by: clock)
  }

  /// Starts a worker that delivers rows as a command does, once it is told which.
  package func startWorkerCommand() throws(SystemError) -> WorkerCommand {
    try WorkerCommand(in: poller)
  }

  /// Watches files that may be written anew.
  package func watchFiles() throws(SystemError) -> any FileWatchPort {
    try FileWatch(in: poller)
  }

  package func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundPort {
    try BackgroundThread(work, in: poller)
  }

  /// Opens the terminal; before output is captured.
  package func openTerminal() throws(SystemError) -> any TerminalPort {
    let opened = try TerminalDevice(in: poller)
    terminal = opened
    return opened
  }

  /// From now on what is written to descriptors 1 and 2 is kept off the terminal.
  package func captureOutput() throws(SystemError) -> any CapturePort {
    try OutputCapture(in: poller)
  }

  /// From now on the calling thread is the one that plugins are called on, and what other threads
  /// of theirs leave at the gates ends a wait.
  package func openGates() { wakeup.bell.openGates() }
}
