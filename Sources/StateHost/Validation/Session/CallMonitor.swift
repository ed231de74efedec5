internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The observer of all calls into the plugin under test, in a check's worker process: writes each
/// to the shared record, and collects slow calls, violations, invalid texts, draws and log counts.
///
/// It ends the process on a Rust panic in the log, or when slow calls take more than 5 s in all.
final class CallMonitor: PluginObserver {
  let record: CheckRecord
  /// The marks of the current draw.
  var drawing: Drawing?
  private(set) var initNanoseconds: Int64 = 0
  /// The functions that received a text that is not UTF-8.
  private(set) var repairedTexts: [Located<String>] = []
  /// The answers whose text was in a local variable of the function that had returned.
  private(set) var danglingAnswers: [Located<String>] = []
  /// The address range of the latest answer to each field.
  private(set) var answerAddresses: [ChildFault.Field: Range<UInt>] = [:]
  private var faults: [Located<ChildFault>] = []
  private var callTime: ThreadStopwatch?
  private var isInit = false
  private(set) var slow = SlowCalls()
  /// Whether calls are timed exactly, which is slow; set by the check, or once a call seemed slow.
  private var timesCalls: Bool
  /// The calls that are too slow for a run, and their durations.
  private(set) var slowCalls: [(place: CallPlace, function: String, nanoseconds: Int64)] = []

  /// The condition checked after each call, and its first finding.
  private var look: (() -> String?)?
  private(set) var finding: Located<String>?

  /// Messages from other threads of the plugin.
  private let inbox = PluginInbox()
  private var wakes = 0
  /// The children that have requested a wake.
  private var wakers: Set<ObjectIdentifier> = []
  /// The number of wake requests that `CheckedChild.awaitThreads` has followed.
  var followedWakeCount = 0
  /// The time that `CheckedChild.followThreads` has taken.
  var followingNanoseconds: Int64 = 0
  /// Whether it has waited in vain for a thread to end or to request a wake.
  var hasLastingThreads = false
  /// The number of log lines so far, and of those that are warnings or errors.
  private(set) var (logCount, complaintCount) = (0, 0)
  /// The byte that fills unused stack and unwritten parts of buffers before a call; nil for none.
  var unwrittenByte: UInt8?
  /// The buffers that were too small for a text, by their address; nil if they are not noted.
  var cutTexts: [UInt: (capacity: Int, length: Int)]?
  /// The size of such a buffer from which a text was drawn with the length of the whole text.
  private(set) var uncutText: Int?
  /// The number of the process's threads without the plugin's.
  private let ownThreadCount = ProcessSnapshot.threadCount
  /// Whether the plugin has threads.
  var hasOtherThreads: Bool { ProcessSnapshot.threadCount > ownThreadCount }

  private static let findingsLimit = 64

