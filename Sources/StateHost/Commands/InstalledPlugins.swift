internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostWorkers

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

  /// Finds out what they offer, from what was found out before, or in a worker; the program's own are
  /// opened for it.
  ///
  /// What those that are opened print is kept off the terminal and gets the file's name, and one that
  /// keeps the program waiting is named.
  ///
  /// - Parameters:
  ///   - flags: those of `--plugins`.
  ///   - output: who looks for what they print.
  ///   - isRescan: what was found out before does not count.
  /// - Returns: what there is, what offers nothing, and where what was found out is not kept.
  static func load(
    _ flags: [String], watchedBy output: CapturedOutput, isRescan: Bool = false
  ) -> (catalogue: PluginCatalogue, notKept: SystemError?) {
    Patience.begin()
    let scan = PluginScan()
    let cache = cacheFolder.map {
      PluginCache(in: $0, version: ProgramVersion.text, isForgotten: isRescan)
    }
    let catalogue = PluginCatalogue(
      loading: searchPath(flags), for: program, scanner: scan, cache: cache,
      opened: { output.collect(fromFile: $0) })
    if let line = SecurityText.line(lacking: scan.lacking) { Complaint.write(line) }
    return (catalogue, cache?.problem)
  }

  /// Where what was found out is kept; nil for a user without a home.
  static var cacheFolder: String? {
    if let folder = Environment.value("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      return folder + "/statehost"
    }
    return Environment.value("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache/statehost" }
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
