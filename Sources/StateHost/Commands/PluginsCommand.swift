internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText
internal import HostWorkers

/// `statehost plugins`: what is installed, from where, and why something is not loaded.
struct PluginsCommand {
  let options: PluginsOptions

  func run() throws(CommandFailure) -> Int32 {
    if options.isSecurity {
      let security = SecurityText(of: .probe())
      try deliver(options.isJSON ? security.json.line : Array(security.text.utf8))
      return ExitStatus.done
    }
    try attempt("crashes of plugins cannot be told") { () throws(SystemError) in
      try installCrashGuard()
    }
    // What is pinned anew is not held against what it was.
    let trust = try InstalledPlugins.trust(
      options, pins: options.isPin ? PluginPins() : try KeptSettings.read())
    let log = PluginLog(file: nil)
    let output = CapturedOutput.beginning(log: log)
    let (catalogue, notKept) = try InstalledPlugins.load(
      options, by: trust, within: options.workerDeadlines(), watchedBy: output,
      isRescan: options.isRescan)
    if let notKept {
      Complaint.write(
        Complaint.line(
          "what plugins offer is not kept (\(notKept))", InstalledPlugins.cacheFolder ?? "",
          notKept.code == ENOSPC
            ? "make room there" : "make it a folder of yours that nobody else can change"))
    }
    if options.isPin { try pin(catalogue, in: trust) }
    let unstable = UnstablePlugins(in: InstalledPlugins.cacheFolder)
    if options.isRescan { unstable.forgetAll() }
    let grants = try GrantDecision.grants(options, of: catalogue)
    let bytes =
      options.isJSON
      ? json(of: catalogue, grants, unstable).line
      : Array(text(of: catalogue, grants, unstable).utf8)
    catalogue.end { output.collect(fromFile: $0) }
    output.end()
    for line in log.summary { Complaint.write(line) }
    try deliver(bytes)
    return ExitStatus.done
  }

  /// Those that were pinned before and are not found stay pinned.
  private func pin(_ catalogue: PluginCatalogue, in trust: PluginTrust) throws(CommandFailure) {
    var pins = try KeptSettings.read(PluginPins.self)
    for failure in pins.pin(catalogue.plugins.filter(\.isKnown)) { Complaint.write(failure.line) }
    try KeptSettings.keep(pins)
    trust.pins = pins
  }

  private func text(
    of catalogue: PluginCatalogue, _ grants: PluginGrants, _ unstable: UnstablePlugins
  ) -> String {
    var lines = table(of: catalogue)
    let needs = catalogue.types.map { ($0.id, catalogue.needs(of: $0, by: grants)) }
      .filter { !$1.isEmpty }
    if !needs.isEmpty {
      lines.append("")
      lines.append("needs:")
      lines += needs.map { "\($0): \($1.words)" }
    }
    let withKeys = catalogue.types.filter { !$0.keys.isEmpty }
    if !withKeys.isEmpty {
      lines += ["", "keys:"] + withKeys.map { "\($0.id): \($0.keysText)" }
    }
    let leftAlone = catalogue.plugins.compactMap { plugin in
      unstable.reason(for: plugin).map {
        PluginFailure(path: plugin.path, problem: .unstable($0)).line
      }
    }
    if !leftAlone.isEmpty { lines += ["", "unstable, shown only when R asks for it:"] + leftAlone }
    if !catalogue.failures.isEmpty {
      lines.append("")
      lines.append("not loaded:")
      lines += catalogue.failures.map(\.line)
    }
    let hints = catalogue.hints
    if !hints.isEmpty {
      lines.append("")
      lines.append("hints:")
      lines += hints.map(\.line)
    }
    return lines.map { HarmlessText.cleanLine($0) }.joined(separator: "\n") + "\n"
  }

  private func json(
    of catalogue: PluginCatalogue, _ grants: PluginGrants, _ unstable: UnstablePlugins
  ) -> JSONValue {
    .object([
      "abi": .text(OfferedABI.text),
      "children": .list(
        catalogue.types.map { type in
          let plugin = catalogue.plugin(of: type)
          return .object([
            "id": .text(type.id), "name": .text(type.name), "vendor": .text(type.vendor),
            "version": .text(type.version), "description": .text(type.description),
            "isSource": .boolean(type.isSource), "states": type.placesJSON,
            "takesFocus": .boolean(type.takesFocus),
            "followsMouse": .boolean(type.followsMouse), "isModal": .boolean(type.isModal),
            "file": .text(plugin.path), "bundled": .boolean(catalogue.isBundled(type)),
            "needs": catalogue.needs(of: type, by: grants).json, "keys": type.keysJSON,
            "unstable": unstable.reason(for: plugin).map { .text($0) } ?? .null,
            "trust": .text(plugin.ground.rawValue),
            "abi": .text(abi(of: plugin)),
          ])
        }),
      "notLoaded": .list(catalogue.failures.map(\.json)),
      "hints": .list(catalogue.hints.map(\.json)),
    ])
  }

  private func abi(of plugin: CataloguedPlugin) -> String {
    "\(plugin.abiMajor).\(plugin.abiMinor)"
  }

  private func table(of catalogue: PluginCatalogue) -> [String] {
    let header = ["CHILD", "VERSION", "STATES", "ABI", "TRUST", "FILE"]
    let rows = catalogue.types.map { type in
      let states = type.isSource ? "(source)" : type.places.map(\.state).joined(separator: ",")
      let plugin = catalogue.plugin(of: type)
      return [
        type.id, type.version.isEmpty ? "-" : type.version, states.isEmpty ? "-" : states,
        abi(of: plugin), plugin.ground == .safe ? "-" : plugin.ground.rawValue, plugin.path,
      ]
    }
    let widths = header.indices.map { column in
      ([header] + rows).map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
    return ([header] + rows).map { cells in
      let padded = zip(cells, widths).dropLast().map { cell, width in
        cell + String(repeating: " ", count: max(0, width - TextWidth.columns(of: cell)))
      }
      return (padded + [cells.last ?? ""]).joined(separator: "  ")
    }
  }
}
