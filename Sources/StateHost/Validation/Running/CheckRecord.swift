internal import CHostSystem
internal import Glibc
internal import HostSystem
package import HostWorkers

/// The progress, latest calls and outcome of one validator check, in shared memory that its worker
/// writes and the host reads, so that they survive a crash of the worker.
///
/// The plugin can overwrite it, so only results and time limits depend on it.
@safe final class CheckRecord {
  /// The phase of a check's worker process: starting, loading the plugin, checking, or finished.
  enum Phase: UInt32 {
    case starting
    /// The library is opened and the plugin initialised; a failure here fails every check.
    case loading
    case checking
    /// The result is recorded; the process ends.
    case finished
  }

  private static let callSlots = 8
  private static let callBytes = 512
  private static let resultOffset = 64 + callSlots * callBytes
  private static let textBytes = 8192
  private static let size = resultOffset + 3 * textBytes

  private let shared: SharedMemory
  private var memory: UnsafeMutableRawPointer { unsafe shared.start }

  /// Maps a record of `file()`, as long as the object lives.
  init(in file: OpenFile) throws(SystemError) {
    shared = try SharedMemory(of: file, count: Self.size)
  }

  /// Creates memory for a record, of a fixed size.
  static func file() throws(SystemError) -> OpenFile {
    try SharedMemory.file(named: "statehost-check", count: Self.size)
  }

  var phase: Phase {
    get { Phase(rawValue: number(at: 0)) ?? .starting }
    set { setNumber(newValue.rawValue, at: 0) }
  }

  /// A flag of a running check, such as being in a call; the raw value is its offset in the record.
  enum Flag: Int {
    /// A call into the plugin is running.
    case isInCall = 4
    /// The current call may block, as that of a source may.
    case mayWait = 24
    /// The plugin has logged a panic, which ends the check.
    case hasPanicked = 28
    /// The check was ended because of slow calls.
    case hasBeenSlow = 32
  }

  subscript(flag: Flag) -> Bool {
    get { number(at: flag.rawValue) != 0 }
    set { setNumber(newValue ? 1 : 0, at: flag.rawValue) }
  }

  var moment: CheckFailure.Moment {
    phase == .finished ? .atEnd : self[.isInCall] ? .inCall : .betweenCalls
  }

  /// When the latest call began.
  private(set) var callBeganNanoseconds: Int64 {
    get { unsafe memory.load(fromByteOffset: 16, as: Int64.self) }
    set { unsafe memory.storeBytes(of: newValue, toByteOffset: 16, as: Int64.self) }
  }

  private(set) var callCount: UInt32 {
    get { number(at: 8) }
    set { setNumber(newValue, at: 8) }
  }

  /// Records the start of a call into the plugin: `function(arguments) of child`.
  func beginCall(_ function: StaticString, _ arguments: String, of child: String?) {
    let call = "\(function)(\(arguments))" + (child.map { " of \($0)" } ?? "")
    setText(call, at: Self.callOffset(Int(callCount)), room: Self.callBytes)
    callCount &+= 1
    callBeganNanoseconds = RealTime.nowNanoseconds
    self[.isInCall] = true
  }

  /// Records that the call has returned; returns its duration in nanoseconds of real time.
  func endCall() -> Int64 {
    self[.isInCall] = false
    return RealTime.nowNanoseconds - callBeganNanoseconds
  }

  func forgetLastCall() { callCount &-= 1 }

  /// The latest calls, oldest first.
  var calls: [String] { latestCalls(Self.callSlots) }

  /// At most `most` of the latest calls; a removed one has overwritten the oldest.
  func latestCalls(_ most: Int) -> [String] {
    let count = Int(callCount)
    return (max(0, count - min(most, Self.callSlots - 1))..<count).map {
      text(at: Self.callOffset($0), room: Self.callBytes)
    }
  }

  private static func callOffset(_ number: Int) -> Int { 64 + number % callSlots * callBytes }

  /// Separates calls; never part of a call's text.
  private static let betweenCalls: Character = "\u{1F}"

  /// How the check ended; nil until then.
  var ending: CheckOutcome? {
    get {
      let texts = (0..<3).map {
        text(at: Self.resultOffset + $0 * Self.textBytes, room: Self.textBytes)
      }
      let calls = texts[2].split(separator: Self.betweenCalls).map(String.init)
      let place: CallPlace
      switch number(at: 12) {
      case 1: return .passed
      case 3: return .skipped(texts[0])
      case 2: place = .lastCall
      case 4: place = .afterLastCall
      case 5: place = .call(calls.last ?? "", after: Array(calls.dropLast()))
      default: return nil
      }
      return .failed(expected: texts[0], happened: texts[1], place: place)
    }
    set {
      guard let newValue else { return }
      let (kind, texts): (UInt32, [String]) =
        switch newValue {
        case .passed: (1, [])
        case .skipped(let reason): (3, [reason])
        case .failed(let expected, let happened, .lastCall): (2, [expected, happened])
        case .failed(let expected, let happened, .afterLastCall): (4, [expected, happened])
        case .failed(let expected, let happened, .call(let call, let before)):
          (5, [expected, happened, (before + [call]).joined(separator: String(Self.betweenCalls))])
        }
      for (index, text) in texts.enumerated() {
        setText(text, at: Self.resultOffset + index * Self.textBytes, room: Self.textBytes)
      }
      setNumber(kind, at: 12)
      phase = .finished
    }
  }

  private func number(at offset: Int) -> UInt32 {
    unsafe memory.load(fromByteOffset: offset, as: UInt32.self)
  }

  private func setNumber(_ number: UInt32, at offset: Int) {
    unsafe memory.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
  }

  /// Writes the length of a text and the text, cut to its room.
  private func setText(_ text: String, at offset: Int, room: Int) {
    let bytes = text.utf8.prefix(room - 4)
    unsafe UnsafeMutableRawBufferPointer(start: memory + offset + 4, count: room - 4)
      .copyBytes(from: bytes)
    setNumber(UInt32(bytes.count), at: offset)
  }

  private func text(at offset: Int, room: Int) -> String {
    let count = min(Int(number(at: offset)), room - 4)
    // Copied first, because the plugin may change it meanwhile.
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: memory + offset + 4, count: count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The task of a validator's worker process, which `WorkerMain` starts: runs the check that the
/// host has named on the plugin, records the outcome in shared memory, and exits.
package enum CheckWorker {
  /// Finds a check by name, runs it on the plugin, and ends the process.
  package static func run(_ ordered: ReceivedCheckOrder) -> Never {
    guard let check = Check.all.first(where: { $0.name == ordered.order.check }),
      let record = try? CheckRecord(in: ordered.record)
    else { host_exit_now(2) }
    // Fills memory with garbage, so that reading uninitialised or freed memory shows.
    host_memory_spoil()
    record.ending = outcome(
      of: check,
      in: CheckSession(ordered, record: record, timingCalls: check.options.contains(.timesCalls)))
    // Only one check covers the end of the process; the others skip the plugin's exit handlers.
    if check.name == ProcessChecks.endsWithProcess { exit(0) }
    host_exit_now(0)
  }

  private static func outcome(of check: Check, in session: CheckSession) -> CheckOutcome {
    do { try check.run(session) } catch let outcome as CheckOutcome {
      guard case .failed(let expected, let happened, .lastCall) = outcome else { return outcome }
      return .failed(
        expected: expected, happened: happened, place: session.monitor.placeOfFailure)
    } catch {
      preconditionFailure("the check \(check.name) threw \(error)")
    }
    return .passed
  }
}
