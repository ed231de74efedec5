internal import Glibc

/// Runs checks side by side, as many as there are processors, and gives their results in their order.
struct CheckLanes {
  private let program: CheckProgram
  private let count = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  /// In their order; those behind the first may have ended.
  private var started: [CheckProcess] = []

  init(_ program: CheckProgram) { self.program = program }

  /// Runs the first of some checks to its end, and others ahead of their turn while it lasts.
  ///
  /// - Parameter checks: those that have no result yet, in their order.
  /// - Returns: what came of the first; nil where it was not started.
  mutating func run(_ checks: ArraySlice<Check>) -> CheckProcess.Run? {
    while true {
      for check in checks.dropFirst(started.count) {
        guard mayStart(check), let process = program.start(check) else { break }
        started.append(process)
      }
      guard let first = started.first else { return nil }
      if first.hasEnded { return program.finish(started.removeFirst()) }
      CheckProcess.wait(for: started.filter { !$0.hasEnded })
    }
  }

  private func mayStart(_ check: Check) -> Bool {
    let running = started.filter { !$0.hasEnded }
    if check.runsAlone { return running.isEmpty }
    return running.count < count && !running.contains { $0.check.runsAlone }
  }

  /// Ends those that run ahead: nobody asks for what comes of them.
  mutating func stop() {
    for process in started {
      process.stop()
      _ = program.finish(process)
    }
    started = []
  }
}
