internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostWorkers

/// The host's side of a worker that runs one check; it ends with this.
final class CheckProcess {
  /// What came of a check.
  struct Run {
    let result: CheckResult
    /// It got past loading the plugin.
    let isLoadable: Bool
    /// It was stopped because it took too long.
    let wasStopped: Bool
  }

  let check: Check
  private let worker: WorkerProcess
  private let record: CheckRecord
  private let watch: ValgrindRun?
  private let limitNanoseconds: Int64
  private let beganNanoseconds = RealTime.nowNanoseconds
  private var endedNanoseconds: Int64 = 0
  /// What its sandbox lacks; nil before that stands.
  private var lacking: SandboxParts?
  private let mayLack: SandboxParts
  private var output: [UInt8] = []
  private var ending: Ending?

  private enum Ending {
    case ended(WorkerEnding)
    case tookTooLong(nanoseconds: Int64, isCall: Bool)
  }

  /// A run would not wait any longer for a call either.
  private static let callLimitNanoseconds: Int64 = 2_500_000_000
  private static let outputBytesLimit = 2000
  private static let partsLimit = 16

  /// Starts a check.
  ///
  /// - Parameters:
  ///   - check: what is to be found out.
  ///   - plugin: of what.
  ///   - program: what workers are started from.
  ///   - limitNanoseconds: how long it may take.
  ///   - poller: watches the worker.
  /// - Throws: why it is not run.
  init(
    _ check: Check, of plugin: PluginUnderTest, program: String, limitNanoseconds: Int64,
    in poller: Poller
  ) throws(CheckStartError) {
    self.check = check
    mayLack = plugin.mayLack(for: check)
    self.limitNanoseconds = limitNanoseconds
    watch = check.options.contains(.valgrind) ? try ValgrindRun(of: plugin.path) : nil
    do {
      let file = try CheckRecord.file()
      record = try CheckRecord(in: file)
      worker = try WorkerProcess(watch?.program ?? program, runBy: watch?.runner ?? [], in: poller)
      try plugin.order(check, of: worker, record: file)
    } catch let problem as PluginProblem { throw .never(ValidationUnavailable(problem)) } catch {
      throw .never(ValidationUnavailable(error))
    }
  }

  var hasEnded: Bool { ending != nil }

  /// Why nothing of the plugin has run: its sandbox never stood, or lacks what it may not.
  ///
  /// Nil where it has, or a tool runs it.
  var refusal: ValidationUnavailable? {
    guard watch == nil, case .ended(let ending) = ending else { return nil }
    guard let lacking else { return ValidationUnavailable(ending) }
    return lacking.isSubset(of: mayLack) ? nil : ValidationUnavailable(lacking.problem)
  }

  /// Waits until something has come of one of them, and takes it.
  static func wait(for processes: [CheckProcess], in poller: Poller) {
    let pause = processes.map(\.pauseNanoseconds).min() ?? 0
    var ready: [Ready] = []
    try? poller.wait(timeoutNanoseconds: pause, into: &ready)
    for process in processes where !process.hasEnded { process.take() }
  }

  /// How long it may be left alone: a call may begin in it at any time.
  private var pauseNanoseconds: Int64 {
    let left = beganNanoseconds + limitNanoseconds - RealTime.nowNanoseconds
    return min(max(20_000_000, left), 250_000_000)
  }

  /// Takes what has come of it.
  private func take() {
    takeOutput()
    if let ending = takeMessages() { return close(as: .ended(ending)) }
    if isLate(since: beganNanoseconds, limitNanoseconds) {
      closeLate()
    } else if record.isInCall, watch == nil,
      isLate(since: record.callBeganNanoseconds, Self.callLimitNanoseconds)
    {
      close(as: .tookTooLong(nanoseconds: Self.callLimitNanoseconds, isCall: true))
    }
  }

  /// Ends it as late: for the call that it is in where that has taken most of the time, else for all of them.
  private func closeLate() {
    let time = RealTime.nowNanoseconds - record.callBeganNanoseconds
    let isCall = record.isInCall && time > limitNanoseconds / 2
    close(as: .tookTooLong(nanoseconds: limitNanoseconds, isCall: isCall))
  }

  /// How it has ended; nil while it runs.
  private func takeMessages() -> WorkerEnding? {
    for _ in 0..<Self.partsLimit {
      switch worker.receive() {
      case .message(let bytes):
        if case .opened(let parts) = try? WorkerMessage(bytes[...]) { lacking = parts }
      case .end, .malformed: return worker.end()
      case .nothing: return nil
      }
    }
    return nil
  }

  private func takeOutput() {
    for _ in 0..<Self.partsLimit {
      let isMore = worker.readOutput { bytes in
        for index in bytes.indices { output.append(bytes[index]) }
      }
      if !isMore { break }
    }
    output.removeFirst(max(0, output.count - Self.outputBytesLimit))
  }

