internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostWorkers

/// The host's side of the worker process of one validator check: starts it, reads its output and
/// shared record, stops it at the time limit or after a call of 2.5 s, and forms the result.
///
/// The worker is ended when this object is released.
final class CheckWorkerHandle {
  /// The result of one validator check and, to decide whether later checks run, whether its worker
  /// survived the loading of the plugin, and whether it was stopped as too slow.
  struct Run {
    let result: CheckResult
    let isLoadable: Bool
    let wasStopped: Bool
  }

  let check: Check
  private let worker: WorkerProcess
  private let record: CheckRecord
  private let valgrind: ValgrindRun?
  private let limitNanoseconds: Int64
  private let beganNanoseconds = RealTime.nowNanoseconds
  private var endedNanoseconds: Int64 = 0
  /// The missing parts of the sandbox; nil before the sandbox is set up.
  private var lacking: SandboxParts?
  private let mayLack: SandboxParts
  private var output: [UInt8] = []
  /// Whether it used or awaited a processor nearly all the time of the call that took too long.
  private var isBusy = false
  private var ending: Ending?

  /// The way in which the worker process of a check ended: by itself (exit status or signal), or
  /// stopped by the host because a call or the whole check took too long.
  private enum Ending {
    case ended(WorkerEnding)
    case tookTooLong(nanoseconds: Int64, isCall: Bool)

    var isLate: Bool { if case .tookTooLong = self { true } else { false } }
  }

  /// The time limit of a call, after which a run would also give up.
  private static let callLimitNanoseconds: Int64 = 2_500_000_000
  private static let messagesLimit = 16

  /// Starts a check in a worker, which runs `program`.
  ///
  /// - Throws: why it cannot be started; a `CheckOutcome` if only this check cannot.
  init(
    _ check: Check, of plugin: PluginUnderTest, program: String, limitNanoseconds: Int64,
    in poller: Poller
  ) throws {
    self.check = check
    mayLack = plugin.mayLack(for: check)
    self.limitNanoseconds = limitNanoseconds
    valgrind = check.options.contains(.valgrind) ? try ValgrindRun(of: plugin.path) : nil
    let file = try CheckRecord.file()
    record = try CheckRecord(in: file)
    worker = try WorkerProcess(
      valgrind?.program ?? program, runBy: valgrind?.runner ?? [], in: poller)
    try plugin.order(check, of: worker, record: file)
  }

  var hasEnded: Bool { ending != nil }

  /// Why no code of the plugin has run: the sandbox was not set up, or lacks a required part.
  ///
  /// Nil if code has run, or if a tool runs the worker.
  var refusal: ValidationUnavailable? {
    guard valgrind == nil, case .ended(let ending) = ending else { return nil }
    guard let lacking else { return ValidationUnavailable(ending) }
    return lacking.isSubset(of: mayLack) ? nil : ValidationUnavailable(lacking.problem)
  }

  /// Waits until a worker has something to read, and reads it.
  static func wait(for processes: [CheckWorkerHandle], in poller: Poller) {
    let pause = processes.map(\.pauseNanoseconds).min() ?? 0
    var ready: [Ready] = []
    try? poller.wait(timeoutNanoseconds: pause, into: &ready)
    for process in processes where !process.hasEnded { process.take() }
  }

  /// The longest wait before time limits are checked again, as a call may begin at any time.
  private var pauseNanoseconds: Int64 {
    let left = beganNanoseconds + limitNanoseconds - RealTime.nowNanoseconds
    return min(max(20_000_000, left), 250_000_000)
  }

  /// Reads output and messages, and ends the worker when it is late.
  private func take() {
    worker.readOutput(into: &output)
    if let ending = takeMessages() { return close(as: .ended(ending)) }
    if isLate(since: beganNanoseconds, limitNanoseconds) {
      closeLate()
    } else if record[.isInCall], valgrind == nil,
      isLate(since: record.callBeganNanoseconds, Self.callLimitNanoseconds)
    {
      close(as: .tookTooLong(nanoseconds: Self.callLimitNanoseconds, isCall: true))
    }
  }

  /// Ends a late worker: for the current call if that took most of the time, else for all calls.
  private func closeLate() {
    let time = RealTime.nowNanoseconds - record.callBeganNanoseconds
    let isCall = record[.isInCall] && time > limitNanoseconds / 2
    close(as: .tookTooLong(nanoseconds: limitNanoseconds, isCall: isCall))
  }

  /// Reads messages; returns how the worker ended, nil while it runs.
  private func takeMessages() -> WorkerEnding? {
    for _ in 0..<Self.messagesLimit {
      switch worker.receive() {
      case .message(let bytes):
        if case .opened(let parts) = try? WorkerMessage(bytes[...]) { lacking = parts }
      case .end, .malformed: return worker.end()
      case .nothing: return nil
      }
    }
    return nil
  }

  /// Whether a time limit has passed, not counting the time that the worker waited for a processor.
  private func isLate(since began: Int64, _ limit: Int64) -> Bool {
    let late = RealTime.nowNanoseconds - began - limit
    return late > 0 && late > processorTimes.waitedNanoseconds
  }

