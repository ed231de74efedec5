internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// What is seen of a plugin under trial: the calls into it, what it draws, what it does wrong.
final class CallMonitor: PluginObserver {
  /// Where the process that started this one reads the calls.
  let record: CheckRecord
  /// What the draw that goes on has done.
  var drawing: Drawing?
  /// How long `init` took.
  private(set) var initNanoseconds: Int64 = 0
  /// The functions that were handed a text that is not UTF-8.
  private(set) var repairedTexts: [Located<String>] = []
  /// The texts that were answers, and lay in variables of the function that had answered.
  private(set) var deadAnswers: [Located<String>] = []
  private var answerAddresses: [ChildFault.Field: Range<UInt>] = [:]
  private var faults: [Located<ChildFault>] = []
  /// Of the call that goes on.
  private var callTime: ThreadStopwatch?
  private var isInit = false

  /// The calls that took longer than a call should, and how long they took.
  private(set) var slow = SlowCalls()
  /// Whether each call is timed exactly, as since one has seemed slow: that costs more than most calls.
  private var timesExactly = false

  /// The calls that took long, and how long.
  private(set) var slowCalls: [(place: CallPlace, function: String, nanoseconds: Int64)] = []

  /// What is looked at after each call, and what came of it.
  private var look: (() -> String?)?
  private(set) var finding: Located<String>?

  /// What comes from other threads of the plugin's.
  private let inbox = PluginInbox()
  private var wakes = 0
  /// How often children have logged something so far, and how often as a warning or an error.
  private(set) var (logCount, complaintCount) = (0, 0)
  /// What lies where a plugin has written nothing, on the stack below and in a buffer behind the text that it is
  /// given; nil: whatever came before.
  var unwrittenByte: UInt8?
  /// How many threads the process had without the plugin.
  private let ownThreadCount = ProcessSnapshot.threadCount
  /// Whether the plugin has threads now.
  var hasOtherThreads: Bool { ProcessSnapshot.threadCount > ownThreadCount }

  private static let findingsLimit = 64

  private let timesCalls: Bool

