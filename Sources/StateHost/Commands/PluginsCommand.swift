internal import Glibc
internal import HostPlugins
internal import HostSurface

/// `statehost plugins`: what is installed, from where, and why something is not loaded.
struct PluginsCommand {
  let options: PluginsOptions

  func run() throws(CommandFailure) -> Int32 {
    let catalogue = PluginCatalogue(
      loading: InstalledPlugins.searchPath(options.pluginDirectories),
      for: InstalledPlugins.program)
    defer { catalogue.end() }
    if options.isJSON {
      try deliver(json(of: catalogue).bytes)
      return ExitStatus.done
    }
    var lines = table(of: catalogue)
    if !catalogue.failures.isEmpty {
      lines.append("")
      lines.append("not loaded:")
      lines += catalogue.failures.map(\.line)
    }
    let text = lines.map { HarmlessText.cleanLine($0) }.joined(separator: "\n") + "\n"
    try deliver(Array(text.utf8))
    return ExitStatus.done
  }

  private func json(of catalogue: PluginCatalogue) -> JSONTree {
    .object([
      "abi": .text(ProgramVersion.pluginABI),
      "children": .list(
        catalogue.types.map { type in
          let plugin = catalogue.plugin(of: type)
          return .object([
            "id": .text(type.id), "name": .text(type.name), "vendor": .text(type.vendor),
            "version": .text(type.version), "description": .text(type.description),
            "states": type.placesJSON, "takesFocus": .boolean(type.takesFocus),
            "file": .text(plugin.path), "bundled": .boolean(catalogue.isBundled(type)),
            "abi": .text(abi(of: plugin)),
          ])
        }),
      "notLoaded": .list(catalogue.failures.map(\.json)),
    ])
  }

  private func abi(of plugin: LoadedPlugin) -> String {
    "\(plugin.abiMajor).\(plugin.abiMinor)"
  }

  private func table(of catalogue: PluginCatalogue) -> [String] {
    let header = ["CHILD", "VERSION", "STATES", "ABI", "FILE"]
    let rows = catalogue.types.map { type in
      let states = type.places.map(\.state).joined(separator: ",")
      return [
        type.id, type.version.isEmpty ? "-" : type.version, states.isEmpty ? "-" : states,
        abi(of: catalogue.plugin(of: type)), catalogue.plugin(of: type).path,
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
