internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostText
internal import HostWorkers

/// The command `statehost plugins`: lists the plugins, their origin, and why some are not loaded.
///
/// Options also pin plugins, change permissions, scan all again, or describe the sandbox instead.
struct PluginsCommand {
  let options: PluginsOptions

  func run() throws(CommandFailure) -> Int32 {
    if options.isSecurity {
      let security = SandboxText(of: .probe())
      try deliver(options.isJSON ? security.json.line : Array(security.text.utf8))
      return ExitStatus.done
    }
    try attempt(installCrashGuard(), or: "plugin crashes cannot be reported")
    for what in options.renewals { try renew(what) }
    // A new pin replaces the old one, so old pins are not checked.
    let trust = try InstalledPlugins.trust(
      options.plugins, pins: options.isPin ? PluginPins() : try SavedSettings.read())
    let log = PluginLog(file: nil)
    let output = PluginOutputReader.beginning(log: log)
    let (catalogue, cache) = try InstalledPlugins.load(
      options.plugins, by: trust, within: options.plugins.workerDeadlines(), watchedBy: output,
      isRescan: options.isRescan)
    if let cache { report(on: cache) }
    catalogue.checkFiles()
    if options.isPin { try pin(catalogue, in: trust) }
    let unstable = UnstablePlugins(in: InstalledPlugins.cacheFolder)
    if options.isRescan { unstable.forgetAll() }
    let grants = try GrantUpdater.grants(options.plugins, of: catalogue)
    let bytes =
      options.isJSON
      ? json(of: catalogue, grants, unstable).line
      : Array(text(of: catalogue, grants, unstable).utf8)
    catalogue.end { output.collect(from: $0) }
    output.end()
    for line in log.summary { Diagnostic.write(line) }
    try deliver(bytes)
    return ExitStatus.done
  }

  /// Reports when the cache was not written or not used.
  private func report(on cache: PluginCache) {
    let folder = InstalledPlugins.cacheFolder ?? ""
    if let problem = cache.problem {
      let reason = problem.code == EPERM ? "others can change it" : "\(problem)"
      Diagnostic.write(
        "the plugin cache was not written (\(reason))", folder,
        problem.remedy ?? "make it a folder that only you can change")
    }
    if cache.isDistrusted {
      Diagnostic.write(
        "the plugin cache is not used because others could change it", folder,
        "it is rebuilt; check its permissions")
    }
  }

  /// Pins the plugins that were found; pins of plugins that were not found remain.
  private func pin(_ catalogue: PluginCatalogue, in trust: PluginTrust) throws(CommandFailure) {
    var pins = try SavedSettings.read(PluginPins.self)
    for failure in pins.pin(catalogue.plugins.filter(\.isKnown)) { Diagnostic.write(failure.line) }
    try SavedSettings.keep(pins)
    trust.pins = pins
  }

  /// Pins a changed plugin, named by its path or the id of a child, again, and renews the grants of
  /// its children; fails when there is nothing to renew.
  private func renew(_ what: String) throws(CommandFailure) {
    let trust = try InstalledPlugins.trust(options.plugins, pins: PluginPins())
    let output = PluginOutputReader.beginning(log: PluginLog(file: nil))
    let (catalogue, _) = try InstalledPlugins.load(
      options.plugins, by: trust, within: options.plugins.workerDeadlines(), watchedBy: output)
    defer {
      catalogue.end { output.collect(from: $0) }
      output.end()
    }
    let place = "--renew \(what)"
    let id =
      catalogue[what] == nil
      ? catalogue.types.first { catalogue.plugin(of: $0).path == what }?.id : what
    guard let type = id.flatMap({ catalogue[$0] }) else {
      let (what, remedy) =
        catalogue.leftOut?.text(missing: "this child")
        ?? ("no plugin offers this child", "see statehost plugins")
      throw CommandFailure(what, place, remedy)
    }
    let plugin = catalogue.plugin(of: type)
    var pins = try SavedSettings.read(PluginPins.self)
    var grants = try SavedSettings.read(PluginGrants.self)
    var lines: [String] = []
    do throws(PluginProblem) {
      if try pins.renew(plugin) { lines.append("statehost: pinned as it is now: \(plugin.path)") }
      for child in plugin.description.children.map(\.type) {
        guard let grant = try grants.renew(child, of: plugin) else { continue }
        lines.append(GrantUpdater.line(grant, to: child.id, at: plugin.path))
      }
    } catch {
      throw CommandFailure(line: PluginFailure(path: plugin.path, problem: error).line)
    }
    guard !lines.isEmpty else {
      if let holder = grants.otherHolder(of: type, than: plugin) {
        throw CommandFailure(
          "the grant is to another file, \(holder)", place,
          "--grant \(type.id)=NEEDS grants \(plugin.path) what you name")
      }
      throw CommandFailure(
        "it is neither pinned nor granted anything", place, "see statehost plugins")
    }
    try SavedSettings.keep(pins)
    try SavedSettings.keep(grants)
    for line in lines { Diagnostic.write(line) }
  }

  private func text(
    of catalogue: PluginCatalogue, _ grants: PluginGrants, _ unstable: UnstablePlugins
  ) -> String {
    var lines = table(of: catalogue)
    func add(_ title: String, _ entries: [String]) {
      if !entries.isEmpty { lines += ["", title] + entries }
    }
    let needs = catalogue.types.map { ($0.id, catalogue.needs(of: $0, by: grants)) }
    add("needs:", needs.filter { !$1.isEmpty }.map { "\($0): \($1.words)" })
    let withKeys = catalogue.types.filter { !$0.keys.isEmpty }
    add("keys:", withKeys.map { "\($0.id): \($0.keysText)" })
    let leftAlone = catalogue.plugins.compactMap { plugin in
      unstable.reason(for: plugin).map {
        PluginFailure(path: plugin.path, problem: .unstable($0)).line
      }
    }
    add("unstable, shown only when R asks for it:", leftAlone)
    add("not loaded:", catalogue.failures.map(\.line))
    add("hints:", catalogue.hints.map(\.line))
    return lines.map { HarmlessText.cleanLine($0) }.joined(separator: "\n") + "\n"
  }

  private func json(
    of catalogue: PluginCatalogue, _ grants: PluginGrants, _ unstable: UnstablePlugins
  ) -> JSONValue {
    .object([
      "abi": .text(SupportedABI.text),
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
