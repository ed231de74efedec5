internal import CHostSystem
package import HostPlugins

/// The parts of a worker's sandbox, each of which a kernel may lack.
package struct SandboxParts: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No capability, and none that could be gained.
  package static let privileges = SandboxParts(rawValue: UInt32(HOST_SANDBOX_PRIVILEGES))
  /// Bounds on memory, threads and open files.
  package static let limits = SandboxParts(rawValue: UInt32(HOST_SANDBOX_LIMITS))
  /// Landlock: which files can be read.
  package static let files = SandboxParts(rawValue: UInt32(HOST_SANDBOX_FILES))
  /// seccomp: which system calls there are.
  package static let calls = SandboxParts(rawValue: UInt32(HOST_SANDBOX_CALLS))

  package static let all: SandboxParts = [.privileges, .limits, .files, .calls]

  /// What this kernel lacks, asked of it once.
  package static let missing = SandboxParts(rawValue: host_sandbox_missing())

  /// What they are called in sentences.
  package var names: [String] {
    let names: [(SandboxParts, String)] = [
      (.privileges, "the loss of privileges"), (.limits, "resource limits"),
      (.files, "Landlock"), (.calls, "seccomp"),
    ]
    return names.filter { contains($0.0) }.map(\.1)
  }

  /// Why third-party plugins do not run where the sandbox lacks these, and what the user can do about it.
  package var problem: PluginProblem {
    .told(
      what: "third-party plugins are not loaded because the sandbox is incomplete: "
        + "this system lacks " + names.joined(separator: " and "),
      remedy: "--weaker-sandbox loads them anyway")
  }
}
