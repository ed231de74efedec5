internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostSystem
internal import HostWorkers

/// The collector of what `statehost inspect` prints about plugins: scans each file and creates each
/// declared child (no sources) once, in worker processes, so that none of their code runs here.
final class PluginInspector {
  private let context = RunContext()
  private let log = PluginLog(file: nil)
  private var logged: [String] = []
  private let world: RealWorld
  private let trust: PluginTrust
  private let grants: PluginGrants

  init(by trust: PluginTrust, granting grants: PluginGrants) throws(SystemError) {
    self.trust = trust
    self.grants = grants
    world = try RealWorld()
  }

  /// - Throws: an error if a signal interrupts it.
  func report(on path: String) throws(CommandFailure) -> PluginReport {
    let symbols = LibrarySymbols(fileAt: path)
    let catalogue = PluginCatalogue(for: InstalledPlugins.program, by: trust, scansLater: true)
    catalogue.load(fileAt: path)
    let scan = CatalogueScan(of: catalogue, in: world)
    try ScanWait(scan, of: catalogue, in: world, PluginOutputReader(nil, log: log)).wait()
    let children = try catalogue.types.map { type throws(CommandFailure) in
      try child(type, of: catalogue)
    }
    let plugin = catalogue.plugins.first(where: \.isKnown)
    let missing = plugin == nil ? symbols.map { MissingDependencies(from: $0, at: path) } : nil
    return PluginReport(
      path: path, bytes: Self.size(of: path), symbols: symbols,
      missing: missing ?? MissingDependencies(),
      abi: plugin.map { "\($0.abiMajor).\($0.abiMinor)" }, children: children,
      problems: catalogue.failures, log: takeLog())
  }

  /// Creates and destroys a child in a worker of its own.
  private func child(
    _ type: ChildType, of catalogue: PluginCatalogue
  ) throws(CommandFailure) -> PluginReport.Child {
    let needs = catalogue.needs(of: type, by: grants)
    func report(_ made: PluginReport.Instance?, problem: String?) -> PluginReport.Child {
      PluginReport.Child(type: type, needs: needs, made: made, problem: problem)
    }
    // A source is not started: it has no argument and may take long.
    if type.isSource { return report(nil, problem: nil) }
    let workers = PluginWorkers(in: world, for: .each)
    defer { workers.end() }
    world.catchUp()
    workers.timeIs(world.nowNanoseconds)
    let path = catalogue.plugin(of: type).path
    let child: RemoteChild
    do throws(PluginChild.CreationError) {
      child = try workers.makeChild(
        type, of: catalogue, options: ChildOptionValues([]), states: [], saved: nil,
        services: ChildContext(context))
    } catch {
      return report(nil, problem: error.line(child: type.id, file: path))
    }
    let failure = try follow(workers, of: path) { child.isReady }
    guard child.life == .made else {
      return report(nil, problem: failure?.line(child: type.id, file: child.file))
    }
    let made = PluginReport.Instance(
      appearing: child.timing(appearing: true), disappearing: child.timing(appearing: false),
      extensions: child.offeredExtensions, keys: child.keyHelp(),
      words: child.accessibilityText())
    child.destroy()
    workers.requestEnd()
    let end = world.nowNanoseconds + Self.endNanoseconds
    let late = try follow(workers, of: path, untilNanoseconds: end) { workers.haveEnded }
    return report(made, problem: late?.line(child: type.id, file: child.file))
  }

  /// How long a child and its plugin may take to exit.
  private static let endNanoseconds: Int64 = 250_000_000

  /// Handles the events of a worker until it is done or the time is over.
  ///
  /// - Returns: how the worker failed; nil if it did not.
  /// - Throws: an error if a signal interrupts it.
  private func follow(
    _ workers: PluginWorkers, of path: String, untilNanoseconds end: Int64 = .max,
    _ isDone: () -> Bool
  ) throws(CommandFailure) -> WorkerFailure? {
    var ready: [Ready] = []
    var failure: WorkerFailure?
    while true {
      for event in workers.takeEvents() {
        if case .ended(_, let why) = event { failure = failure ?? why }
        note(event)
      }
      if isDone() || failure != nil || world.nowNanoseconds >= end { return failure }
      let deadline = [workers.nextDeadline, end == .max ? nil : end].compactMap(\.self).min()
      try? world.wait(untilNanoseconds: deadline, into: &ready)
      let signals = world.takeSignals()
      if signals.contains(.stop) {
        try? world.suspend()
        workers.waitAnew(at: world.nowNanoseconds)
      }
      if let stop = CommandFailure(signals, whileLookingInto: [path]) { throw stop }
      workers.timeIs(world.nowNanoseconds)
      for port in ready { workers.take(port, at: world.nowNanoseconds) }
      workers.judgeLateness()
    }
  }

  /// Logs what a worker sends besides replies.
  private func note(_ event: WorkerEvent) {
    switch event {
    case .note(let id, _, let text): logged.append("\(id ?? "a plugin"): \(text)")
    case .pluginFault(let fault): logged.append(fault.line)
    case .printed(let id, let line): log.addPrinted(line.span, by: id)
    case .linesLost(let count): log.addLost(count)
    case .failedAtExit(let file, let ending): logged.append(ending.lineOfExit(file: file))
    case .made, .changed, .draws, .drawn, .slow, .wake, .cut, .ended, .lacking: break
    }
  }

  private func takeLog() -> [String] {
    defer {
      context.faults = []
      logged = []
    }
    return logged + context.faults.map(\.line) + log.takeNoteworthy()
  }

  /// The size of a regular file in bytes; nil for anything else.
  private static func size(of path: String) -> Int? {
    guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK),
      let facts = FileFacts(of: file), facts.kind == .regular
    else { return nil }
    return Int(facts.size)
  }
}

/// The names of the libraries and symbols that a plugin file needs and that this system lacks, as
/// `statehost inspect` reports them for a file that could not be loaded.
///
/// Libraries in the plugin's run path, or named by a path, are read without loading, so none of
/// their code runs. All others are the system's; the dynamic loader loads them into this process.
struct MissingDependencies: Equatable {
  var libraries: [String] = []
  var symbols: [String] = []
}

extension MissingDependencies {
  /// Finds what the library at a path needs; `$ORIGIN` stands for the folder of the path.
  init(from file: LibrarySymbols, at path: String) {
    self.init()
    var handles: [UnsafeMutableRawPointer?] = unsafe [nil]
    var exported: Set<String> = []
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    for library in file.libraries {
      // A name with a slash is the path of a library, which anybody may have written.
      let isPath = library.utf8.contains(UInt8(ascii: "/"))
      let folders = file.runPath.split(separator: ":")
      let paths = isPath ? [library] : folders.map { "\($0)/\(library)" }
      if let found = paths.lazy.compactMap({
        LibrarySymbols(fileAt: Self.expand($0, origin: folder))
      }).first {
        exported.formUnion(found.exported)
      } else if !isPath, let handle = unsafe dlopen(library, RTLD_LAZY | RTLD_LOCAL) {
        unsafe handles.append(handle)
      } else {
        libraries.append(library)
      }
    }
    symbols = file.needed.filter { name in
      !exported.contains(name) && !(unsafe handles.contains { unsafe dlsym($0, name) != nil })
    }
  }

  private static func expand(_ path: String, origin folder: String) -> String {
    for origin in ["$ORIGIN", "${ORIGIN}"] where path.hasPrefix(origin) {
      return folder + path.dropFirst(origin.count)
    }
    return path
  }
}
