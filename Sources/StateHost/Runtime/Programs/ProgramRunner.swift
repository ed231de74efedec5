internal import HostContent
internal import HostPlugins
internal import HostStates
package import HostSystem
internal import HostText

/// The host's runner of external programs that plugins' children request, up to 32 at once, of
/// which one can have the terminal: starts and cancels them, delivers their ends and outputs to the
/// children, and terminates the programs of children that no longer exist.
package final class ProgramRunner {
  private let sources: any SourceWorld
  private let now: () -> Int64
  private var programs: [RunningProgram] = []
  private var ends: [(owner: ChildContext, end: ProgramEnd)] = []
  private var waiting: (order: ProgramInvocation, number: UInt64, owner: ChildContext)?
  /// The program that has the terminal, until it is taken back.
  private var foreground: RunningProgram?

  private static let limit = 32

  package init(in world: any World) {
    sources = world.sources
    now = { world.nowNanoseconds }
  }

  /// Starts a program; a failure to start is delivered as its end.
  func add(_ order: ProgramInvocation, as number: UInt64, for owner: ChildContext) throws(Refusal) {
    guard programs.count < Self.limit else { throw .tooManyPrograms }
    guard sources.knowsProgram(order.words) else {
      throw .notScripted(commandLine: ScriptedChildProgram.commandLine(order.words))
    }
    if order.usesTerminal {
      guard waiting == nil, foreground == nil else { throw .terminalTaken }
      waiting = (order, number, owner)
      return
    }
    do throws(SystemError) {
      let ports = try sources.startProgram(order.words, reading: order.input)
      programs.append(RunningProgram(number, for: owner, ports.process, ports))
    } catch {
      couldNotStart(order, error, number, owner)
    }
  }

  private func couldNotStart(
    _ order: ProgramInvocation, _ error: SystemError, _ number: UInt64, _ owner: ChildContext
  ) {
    let words = order.words.map { String(decoding: $0, as: UTF8.self) }
    let reason = ContentError(
      starting: words, HarmlessText.cleanLine(words[0]), failed: error, in: sources)
    ends.append((owner, ProgramEnd(number, notStarted: reason.line)))
  }

  func cancel(_ number: UInt64, of owner: ChildContext) -> Bool {
    if let waiting, waiting.number == number, waiting.owner === owner {
      self.waiting = nil
      ends.append((owner, ProgramEnd(number, notStarted: "it was cancelled")))
      return true
    }
    let program = programs.first { $0.number == number && $0.owner === owner }
    program?.cancel(at: now())
    return program != nil
  }

  /// Performs what is due, and notifies children of programs that ended.
  func reportEnds() {
    advance()
    for (owner, end) in takeEnds() { owner.programEnded(end) }
  }

  func takeEnds() -> [(owner: ChildContext, end: ProgramEnd)] {
    var taken = ends
    ends.removeAll(keepingCapacity: true)
    for program in programs {
      if let end = program.takeEnd() { taken.append((program.owner, end)) }
    }
    programs.removeAll(where: \.isGone)
    return taken
  }
}

// MARK: - The terminal

extension ProgramRunner {
  var wantsTerminal: Bool { waiting != nil }

  /// Starts the program that waits for the terminal, after `start` handed the terminal over to it.
  func startForeground(_ start: (_ words: [[UInt8]]) throws(SystemError) -> any ProcessPort) {
    guard let (order, number, owner) = waiting else { return }
    waiting = nil
    do throws(SystemError) {
      let program = RunningProgram(number, for: owner, try start(order.words))
      programs.append(program)
      foreground = program
    } catch {
      couldNotStart(order, error, number, owner)
    }
  }

  /// Whether the program that has the terminal was stopped since the last call.
  var hasForegroundStopped: Bool { foreground?.hasStopped ?? false }

  /// Whether the foreground program exited on its own, restoring the screen; nil while it runs.
  var isForegroundOrderly: Bool? {
    foreground?.outcome.map { if case .exited = $0 { true } else { false } }
  }

  func foregroundEnded() { foreground = nil }
}

// MARK: - Loop interface

extension ProgramRunner {
  func take(_ port: Ready) {
    for program in programs { program.take(port.token, at: now()) }
  }

  /// Performs what is due; terminates programs whose child no longer exists.
  func advance() {
    if let waiting, !waiting.owner.isAlive() {
      waiting.owner.abandonPrograms()
      self.waiting = nil
    }
    for program in programs {
      if !program.owner.isAlive() {
        program.owner.abandonPrograms()
        program.abandon(at: now())
      }
      if let due = program.deadline, due <= now() { program.poll(at: now()) }
    }
  }

  /// Checks whether a program exited, after a child process did.
  func childExited() { for program in programs { program.poll(at: now()) } }

  package var nextDeadline: Int64? {
    if !ends.isEmpty || programs.contains(where: { $0.end != nil }) { return now() }
    return programs.lazy.compactMap(\.deadline).min()
  }

  package var isAtRest: Bool { programs.isEmpty && ends.isEmpty && waiting == nil }
}

// MARK: - Shutdown

extension ProgramRunner {
  /// Terminates all programs without notifying their owners.
  package func stop() {
    ends = []
    waiting = nil
    for program in programs { program.abandon(at: now()) }
    programs.removeAll(where: \.isGone)
  }

  package func end() {
    childExited()
    programs.removeAll(where: \.isGone)
  }

  package func kill() { for program in programs { program.kill() } }
}

// MARK: - Rows

/// An external program to start for a plugin's child: its arguments and standard input, with the
/// marked rows or the cursor row inserted if requested, and whether it needs the terminal.
struct ProgramInvocation {
  var words: [[UInt8]]
  var input: [UInt8]
  var usesTerminal: Bool
}

extension RunContext {
  /// Inserts the current rows into a child's request; refuses a program that cannot run with them.
  func order(_ program: ChildProgram) throws(Refusal) -> ProgramInvocation {
    var order = ProgramInvocation(
      words: program.words, input: program.input, usesTerminal: program.usesTerminal)
    if program.rowUse.isEmpty { return order }
    guard let content, program.generation == content.generation else { throw .otherRows }
    let rows = try chosenRows(of: content)
    try checkRows()
    if program.rowUse.contains(.input) {
      for row in rows { order.input += row + [UInt8(ascii: "\n")] }
    }
    if program.rowUse.contains(.arguments) {
      guard rows.allSatisfy({ !$0.contains(0) }) else { throw .noProgram }
      order.words += rows
      guard order.words.reduce(0, { $0 + $1.count }) <= ChildProgram.wordBytesLimit else {
        throw .tooLarge
      }
    }
    return order
  }

  /// The marked rows, or the cursor row.
  private func chosenRows(of content: ContentReader) throws(Refusal) -> [[UInt8]] {
    guard let runs = selection.chosenRows else { throw .noRows }
    var rows: [[UInt8]] = []
    var byteCount = 0
    for row in runs.joined() {
      let bytes = content.printedBytes(ofRow: row)
      byteCount += bytes.count + 1
      guard byteCount <= ChildProgram.rowBytesLimit else { throw .tooLarge }
      rows.append(bytes)
    }
    return rows
  }
}
