internal import Glibc
internal import HostStates
package import HostSurface
package import HostSystem

/// A terminal in memory, in place of a real one: takes output at a limited speed and shows it on a
/// headless screen, supplies scripted input, can hang up, and is handed over to scripted programs.
package final class SimulatedTerminal: TerminalPort {
  package let token: PortToken
  /// The screen after the bytes taken so far.
  package let screen: HeadlessTerminal
  /// The number of bytes that the terminal has taken.
  package private(set) var takenCount = 0

  private var keys: [UInt8] = []
  private var pending: [UInt8] = []
  /// Bytes taken, but not shown until the write is complete.
  private var unfinished: [UInt8] = []
  private var mode: TerminalSequences?
  private var isEntered = false
  /// Whether the terminal has hung up.
  package private(set) var isGone = false
  private var isWatched = true
  private var watchesReading = true
  /// The rows that the shell has written, without those of the host.
  package private(set) var shellRows: [String] = []
  /// The speed in bytes per second; nil is unlimited.
  private var pace: Int?
  private var room = 0
  private var roomNanoseconds: Int64 = 0
  private let ledger: PortLedger
  private var nowNanoseconds: Int64 = 0
  /// The program that the terminal is handed over to, when it ends by itself, and its status.
  private var program: (process: SimulatedProcess, endNanoseconds: Int64, how: ProcessStatus)?
  private let script: ScriptedPrograms?
  private var programCount = 0

  /// The interval at which a terminal with a limited speed takes bytes.
  private static let intervalNanoseconds: Int64 = 20_000_000
  /// How long an unscripted program has the terminal.
  package static let programNanoseconds: Int64 = 1_000_000_000

  init(columns: Int, rows: Int, _ script: ScriptedPrograms? = nil, ledger: PortLedger) {
    self.script = script
    token = ledger.makeToken()
    self.ledger = ledger
    screen = HeadlessTerminal(columns: columns, rows: rows)
    write(byShell: "a shell's words\r\n$ ")
  }

  private func write(byShell text: String) {
    screen.apply(text)
    shellRows = screen.rows
  }

  package var size: (columns: Int, rows: Int) { (screen.screen.columns, screen.screen.rows) }
  /// Whether the host has entered raw mode and not left it.
  package var isRaw: Bool { isEntered }
  /// Whether no bytes are pending.
  package var hasTakenAll: Bool { pending.isEmpty }

  // MARK: The host's side

  package func enter(_ mode: TerminalSequences) throws(SystemError) {
    self.mode = mode
    try enterAgain()
  }

  package func enterAgain() throws(SystemError) {
    pending.removeAll()
    isEntered = true
    take(mode?.enter ?? [])
  }

  package func leave() {
    pending.removeAll()
    guard isEntered else { return }
    isEntered = false
    take(mode?.leave ?? [])
  }

  package var pendingCount: Int { pending.count }

  package func dropPending() { pending.removeAll() }

  package func hangUp() {
    isGone = true
    isWatched = false
    pending.removeAll()
  }

  package func write(_ bytes: Span<UInt8>) -> WriteResult {
    for index in bytes.indices { pending.append(bytes[index]) }
    return flush()
  }

  package func flush() -> WriteResult {
    guard !isGone else { return .gone }
    let count = pace == nil ? pending.count : min(room, pending.count)
    let some = Array(pending.prefix(count))
    pending.removeFirst(count)
    room -= pace == nil ? 0 : count
    take(some)
    return pending.isEmpty ? .complete : .pending
  }

  package func watchReading(_ isWatched: Bool) { watchesReading = isWatched }

  package func read(_ body: (Span<UInt8>) -> Void) -> ReadResult {
    guard !isGone else { return .end }
    let some = Array(keys.prefix(keys.count > 64 ? 4096 : 1))
    guard !some.isEmpty else { return .nothing }
    keys.removeFirst(some.count)
    body(some.span)
    return .bytes(some.count)
  }

  private func take(_ bytes: [UInt8]) {
    guard !isGone else { return }
    takenCount += bytes.count
    unfinished += bytes
    guard pending.isEmpty else { return }
    screen.apply(unfinished)
    unfinished.removeAll(keepingCapacity: true)
    keys += screen.takeReplies()
  }
}

// MARK: - Handing over

