import HostPlugins
import HostSurface
import HostSystem
import HostTerminal
import HostText
import Testing

@testable import HostRuntime

/// What the loop makes of a terminal that others have used, that has another size, or that is slow.
@Suite struct `A run whose terminal has changed` {
  private let terminal = NarrowTerminal(columns: 40, rows: 3)
  private let small: SmallSession

  init() throws {
    small = try SmallSession(
      "echo row; echo first >&2; echo last >&2; exec sleep 600", on: terminal
    ).begun()
    #expect(try small.turn { isShown(from: 0) && small.rows == ["row"] })
  }

  /// Whether what has been sent from a byte on makes the whole of what is shown.
  private func isShown(from byte: Int) -> Bool {
    let shown = HeadlessTerminal(columns: terminal.size.columns, rows: terminal.size.rows)
    shown.apply(Array(terminal.taken[byte...]))
    return shown.rows == small.session.screen?.frame.text
      && shown.rows.contains { $0.contains("content") }
  }

  @Test(arguments: [Signals.stop, .continue, .resize])
  func `draws all of it anew, in the size that it has then`(signal: Signals) throws {
    let screen = try #require(small.session.screen)
    #expect(screen.setTitle("mine"))
    let isTaken = signal != .resize
    // What the terminal had not taken before is dropped with it.
    if isTaken {
      terminal.room = 0
      _ = screen.send("late")
      terminal.dropPending()
      terminal.room = nil
    }
    let sent = terminal.taken.count
    terminal.size = (columns: 30, rows: 4)
    small.world.signals = signal
    try small.session.turn()
    let titles = String(decoding: terminal.taken[sent...], as: UTF8.self).split(separator: "mine")
    #expect(titles.count == (isTaken ? 2 : 1) && !screen.isBehind)
    let facts = small.run.terminalFacts
    #expect(facts.columns == 30 && facts.rows == 4)
    #expect(isShown(from: sent))
    #expect(small.world.suspendedCount == (signal == .stop ? 1 : 0))
    // After a stop of its own the terminal is taken again where the program was suspended.
    #expect(terminal.enteredAgainCount == (signal == .continue ? 1 : 0))
    #expect(small.session.outcome == nil)
  }

  @Test func `acts on the keys before Ctrl-Z when it continues`() throws {
    terminal.typed = Array("?".utf8)
    small.world.signals = .stop
    // Leaving the terminal drops what is unread.
    small.world.suspends = { terminal.typed = [] }
    try small.session.turn()
    #expect(small.stage.showsKeys && small.world.suspendedCount == 1)
  }

  @Test func `goes on where it was behind as soon as there is room`() throws {
    terminal.room = 5
    terminal.size = (columns: 30, rows: 4)
    let sent = terminal.taken.count
    small.world.signals = .resize
    try small.session.turn()
    #expect(small.session.screen?.isBehind == true && terminal.pendingCount > 0)
    // What is typed meanwhile is taken, and brings no room.
    small.world.arrives = [Ready(terminal.token, isReadable: true)]
    try small.session.turn()
    #expect(small.session.screen?.isBehind == true)
    terminal.room = nil
    small.world.arrives = [Ready(terminal.token, isWritable: true)]
    try small.session.turn()
    #expect(small.session.screen?.isBehind == false && isShown(from: sent))
  }

  @Test func `draws all of it anew where a program could not have it, and waits for no key`()
    throws
  {
    let stage = small.stage
    let child = ChildContext(
      stage.context, of: PluginPolicy(RequestPolicy(grants: GrantedNeeds(.run))))
    var ends: [ProgramEnd] = []
    child.isAlive = { true }
    child.reportEnd = { ends.append($0) }
    stage.context.hasTerminal = true
    child.focus.isInFront = true
    child.use()
    let program = try ChildProgram([[0x61]], usesTerminal: true)
    try child.perform(.run(program, number: 1), during: .other)
    stage.drawingPatience = .max
    // What was typed for what was shown is for nobody.
    terminal.typed = Array("q".utf8)
    let sent = terminal.taken.count
    small.world.arrives = [Ready(terminal.token, isReadable: true, isWritable: true)]
    try small.session.turn()
    #expect(try small.turn { !ends.isEmpty && !stage.wantsFrame })
    #expect(ends[0].how == .notStarted && terminal.enteredAgainCount == 1)
    #expect(isShown(from: sent) && stage.drawingPatience == nil)
    #expect(small.session.events.isEmpty && small.session.outcome == nil)
  }