  init(record: CheckRecord, timingCalls timesCalls: Bool) {
    self.record = record
    self.timesCalls = timesCalls
  }

  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?) {
    noteBegin(function, arguments, of: child)
    if let unwrittenByte { Self.fillStack(with: unwrittenByte, times: 16) }
  }

  /// Not inlined, so that its locals do not lie on the stack where the plugin's variables will.
  @inline(never) private func noteBegin(
    _ function: StaticString, _ arguments: () -> String, of child: String?
  ) {
    record.beginCall(function, arguments(), of: child)
    let function = "\(function)"
    if function == "create" { creation = lastCall }
    guard timesCalls else { return }
    isInit = child == nil && (function == "init" || function == "init_with_host")
    callTime = ThreadStopwatch()
  }

  /// Copies what fits into a buffer of the plugin, and returns the whole length.
  ///
  /// The rest of the buffer is filled, unless the plugin has zeroed it and may rely on that.
  func copy(_ bytes: [UInt8], into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    if cutTexts != nil {
      let isCut = bytes.count > buffer.count
      cutTexts?[UInt(bitPattern: buffer.baseAddress)] = isCut ? (buffer.count, bytes.count) : nil
    }
    if let unwrittenByte, bytes.count < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[bytes.count...])
      if unsafe rest.contains(where: { $0 != 0 }) {
        unsafe rest.initializeMemory(as: UInt8.self, repeating: unwrittenByte)
      }
    }
    return UInt64(bytes.count)
  }

  /// Fills the stack below this frame with a byte, 1 KiB per call.
  @inline(never) private static func fillStack(with byte: UInt8, times: Int) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { piece in
      unsafe piece.initializeMemory(as: UInt8.self, repeating: byte)
      if times > 1 { fillStack(with: byte, times: times - 1) }
      // A write to no descriptor, so that the compiler keeps the fill.
      _ = unsafe write(-1, piece.baseAddress, piece.count)
    }
  }

  func callEnded() {
    takeMessages()
    let passed = record.endCall()
    if let callTime {
      noteTime(callTime.nanoseconds)
    } else if passed >= SlowCalls.shortestNanoseconds {
      timesCalls = true
    }
    callTime = nil
    if let look, let what = look() {
      finding = seen(what)
      self.look = nil
    }
  }

  /// The latest call, as the place of a failure.
  var lastCall: CallPlace {
    let calls = record.latestCalls(4)
    return .call(calls.last ?? "no call", after: Array(calls.dropLast()))
  }

  /// The latest call before children were removed, and how many calls there were after that.
  private var removal: (place: CallPlace, callCount: UInt32)?

  /// Makes the calls that remove a child; no later finding of the check is attributed to them.
  func removing(_ calls: () -> Void) {
    let place = placeOfFailure
    calls()
    removal = (place, record.callCount)
  }

  /// The place of a failure that names none: the latest call, not counting removals of children.
  var placeOfFailure: CallPlace {
    if let removal, removal.callCount == record.callCount { return removal.place }
    return lastCall
  }

  /// The latest call that created a child or tried to.
  private(set) var creation = CallPlace.lastCall

  /// Checks a condition after each call, until it returns a finding.
  func afterEachCall(_ look: @escaping () -> String?) { self.look = look }

  private func noteTime(_ nanoseconds: Int64) {
    if isInit { initNanoseconds = nanoseconds }
    guard nanoseconds >= SlowCalls.shortestNanoseconds, let call = record.latestCalls(1).last
    else { return }
    if !call.hasPrefix("read(") { noteSlow(call, nanoseconds) }
    // A call is too slow for a run from 250 ms, except calls that create and destroy.
    guard nanoseconds > 250_000_000, slowCalls.count < Self.findingsLimit else { return }
    slowCalls.append((lastCall, String(call.prefix { $0 != "(" }), nanoseconds))
  }

  /// Ends the check when slow calls have used too much of its time.
  private func noteSlow(_ call: String, _ nanoseconds: Int64) {
    slow.add(call, nanoseconds)
    // Well below the time limit of a check.
    guard slow.nanoseconds > 5_000_000_000 else { return }
    record[.hasBeenSlow] = true
    record.ending = .skipped(
      "\(slow.words): too slow for this check, see calls-return and draws-quickly")
    host_exit_now(0)
  }

  func received(_ text: UnsafeRawBufferPointer, in function: String) {
    // The text of a dangling answer is garbage.
    if let field = ChildFault.Field(rawValue: function), unsafe isDangling(text, as: field) {
      return
    }
    guard unsafe String(validating: text, as: UTF8.self) == nil else { return }
    if repairedTexts.count < Self.findingsLimit { repairedTexts.append(seen(function)) }
  }

  /// Records an answer's address; returns whether it is in a local variable of a finished call.
  private func isDangling(_ text: UnsafeRawBufferPointer, as field: ChildFault.Field) -> Bool {
    let start = UInt(bitPattern: text.baseAddress)
    let end = start + UInt(text.count)
    answerAddresses[field] = start..<end
    // The function has returned, so its stack frame is invalid.
    var here: UInt8 = 0
    let stack = unsafe withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    // 256 KiB are more than the depth of any call.
    guard max(start, stack) - min(start, stack) < 1 << 18, end > start else { return false }
    if danglingAnswers.count < Self.findingsLimit { danglingAnswers.append(seen(field.rawValue)) }
    return true
  }

  func drew(_ mark: DrawOperation) {
    if cutTexts != nil, case .text(let bytes, _, _, _, _) = mark,
      let cut = cutTexts?[UInt(bitPattern: bytes.baseAddress)], cut.length == bytes.count
    {
      uncutText = uncutText ?? cut.capacity
    }
    drawing?.add(mark)
  }

  func report(_ fault: ChildFault) {
    if faults.count < Self.findingsLimit { faults.append(seen(fault)) }
  }

  /// A finding in the latest call.
  func seen<What>(_ what: What) -> Located<What> { Located(what: what, place: lastCall) }

  private func takeMessages() {
    if inbox.isEmpty { return }
    inbox.drain { message in
      switch message {
      case .fault(let fault): report(fault)
      case .wake(let child):
        wakes += 1
        wakers.insert(ObjectIdentifier(child))
      case .log(_, _, let level, let text):
        logCount += 1
        if level.rawValue >= PluginInbox.LogLevel.warning.rawValue { complaintCount += 1 }
        if level == .error { endIfPanicked(text) }
      case .linesLost: break
      }
    }
  }

  /// Ends the check if a log text is a Rust panic: bindings that catch panics log them.
  func endIfPanicked(_ text: String) {
    guard Array(text.utf8).holds("panicked at ") else { return }
    record[.hasPanicked] = true
    var line = text + "\n"
    line.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    host_exit_now(1)
  }

  /// The number of wake requests so far, on any thread.
  var wakeCount: Int {
    takeMessages()
    return wakes
  }

  /// Forgets an earlier child at the same address.
  func created(_ child: PluginChild) { wakers.remove(ObjectIdentifier(child)) }

  /// Whether a child has called `host->wake`, so that it may be woken off screen, too.
  func hasRequestedWake(_ child: PluginChild) -> Bool {
    takeMessages()
    return wakers.contains(ObjectIdentifier(child))
  }

  /// The first fault of these kinds, of any child.
  func firstFault(where isSought: (ChildFault.Kind) -> Bool) -> Located<ChildFault>? {
    takeMessages()
    return faults.first { isSought($0.what.kind) }
  }
}

