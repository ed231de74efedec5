internal import CHostSystem
internal import Glibc

/// A check that runs in a process of its own, so that a crash or a hang is a result.
final class CheckProcess {
  /// How a process ended.
  private enum End {
    case exited(Int32)
    case killed(Int32)
    case tookTooLong
    case notStarted(Int32)
  }

  /// What came of a check.
  struct Run {
    let result: CheckResult
    /// It got past loading the plugin.
    var isLoadable = true
    /// It was stopped because it took too long.
    var wasStopped = false
  }

  let check: Check
  private let record: CheckRecord
  private let limitNanoseconds: Int64
  private let beganNanoseconds = Clock.nowNanoseconds
  private var endedNanoseconds: Int64 = 0
  private var child = host_child()
  private var output = SaidOutput()
  private var end: End?

  /// Starts a check.
  ///
  /// - Parameters:
  ///   - check: what is to be found out.
  ///   - record: the memory that its process shares; given back here.
  ///   - words: the program and its arguments.
  ///   - limitNanoseconds: how long it may take.
  init(_ check: Check, _ record: CheckRecord, _ words: [String], limitNanoseconds: Int64) {
    self.check = check
    self.record = record
    self.limitNanoseconds = limitNanoseconds
    record.limitNanoseconds = limitNanoseconds
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    // The runtime's own report of a crash would be taken for the plugin's last words.
    unsafe setenv("SWIFT_BACKTRACE", "enable=no", 1)
    let error = unsafe host_child_spawn(&arguments, &child)
    if error != 0 { end = .notStarted(error) }
  }

  deinit { record.release() }

  /// Its number while it is a child of this process; nil where it was never started.
  var number: pid_t? {
    if case .notStarted = end { nil } else { child.pid }
  }

  var hasEnded: Bool { end != nil }

  /// Waits until something has come of one of them, and takes it.
  static func wait(for processes: [CheckProcess]) {
    var waiting: [pollfd] = []
    var pause: Int64 = 1000
    for process in processes {
      waiting += process.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      pause = min(pause, process.pauseMilliseconds)
    }
    _ = unsafe poll(&waiting, nfds_t(waiting.count), Int32(pause))
    for process in processes { process.look() }
  }

  private var descriptors: [CInt] {
    [child.exit_fd, child.output_fd, child.error_fd].filter { output.isOpen($0) }
  }

  /// How long it may be left alone; without a descriptor that tells of its end it is looked at soon.
  private var pauseMilliseconds: Int64 {
    let left = beganNanoseconds + limitNanoseconds - Clock.nowNanoseconds
    return child.exit_fd >= 0 ? max(20, left / 1_000_000 + 1) : 5
  }

  private func look() {
    var value: Int32 = 0
    output.read(child.output_fd, child.error_fd)
    switch Int(unsafe host_child_status(child.pid, &value)) {
    case HOST_CHILD_RUNNING: if isTooLate { stop() }
    case HOST_CHILD_KILLED: close(as: .killed(value))
    default: close(as: .exited(value))
    }
  }

  /// What others kept it waiting for a processor is not its own time.
  private var isTooLate: Bool {
    let late = Clock.nowNanoseconds - beganNanoseconds - limitNanoseconds
    return late > 0 && late > ProcessFacts.keptWaitingNanoseconds(child.pid)
  }

  /// Ends it now.
  func stop() {
    if hasEnded { return }
    _ = host_child_signal(child.pid, SIGKILL)
    var value: Int32 = 0
    while unsafe host_child_status(child.pid, &value) == HOST_CHILD_RUNNING {
      Clock.sleep(milliseconds: 1)
    }
    close(as: .tookTooLong)
  }

  private func close(as end: End) {
    self.end = end
    endedNanoseconds = Clock.nowNanoseconds
    output.read(child.output_fd, child.error_fd)
    for descriptor in [child.exit_fd, child.output_fd, child.error_fd] where descriptor >= 0 {
      Glibc.close(descriptor)
    }
    // What is left of its group goes with it.
    _ = host_child_signal(child.pid, SIGKILL)
    _ = host_child_reap(child.pid, false)
  }

  /// What came of it, once it has ended.
  var run: Run {
    guard let end else { preconditionFailure("\(check.name) has not ended") }
    var result = self.result(of: end)
    result.milliseconds = max(0, endedNanoseconds - beganNanoseconds) / 1_000_000
    var wasStopped = false
    if case .tookTooLong = end { wasStopped = true }
    return Run(
      result: result, isLoadable: record.ending != nil || record.phase != .loading,
      wasStopped: wasStopped)
  }

  private func result(of end: End) -> CheckResult {
    let bad: CheckResult.Outcome = check.severity == .failure ? .failed : .warning
    var result: CheckResult
    switch (record.ending, trouble(end)) {
    case (.passed, nil):
      return CheckResult(check: check.name, level: check.level, outcome: .passed)
    case (.skipped(let reason), nil):
      return CheckResult(
        check: check.name, level: check.level, outcome: .skipped, happened: reason)
    case (.failed(let expected, let happened), _):
      result = CheckResult(check: check.name, level: check.level, outcome: bad)
      result.expected = expected
      result.happened = happened
    case (_, let trouble):
      result = CheckResult(check: check.name, level: check.level, outcome: .failed)
      result.expected = "\(check.purpose), and the plugin lives through it"
      result.happened = (trouble ?? "the check ended without a result") + output.words
    }
    let calls = record.calls
    result.call = calls.last ?? "no call yet"
    result.callsBefore = Array(calls.dropLast())
    return result
  }

  /// What is wrong with the end of the process; nil when it ended as it should.
  private func trouble(_ end: End) -> String? {
    let place =
      record.phase == .finished
      ? "at the end of the process, after the check"
      : record.isInCall
        ? "in this call" : "after this call: in what it gave, or in a thread of the plugin's"
    switch end {
    case .exited(0) where record.phase == .finished: return nil
    case .exited(let status): return "the plugin ended the process with status \(status), \(place)"
    case .killed(let signal):
      let name = unsafe host_signal_name(signal).map { unsafe "SIG" + String(cString: $0) }
      return "it crashed (\(name ?? "signal \(signal)")), \(place)"
    case .tookTooLong:
      return "it did not come back within \(Double(limitNanoseconds) / 1e9) s, \(place)"
    case .notStarted(let number):
      return "the process of the check was not started (error \(number))"
    }
  }
}

/// What the process of a check wrote to standard output and standard error: its last words.
private struct SaidOutput {
  private var bytes: [UInt8] = []
  private var closed: [CInt] = []
  private static let limit = 2000

  func isOpen(_ descriptor: CInt) -> Bool { !closed.contains(descriptor) }

  mutating func read(_ descriptors: CInt...) {
    var room = [UInt8](repeating: 0, count: 4096)
    for descriptor in descriptors where isOpen(descriptor) {
      while true {
        let count = unsafe Glibc.read(descriptor, &room, room.count)
        if count > 0 {
          bytes += room.prefix(count)
          if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
          continue
        }
        if count == 0 { closed.append(descriptor) }
        break
      }
    }
  }

  /// As the end of a sentence; empty when nothing was written.
  var words: String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return "" }
    return ", saying \"\(String(decoding: last.suffix(200), as: UTF8.self))\""
  }
}