  /// How long the worker ran, and how long it was ready to run but waited for a processor.
  private var processorTimes: (ranNanoseconds: Int64, waitedNanoseconds: Int64) {
    let path = "/proc/\(worker.processNumber)/schedstat"
    let bytes = (try? FileDescriptor(opening: path, flags: O_RDONLY).readToEnd()) ?? []
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return numbers.count == 3 ? (Int64(numbers[0]) ?? 0, Int64(numbers[1]) ?? 0) : (0, 0)
  }

  private func close(as ending: Ending) {
    if case .tookTooLong(let limit, isCall: true) = ending {
      let (ran, waited) = processorTimes
      // Before the call it may have used all the time since it began.
      isBusy = ran + waited - (record.callBeganNanoseconds - beganNanoseconds) > limit * 4 / 5
    }
    _ = worker.end()
    worker.readOutput(into: &output)
    self.ending = ending
    endedNanoseconds = RealTime.nowNanoseconds
  }
}

extension CheckWorkerHandle {
  /// The result for a check once the worker has ended, also for another one using the same run.
  func run(of check: Check) -> Run {
    guard let ending else { preconditionFailure("\(self.check.name) has not ended") }
    var result = result(ending, of: check)
    result.milliseconds = max(0, endedNanoseconds - beganNanoseconds) / 1_000_000
    return Run(
      result: result, isLoadable: record.ending != nil || record.phase != .loading,
      wasStopped: ending.isLate && !isWaiting)
  }

  private func result(_ ending: Ending, of check: Check) -> CheckResult {
    let trouble = trouble(ending)
    let calls = record.calls
    if let valgrind {
      let unable = trouble.map { "valgrind cannot watch it (\($0.text)); try a longer --timeout" }
      return check.result(unable.map(CheckOutcome.skipped) ?? valgrind.ending(of: check))
    }
    if ending.isLate, isWaiting {
      return check.result(.skipped("the source waits: it delivers nothing for some seconds"))
    }
    switch (record.ending, trouble) {
    // A recorded failure counts, however the process ended.
    case (let failed?, _) where failed.isFailure: return check.result(failed, calls: calls)
    case (let told?, nil):
      var result = check.result(told)
      if record[.hasBeenSlow] { result.cause = "slow calls" }
      return result
    case (_, let trouble):
      let noResult = CheckFailure(
        what: "the check ended without a result", moment: .betweenCalls, call: calls.last)
      return check.result(trouble ?? noResult, calls: calls)
    }
  }

  /// Whether the worker is in a call that may block, but not busy where it must not be.
  private var isWaiting: Bool {
    record[.isInCall] && record[.mayWait] && !(isBusy && check.options.contains(.mayNotSpin))
  }

  /// What is wrong with the end of the worker; nil when it ended normally.
  private func trouble(_ ending: Ending) -> CheckFailure? {
    if case .ended(.exited(0)) = ending, record.phase == .finished { return nil }
    if case .tookTooLong(let limit, isCall: false) = ending {
      return CheckFailure(
        what:
          "the check did not end within \(Double(limit) / 1e9) s, after \(record.callCount) calls",
        moment: .inAllCalls, call: record.calls.last)
    }
    let what =
      switch ending {
      case .ended where record[.hasPanicked]: "it panicked"
      case .ended(.exited(let status)): "the plugin ended the process with status \(status)"
      case .ended(.unlinked): "the plugin closed its worker's link to the host"
      case .ended(.killed(SIGSYS)): "it made a system call that the sandbox refuses (SIGSYS)"
      case .ended(let ending): "it \(ending.words)"
      case .tookTooLong(let limit, _):
        "it did not come back within \(Double(limit) / 1e9) s"
          + (isBusy && record[.mayWait] ? ", computing all the time" : "")
      }
    return CheckFailure(
      what: what, saying: lastWords, moment: record.moment, call: record.calls.last)
  }

  /// The last line that the worker printed; nil without output.
  private var lastWords: String? {
    output.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0.suffix(200), as: UTF8.self)
    }
  }
}

/// The scheduler of a plugin's checks in worker processes, at most one per processor at a time:
/// returns results in order; some checks run alone, and those under valgrind share one worker.
struct CheckScheduler {
  private let plugin: PluginUnderTest
  private let program: String
  private let limitNanoseconds: Int64
  private let poller: Poller
  private let count = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  /// The started checks, in order; those after the first may have ended.
  private var started: [(check: Check, process: CheckWorkerHandle)] = []
  /// The worker that valgrind runs, whose findings are shared by several checks.
  private var watched: CheckWorkerHandle?
  /// Why the next check was not started; a `CheckOutcome` if only that check cannot be.
  private var refusal: (any Error)?

  init(_ plugin: PluginUnderTest, program: String, limitNanoseconds: Int64) throws(SystemError) {
    self.plugin = plugin
    self.program = program
    self.limitNanoseconds = limitNanoseconds
    poller = try Poller()
  }

