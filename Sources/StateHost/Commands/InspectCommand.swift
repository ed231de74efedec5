internal import Glibc
internal import HostPlugins
internal import HostText

/// The command `statehost inspect`: prints what plugin files contain, such as their children,
/// needed symbols and problems; exit status 1 if one cannot be loaded or has a problem.
struct InspectCommand {
  let options: InspectOptions

  func run() throws(CommandFailure) -> Int32 {
    try requirePlugins(options.files)
    try SandboxText.requireSandbox(options.plugins)
    let trust = try InstalledPlugins.trust(options.plugins, pins: try SavedSettings.read())
    let grants: PluginGrants = try SavedSettings.read()
    let inspector = try attempt(
      PluginInspector(by: trust, granting: grants), or: "plugins cannot be inspected")
    let reports = try options.files.map { file throws(CommandFailure) in
      try inspector.report(on: file)
    }
    if options.isJSON {
      let plugins = JSONValue.object(["plugins": .list(reports.map(\.json))])
      try deliver(plugins.line)
    } else {
      let text = reports.map { report in
        report.lines(namesSymbols: options.namesSymbols).joined(separator: "\n") + "\n"
      }
      try deliver(Array(text.joined(separator: "\n").utf8))
    }
    return reports.allSatisfy(\.isValid) ? ExitStatus.done : ExitStatus.failedCheck
  }
}
