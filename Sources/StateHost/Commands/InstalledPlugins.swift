internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostWorkers

/// Finds and scans the plugin files in the directories that this program searches.
enum InstalledPlugins {
  static let program = ProgramName(name: "statehost", version: ProgramVersion.text)

  /// The directories to search, in order.
  ///
  /// - Parameter options: `--plugins`.
  /// - Returns: the path; its directories need not exist.
  static func searchPath(_ options: some PluginSearchOptions) -> PluginSearchPath {
    PluginSearchPath(
      flags: options.pluginDirectories, environment: Environment.value("STATEHOST_PLUGIN_PATH"),
      home: Environment.home, bundled: bundled)
  }

  /// The plugin files that would be loaded.
  static func files(_ options: some PluginSearchOptions, by trust: PluginTrust) -> [String] {
    PluginFinder(searching: searchPath(options), by: trust).candidates.map(\.path)
  }

  /// Creates the trust policy for plugin files.
  ///
  /// - Parameters:
  ///   - options: `--trust`.
  ///   - pins: the contents that pinned files must have.
  /// - Returns: the policy.
  /// - Throws: `CommandFailure` when a trusted folder does not exist.
  static func trust(
    _ options: some TrustOptions, pins: PluginPins
  ) throws(CommandFailure) -> PluginTrust {
    do throws(PluginFailure) {
      let trust = try PluginTrust(exceptions: options.trustedFolders, pins: pins)
      trust.toleratesWeakerSandbox = !options.needsSandbox
      if options.needsSandbox, !SandboxParts.missing.isEmpty {
        trust.refusal = SandboxParts.missing.problem
      }
      trust.ownFolder = bundled.flatMap { try? Folder(opening: $0.path).path }
      return trust
    } catch {
      throw CommandFailure(
        line: Diagnostic.line("no such folder", "--trust \(error.path)", "give one that is there"))
    }
  }

  /// Lists the plugins, with cached scan results; only bundled plugins are opened.
  ///
  /// Their output is captured and labelled with the file name, and a plugin that stalls is named.
  ///
  /// - Parameters:
  ///   - options: where to search.
  ///   - trust: the trust policy.
  ///   - output: captures what the plugins print.
  ///   - isRescan: whether to ignore cached results.
  ///   - descriptorsDecide: whether descriptors decide which children present a state; false with a states file.
  /// - Returns: the catalogue, parts of which may still have to be scanned, and the cache.
  static func list(
    _ options: some PluginSearchOptions, by trust: PluginTrust, watchedBy output: CapturedOutput,
    isRescan: Bool = false, descriptorsDecide: Bool = true
  ) -> (catalogue: PluginCatalogue, cache: PluginCache?) {
    StallNotice.begin()
    let cache = cacheFolder.map {
      PluginCache(in: $0, version: ProgramVersion.text, isForgotten: isRescan)
    }
    let catalogue = PluginCatalogue(
      loading: searchPath(options), for: program, by: trust, scansLater: true,
      descriptorsDecide: descriptorsDecide, cache: cache,
      opened: { output.collect(from: $0) })
    return (catalogue, cache)
  }

  /// Lists the plugins and waits until all are scanned.
  ///
  /// - Parameters: as in `list`; `deadlines` limits the scan of each plugin.
  /// - Returns: the scanned catalogue and the cache.
  /// - Throws: `CommandFailure` when a signal stops the scan.
  static func load(
    _ options: some PluginSearchOptions, by trust: PluginTrust, within deadlines: WorkerDeadlines,
    watchedBy output: CapturedOutput, isRescan: Bool = false
  ) throws(CommandFailure) -> (catalogue: PluginCatalogue, cache: PluginCache?) {
    let (catalogue, cache) = list(options, by: trust, watchedBy: output, isRescan: isRescan)
    catalogue.check()
    if !catalogue.isScanned {
      let world = try attempt("the process cannot be set up") { () throws(SystemError) in
        try RealWorld()
      }
      let scan = CatalogueScan(
        of: catalogue, in: world, nanosecondsForFile: deadlines.createNanoseconds)
      try ForegroundScan(scan, of: catalogue, in: world, output).wait()
    }
    SecurityText.warn(options, of: catalogue)
    return (catalogue, cache)
  }

  /// The folder of the scan cache; nil for a user without a home.
  static var cacheFolder: String? { Environment.ownFolder("XDG_CACHE_HOME", inHome: ".cache") }

  /// The plugins beside an installed program (`../lib/statehost/plugins`), else those in the program's build folder.
  private static var bundled: PluginSearchPath.Directory? {
    guard let folder = Environment.programFolder else { return nil }
    let installed = folder + "/../lib/statehost/plugins"
    return Environment.isFolder(installed) ? .bundled(installed) : .buildFolder(folder)
  }
}

/// The version number of the `statehost` program.
enum ProgramVersion {
  static let text = "0.1.0"
}
