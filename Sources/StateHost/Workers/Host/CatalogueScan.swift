package import HostPlugins
package import HostSystem

/// The host's scan of all of a catalogue's plugins not in the scan cache: runs in background worker
/// processes, advanced by the caller's event loop, and passes each result to the catalogue.
package final class CatalogueScan {
  private let catalogue: PluginCatalogue
  private let world: any WorkerWorld
  private let nanosecondsForFile: Int64
  /// The plugins being scanned; nil for those that are done.
  private var batch: [UnscannedPlugin?] = []
  private var round: ScanRound?

  /// Prepares a scan, which `advance` starts; `nanosecondsForFile` limits the scan of a file.
  package init(
    of catalogue: PluginCatalogue, in world: any WorkerWorld,
    nanosecondsForFile: Int64 = 2_000_000_000
  ) {
    self.catalogue = catalogue
    self.world = world
    self.nanosecondsForFile = nanosecondsForFile
  }

  /// The files being scanned, in scan order.
  package var files: [PluginFile] { round?.current ?? [] }

  /// When the next scan is overdue; nil while none is running.
  package var nextDeadline: Int64? { round?.nextDeadline }

  package func take(_ port: Ready, at now: Int64) { round?.take(port, at: now) }

  /// Restarts all clocks, after a time in which the host handled no messages.
  package func waitAnew(at now: Int64) { round?.waitAnew(at: now) }

  /// Continues the scan and passes results to the catalogue, which must then `join` them.
  package func advance(to now: Int64) {
    while !catalogue.isScanned {
      if round == nil {
        let plugins = catalogue.takeUnscanned()
        batch = plugins
        round = ScanRound(
          of: plugins.map(\.file), in: world, nanosecondsForFile: nanosecondsForFile)
      }
      guard let round else { return }
      round.advance(to: now)
      for (index, finding) in round.findings.enumerated() {
        guard let finding, let plugin = batch[index] else { continue }
        batch[index] = nil
        catalogue.take(finding, of: plugin)
      }
      guard round.isDone else { return }
      self.round = nil
    }
  }

  package var isDone: Bool { catalogue.isScanned }

  /// Kills the workers and abandons the scan.
  package func end() {
    round?.end()
    round = nil
  }
}

/// A scan of a list of plugin files by two worker processes at once, never blocking the host:
/// collects one result per file, in order, and replaces a worker that crashed or was overdue.
final class ScanRound {
  /// The results, in the order of the files.
  private(set) var findings: [ScanResult?]
  private let files: [PluginFile]
  private let world: any WorkerWorld
  private let nanosecondsForFile: Int64
  private var slots = Array(repeating: Slot(), count: slotCount)
  private var next = 0
  /// Why no worker can be started; nil until that has failed.
  private var refusal: PluginProblem?

  private static let slotCount = 2

  /// One of the places for a worker process in a scan: the worker, kept from file to file, and the
  /// index of the file that it scans, nil while it is idle.
  private struct Slot {
    var worker: ScanWorkerHandle?
    var job: Int?
  }

  init(of files: [PluginFile], in world: any WorkerWorld, nanosecondsForFile: Int64) {
    self.files = files
    self.world = world
    self.nanosecondsForFile = nanosecondsForFile
    findings = Array(repeating: nil, count: files.count)
  }

  var isDone: Bool { next == files.count && slots.allSatisfy { $0.job == nil } }

  var current: [PluginFile] { slots.compactMap(\.job).sorted().map { files[$0] } }

  var nextDeadline: Int64? { slots.compactMap { $0.worker?.deadline }.min() }

  /// Kills all workers and skips the remaining files.
  func end() {
    for slot in slots { slot.worker?.end() }
    slots = []
    next = files.count
  }
}

// MARK: - Progress

extension ScanRound {
  func take(_ port: Ready, at now: Int64) {
    for slot in slots.indices {
      guard let worker = slots[slot].worker, worker.phase != .ended else { continue }
      if port.token == worker.port.outputToken { return worker.takeOutput() }
      guard port.token == worker.port.token else { continue }
      if port.isWritable { worker.flush() }
      return settle(worker.take(at: now), in: slot, at: now)
    }
  }

  /// Ends overdue workers and gives the next files to idle ones.
  func advance(to now: Int64) {
    for slot in slots.indices {
      settle(slots[slot].worker?.judgeLateness(at: now), in: slot, at: now)
      while slots[slot].job == nil, next < files.count {
        next += 1
        begin(next - 1, in: slot, at: now)
      }
    }
    if isDone { end() }
  }

  func waitAnew(at now: Int64) { for slot in slots { slot.worker?.waitAnew(at: now) } }

  private func settle(_ outcome: ScanWorkerHandle.Outcome?, in slot: Int, at now: Int64) {
    guard let outcome, let index = slots[slot].job else { return }
    slots[slot].job = nil
    switch outcome {
    case .found(let finding): findings[index] = finding
    case .refused(let error): findings[index] = ScanResult(refuse(.noScan(error)))
    case .incomplete(let parts): findings[index] = ScanResult(refuse(parts.problem))
    }
  }

  /// Starts the scan of a file, in a new worker if the slot has no idle one.
  private func begin(_ index: Int, in slot: Int, at now: Int64) {
    do throws(PluginProblem) {
      try files[index].checkContents()
      if slots[slot].worker?.phase != .idle { slots[slot].worker = try start(at: now) }
      try slots[slot].worker?.scan(files[index], at: now)
      slots[slot].job = index
    } catch {
      findings[index] = ScanResult(error)
    }
  }

  private func start(at now: Int64) throws(PluginProblem) -> ScanWorkerHandle {
    if let refusal { throw refusal }
    do throws(SystemError) {
      return try ScanWorkerHandle(
        in: world, nanosecondsForFile: nanosecondsForFile,
        tolerating: files.allSatisfy(\.toleratesWeakerSandbox) ? .all : [], at: now)
    } catch {
      throw refuse(.noScan(error))
    }
  }

  /// Prevents further workers from being started.
  private func refuse(_ problem: PluginProblem) -> PluginProblem {
    refusal = problem
    return problem
  }
}

extension PluginProblem {
  fileprivate static func noScan(_ error: SystemError) -> PluginProblem {
    noWorker(error, so: "the plugin cannot be scanned: ")
  }

  /// No worker can be started; `consequence` begins the message.
  static func noWorker(_ error: SystemError, so consequence: String = "") -> PluginProblem {
    .told(
      what: "\(consequence)no worker can be started (\(error))",
      remedy: error.remedy ?? "see statehost plugins --security")
  }
}