  /// Where its program has stopped the host stops with it.
  @Test func `stops with the program that has the terminal`() throws {
    let programs = try #require(small.run.programs)
    let order = ProgramInvocation(words: [[0x61]], input: [], usesTerminal: true)
    try programs.add(order, as: 1, for: ChildContext(small.run))
    programs.startForeground { _ in StoppedProgram() }
    let screen = try #require(small.session.screen)
    small.session.follow(.child, whileHandedOver: screen)
    #expect(small.world.suspendedCount == 1)
    small.session.follow(.resize, whileHandedOver: screen)
    #expect(small.world.suspendedCount == 1)
    // Nothing of it is left: a zombie would keep the exit tests of this process waiting for ever.
    small.end()
    #expect(programs.isAtRest && small.session.feed?.isAtRest == true)
  }

  @Test func `shows standard error over everything, until that is closed, in any size`() throws {
    func press(_ name: Unicode.Scalar) throws {
      small.session.handle(.key(Key(.character(name))))
      // The frame may be due a moment later.
      #expect(try small.turn { !small.stage.wantsFrame })
    }
    func line(_ row: Int) -> String { small.session.screen?.frame.text[row] ?? "" }
    #expect(try small.turn { small.run.content?.standardErrorLineCount == 2 })
    try press("e")
    #expect(line(0).contains("standard error: 2 lines") && line(1).hasPrefix("last"))
    #expect(line(2).contains("e back"))
    try press("k")
    #expect(line(1).hasPrefix("first"))
    // A narrow one keeps the line for what was said.
    terminal.size = (columns: 40, rows: 2)
    small.world.signals = .resize
    try small.session.turn()
    #expect(try small.turn { !small.stage.wantsFrame })
    #expect(line(0).contains("standard error: 2 lines") && !line(1).contains("e back"))
    try press("q")
    #expect((0...1).contains { line($0).contains("content") } && small.session.outcome == nil)
  }

  @Test(
    arguments: [
      (.interrupt, .signalled(2)), (.terminate, .signalled(15)), (.quit, .signalled(3)),
      (.hangup, .terminalGone), ([.stop, .terminate], .signalled(15)),
    ] as [(Signals, RunOutcome)])
  func `ends with the signal that says so, whatever else has come`(
    signals: Signals, outcome: RunOutcome
  ) throws {
    small.world.signals = signals
    try small.session.turn()
    #expect(small.session.outcome == outcome)
  }
}

/// The program is stopped for ten seconds with a worker's reply pending and many messages unread.
@Suite struct `A worker of a run that is suspended` {
  @Test(arguments: [false, true])
  func `is neither late for that nor does it flood, also while a program has the terminal`(
    hasProgram: Bool
  ) throws {
    let scripted = try ScriptedStage().appear()
    let (stage, world) = (scripted.stage, try SmallWorld())
    let terminal = NarrowTerminal(columns: 20, rows: 4)
    let screen = try TerminalScreen(on: terminal, pool: stage.pool)
    let session = Session(of: stage, in: world, on: screen)
    stage.themeChanged()
    scripted.turn(at: 100)
    for _ in 0..<600 { scripted.say(.draw) }
    world.skip(nanoseconds: 10_000_000_000)
    world.suspends = { world.skip(nanoseconds: 10_000_000_000) }
    if hasProgram {
      session.follow(.stop, whileHandedOver: screen)
    } else {
      world.signals = .stop
      try session.turn()
    }
    let now = world.nowNanoseconds / ScriptedStage.millisecond + 1
    for milliseconds in 0..<4 { scripted.turn(at: now + Int64(milliseconds)) }
    #expect(!scripted.worker.hasEnded && scripted.layers == ["blank", "worked"])
    session.end()
  }
}

/// Has been stopped, and ends when it is asked to.
private final class StoppedProgram: ProcessPort {
  let token = PortToken(rawValue: 77)
  let canWait = true
  let hasGroup = false
  let hasStopped = true
  private var status = ProcessStatus.running
  func checkStatus() -> ProcessStatus { status }
  func terminate() { status = .killed(signal: 15) }
  func kill() {}
  func release() {}
}