  /// Runs the first of the checks without a result to its end, and later ones meanwhile.
  ///
  /// - Throws: why no check can be run.
  mutating func run(
    _ checks: ArraySlice<Check>
  ) throws(ValidationUnavailable) -> CheckWorkerHandle.Run {
    while true {
      startWhatMay(checks)
      guard let first = started.first else {
        defer { refusal = nil }
        let reason = refusal ?? CheckOutcome.skipped("nothing was started")
        guard let outcome = reason as? CheckOutcome else { throw ValidationUnavailable(reason) }
        return CheckWorkerHandle.Run(
          result: checks[checks.startIndex].result(outcome), isLoadable: true, wasStopped: false)
      }
      if first.process.hasEnded {
        started.removeFirst()
        if let refusal = first.process.refusal { throw refusal }
        return first.process.run(of: first.check)
      }
      CheckWorkerHandle.wait(for: running, in: poller)
    }
  }

  private mutating func startWhatMay(_ checks: ArraySlice<Check>) {
    for check in checks.dropFirst(started.count) {
      guard mayStart(check) else { return }
      do { started.append((check, try process(for: check))) } catch {
        refusal = error
        return
      }
    }
  }

  private mutating func process(for check: Check) throws -> CheckWorkerHandle {
    let isWatched = check.options.contains(.valgrind)
    if isWatched, let watched { return watched }
    let process = try CheckWorkerHandle(
      check, of: plugin, program: program, limitNanoseconds: limitNanoseconds, in: poller)
    if isWatched { watched = process }
    return process
  }

  private var running: [CheckWorkerHandle] { started.lazy.map(\.process).filter { !$0.hasEnded } }

  private func mayStart(_ check: Check) -> Bool {
    if check.options.contains(.valgrind), watched != nil { return true }
    let running = running
    if check.options.contains(.runsAlone) { return running.isEmpty }
    return running.count < count && !running.contains { $0.check.options.contains(.runsAlone) }
  }

  /// Ends all running checks, whose results are not needed.
  mutating func stop() {
    (started, watched) = ([], nil)
  }
}

/// The cause (such as no sandbox) and a remedy when `statehost validate` cannot run checks.
package struct ValidationUnavailable: Error, Equatable {
  /// The cause, in a few words.
  package let reason: String
  package let remedy: String

  /// A problem of the plugin's file, or a failed system call or another error of the system.
  init(_ error: any Error) {
    (reason, remedy) =
      (error as? PluginProblem)?.text
      ?? ("\(error)", (error as? SystemError)?.remedy ?? "try again later")
  }

  /// A worker that ended before its sandbox was set up, and so before code of the plugin ran.
  init(_ ending: WorkerEnding) {
    reason = "no worker can be started: it \(ending.words)"
    remedy = "see statehost plugins --security"
  }
}

/// The plugin that `statehost validate` checks, in the host: its opened file, the seed, the user's
/// inputs and the sandbox permissions; sends them to the worker of each check.
struct PluginUnderTest {
  private let file: PluginFile
  /// The order of each check, without the check's name.
  private let order: CheckOrder
  private let grants: WorkerGrants

  var path: String { order.path }

  /// The parts that a check's sandbox may lack; valgrind lacks those that it does not support.
  func mayLack(for check: Check) -> SandboxParts {
    check.options.contains(.valgrind) ? .all : grants.mayLack
  }

  /// Opens a file.
  ///
  /// - Throws: why the file cannot be loaded as a plugin.
  init(_ path: String, by trust: PluginTrust, seed: UInt64, inputs: ValidationInputs)
    throws(PluginProblem)
  {
    file = try PluginFile(checking: path, by: trust)
    try file.checkContents()
    order = CheckOrder(
      check: "", path: path, seed: seed, argument: inputs.argument, options: inputs.options,
      programs: inputs.programs, isOwn: trust.ownFolder.map(file.isBelow) ?? false)
    let named = inputs.argument.map { GrantablePath.files(namedBy: $0) } ?? []
    grants = WorkerGrants(
      reading: try file.neededFiles().paths + named, inputs.needs, namesFiles: !named.isEmpty,
      lacking: file.toleratesWeakerSandbox ? .all : [])
  }

  /// Sends a worker its check, and the record for the result.
  func order(
    _ check: Check, of worker: WorkerProcess, record: OpenFile
  ) throws(PluginProblem) {
    for message in grants.messages { _ = worker.send(message.bytes) }
    // Valgrind reads the names of functions from the file itself.
    if check.options.contains(.valgrind) {
      _ = worker.send(HostMessage.grant(path: file.path).bytes)
    }
    let mode: WorkerMode = check.options.contains(.trapsRefusedCalls) ? .trappedCheck : .check
    _ = worker.send(grants.order(mode, lacking: mayLack(for: check)).bytes, with: record)
    let plugin = try file.handedOver(asCopy: !check.options.contains(.valgrind))
    var order = order
    order.check = check.name
    _ = worker.send(HostMessage.check(order).bytes, with: plugin)
  }
}
