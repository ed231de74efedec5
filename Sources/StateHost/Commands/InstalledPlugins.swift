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
      home: Environment.home, bundled: bundled)
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
      let trust = try PluginTrust(exceptions: options.trustedFolders, pins: pins)
      trust.toleratesWeakerSandbox = !options.needsSandbox
      if options.needsSandbox, !SandboxParts.missing.isEmpty {
        trust.refusal = SandboxParts.missing.problem
      }
      switch bundled {
      case .directory(let path)?, .buildFolder(let path)?:
        trust.ownFolder = (try? Folder(opening: path))?.path
      case nil: break
      }
      return trust
    } catch {
      throw CommandFailure(
        line: Complaint.line("no such folder", "--trust \(error.path)", "give one that is there"))
    }
  }

  /// Lists them, with what was found out before; the program's own are opened for it.
  ///
  /// What those that are opened print is kept off the terminal and gets the file's name, and one that
  /// keeps the program waiting is named.
  ///
  /// - Parameters:
  ///   - options: where they are looked for.
  ///   - trust: which files may be plugins.
  ///   - output: who looks for what they print.
  ///   - isRescan: what was found out before does not count.
  ///   - descriptorsDecide: which children present a state; false where a states file says it.
  /// - Returns: what there is, of which some may have to be scanned, and where that is kept.
  static func list(
    _ options: some PluginOptions, by trust: PluginTrust, watchedBy output: CapturedOutput,
    isRescan: Bool = false, descriptorsDecide: Bool = true
  ) -> (catalogue: PluginCatalogue, cache: PluginCache?) {
    StallNotice.begin()
    let cache = cacheFolder.map {
      PluginCache(in: $0, version: ProgramVersion.text, isForgotten: isRescan)
    }
    let catalogue = PluginCatalogue(
      loading: searchPath(options), for: program, by: trust, scansLater: true,
      descriptorsDecide: descriptorsDecide, cache: cache,
      opened: { output.collect(fromFile: $0) })
    return (catalogue, cache)
  }

  /// Lists them, and waits until it is known of all what they offer.
  ///
  /// - Parameters: as those of `list`, and how long one may take to be made, and so to say what it offers.
  /// - Returns: what there is, what offers nothing, and where that is kept.
  /// - Throws: that somebody has asked for the end meanwhile.
  static func load(
    _ options: some PluginOptions, by trust: PluginTrust, within deadlines: WorkerDeadlines,
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
      try AwaitedScan(scan, of: catalogue, in: world, output).wait()
    }
    SecurityText.warn(options, of: catalogue)
    return (catalogue, cache)
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
