internal import CHostSystem
package import HostPlugins
package import HostSystem

/// A set of the four protections that make up the sandbox of a worker process (no privileges,
/// resource limits, Landlock, seccomp): those that the kernel lacks, or those that may be missing.
package struct SandboxParts: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No capabilities, and no way to gain any.
  package static let privileges = SandboxParts(rawValue: UInt32(HOST_SANDBOX_PRIVILEGES))
  /// Limits on memory, threads and open files.
  package static let limits = SandboxParts(rawValue: UInt32(HOST_SANDBOX_LIMITS))
  /// Landlock: limits which files can be read.
  package static let files = SandboxParts(rawValue: UInt32(HOST_SANDBOX_FILES))
  /// seccomp: limits the system calls.
  package static let calls = SandboxParts(rawValue: UInt32(HOST_SANDBOX_CALLS))

  package static let all: SandboxParts = [.privileges, .limits, .files, .calls]

  /// The parts that this kernel lacks, read once.
  package static let missing = SandboxParts(rawValue: host_sandbox_missing())

  /// The names of the parts in messages.
  package var names: [String] {
    let names: [(SandboxParts, String)] = [
      (.privileges, "the loss of privileges"), (.limits, "resource limits"),
      (.files, "Landlock"), (.calls, "seccomp"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }

  /// Why third-party plugins are not loaded without these parts, and what the user can do.
  package var problem: PluginProblem {
    .told(
      what: "third-party plugins are not loaded because the sandbox is incomplete: "
        + "this system lacks " + names.joined(separator: " and "),
      remedy: "--weaker-sandbox loads them anyway")
  }
}

/// The report of `statehost plugins --security` on the workers' sandbox, found by starting one: the
/// parts it lacks or why none starts, the Landlock version, and whether workers have namespaces.
package struct SandboxReport {
  /// The parts that the sandbox lacks; nil when no worker can be started.
  package let lacking: SandboxParts?
  /// Why no worker can be started; nil if one can.
  package let refusal: SystemError?
  /// The version of the kernel's Landlock ABI; 0 without Landlock.
  package let landlockVersion: Int
  /// Whether workers also have namespaces and an empty file system, both optional for the sandbox.
  package let hasSecondWall = host_sandbox_has_second_wall()

  /// Starts a worker from an executable to examine its sandbox.
  package static func probe(program: String = WorkerProcess.ownProgram) -> SandboxReport {
    let version = Int(host_sandbox_landlock_version())
    do throws(SystemError) {
      let lacking = try lacking(of: try BlockingWorkerWorld(program: program))
      return SandboxReport(lacking: lacking, refusal: nil, landlockVersion: version)
    } catch {
      return SandboxReport(lacking: nil, refusal: error, landlockVersion: version)
    }
  }

  private static func lacking(of world: BlockingWorkerWorld) throws(SystemError) -> SandboxParts {
    let worker = try ScanWorkerHandle(
      in: world, nanosecondsForFile: 0, tolerating: .all, at: world.nowNanoseconds)
    defer { worker.end() }
    var ready: [Ready] = []
    while case .opening(let until) = worker.phase {
      try world.wait(untilNanoseconds: until, into: &ready)
      let now = world.nowNanoseconds
      if case .refused(let error)? = worker.take(at: now) ?? worker.judgeLateness(at: now) {
        throw error
      }
    }
    return worker.lacking
  }
}