/// The calls of one validator check that took 5 ms or longer: number and total time per plugin
/// function; names the function that took most in all, for the reason when they end the check as
/// too slow.
struct SlowCalls {
  /// The duration from which a call is slow.
  static let shortestNanoseconds: Int64 = 5_000_000

  private var functions: [String: (calls: Int, nanoseconds: Int64)] = [:]
  /// The duration of all of them.
  private(set) var nanoseconds: Int64 = 0

  /// Adds a call, as the record has it, with its arguments.
  mutating func add(_ call: String, _ nanoseconds: Int64) {
    self.nanoseconds += nanoseconds
    let function = String(call.prefix { $0 != "(" })
    functions[function, default: (0, 0)].calls += 1
    functions[function, default: (0, 0)].nanoseconds += nanoseconds
  }

  /// Such as `37 calls of draw took 20 ms each`.
  var words: String {
    let slowest = functions.max { ($0.value.nanoseconds, $0.key) < ($1.value.nanoseconds, $1.key) }
    return slowest.map { Self.words($0.key, $0.value.calls, $0.value.nanoseconds) }
      ?? "no call was slow"
  }

  /// The same text for the calls of one function and their total duration.
  static func words(_ function: String, _ calls: Int, _ nanoseconds: Int64) -> String {
    let each = nanoseconds / Int64(max(1, calls)) / 1_000_000
    return calls == 1
      ? "a call of \(function) took \(each) ms"
      : "\(calls) calls of \(function) took \(each) ms each"
  }
}

/// A stopwatch of a validator check's thread, started when created: gives its processor time, or
/// the real time if it slept, so that no plugin is blamed for a wait for a processor.
struct ThreadStopwatch {
  private let began = Self.now

  var nanoseconds: Int64 {
    let now = Self.now
    let passed = now.nanoseconds - began.nanoseconds
    // Without sleep the thread was running or waiting for a processor.
    return now.sleeps == began.sleeps ? min(passed, now.used - began.used) : passed
  }

  /// The real time, the processor time that the thread has used, and the number of its sleeps.
  private static var now: (nanoseconds: Int64, used: Int64, sleeps: Int) {
    var usage = rusage()
    // `RUSAGE_THREAD`, which is not visible without _GNU_SOURCE.
    _ = unsafe getrusage(__rusage_who_t(1), &usage)
    let used = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Int64($1.tv_sec) * 1_000_000_000 + Int64($1.tv_usec) * 1000
    }
    return (RealTime.nowNanoseconds, used, usage.ru_nvcsw)
  }
}

/// The system's monotonic clock, and a function that sleeps, for time limits of validator checks,
/// in the host and in workers; children under test get a simulated time instead.
enum RealTime {
  static var nowNanoseconds: Int64 { Clock.systemNanoseconds }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}

extension SplitMix {
  /// A number from 0 to below `limit`, which must be above 0.
  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
