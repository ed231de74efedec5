internal import CHostSystem

/// The real `World`: clock, epoll, signals, files and processes, and what else the program opens:
/// the terminal, workers, threads and the guardian (which restores the terminal after a crash).
///
/// One at a time; installs the crash handler, as `play` and `plugins` do before they load plugins.
package final class RealWorld: World, WorkerWorld {
  package let sources: any SourceWorld
  package private(set) var nowNanoseconds: Int64

  private let clock: Clock
  private let poller: Poller
  private let signals: SignalInbox
  private let bell: Bell
  private let bellWatch: Watch
  private var arrived: Signals = []
  /// The link to the guardian; nil when there is none.
  private var guardian: Watch?
  private var hasBegunGuardian = false
  /// When the next guardian may be started; nil when none has ended.
  private var guardianNanoseconds: Int64?
  private weak var terminal: TerminalDevice?

  package init(_ clock: Clock = Clock()) throws(SystemError) {
    try installCrashGuard()
    self.clock = clock
    nowNanoseconds = clock.nowNanoseconds
    poller = try Poller()
    signals = try SignalInbox(in: poller)
    bell = try Bell()
    bellWatch = try bell.watch(in: poller)
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

  /// Sets the time to the present, because the work before the loop took time.
  package func catchUp() { nowNanoseconds = clock.nowNanoseconds }

  /// Handles a port of this world itself; false for any other.
  private func serve(_ token: PortToken) -> Bool {
    switch token {
    case signals.token: arrived.formUnion(signals.take())
    case bellWatch.token: bell.clear()
    case guardian?.token:
      guardian = nil
      guardianNanoseconds = guardianNanoseconds ?? nowNanoseconds
    default: return false
    }
    return true
  }

  package var isUnguarded: Bool { guardianNanoseconds != nil && guardian == nil }

  /// Starts the guardian, or replaces an ended one once a second at most; true if it replaced one.
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

  package func startWorkerCommand() throws(SystemError) -> SourceWorker {
    try SourceWorker(in: poller)
  }

  package func watchFiles() throws(SystemError) -> any FileWatchPort { try FileWatch(in: poller) }

  package func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle {
    try BackgroundThreads(work, in: poller)
  }

  /// Opens the terminal; call it before `captureOutput`.
  package func openTerminal() throws(SystemError) -> any TerminalPort {
    let opened = try TerminalDevice(in: poller)
    terminal = opened
    return opened
  }

  package func captureOutput() throws(SystemError) -> any CapturePort {
    try OutputCapture(in: poller)
  }

  /// Makes this thread the main thread of plugins; calls from their other threads end a wait.
  package func openGates() { bell.openGates() }
}