  /// What others kept it waiting for a processor is not its own time.
  private func isLate(since began: Int64, _ limit: Int64) -> Bool {
    let late = RealTime.nowNanoseconds - began - limit
    return late > 0 && late > SchedulerDelay.nanoseconds(of: worker.processNumber)
  }

  /// Ends it now.
  func stop() { if !hasEnded { closeLate() } }

  private func close(as ending: Ending) {
    _ = worker.end()
    takeOutput()
    self.ending = ending
    endedNanoseconds = RealTime.nowNanoseconds
  }
}

// MARK: - What came of it

extension CheckProcess {
  /// What came of it for a check, once it has ended: for its own, or another that asks what was seen in it.
  func run(of check: Check) -> Run {
    guard let ending else { preconditionFailure("\(self.check.name) has not ended") }
    var result = result(ending, of: check)
    result.milliseconds = max(0, endedNanoseconds - beganNanoseconds) / 1_000_000
    var wasStopped = false
    if case .tookTooLong = ending { wasStopped = !isWaiting }
    return Run(
      result: result, isLoadable: record.ending != nil || record.phase != .loading,
      wasStopped: wasStopped)
  }

  private func result(_ ending: Ending, of check: Check) -> CheckResult {
    let trouble = trouble(ending)
    let calls = record.calls
    if let watch { return check.result(trouble.map(watch.unable) ?? watch.ending(of: check)) }
    if case .tookTooLong = ending, isWaiting {
      let reason = "the source waits, as it may: it gives nothing to look at for some seconds"
      return check.result(.skipped(reason))
    }
    switch (record.ending, trouble) {
    // It has said what is wrong; how it ended then is of no account.
    case (.failed(let expected, let happened, let place)?, _):
      return check.result(
        .failed(expected: expected, happened: happened, place: place), calls: calls)
    case (let told?, nil):
      var result = check.result(told)
      if record.hasBeenSlow { result.cause = "slow calls" }
      return result
    case (_, let trouble):
      return check.result(trouble ?? .noResult(after: calls.last), calls: calls)
    }
  }

  /// It is in a call that may take its time.
  private var isWaiting: Bool { record.isInCall && record.mayWait }

  /// What is wrong with the end of the worker; nil when it ended as it should.
  private func trouble(_ ending: Ending) -> CheckFailure? {
    if case .ended(.exited(0)) = ending, record.phase == .finished { return nil }
    if case .tookTooLong(let limit, isCall: false) = ending {
      return .tooManyCalls(record.callCount, within: limit, last: record.calls.last)
    }
    let what =
      switch ending {
      case .ended where record.hasPanicked: "it panicked"
      case .ended(let ending): CheckFailure.words(of: ending)
      case .tookTooLong(let limit, _): "it did not come back within \(Double(limit) / 1e9) s"
      }
    return CheckFailure(
      what: what, saying: lastWords, moment: record.moment, call: record.calls.last)
  }

  /// The last line that it printed; nil where it was silent.
  private var lastWords: String? {
    output.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0.suffix(200), as: UTF8.self)
    }
  }
}

/// The workers of checks, side by side as many as there are processors.
///
/// They are started in the order of the checks, which is also that of the results; what runs ahead of
/// its turn changes nothing.
struct CheckScheduler {
  private let plugin: PluginUnderTest
  private let program: String
  private let limitNanoseconds: Int64
  private let poller: Poller
  private let count = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  /// In their order; those behind the first may have ended.
  private var started: [(check: Check, process: CheckProcess)] = []
  /// The life that a tool watches: what it has seen is told by every check that asks.
  private var watched: CheckProcess?
  /// Why the next is not started.
  private var refusal: CheckStartError?

  init(_ plugin: PluginUnderTest, program: String, limitNanoseconds: Int64) throws(SystemError) {
    self.plugin = plugin
    self.program = program
    self.limitNanoseconds = limitNanoseconds
    poller = try Poller()
  }

  /// Runs the first of some checks to its end, and others ahead of their turn while it lasts.
  ///
  /// - Parameter checks: those that have no result yet, in their order.
  /// - Returns: what came of the first.
  /// - Throws: why it was not started.
  mutating func run(_ checks: ArraySlice<Check>) throws(CheckStartError) -> CheckProcess.Run {
    while true {
      startWhatMay(checks)
      guard let first = started.first else {
        defer { refusal = nil }
        throw refusal ?? .lacks("nothing was started")
      }
      if first.process.hasEnded {
        started.removeFirst()
        if let refusal = first.process.refusal { throw .never(refusal) }
        return first.process.run(of: first.check)
      }
      CheckProcess.wait(for: running, in: poller)
    }
  }