  /// - Parameters:
  ///   - record: where the calls are written down.
  ///   - timesCalls: whether it finds out how long they take.
  init(record: CheckRecord, timingCalls timesCalls: Bool) {
    self.record = record
    self.timesCalls = timesCalls
  }

  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?) {
    noteBegin(function, arguments, of: child)
    if let unwrittenByte { Self.fillStack(with: unwrittenByte, times: Self.stackPieces) }
  }

  /// A function of its own, as what it leaves on the stack is not to lie where the plugin's variables will.
  @inline(never) private func noteBegin(
    _ function: StaticString, _ arguments: () -> String, of child: String?
  ) {
    record.beginCall(function, arguments(), of: child)
    if function.utf8CodeUnitCount == 6, "\(function)" == "create" { creation = lastCall }
    guard timesCalls || timesExactly else { return }
    isInit =
      child == nil && [4, 14].contains(function.utf8CodeUnitCount)
      && ["init", "init_with_host"].contains("\(function)")
    callTime = ThreadStopwatch()
  }

  /// Fills what is left of a buffer, but for one that the plugin has cleared: it may rely on that.
  func fill(rest buffer: UnsafeMutableRawBufferPointer, from length: Int) {
    guard let unwrittenByte, length < buffer.count else { return }
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
    guard unsafe rest.contains(where: { $0 != 0 }) else { return }
    unsafe rest.initializeMemory(as: UInt8.self, repeating: unwrittenByte)
  }

  private static let stackPieces = 16

  /// Leaves this byte below the stack's end, a kibibyte at a time.
  @inline(never) private static func fillStack(with byte: UInt8, times: Int) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { piece in
      unsafe piece.initializeMemory(as: UInt8.self, repeating: byte)
      if times > 1 { fillStack(with: byte, times: times - 1) }
      // Nothing is written to no descriptor, but nobody knows that here.
      _ = unsafe write(-1, piece.baseAddress, piece.count)
    }
  }

  func callEnded() {
    takeMessages()
    let passed = record.endCall()
    if let callTime {
      noteTime(callTime.nanoseconds)
    } else if passed >= SlowCalls.shortestNanoseconds {
      timesExactly = true
    }
    callTime = nil
    if let look, let what = look() { see(what) }
  }

  /// The latest call, as a check may say that something happened in it.
  var lastCall: CallPlace {
    let calls = record.latestCalls(4)
    return .call(calls.last ?? "no call", after: Array(calls.dropLast()))
  }

  /// The call that last made a child, or was to make one.
  private(set) var creation = CallPlace.lastCall

  /// Looks at something whenever a call has returned, until it says what is wrong.
  func afterEachCall(_ look: @escaping () -> String?) { self.look = look }

  private func see(_ what: String) {
    finding = seen(what)
    look = nil
  }

  private func noteTime(_ nanoseconds: Int64) {
    if isInit { initNanoseconds = nanoseconds }
    if nanoseconds >= SlowCalls.shortestNanoseconds { noteSlow(nanoseconds) }
    guard nanoseconds > Self.slowNanoseconds, slowCalls.count < Self.findingsLimit,
      let call = record.latestCalls(1).last
    else { return }
    slowCalls.append((lastCall, String(call.prefix { $0 != "(" }), nanoseconds))
  }

  /// Ends the check where slow calls have taken so much time that it will not come to its end.
  private func noteSlow(_ nanoseconds: Int64) {
    guard let call = record.latestCalls(1).last, !call.hasPrefix("read(") else { return }
    slow.add(call, nanoseconds)
    guard slow.nanoseconds > Self.longestSlowNanoseconds else { return }
    record.hasBeenSlow = true
    record.ending = .skipped(
      "\(slow.words): too slow to go through all of it, see calls-return and draws-quickly")
    host_exit_now(0)
  }

  /// Well below what a check may take.
  private static let longestSlowNanoseconds: Int64 = 5_000_000_000

  /// After so long nobody waits for a call any more in a run, but for those that make and end.
  private static let slowNanoseconds: Int64 = 250_000_000

  func received(_ text: UnsafeRawBufferPointer, in function: String) {
    // What is in a dead one is nobody's.
    if let field = ChildFault.Field(rawValue: function), unsafe isDead(text, as: field) { return }
    guard unsafe String(validating: text, as: UTF8.self) == nil else { return }
    if repairedTexts.count < Self.findingsLimit { repairedTexts.append(seen(function)) }
  }

  /// Where the last text lay that was an answer of this kind.
  func lastAddresses(of field: ChildFault.Field) -> Range<UInt>? { answerAddresses[field] }

  /// Notes where an answer lies, and whether that is in a variable of a function that has returned.
  private func isDead(_ text: UnsafeRawBufferPointer, as field: ChildFault.Field) -> Bool {
    let start = UInt(bitPattern: text.baseAddress)
    let end = start + UInt(text.count)
    answerAddresses[field] = start..<end
    // The function that answered has returned: of it nothing lives on the stack.
    var here: UInt8 = 0
    let stack = unsafe withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    let distance = start > stack ? start - stack : stack - start
    guard distance < Self.stackBytes, end > start else { return false }
    if deadAnswers.count < Self.findingsLimit { deadAnswers.append(seen(field.rawValue)) }
    return true
  }

  /// No call here is so deep.
  private static let stackBytes: UInt = 1 << 18

  func drew(_ mark: CanvasMark) { drawing?.add(mark) }

  func report(_ fault: ChildFault) {
    if faults.count < Self.findingsLimit { faults.append(seen(fault)) }
  }

  private func seen<What>(_ what: What) -> Located<What> { Located(what: what, place: lastCall) }

  /// Takes what has come by way of other threads.
  private func takeMessages() {
    if inbox.isEmpty { return }
    inbox.drain { message in
      switch message {
      case .fault(let fault): report(fault)
      case .wake: wakes += 1
      case .log(_, _, let level, let text):
        logCount += 1
        if level.rawValue >= PluginInbox.LogLevel.warning.rawValue { complaintCount += 1 }
        if level == .error { endIfPanicked(text) }
      case .linesLost: break
      }
    }
  }

  /// Ends the check where a text is what Rust says of a panic: bindings that catch one log it, as a mistake of the
  /// author's that the user is to see no more of than has to be.
  func endIfPanicked(_ text: String) {
    guard Array(text.utf8).holds("panicked at ") else { return }
    record.hasPanicked = true
    var line = text + "\n"
    line.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    host_exit_now(1)
  }

  /// How often children have said so far, on any thread, that they have something.
  var wakeCount: Int {
    takeMessages()
    return wakes
  }

  /// The first fault of some kinds, of any child.
  func firstFault(where isSought: (ChildFault.Kind) -> Bool) -> Located<ChildFault>? {
    takeMessages()
    return faults.first { isSought($0.what.kind) }
  }
}

