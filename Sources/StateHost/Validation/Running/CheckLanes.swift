internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The workers of checks, side by side as many as there are processors.
///
/// They are started in the order of the checks, which is also that of the results; what runs ahead of
/// its turn changes nothing.
struct CheckLanes {
  private let plugin: CheckedPlugin
  private let program: String
  private let limitNanoseconds: Int64
  private let poller: Poller
  private let count = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  /// In their order; those behind the first may have ended.
  private var started: [(check: Check, process: CheckProcess)] = []
  /// The life that a tool watches: what it has seen is told by every check that asks.
  private var watched: CheckProcess?
  /// Why the next is not started.
  private var refusal: CheckNotStarted?

  init(
    _ plugin: CheckedPlugin, program: String, limitNanoseconds: Int64
  ) throws(SystemError) {
    self.plugin = plugin
    self.program = program
    self.limitNanoseconds = limitNanoseconds
    poller = try Poller()
  }

  /// Runs the first of some checks to its end, and others ahead of their turn while it lasts.
  ///
  /// - Parameter checks: those that have no result yet, in their order.
  /// - Returns: what came of the first.
  /// - Throws: why it was not started.
  mutating func run(_ checks: ArraySlice<Check>) throws(CheckNotStarted) -> CheckProcess.Run {
    while true {
      startWhatMay(checks)
      guard let first = started.first else {
        defer { refusal = nil }
        throw refusal ?? .lacks("nothing was started")
      }
      if first.process.hasEnded {
        started.removeFirst()
        if let refusal = first.process.refusal { throw .never(refusal) }
        return first.process.run(of: first.check)
      }
      CheckProcess.wait(for: running, in: poller)
    }
  }

  private mutating func startWhatMay(_ checks: ArraySlice<Check>) {
    for check in checks.dropFirst(started.count) {
      guard mayStart(check) else { return }
      do throws(CheckNotStarted) {
        started.append((check, try process(for: check)))
      } catch {
        refusal = error
        return
      }
    }
  }

  private mutating func process(for check: Check) throws(CheckNotStarted) -> CheckProcess {
    let isWatched = check.setting == .watched
    if isWatched, let watched { return watched }
    let process = try CheckProcess(
      check, of: plugin, program: program, limitNanoseconds: limitNanoseconds, in: poller)
    if isWatched { watched = process }
    return process
  }

  private var running: [CheckProcess] {
    started.lazy.map(\.process).filter { !$0.hasEnded }
  }

  private func mayStart(_ check: Check) -> Bool {
    if check.setting == .watched, watched != nil { return true }
    let running = running
    if check.runsAlone { return running.isEmpty }
    return running.count < count && !running.contains { $0.check.runsAlone }
  }

  /// Ends those that run ahead: nobody asks for what comes of them.
  mutating func stop() {
    for (_, process) in started { process.stop() }
    started = []
  }
}
