internal import HostSystem
internal import HostText
internal import HostWorkers

/// What `statehost plugins --security` says.
struct SecurityText {
  private let report: SandboxReport

  init(of report: SandboxReport) { self.report = report }

  /// The line that says that plugins are scanned with less protection than there should be; nil when
  /// they are not.
  static func line(lacking parts: SandboxParts) -> String? {
    guard !parts.isEmpty else { return nil }
    return Complaint.line(
      "plugins are scanned with less protection", "this system lacks \(list(parts.names))",
      "see statehost plugins --security")
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// The parts, and what each does.
  private static let parts: [(part: SandboxParts, what: String)] = [
    (.privileges, "no capability, and none that could be gained"),
    (.limits, "1 GiB of memory, 64 open files, no file that grows, no core dump"),
    (.files, "reads the system's libraries and data and its own libraries; writes nothing"),
    (
      .calls,
      "threads and memory; no program, process, socket, debugging, mounting or signal to others"
    ),
  ]

  /// What a Landlock of an older version does not do, and what does it there.
  private static let later: [(version: Int, kernel: String, what: String)] = [
    (2, "5.19", "links and renames into other folders"), (3, "6.2", "cutting files short"),
    (4, "6.7", "TCP"), (5, "6.10", "commands to devices"),
    (6, "6.12", "signals and abstract sockets to others"),
  ]

  var text: String {
    var lines = ["Plugins of others are scanned and shown in worker processes."]
    guard let lacking = report.lacking else {
      lines.append("No worker can be started here (\(reason)): they are not loaded.")
      return lines.joined(separator: "\n") + "\n"
    }
    lines += Self.parts.map { part, what in
      let name = part.names.joined()
      return "  \(lacking.contains(part) ? "LACKING" : "stands ")  \(name): \(what)"
    }
    if !lacking.contains(.files) {
      lines.append("Landlock is of version \(report.landlockVersion) here.")
      for (version, kernel, what) in Self.later where report.landlockVersion < version {
        lines.append(
          "  Without its version \(version) (Linux \(kernel)), \(what) are kept from plugins by "
            + (lacking.contains(.calls) ? "nothing." : "seccomp alone."))
      }
    }
    lines.append(
      "With --isolation none they are shown in the program's own process, without any of this.")
    return lines.joined(separator: "\n") + "\n"
  }

  private var reason: String { report.refusal.map(\.description) ?? "" }

  var json: JSONValue {
    .object([
      "worker": .boolean(report.lacking != nil),
      "reason": report.refusal.map { .text($0.description) } ?? .null,
      "lacking": .texts(report.lacking?.names ?? []),
      "landlock": .integer(report.landlockVersion),
    ])
  }
}
