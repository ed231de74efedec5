internal import Glibc
internal import HostRuntime
internal import HostSystem
internal import HostText

/// `statehost inspect`: everything that plugins say of themselves.
struct InspectCommand {
  let options: InspectOptions

  func run() throws(CommandFailure) -> Int32 {
    let trust = try InstalledPlugins.trust(options, pins: try KeptSettings.pins())
    try attempt("crashes of plugins cannot be told") { () throws(SystemError) in
      try installCrashGuard()
    }
    let inspector = PluginInspector(by: trust)
    let reports = options.files.map { inspector.report(on: $0) }
    if options.isJSON {
      let plugins = JSONValue.object(["plugins": .list(reports.map(\.json))])
      try deliver(plugins.line)
    } else {
      let text = reports.map { report in
        report.lines(namesSymbols: options.namesSymbols).joined(separator: "\n") + "\n"
      }
      try deliver(Array(text.joined(separator: "\n").utf8))
    }
    inspector.end()
    let areAllRight = reports.allSatisfy { $0.isLoaded && $0.problems.isEmpty }
    return areAllRight ? ExitStatus.done : ExitStatus.failedCheck
  }
}
