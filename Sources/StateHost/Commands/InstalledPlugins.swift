internal import HostPlugins
internal import HostRuntime
internal import HostSystem

/// The plugins of this program's search path.
enum InstalledPlugins {
  static let program = ProgramName(name: "statehost", version: ProgramVersion.text)

  /// The directories that are searched, in their order.
  ///
  /// - Parameter flags: those of `--plugins`.
  /// - Returns: the path; a directory of it need not be there.
  static func searchPath(_ flags: [String]) -> PluginSearchPath {
    PluginSearchPath(
      flags: flags, environment: Environment.value("STATEHOST_PLUGIN_PATH"),
      home: Environment.value("HOME"), bundled: bundled)
  }

  /// The files that would be loaded.
  static func files(_ flags: [String]) -> [String] {
    PluginFinder(searching: searchPath(flags)).candidates.map(\.path)
  }

  /// Loads them; what they print meanwhile is kept off the terminal and gets the file's name, and
  /// one that keeps the program waiting is named.
  ///
  /// - Parameters:
  ///   - flags: those of `--plugins`.
  ///   - output: who looks for what they print.
  /// - Returns: what there is, and what could not be loaded.
  static func load(_ flags: [String], watchedBy output: CapturedOutput) -> PluginCatalogue {
    Patience.begin()
    return PluginCatalogue(
      loading: searchPath(flags), for: program, loaded: { output.collect(fromFile: $0) })
  }

  /// Beside an installed program (`../lib/statehost/plugins`), else in the folder it was built into.
  private static var bundled: PluginSearchPath.Bundled? {
    guard let folder = Environment.programFolder else { return nil }
    let installed = folder + "/../lib/statehost/plugins"
    return Environment.isFolder(installed) ? .directory(installed) : .buildFolder(folder)
  }
}

/// The program's own version.
enum ProgramVersion {
  static let text = "0.1.0"
  /// The version of the plugin ABI that it offers.
  static let pluginABI = "1.0"
}
