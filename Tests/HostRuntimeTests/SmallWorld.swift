import HostSystem

/// The system's sources on its own clock, with signals from the test alone: several tests may have
/// one at a time.
///
/// Time passes while the loop waits, until the deadline of the wait at the latest: a turn that
/// takes long on a busy machine counts as a millisecond.
final class SmallWorld: World {
  let sources: any SourceWorld
  private(set) var nowNanoseconds: Int64 = 0
  /// Waits fail from here on.
  var isBroken = false
  /// What has arrived; taken once.
  var signals: Signals = []
  /// What is ready in the next wait beside what the system says.
  var arrives: [Ready] = []
  private(set) var suspendedCount = 0

  /// Whether anything is done beside the loop.
  var hasBackground = true
  /// Those on which nothing is ever done.
  private var idleBackgrounds: [IdleBackground] = []
  /// How many of them have been opened, and not closed.
  var openIdleBackgrounds: Int { idleBackgrounds.count { !$0.isClosed } }

  private let clock = Clock()
  private let poller: Poller
  /// When time was last counted, on the system's clock.
  private var countedNanoseconds: Int64
  private static let turnNanoseconds: Int64 = 1_000_000

  init() throws {
    poller = try Poller()
    sources = SystemSources(in: poller)
    countedNanoseconds = clock.nowNanoseconds
  }

  /// Lets so much time go by at once.
  func skip(nanoseconds: Int64) { nowNanoseconds += nanoseconds }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError) {
    if isBroken { throw SystemError(call: "epoll_wait", code: 9) }
    let mayWait = signals.isEmpty && arrives.isEmpty
    let timeout = mayWait ? deadline.map { $0 - nowNanoseconds } : 0
    try poller.wait(timeoutNanoseconds: timeout, into: &ready)
    ready += arrives
    arrives = []
    let elapsed = clock.nowNanoseconds - countedNanoseconds
    countedNanoseconds += elapsed
    nowNanoseconds += min(elapsed, max(timeout ?? .max, Self.turnNanoseconds))
  }

  func takeSignals() -> Signals {
    defer { signals = [] }
    return signals
  }
  /// What happens while it is suspended.
  var suspends: () -> Void = {}
  func suspend() {
    suspendedCount += 1
    suspends()
  }

  func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle {
    if hasBackground { return try BackgroundThreads(work, in: poller) }
    let idle = IdleBackground()
    idleBackgrounds.append(idle)
    return idle
  }
}

/// Where nothing is ever done.
private final class IdleBackground: BackgroundHandle {
  let token = PortToken(rawValue: .max)
  private(set) var isClosed = false
  func resume() {}
  func clear() {}
  func close() { isClosed = true }
}

/// A world on a virtual clock in which nothing happens but what a test says.
final class ScriptedWorld: World {
  let sources: any SourceWorld
  private(set) var nowNanoseconds: Int64 = 0
  /// What has arrived; taken once.
  var signals: Signals = []
  /// What comes at which instant before a deadline, now; nil where nothing does.
  var next: (_ now: Int64, _ deadline: Int64) -> (atNanoseconds: Int64, Ready)? = { _, _ in nil }

  /// In which one program can be started, if that is given, and nothing opened.
  init(starting program: (any ProcessPort)? = nil) { sources = OneProgram(program) }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError) {
    ready = []
    guard let deadline else { throw SystemError(call: "epoll_wait", code: 9) }
    let event = next(nowNanoseconds, deadline)
    nowNanoseconds = max(nowNanoseconds, event?.atNanoseconds ?? deadline)
    if let event { ready = [event.1] }
  }

  func takeSignals() -> Signals {
    defer { signals = [] }
    return signals
  }
  func suspend() {}

  func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle { throw SystemError(call: "eventfd", code: 24) }
}

private final class OneProgram: SourceWorld {
  private let program: (any ProcessPort)?
  private static let nothing = SystemError(call: "open", code: 2)

  init(_ program: (any ProcessPort)?) { self.program = program }

  func start(_ words: [String]) throws(SystemError) -> CommandPorts { throw Self.nothing }
  func startProgram(
    _ words: [[UInt8]], reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts {
    guard let program else { throw Self.nothing }
    return CommandPorts(process: program, output: SilentOutput(), errors: SilentOutput())
  }
  func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort { throw Self.nothing }
  func exists(_ path: String) -> Bool { false }
}

/// To which nothing is written.
private final class SilentOutput: StreamPort {
  let token = PortToken(rawValue: 2)
  let canWait = true
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { .nothing }
  func close() {}
}

/// A terminal that keeps what it is sent, and takes so many bytes at a time.
final class NarrowTerminal: TerminalPort {
  let token: PortToken
  var size: (columns: Int, rows: Int)
  /// What it still takes; nil takes everything.
  var room: Int?
  private(set) var taken: [UInt8] = []
  private(set) var droppedCount = 0
  private(set) var isEntered = false
  private(set) var enteredAgainCount = 0
  /// What it was entered with.
  private(set) var mode: TerminalSequences?
  /// It was given back after nothing could be sent to it any more.
  private(set) var wasLeftGone = false
  /// What its user, or it itself, has sent.
  var typed: [UInt8] = []
  /// Whether a wait ends when something has been sent.
  private(set) var isRead = true
  private var isGone = false
  private var pending: [UInt8] = []

  var pendingCount: Int { pending.count }

  init(columns: Int, rows: Int, token: UInt64 = 1 << 50) {
    size = (columns, rows)
    self.token = PortToken(rawValue: token)
  }

  func enter(_ mode: TerminalSequences) {
    isEntered = true
    self.mode = mode
  }
  func enterAgain() { enteredAgainCount += 1 }
  func hangUp() { isGone = true }

  func leave() {
    isEntered = false
    wasLeftGone = isGone
  }

  func dropPending() {
    droppedCount += pending.count
    pending = []
  }

  func write(_ bytes: Span<UInt8>) -> WriteResult {
    for index in bytes.indices { pending.append(bytes[index]) }
    return flush()
  }

  func flush() -> WriteResult {
    let count = min(room ?? .max, pending.count)
    taken += pending.prefix(count)
    pending.removeFirst(count)
    if let room { self.room = room - count }
    return pending.isEmpty ? .complete : .pending
  }

  func watchReading(_ isWatched: Bool) { isRead = isWatched }

  func read(_ body: (Span<UInt8>) -> Void) -> ReadResult {
    let some = Array(typed.prefix(4096))
    if some.isEmpty { return .nothing }
    typed.removeFirst(some.count)
    body(some.span)
    return .bytes(some.count)
  }
}
