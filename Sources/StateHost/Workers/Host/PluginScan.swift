package import HostPlugins
internal import HostSystem

/// Finds out what plugins offer, in worker processes that are waited for.
package final class PluginScan: PluginScanner {
  /// What the sandbox of the workers lacked.
  package private(set) var lacking: SandboxParts = []

  private let program: String
  private let nanosecondsForFile: Int64

  /// - Parameters:
  ///   - program: the executable that workers are started from.
  ///   - nanosecondsForFile: how long a plugin may take.
  package init(
    program: String = WorkerProcess.ownProgram, nanosecondsForFile: Int64 = 2_000_000_000
  ) {
    self.program = program
    self.nanosecondsForFile = nanosecondsForFile
  }

  package func scan(_ files: [PluginFile]) -> [PluginFinding] {
    do throws(SystemError) {
      let room = try WorkerRoom(program: program)
      let round = ScanRound(of: files, in: room, nanosecondsForFile: nanosecondsForFile)
      defer { round.end() }
      var ready: [Ready] = []
      round.advance(to: room.nowNanoseconds)
      while let file = round.current.first {
        try file.scanning { () throws(SystemError) in
          try room.wait(untilNanoseconds: round.nextDeadline, into: &ready)
        }
        for port in ready { round.take(port, at: room.nowNanoseconds) }
        round.advance(to: room.nowNanoseconds)
      }
      lacking.formUnion(round.lacking)
      return round.findings.compactMap(\.self)
    } catch {
      return files.map { _ in PluginFinding(ScanRound.problem(error)) }
    }
  }
}
