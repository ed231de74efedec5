internal import Glibc
internal import HostPlugins
internal import HostSurface

/// `statehost plugins`: what is installed, from where, and why something is not loaded.
struct PluginsCommand {
  let options: PluginsOptions

  func run() -> Int32 {
    let catalogue = PluginCatalogue(
      loading: InstalledPlugins.searchPath(options.pluginDirectories),
      for: InstalledPlugins.program)
    var lines = table(of: catalogue)
    if !catalogue.failures.isEmpty {
      lines.append("")
      lines.append("not loaded:")
      lines += catalogue.failures.map(\.line)
    }
    catalogue.end()
    let text = lines.map { HarmlessText.cleanLine($0) }.joined(separator: "\n") + "\n"
    writeAll(Array(text.utf8), to: STDOUT_FILENO)
    return ExitStatus.done
  }

  private func table(of catalogue: PluginCatalogue) -> [String] {
    let header = ["CHILD", "VERSION", "STATES", "FILE"]
    let rows = catalogue.types.map { type in
      let states = type.places.map(\.state).joined(separator: ",")
      return [
        type.id, type.version.isEmpty ? "-" : type.version, states.isEmpty ? "-" : states,
        catalogue.plugin(of: type).path,
      ]
    }
    let widths = header.indices.map { column in
      ([header] + rows).map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
    return ([header] + rows).map { cells in
      zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, width - TextWidth.columns(of: cell)))
      }.joined(separator: "  ")
    }
  }
}