extension SimulatedTerminal {
  package var canHandOver: Bool { true }

  /// Hands the terminal to a program, which exits with 0 after a second unless the script has an
  /// end; input until then is not read by the host.
  package func handOver(to words: [[UInt8]]) throws(SystemError) -> any ProcessPort {
    let scripted = script?.start(words)
    if script != nil, scripted?.steps == nil { throw SystemError(call: "execve", code: ENOENT) }
    leave()
    keys.removeAll()
    let process = SimulatedProcess("program on the terminal", number: programCount, ledger: ledger)
    process.output.close()
    process.errors.close()
    programCount += 1
    program = (process, nowNanoseconds + Self.programNanoseconds, .exited(0))
    if let steps = scripted?.steps {
      let end = steps.lazy.compactMap(\.end).first
      program = (process, end.map { nowNanoseconds + $0.at } ?? .max, end?.how ?? .exited(0))
    }
    if !isGone { write(byShell: "a program's words\r\n") }
    return process
  }

  package func takeBack(isOrderly: Bool) {
    program = nil
    watchesReading = true
  }

  /// Whether a program has the terminal.
  package var isHandedOver: Bool { program != nil }
}

// MARK: - The world's side

extension SimulatedTerminal {
  func collect(_ ready: inout [Ready]) {
    program?.process.collect(&ready)
    guard isWatched else { return }
    let isReadable = isGone || watchesReading && !keys.isEmpty
    let isWritable = !pending.isEmpty && (pace == nil || room > 0)
    guard isReadable || isWritable else { return }
    ready.append(
      Ready(token, isReadable: isReadable, isWritable: isWritable, hasHungUp: isGone))
  }

  func type(_ bytes: [UInt8]) { if isEntered { keys += bytes } }

  func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    if !isEntered { shellRows = screen.rows } else { shellRows = Array(repeating: "", count: rows) }
  }

  func setPace(_ bytesPerSecond: Int?, atNanoseconds now: Int64) {
    pace = bytesPerSecond
    room = 0
    roomNanoseconds = now
  }

  /// When the program that has the terminal ends; nil for never.
  var nextProgramInstant: Int64? {
    program.flatMap { $0.process.hasGroup && $0.endNanoseconds < .max ? $0.endNanoseconds : nil }
  }

  /// When more pending bytes can be taken, or the program ends; nil for never.
  func nextInstant(after now: Int64) -> Int64? {
    [nextRoom(after: now), nextProgramInstant.map { max(now, $0) }].compactMap(\.self).min()
  }

  private func nextRoom(after now: Int64) -> Int64? {
    guard let pace, pace > 0, !pending.isEmpty, room == 0 else { return nil }
    return roomNanoseconds + Self.intervalNanoseconds
  }

  func timeHasCome(_ now: Int64) {
    nowNanoseconds = now
    if let program, program.endNanoseconds <= now { program.process.end(program.how) }
    guard let pace, pace > 0, now >= roomNanoseconds + Self.intervalNanoseconds else { return }
    room = max(1, Int(Int64(pace) * Self.intervalNanoseconds / 1_000_000_000))
    roomNanoseconds = now
  }

  /// Delays the end of the program that has the terminal.
  func postpone(by nanoseconds: Int64) {
    if nextProgramInstant != nil { program?.endNanoseconds += nanoseconds }
  }

  /// Simulates SIGCONT after SIGSTOP: the shell has written to the terminal meanwhile.
  package func simulateForegroundReturn() {
    if isEntered {
      screen.apply("\u{1B}[H\u{1B}[7mfg\u{1B}[?25h\r\n")
    } else {
      write(byShell: "fg\r\n")
    }
  }

  func suspend() {
    pending.removeAll()
    guard isEntered else { return }
    keys.removeAll()
    take(mode?.leave ?? [])
    write(byShell: "\r\n[1]+  Stopped\r\n$ fg\r\n")
  }

  func continueAfterSuspension() { if isEntered { take(mode?.enter ?? []) } }

  func hangUpByTerminal() {
    isGone = true
    pending.removeAll()
  }
}

extension ProcessStep {
  /// When and how the step ends its process; nil if it does not.
  fileprivate var end: (at: Int64, how: ProcessStatus)? {
    guard case .end(let how) = kind else { return nil }
    return (afterNanoseconds, ProcessStatus(how))
  }
}
