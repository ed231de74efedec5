internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostWorkers

/// The plugins of this program's search path.
enum InstalledPlugins {
  static let program = ProgramName(name: "statehost", version: ProgramVersion.text)

  /// The directories that are searched, in their order.
  ///
  /// - Parameter options: `--plugins`.
  /// - Returns: the path; a directory of it need not be there.
  static func searchPath(_ options: some PluginOptions) -> PluginSearchPath {
    PluginSearchPath(
      flags: options.pluginDirectories, environment: Environment.value("STATEHOST_PLUGIN_PATH"),
      home: Environment.value("HOME"), bundled: bundled)
  }

  /// The files that would be loaded.
  static func files(_ options: some PluginOptions) throws(CommandFailure) -> [String] {
    let trust = try trust(options, pins: PluginPins())
    return PluginFinder(searching: searchPath(options), by: trust).candidates.map(\.path)
  }

  /// Which files may be plugins.
  ///
  /// - Parameters:
  ///   - options: `--trust`.
  ///   - pins: what files have to be.
  /// - Returns: what decides.
  /// - Throws: that there is no such folder.
  static func trust(
    _ options: some PluginTrusting, pins: PluginPins
  ) throws(CommandFailure) -> PluginTrust {
    do throws(PluginFailure) {
      return try PluginTrust(exceptions: options.trustedFolders, pins: pins)
    } catch {
      throw CommandFailure(
        line: Complaint.line("no such folder", "--trust \(error.path)", "give one that is there"))
    }
  }

  /// Finds out what they offer, from what was found out before, or in a worker; the program's own are
  /// opened for it.
  ///
  /// What those that are opened print is kept off the terminal and gets the file's name, and one that
  /// keeps the program waiting is named.
  ///
  /// - Parameters:
  ///   - options: where they are looked for.
  ///   - trust: which files may be plugins.
  ///   - deadlines: how long one may take to be made, and so to say what it offers.
  ///   - output: who looks for what they print.
  ///   - isRescan: what was found out before does not count.
  /// - Returns: what there is, what offers nothing, and where what was found out is not kept.
  static func load(
    _ options: some PluginOptions, by trust: PluginTrust, within deadlines: WorkerDeadlines,
    watchedBy output: CapturedOutput, isRescan: Bool = false
  ) -> (catalogue: PluginCatalogue, notKept: SystemError?) {
    Patience.begin()
    let scan = PluginScan(nanosecondsForFile: deadlines.createNanoseconds)
    let cache = cacheFolder.map {
      PluginCache(in: $0, version: ProgramVersion.text, isForgotten: isRescan)
    }
    let catalogue = PluginCatalogue(
      loading: searchPath(options), for: program, by: trust, scanner: scan, cache: cache,
      opened: { output.collect(fromFile: $0) })
    if let line = SecurityText.line(lacking: scan.lacking) { Complaint.write(line) }
    return (catalogue, cache?.problem)
  }

  /// Where what was found out is kept; nil for a user without a home.
  static var cacheFolder: String? { Environment.ownFolder("XDG_CACHE_HOME", inHome: ".cache") }

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
}
