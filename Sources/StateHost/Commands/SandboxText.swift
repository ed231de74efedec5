internal import HostPlugins
internal import HostSystem
internal import HostText
internal import HostWorkers

/// The text and JSON of `statehost plugins --security` on how well this kernel can sandbox
/// plugins; decides when commands warn of an incomplete sandbox and `validate` and `inspect`
/// refuse.
struct SandboxText {
  private let report: SandboxReport

  init(of report: SandboxReport) { self.report = report }

  /// Warns on standard error when third-party plugins run in an incomplete sandbox.
  static func warn(_ options: PluginOptions, of catalogue: PluginCatalogue) {
    if notice(options, of: catalogue) != nil { warn() }
  }

  private static func warn() {
    Diagnostic.write(
      "third-party plugins run in a weaker sandbox", "this system lacks \(missing)",
      "see statehost plugins --security")
  }

  /// The same warning for the last row of the screen; nil if it does not apply.
  static func notice(_ options: PluginOptions, of catalogue: PluginCatalogue) -> String? {
    guard options.weakensSandbox, !SandboxParts.missing.isEmpty, catalogue.hasThirdParty else {
      return nil
    }
    return "weaker sandbox: this system lacks \(missing)"
  }

  /// Fails if the sandbox is incomplete, for commands that run plugins in workers only.
  static func requireSandbox(_ options: PluginOptions) throws(CommandFailure) {
    if SandboxParts.missing.isEmpty { return }
    guard options.needsSandbox else { return warn() }
    throw CommandFailure(
      "plugins do not run here because the sandbox is incomplete", "this system lacks \(missing)",
      "--weaker-sandbox runs them anyway")
  }

  private static var missing: String { SandboxParts.missing.names.joined(separator: " and ") }

  /// The parts of the sandbox, with their effect.
  private static let parts: [(part: SandboxParts, what: String)] = [
    (.privileges, "no capabilities, and no way to gain any"),
    (
      .limits,
      "at most 1 GiB of memory, 64 open files, threads and timers; no growing files, no core dumps"
    ),
    (.files, "reads the system's libraries and data and its own libraries; writes nothing"),
    (
      .calls,
      "threads and memory; no programs, processes, sockets, debugging, mounts or signals to others"
    ),
  ]

  /// The protections missing from older versions of Landlock, with the kernel that introduced each.
  private static let later: [(version: Int, kernel: String, what: String)] = [
    (2, "5.19", "links and renames into other folders"), (3, "6.2", "truncating files"),
    (4, "6.7", "TCP"), (5, "6.10", "ioctl on devices"),
    (6, "6.12", "signals and abstract sockets to others"),
  ]

  var text: String {
    var lines = ["Third-party plugins are scanned and shown in worker processes."]
    guard let lacking = report.lacking else {
      lines.append("No worker can be started here (\(reason)), so they are not loaded.")
      return lines.joined(separator: "\n") + "\n"
    }
    lines += Self.parts.map { part, what in
      let name = part.names.joined()
      return "  \(lacking.contains(part) ? "MISSING" : "active ")  \(name): \(what)"
    }
    lines.append(
      report.hasSecondWall
        ? "  active   namespaces: no network and no other files, even if a part above fails"
        : "  absent   namespaces: not available, the sandbox is complete without them"
    )
    if !lacking.isEmpty {
      lines.append("Third-party plugins are not loaded here, except with --weaker-sandbox.")
    }
    if !lacking.contains(.files) {
      lines.append("Landlock has version \(report.landlockVersion) here.")
      for (version, kernel, what) in Self.later where report.landlockVersion < version {
        lines.append(
          "  Before version \(version) (Linux \(kernel)) it does not restrict \(what); "
            + (lacking.contains(.calls) ? "nothing does." : "seccomp does."))
      }
    }
    lines.append(
      "With --isolation none they run in the program's own process, without any of this. That they act for the user "
        + "only after user input is not enforced there.")
    return lines.joined(separator: "\n") + "\n"
  }

  private var reason: String { report.refusal.map(\.description) ?? "" }

  var json: JSONValue {
    .object([
      "worker": .boolean(report.lacking != nil),
      "reason": report.refusal.map { .text($0.description) } ?? .null,
      "lacking": .texts(report.lacking?.names ?? []),
      "landlock": .integer(report.landlockVersion),
      "namespaces": .boolean(report.hasSecondWall),
    ])
  }
}