  private mutating func startWhatMay(_ checks: ArraySlice<Check>) {
    for check in checks.dropFirst(started.count) {
      guard mayStart(check) else { return }
      do throws(CheckStartError) { started.append((check, try process(for: check))) } catch {
        refusal = error
        return
      }
    }
  }

  private mutating func process(for check: Check) throws(CheckStartError) -> CheckProcess {
    let isWatched = check.options.contains(.valgrind)
    if isWatched, let watched { return watched }
    let process = try CheckProcess(
      check, of: plugin, program: program, limitNanoseconds: limitNanoseconds, in: poller)
    if isWatched { watched = process }
    return process
  }

  private var running: [CheckProcess] { started.lazy.map(\.process).filter { !$0.hasEnded } }

  private func mayStart(_ check: Check) -> Bool {
    if check.options.contains(.valgrind), watched != nil { return true }
    let running = running
    if check.options.contains(.runsAlone) { return running.isEmpty }
    return running.count < count && !running.contains { $0.check.options.contains(.runsAlone) }
  }

  /// Ends those that run ahead: nobody asks for what comes of them.
  mutating func stop() {
    for (_, process) in started { process.stop() }
    started = []
  }
}

/// Why plugins cannot be checked here: what the system lacks is no fault of theirs.
package struct ValidationUnavailable: Error, Equatable {
  /// What is in the way, in a few words.
  package let reason: String
  /// What to do about it.
  package let remedy: String

  /// The system refuses something.
  init(_ error: any Error) {
    reason = "\(error)"
    remedy = (error as? SystemError)?.remedy ?? "try again later"
  }

  init(_ problem: PluginProblem) { (reason, remedy) = problem.text }

  /// A worker was gone before it had its sandbox, and so before anything of the plugin's ran in it.
  init(_ ending: WorkerEnding) {
    reason = "no worker can be started: it \(ending.words)"
    remedy = "see statehost plugins --security"
  }
}

/// Why a check has no worker.
enum CheckStartError: Error {
  /// It needs something that is not there; others do not.
  case lacks(String)
  /// None has one.
  case never(ValidationUnavailable)
}

/// The plugin that is checked: its file, opened once and looked at without running anything of it.
struct PluginUnderTest {
  let path: String
  let seed: UInt64
  /// What the user gives it.
  let inputs: ValidationInputs
  private let file: PluginFile
  private let isOwn: Bool
  /// What its workers may do besides.
  private let grants: WorkerGrants
  /// What the sandbox of a worker may lack that runs a check: a tool that watches leaves out what it does not know.
  func mayLack(for check: Check) -> SandboxParts {
    check.options.contains(.valgrind) ? .all : grants.mayLack
  }

  /// Opens a file.
  ///
  /// - Throws: why nobody would load it.
  init(_ path: String, by trust: PluginTrust, seed: UInt64, inputs: ValidationInputs)
    throws(PluginProblem)
  {
    file = try PluginFile(checking: path, by: trust)
    try file.checkContents()
    isOwn = trust.ownFolder.map(file.isBelow) ?? false
    self.path = path
    self.seed = seed
    self.inputs = inputs
    let named = inputs.argument.map { GrantedPath.files(namedBy: $0) } ?? []
    grants = WorkerGrants(
      reading: try file.neededFiles().paths + named, inputs.needs, namesFiles: !named.isEmpty,
      lacking: file.toleratesWeakerSandbox ? .all : [])
  }

  /// Tells a new worker to run a check, and where to say how it goes.
  func order(_ check: Check, of worker: WorkerProcess, record: borrowing Descriptor)
    throws(PluginProblem)
  {
    for message in grants.messages { _ = worker.send(message.bytes) }
    // A tool that watches reads the names of functions from the file itself.
    if check.options.contains(.valgrind) {
      _ = worker.send(HostMessage.grant(path: file.path).bytes)
    }
    let mode: WorkerMode = check.options.contains(.trapsRefusedCalls) ? .trappedCheck : .check
    _ = worker.send(grants.order(mode, lacking: mayLack(for: check)).bytes, with: record)
    let plugin = try file.handedOver(as: check.options.contains(.valgrind) ? .file : .sealedCopy)
    let order = CheckOrder(
      check: check.name, path: path, seed: seed, argument: inputs.argument, options: inputs.options,
      programs: inputs.programs, isOwn: isOwn)
    _ = worker.send(HostMessage.check(order).bytes, with: plugin.descriptor)
  }
}

/// How long a process could have run and did not, because others did.
enum SchedulerDelay {
  static func nanoseconds(of process: Int32) -> Int64 {
    let path = "/proc/\(process)/schedstat"
    guard let bytes = try? Descriptor(opening: path, flags: O_RDONLY).readToEnd() else { return 0 }
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return numbers.count == 3 ? Int64(numbers[1]) ?? 0 : 0
  }
}
