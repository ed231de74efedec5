internal import CHostSystem
package import HostSystem

/// What the sandbox of workers is on this system: found out by a worker that goes into it.
package struct SandboxReport {
  /// What it lacks; nil when there is no worker.
  package let lacking: SandboxParts?
  /// Why there is no worker.
  package let refusal: SystemError?
  /// The version of Landlock's ABI that the kernel has; 0: none.
  package let landlockVersion: Int
  /// Whether workers have namespaces and an empty file system besides, which the sandbox is complete without.
  package let hasSecondWall = host_sandbox_has_second_wall()

  /// Starts a worker to see.
  ///
  /// - Parameter program: the executable that workers are started from.
  /// - Returns: what it found.
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
