internal import CHostSystem
package import HostSystem

/// Which protections the sandbox of worker processes has on this system, found by starting one.
package struct SandboxReport {
  /// The parts that the sandbox lacks; nil when no worker can be started.
  package let lacking: SandboxParts?
  /// Why no worker can be started; nil if one can.
  package let refusal: SystemError?
  /// The version of the kernel's Landlock ABI; 0 without Landlock.
  package let landlockVersion: Int
  /// Whether workers also have namespaces and an empty file system; the sandbox is complete without them.
  package let hasSecondWall = host_sandbox_has_second_wall()

  /// Starts a worker to examine its sandbox.
  ///
  /// - Parameter program: the executable that workers are started from.
  /// - Returns: the report.
  package static func probe(program: String = WorkerProcess.ownProgram) -> SandboxReport {
    let version = Int(host_sandbox_landlock_version())
    do throws(SystemError) {
      let lacking = try lacking(of: try BlockingWorkerWorld(program: program))
      return SandboxReport(lacking: lacking, refusal: nil, landlockVersion: version)
    } catch {
      return SandboxReport(lacking: nil, refusal: error, landlockVersion: version)
    }
  }

  private static func lacking(of room: BlockingWorkerWorld) throws(SystemError) -> SandboxParts {
    let worker = try ScanningWorker(
      in: room, nanosecondsForFile: 0, tolerating: .all, at: room.nowNanoseconds)
    defer { worker.end() }
    var ready: [Ready] = []
    while case .opening(let until) = worker.phase {
      try room.wait(untilNanoseconds: until, into: &ready)
      let now = room.nowNanoseconds
      if case .refused(let error)? = worker.take(at: now) ?? worker.judgeLateness(at: now) {
        throw error
      }
    }
    return worker.lacking
  }
}
