internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostSurface
internal import HostSystem
internal import HostWorkers
internal import StateContainer

/// Asks plugins what they are, one at a time, in workers: none of their code runs in this process.
final class PluginInspector {
  private let context = RunContext()
  /// What it printed.
  private let log = PluginLog(file: nil)
  private var logged: [String] = []
  private let clock = Clock()
  private let poller: Poller
  private let scan = PluginScan()
  /// What the sandbox of the workers lacked.
  private(set) var lacking: SandboxParts = []
  private let trust: PluginTrust
  private let grants: PluginGrants

  /// - Parameters:
  ///   - trust: which files are looked into.
  ///   - grants: what the user has granted.
  /// - Throws: that the system cannot wait for workers.
  init(by trust: PluginTrust, granting grants: PluginGrants) throws(SystemError) {
    self.trust = trust
    self.grants = grants
    poller = try Poller()
  }

  func report(on path: String) -> PluginReport {
    let symbols = LibrarySymbols(fileAt: path)
    let catalogue = PluginCatalogue(for: InstalledPlugins.program, by: trust, scanner: scan)
    catalogue.load(fileAt: path)
    lacking.formUnion(scan.lacking)
    let children = catalogue.types.map { child($0, of: catalogue) }
    let plugin = catalogue.plugins.first
    let missing = plugin == nil ? symbols.map { MissingNames(from: $0, at: path) } : nil
    return PluginReport(
      path: path, bytes: Self.size(of: path), symbols: symbols, missing: missing ?? .none,
      abi: plugin.map { "\($0.abiMajor).\($0.abiMinor)" }, children: children,
      problems: catalogue.failures, log: takeLog())
  }

  /// Has a child made and destroyed in a worker of its own.
  private func child(_ type: ChildType, of catalogue: PluginCatalogue) -> PluginReport.Child {
    let needs = catalogue.needs(of: type, by: grants)
    let workers = PluginWorkers(in: self, for: .each)
    defer { workers.end() }
    workers.timeIs(clock.nowNanoseconds)
    do throws(PluginChild.CreationError) {
      let child = try workers.makeChild(
        type, of: catalogue, options: ChildOptions([]), states: [], saved: nil,
        services: ChildContext(context, options: nil))
      let failure = follow(workers) { child.isReady }
      guard child.life == .made else {
        let line = failure?.line(child: type.id, file: child.file)
        return PluginReport.Child(type: type, needs: needs, made: nil, problem: line)
      }
      let made = PluginReport.Made(
        appearing: child.timing(appearing: true), disappearing: child.timing(appearing: false),
        extensions: child.offeredExtensions, keys: child.keyHelp(),
        words: child.accessibilityText())
      child.destroy()
      workers.askToEnd()
      let end = clock.nowNanoseconds + Self.endNanoseconds
      let late = follow(workers, untilNanoseconds: end) { workers.haveEnded }
      return PluginReport.Child(
        type: type, needs: needs, made: made,
        problem: late?.line(child: type.id, file: child.file))
    } catch {
      return PluginReport.Child(
        type: type, needs: needs, made: nil,
        problem: error.line(child: type.id, file: catalogue.plugin(of: type).path))
    }
  }

  /// How long a child and its plugin may take to end.
  private static let endNanoseconds: Int64 = 250_000_000

  /// Takes what comes of a worker until it is done, or time is up.
  ///
  /// - Returns: how it failed; nil where it did not.
  private func follow(
    _ workers: PluginWorkers, untilNanoseconds end: Int64 = .max, _ isDone: () -> Bool
  ) -> WorkerFailure? {
    var ready: [Ready] = []
    var failure: WorkerFailure?
    while true {
      for event in workers.takeEvents() {
        if case .ended(_, let why) = event { failure = failure ?? why }
        note(event)
      }
      let now = clock.nowNanoseconds
      if isDone() || failure != nil || now >= end { return failure }
      let deadline = min(workers.nextDeadline ?? .max, end)
      try? poller.wait(timeoutNanoseconds: deadline == .max ? nil : deadline - now, into: &ready)
      for port in ready { workers.take(port, at: clock.nowNanoseconds) }
      workers.timeIs(clock.nowNanoseconds)
      workers.judgeLateness()
    }
  }

  /// Keeps what a worker says beside its answers.
  private func note(_ event: WorkerEvent) {
    switch event {
    case .note(let id, _, let text): logged.append("\(id ?? "a plugin"): \(text)")
    case .printed(let id, let line): log.addPrinted(line.span, by: id)
    case .linesLost(let count): log.addLost(count)
    case .lacking(let parts): lacking.formUnion(parts)
    case .made, .changed, .drawn, .slow, .wake, .cut, .ended: break
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
    guard let file = try? Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK),
      let facts = FileFacts(of: file), facts.kind == .regular
    else { return nil }
    return Int(facts.size)
  }
}

extension PluginInspector: WorkerWorld {
  func startWorker() throws(SystemError) -> any WorkerPort { try WorkerProcess(in: poller) }
}
