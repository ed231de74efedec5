internal import CHostSystem
internal import Glibc
internal import HostSystem

/// Runs a check in a process of its own, so that a crash or a hang is a result.
struct CheckProcess {
  /// The program that has `CheckWorker` behind `validate --one-check`.
  let program: String
  /// What the program is run by, with its own arguments; empty for itself.
  var runner: [String] = []
  let file: String
  let seed: UInt64
  let limitNanoseconds: Int64

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

  /// Runs a check to its end.
  func run(_ check: Check) -> Run {
    guard let record = CheckRecord() else {
      let result = CheckResult(
        check: check.name, level: check.level, outcome: .skipped,
        happened: "no memory to share with the process of a check")
      return Run(result: result)
    }
    defer { record.release() }
    host_adopt_orphans()
    // It is no orphan of a check's.
    Guardian.begin()
    let others = ProcessFacts.children(of: getpid())
    defer { endOrphans(but: others) }
    let began = Clock.nowNanoseconds
    var output = SaidOutput()
    let end = runProcess(check.name, record, &output)
    var result = self.result(of: check, record, end, output)
    result.milliseconds = (Clock.nowNanoseconds - began) / 1_000_000
    var wasStopped = false
    if case .tookTooLong = end { wasStopped = true }
    return Run(
      result: result, isLoadable: record.ending != nil || record.phase != .loading,
      wasStopped: wasStopped)
  }

  private func result(
    of check: Check, _ record: CheckRecord, _ end: End, _ output: SaidOutput
  ) -> CheckResult {
    let bad: CheckResult.Outcome = check.severity == .failure ? .failed : .warning
    var result: CheckResult
    switch (record.ending, trouble(end, record)) {
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
  private func trouble(_ end: End, _ record: CheckRecord) -> String? {
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

  private func runProcess(
    _ check: String, _ record: CheckRecord, _ output: inout SaidOutput
  ) -> End {
    record.limitNanoseconds = limitNanoseconds
    let words =
      runner + [
        program, "validate", "--one-check", check, file, String(seed),
        "/proc/\(getpid())/fd/\(record.descriptor)",
      ]
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    // The runtime's own report of a crash would be taken for the plugin's last words.
    unsafe setenv("SWIFT_BACKTRACE", "enable=no", 1)
    var child = host_child()
    let error = unsafe host_child_spawn(&arguments, &child)
    guard error == 0 else { return .notStarted(error) }
    defer {
      for descriptor in [child.exit_fd, child.output_fd, child.error_fd] where descriptor >= 0 {
        close(descriptor)
      }
    }
    let end = wait(for: child, &output)
    _ = host_child_signal(child.pid, SIGKILL)
    _ = host_child_reap(child.pid, false)
    return end
  }

  /// Ends what a check has left behind, so that it is neither seen by the next one nor there for ever.
  private func endOrphans(but others: [pid_t]) {
    for orphan in ProcessFacts.children(of: getpid()) where !others.contains(orphan) {
      kill(orphan, SIGKILL)
      _ = waitpid(orphan, nil, 0)
    }
  }

  private func wait(for child: host_child, _ output: inout SaidOutput) -> End {
    let deadline = Clock.nowNanoseconds + limitNanoseconds
    var value: Int32 = 0
    while true {
      output.read(child.output_fd, child.error_fd)
      switch Int(unsafe host_child_status(child.pid, &value)) {
      case HOST_CHILD_RUNNING: break
      case HOST_CHILD_KILLED:
        output.read(child.output_fd, child.error_fd)
        return .killed(value)
      default: return .exited(value)
      }
      // What others kept it waiting for a processor is not its own time.
      let kept = ProcessFacts.keptWaitingNanoseconds(child.pid)
      let left = deadline + kept - Clock.nowNanoseconds
      guard left > 0 else { return stop(child) }
      // Without a descriptor that tells of its end, it is looked at again soon.
      let pause = child.exit_fd >= 0 ? min(left / 1_000_000 + 1, 1000) : 5
      var waiting = [child.exit_fd, child.output_fd, child.error_fd].map {
        pollfd(fd: output.isOpen($0) ? $0 : -1, events: Int16(POLLIN), revents: 0)
      }
      _ = unsafe poll(&waiting, nfds_t(waiting.count), Int32(pause))
    }
  }

  private func stop(_ child: host_child) -> End {
    _ = host_child_signal(child.pid, SIGKILL)
    var value: Int32 = 0
    while unsafe host_child_status(child.pid, &value) == HOST_CHILD_RUNNING {
      Clock.sleep(milliseconds: 1)
    }
    return .tookTooLong
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