/// The calls of one check that took long, those of the slowest function counted.
struct SlowCalls {
  /// What takes less is not slow.
  static let shortestNanoseconds: Int64 = 5_000_000

  private var functions: [String: (calls: Int, nanoseconds: Int64)] = [:]
  /// How long all of them took.
  private(set) var nanoseconds: Int64 = 0

  /// Adds a call, which the record has with its arguments.
  mutating func add(_ call: String, _ nanoseconds: Int64) {
    self.nanoseconds += nanoseconds
    let function = String(call.prefix { $0 != "(" })
    let former = functions[function] ?? (0, 0)
    functions[function] = (former.calls + 1, former.nanoseconds + nanoseconds)
  }

  /// Such as `37 calls of draw took 20 ms each`.
  var words: String {
    guard
      let slowest = functions.max(by: {
        ($0.value.nanoseconds, $0.key) < ($1.value.nanoseconds, $1.key)
      })
    else { return "no call was slow" }
    return Self.words(slowest.key, slowest.value.calls, slowest.value.nanoseconds)
  }

  /// The same of one function's calls that took so long together.
  static func words(_ function: String, _ calls: Int, _ nanoseconds: Int64) -> String {
    let each = nanoseconds / Int64(max(1, calls)) / 1_000_000
    return calls == 1
      ? "a call of \(function) took \(each) ms"
      : "\(calls) calls of \(function) took \(each) ms each"
  }
}

/// A stretch of this thread's time, as far as it is its own.
///
/// What it sleeps counts, what others keep it waiting for a processor does not: a plugin is not to blame for
/// what else the machine does.
struct ThreadStopwatch {
  private let beginning = Moment()

  /// How long it has lasted.
  var nanoseconds: Int64 {
    let now = Moment()
    let passed = now.nanoseconds - beginning.nanoseconds
    // Who has not slept has run or waited to run.
    guard now.sleepCount == beginning.sleepCount else { return passed }
    return min(passed, now.usedNanoseconds - beginning.usedNanoseconds)
  }

  private struct Moment {
    let nanoseconds = RealTime.nowNanoseconds
    /// What the thread has used of processors.
    let usedNanoseconds: Int64
    let sleepCount: Int

    /// `RUSAGE_THREAD`, which glibc's headers keep to themselves.
    private static let thread = __rusage_who_t(1)

    init() {
      var usage = rusage()
      _ = unsafe getrusage(Self.thread, &usage)
      usedNanoseconds = Self.nanoseconds(of: usage.ru_utime) + Self.nanoseconds(of: usage.ru_stime)
      sleepCount = usage.ru_nvcsw
    }

    private static func nanoseconds(of time: timeval) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000
    }
  }
}

/// Real time, for limits: the same in the process that checks and in those that are checked.
enum RealTime {
  static var nowNanoseconds: Int64 { Clock.systemNanoseconds }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}

extension SplitMix {
  /// A number from 0 to below the limit, which is above 0.
  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
