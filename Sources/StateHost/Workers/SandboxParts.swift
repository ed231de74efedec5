internal import CHostSystem
package import HostPlugins

/// The set of protections that make up the sandbox of a worker process: privileges, limits, file access and system
/// calls.
///
/// The kernel may lack each of them.
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

  /// Why third-party plugins are not loaded when the sandbox lacks these parts, and what the user can do about it.
  package var problem: PluginProblem {
    .told(
      what: "third-party plugins are not loaded because the sandbox is incomplete: "
        + "this system lacks " + names.joined(separator: " and "),
      remedy: "--weaker-sandbox loads them anyway")
  }
}
