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
  private let watch: ValgrindWatch?
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
    _ check: Check, of plugin: CheckedPlugin, program: String, limitNanoseconds: Int64,
    in poller: Poller
  ) throws(CheckNotStarted) {
    self.check = check
    mayLack = plugin.mayLack(for: check)
    self.limitNanoseconds = limitNanoseconds
    watch = check.setting == .watched ? try ValgrindWatch(of: plugin.path) : nil
    do {
      let file = try CheckRecord.file()
      record = try CheckRecord(in: file)
      worker = try WorkerProcess(
        watch?.program ?? program, runBy: watch?.runner ?? [], in: poller)
      try plugin.order(check, of: worker, record: file)
    } catch let problem as PluginProblem {
      throw .never(NoChecks(problem))
    } catch {
      throw .never(NoChecks(error))
    }
  }

  var hasEnded: Bool { ending != nil }

  /// Why nothing of the plugin has run: its sandbox never stood, or lacks what it may not.
  ///
  /// Nil where it has, or a tool runs it.
  var refusal: NoChecks? {
    guard watch == nil, case .ended(let ending) = ending else { return nil }
    guard let lacking else { return NoChecks(ending) }
    return lacking.isSubset(of: mayLack) ? nil : NoChecks(lacking.problem)
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
    return late > 0 && late > WaitedTime.nanoseconds(of: worker.processNumber)
  }

  /// Ends it now.
  func stop() {
    if !hasEnded { closeLate() }
  }

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
      result: result,
      isLoadable: record.ending != nil || record.phase != .loading, wasStopped: wasStopped)
  }

  private func result(_ ending: Ending, of check: Check) -> CheckResult {
    let trouble = trouble(ending)
    let calls = record.calls
    if let watch {
      return check.result(trouble.map(watch.unable) ?? watch.ending(of: check))
    }
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
  private func trouble(_ ending: Ending) -> CheckTrouble? {
    if case .ended(.exited(0)) = ending, record.phase == .finished { return nil }
    if case .tookTooLong(let limit, isCall: false) = ending {
      return .tooManyCalls(record.callCount, within: limit, last: record.calls.last)
    }
    let what =
      switch ending {
      case .ended where record.hasPanicked: "it panicked"
      case .ended(let ending): CheckTrouble.words(of: ending)
      case .tookTooLong(let limit, _): "it did not come back within \(Double(limit) / 1e9) s"
      }
    return CheckTrouble(
      what: what, saying: lastWords, moment: record.moment, call: record.calls.last)
  }

  /// The last line that it printed; nil where it was silent.
  private var lastWords: String? {
    output.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0.suffix(200), as: UTF8.self)
    }
  }
}
