internal import HostContent
internal import HostPlugins
internal import HostStates
package import HostSystem
internal import HostText

/// Starts, monitors and terminates the external programs that the host runs on request of plugins' children: several
/// in the background, and one at a time on the terminal.
package final class ChildPrograms {
  private let sources: any SourceWorld
  private let now: () -> Int64
  private var programs: [RunningProgram] = []
  /// The ends of programs that did not start.
  private var ends: [(owner: ChildContext, end: ProgramEnd)] = []
  /// The program that waits for the terminal.
  private var waiting: (order: ProgramOrder, number: UInt64, owner: ChildContext)?
  /// The program that has the terminal, until it is taken back.
  private var foreground: RunningProgram?

  /// The most programs of all children together.
  private static let limit = 32

  /// - Parameter world: starts the programs and provides the clock.
  package init(in world: any World) {
    sources = world.sources
    now = { world.nowNanoseconds }
  }

  /// Starts a program; a failure to start is delivered as its end.
  func add(
    _ order: ProgramOrder, as number: UInt64, for owner: ChildContext
  ) throws(Refusal) {
    guard programs.count < Self.limit else { throw .tooManyPrograms }
    guard sources.knowsProgram(order.words) else {
      throw .notScripted(commandLine: ScriptedProgram.commandLine(order.words))
    }
    if order.usesTerminal {
      guard waiting == nil, foreground == nil else { throw .terminalTaken }
      waiting = (order, number, owner)
      return
    }
    do throws(SystemError) {
      let ports = try sources.startProgram(order.words, reading: order.input)
      programs.append(RunningProgram(number, for: owner, ports))
    } catch {
      couldNotStart(order, error, number, owner)
    }
  }

  private func couldNotStart(
    _ order: ProgramOrder, _ error: SystemError, _ number: UInt64, _ owner: ChildContext
  ) {
    let words = order.words.map { String(decoding: $0, as: UTF8.self) }
    let reason = ContentError(
      starting: words, HarmlessText.cleanLine(words[0]), failed: error, in: sources)
    ends.append((owner, ProgramEnd(number, notStarted: reason.line)))
  }

  /// Terminates a program; returns false if there is none.
  func cancel(_ number: UInt64, of owner: ChildContext) -> Bool {
    if let waiting, waiting.number == number, waiting.owner === owner {
      self.waiting = nil
      ends.append((owner, ProgramEnd(number, notStarted: "it was cancelled")))
      return true
    }
    guard let program = programs.first(where: { $0.number == number && $0.owner === owner })
    else { return false }
    program.cancel(at: now())
    return true
  }

  /// Removes and returns the ends of programs, for their owners.
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

extension ChildPrograms {
  /// Whether a program waits for the terminal.
  var wantsTerminal: Bool { waiting != nil }

  /// Starts the program that waits for the terminal.
  ///
  /// - Parameter start: hands the terminal over to the program.
  func startForeground(
    _ start: (_ words: [[UInt8]]) throws(SystemError) -> any ProcessPort
  ) {
    guard let (order, number, owner) = waiting else { return }
    waiting = nil
    do throws(SystemError) {
      let program = RunningProgram(number, for: owner, inForeground: try start(order.words))
      programs.append(program)
      foreground = program
    } catch {
      couldNotStart(order, error, number, owner)
    }
  }

  /// Whether the program that has the terminal was stopped since the last call.
  var hasForegroundStopped: Bool { foreground?.hasStopped ?? false }

  /// How the program that has the terminal ended; nil while it runs.
  var foregroundOutcome: RunningCommand.Outcome? { foreground?.outcome }

  /// Records that the terminal was taken back.
  func foregroundEnded() { foreground = nil }
}

// MARK: - Loop interface

extension ChildPrograms {
  /// Reads from a ready port.
  package func take(_ port: Ready) {
    for program in programs { program.take(port.token, at: now()) }
  }

  /// Performs what is due; terminates programs whose child no longer exists.
  package func advance() {
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
  package func childExited() { for program in programs { program.poll(at: now()) } }

  /// The next deadline; nil if there is none.
  package var nextDeadline: Int64? {
    if !ends.isEmpty || programs.contains(where: { $0.end != nil }) { return now() }
    return programs.lazy.compactMap(\.deadline).min()
  }

  /// Whether no program runs and no end is undelivered.
  package var isAtRest: Bool { programs.isEmpty && ends.isEmpty && waiting == nil }
}

// MARK: - Shutdown

extension ChildPrograms {
  /// Terminates all programs without notifying their owners.
  package func stop() {
    ends = []
    waiting = nil
    for program in programs { program.abandon(at: now()) }
    programs.removeAll(where: \.isGone)
  }

  /// Continues the shutdown.
  package func end() {
    childExited()
    programs.removeAll(where: \.isGone)
  }

  /// Kills all running programs.
  package func kill() { for program in programs { program.kill() } }
}
