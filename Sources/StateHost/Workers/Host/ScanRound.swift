internal import HostPlugins
internal import HostSystem

/// Files that are looked into beside each other, each of them by one of two workers; nobody waits for it.
final class ScanRound {
  /// What has been found out, by the places of the files.
  private(set) var findings: [ScanResult?]
  private let files: [PluginFile]
  private let world: any WorkerWorld
  private let nanosecondsForFile: Int64
  private var lanes = Array(repeating: Lane(), count: lanesCount)
  private var next = 0
  /// Why no worker can be used.
  private var refusal: PluginProblem?

  private static let lanesCount = 2

  /// A worker, and the place of the file that it is at.
  private struct Lane {
    var worker: ScanningWorker?
    var job: Int?
  }

  /// - Parameters:
  ///   - files: what to look into.
  ///   - world: where workers are started.
  ///   - nanosecondsForFile: how long each may take.
  init(of files: [PluginFile], in world: any WorkerWorld, nanosecondsForFile: Int64) {
    self.files = files
    self.world = world
    self.nanosecondsForFile = nanosecondsForFile
    findings = Array(repeating: nil, count: files.count)
  }

  /// All has been found out.
  var isDone: Bool { next == files.count && lanes.allSatisfy { $0.job == nil } }

  /// What is being looked into, the longest first.
  var current: [PluginFile] {
    lanes.compactMap(\.job).sorted().map { files[$0] }
  }

  /// When somebody will have taken too long.
  var nextDeadline: Int64? { lanes.compactMap { $0.worker?.deadline }.min() }

  /// Ends all workers, whatever they do.
  func end() {
    for lane in lanes { lane.worker?.end() }
    lanes = []
    next = files.count
  }
}

// MARK: - Going on

extension ScanRound {
  /// Takes what a ready port brings, if it is of one of the workers.
  func take(_ port: Ready, at now: Int64) {
    for lane in lanes.indices {
      guard let worker = lanes[lane].worker, worker.phase != .ended else { continue }
      if port.token == worker.port.outputToken { return worker.takeOutput() }
      guard port.token == worker.port.token else { continue }
      if port.isWritable { worker.flush() }
      return settle(worker.take(at: now), in: lane, at: now)
    }
  }

  /// Does what is due: who has taken too long is ended, and who has nothing to do gets another file.
  func advance(to now: Int64) {
    for lane in lanes.indices {
      settle(lanes[lane].worker?.judgeLateness(at: now), in: lane, at: now)
      while lanes[lane].job == nil, next < files.count {
        next += 1
        begin(next - 1, in: lane, at: now)
      }
    }
    if isDone { end() }
  }

  /// Time has gone on in which nothing was taken: nobody is late for that.
  func waitAnew(at now: Int64) { for lane in lanes { lane.worker?.waitAnew(at: now) } }

  private func settle(_ outcome: ScanningWorker.Outcome?, in lane: Int, at now: Int64) {
    guard let outcome, let index = lanes[lane].job else { return }
    lanes[lane].job = nil
    switch outcome {
    case .found(let finding): findings[index] = finding
    case .refused(let error): findings[index] = ScanResult(refuse(Self.problem(error)))
    case .incomplete(let parts): findings[index] = ScanResult(refuse(parts.problem))
    }
  }

  /// Has a file looked into by the worker that there is, or by a new one.
  private func begin(_ index: Int, in lane: Int, at now: Int64) {
    do throws(PluginProblem) {
      try files[index].checkContents()
      if lanes[lane].worker?.phase != .idle { lanes[lane].worker = try start(at: now) }
      try lanes[lane].worker?.scan(files[index], at: now)
      lanes[lane].job = index
    } catch {
      findings[index] = ScanResult(error)
    }
  }

  private func start(at now: Int64) throws(PluginProblem) -> ScanningWorker {
    if let refusal { throw refusal }
    do throws(SystemError) {
      return try ScanningWorker(
        in: world, nanosecondsForFile: nanosecondsForFile,
        tolerating: files.allSatisfy(\.toleratesWeakerSandbox) ? .all : [], at: now)
    } catch {
      throw refuse(Self.problem(error))
    }
  }

  /// No worker is started any more.
  private func refuse(_ problem: PluginProblem) -> PluginProblem {
    refusal = problem
    return problem
  }

  static func problem(_ refusal: SystemError) -> PluginProblem {
    .told(
      what: "it is not known what the plugin offers: no worker can be started (\(refusal))",
      remedy: refusal.remedy ?? "see statehost plugins --security")
  }
}
