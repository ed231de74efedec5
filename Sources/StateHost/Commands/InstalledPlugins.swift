internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostWorkers

/// Functions that build a command's plugin catalogue: determine directories and the trust policy,
/// read cached scans and, unless the command does so itself, scan other files in worker processes.
enum InstalledPlugins {
  static let program = HostIdentity(name: "statehost", version: ProgramVersion.text)

  /// The directories to search, in order; they need not exist.
  static func searchPath(_ options: PluginOptions) -> PluginSearchPath {
    PluginSearchPath(
      flags: options.directories, environment: Environment.value("STATEHOST_PLUGIN_PATH"),
      home: Environment.home, bundled: bundled)
  }

  /// The plugin files that would be loaded.
  static func files(_ options: PluginOptions, by trust: PluginTrust) -> [String] {
    PluginFinder(searching: searchPath(options), by: trust).candidates.map(\.path)
  }

  /// Creates the trust policy for plugin files; fails when a trusted folder does not exist.
  static func trust(
    _ options: PluginOptions, pins: PluginPins
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
      throw CommandFailure("no such folder", "--trust \(error.path)", "give one that is there")
    }
  }

  /// Lists the plugins, with cached scan results unless it is a rescan; only bundled plugins are
  /// opened, and others may still have to be scanned.
  ///
  /// The output of plugins is captured and labelled with the file name, and a plugin that stalls is
  /// named. Descriptors decide which children present a state, except with a states file.
  static func list(
    _ options: PluginOptions, by trust: PluginTrust, watchedBy output: PluginOutputReader,
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

  /// Lists the plugins and awaits all scans, each within a deadline; fails if a signal stops them.
  static func load(
    _ options: PluginOptions, by trust: PluginTrust, within deadlines: WorkerDeadlines,
    watchedBy output: PluginOutputReader, isRescan: Bool = false
  ) throws(CommandFailure) -> (catalogue: PluginCatalogue, cache: PluginCache?) {
    let (catalogue, cache) = list(options, by: trust, watchedBy: output, isRescan: isRescan)
    catalogue.check()
    if !catalogue.isScanned {
      let world = try attempt(RealWorld(), or: "the process cannot be set up")
      let scan = CatalogueScan(
        of: catalogue, in: world, nanosecondsForFile: deadlines.createNanoseconds)
      try ScanWait(scan, of: catalogue, in: world, output).wait()
    }
    SandboxText.warn(options, of: catalogue)
    return (catalogue, cache)
  }

  /// The folder of the scan cache; nil for a user without a home.
  static var cacheFolder: String? { Environment.ownFolder("XDG_CACHE_HOME", inHome: ".cache") }

  /// Plugins beside an installed program (`../lib/statehost/plugins`), else in its build folder.
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
