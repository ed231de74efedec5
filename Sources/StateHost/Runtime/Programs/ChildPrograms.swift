internal import HostContent
internal import HostPlugins
internal import HostStates
package import HostSystem
internal import HostText

/// The programs that the host runs for children: beside the loop, which waits for none.
package final class ChildPrograms {
  private let sources: any SourceWorld
  private let now: () -> Int64
  private var programs: [RunningProgram] = []
  /// Of those that could not be started.
  private var ends: [(owner: ChildContext, end: ProgramEnd)] = []
  /// What waits for the terminal, until the loop hands that over.
  private var waiting: (order: ProgramOrder, number: UInt64, owner: ChildContext)?
  /// The one that has the terminal, until that is taken back.
  private var foreground: RunningProgram?

  /// Of all children together.
  private static let limit = 32

  /// - Parameter world: where they run.
  package init(in world: any World) {
    sources = world.sources
    now = { world.nowNanoseconds }
  }

  /// Starts one; that it could not be started is told as its end.
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

  /// Asks one to end; false where there is none.
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

  /// What has come to an end, to be told to those who are still there.
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
  /// A program waits for the terminal.
  var wantsTerminal: Bool { waiting != nil }

  /// Starts what waits for the terminal.
  ///
  /// - Parameter start: hands the terminal over.
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

  /// The one that has the terminal has stopped since this was last asked.
  var hasForegroundStopped: Bool { foreground?.hasStopped ?? false }

  /// How the one ended that has the terminal; nil while it is there.
  var foregroundOutcome: RunningCommand.Outcome? { foreground?.outcome }

  /// The terminal has been taken back.
  func foregroundEnded() { foreground = nil }
}

// MARK: - What the loop calls

extension ChildPrograms {
  /// Takes what a ready port brings.
  package func take(_ port: Ready) {
    for program in programs { program.take(port.token, at: now()) }
  }

  /// Goes on with what is due; those whose child is no more are asked to end.
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

  /// A process has ended, maybe one of these.
  package func childExited() { for program in programs { program.poll(at: now()) } }

  /// When something is due; nil when nothing is.
  package var nextDeadline: Int64? {
    if !ends.isEmpty || programs.contains(where: { $0.end != nil }) { return now() }
    return programs.lazy.compactMap(\.deadline).min()
  }

  /// Nothing runs, and nothing is to be told.
  package var isAtRest: Bool { programs.isEmpty && ends.isEmpty && waiting == nil }
}

// MARK: - The end

extension ChildPrograms {
  /// Asks all to end; nobody hears of it.
  package func stop() {
    ends = []
    waiting = nil
    for program in programs { program.abandon(at: now()) }
    programs.removeAll(where: \.isGone)
  }

  /// Goes on with ending.
  package func end() {
    childExited()
    programs.removeAll(where: \.isGone)
  }

  /// Ends at once what still runs.
  package func kill() { for program in programs { program.kill() } }
}
