import Foundation
import Glibc
import HostContent
import HostPlugins
import HostSystem
import Testing

@testable import HostRuntime
@testable import HostWorkers

@Suite struct SessionEndTests {
  @Test(arguments: [false, true])
  func `the command ends with the session, also when the world cannot wait any more`(
    isBroken: Bool
  ) throws {
    let small = try SmallSession("echo $$; exec sleep 600")
    small.session.begin()
    #expect(try small.turn { !small.rows.isEmpty })
    let process = try #require(small.rows.first.flatMap { pid_t($0) })
    small.world.isBroken = isBroken
    if isBroken { #expect(throws: SystemError.self) { try small.session.run() } }
    small.session.end()
    #expect(hasEnded(process))
    // Where the end was broken off, nobody has reaped it.
    _ = waitpid(process, nil, WNOHANG)
  }

  @Test(arguments: [true, false])
  func `nothing is sent to a terminal that is gone`(isGone: Bool) throws {
    let terminal = NarrowTerminal(columns: 10, rows: 2)
    let small = try SmallSession("exec sleep 600", on: terminal)
    small.session.begin()
    #expect(terminal.isEntered)
    small.world.signals = isGone ? .hangup : .terminate
    while small.session.outcome == nil { try small.session.turn() }
    #expect(small.session.outcome == (isGone ? .terminalGone : .signalled(15)))
    small.session.end()
    #expect(!terminal.isEntered)
    #expect(terminal.wasLeftGone == isGone)
  }

  @Test func `what a worker has printed to its end is told`() throws {
    let scripted = try ScriptedStage()
    try scripted.appear()
    scripted.worker.print("its last words\n")
    let world = try SmallWorld()
    // Nobody is waited for.
    world.isBroken = true
    let session = Session(
      in: world, stage: scripted.stage, feed: nil, screen: nil, inbox: nil,
      output: scripted.output, log: scripted.log, options: Session.Options())
    session.end()
    #expect(scripted.worker.hasEnded)
    #expect(scripted.log.summary == ["statehost: com.example.small: printed: its last words"])
  }

  @Test func `what plugins have logged too fast in the last second is told as lost`() throws {
    let small = try SmallSession("true")
    small.session.begin()
    for _ in 0..<5000 { small.session.log.add(.warning, "much", from: "loud") }
    small.session.end()
    #expect(small.session.log.summary.last?.contains(" lines were dropped") == true)
  }

  @Test func `workers have 250 ms for pending replies, and again for their end`() throws {
    let scripted = try ScriptedStage()
    try scripted.appear()
    let world = try IdleWorld()
    let session = Session(
      in: world, stage: scripted.stage, feed: nil, screen: nil, inbox: nil,
      output: scripted.output, log: scripted.log, options: Session.Options())
    session.end()
    #expect(scripted.worker.hasEnded && scripted.worker.told.contains(.end))
    #expect(world.nowNanoseconds == 500_000_000)
  }

  @Test func `what children say last is saved, and plugins are waited for as they end`() throws {
    let scripted = try ScriptedStage(saved: [1])
    try scripted.appear()
    let world = EndingWorld(of: scripted)
    let session = Session(
      in: world, stage: scripted.stage, feed: nil, screen: nil, inbox: nil,
      output: scripted.output, log: scripted.log, options: Session.Options())
    session.end()
    #expect(scripted.stage.remembered.entries.map(\.state) == [[7]])
    #expect(world.nowNanoseconds == 2 * EndingWorld.answerNanoseconds)
    #expect(scripted.log.summary == [])
  }

  @Test func `what works beside the loop ends with it`() throws {
    // More than is looked at at once.
    let small = try SmallSession(#"echo one; printf 'two%70000s\n' ''"#)
    small.world.hasBackground = false
    small.session.begin()
    let view = try #require(small.session.stage.context.view)
    #expect(try small.turn { small.rows.count == 2 })
    view.show(ViewRequest(filter: RowFilter(Array("o".utf8), kind: .expression)))
    view.find(RowFilter(Array("w".utf8), kind: .expression), from: 0, isBackward: false)
    #expect(small.world.openIdleBackgrounds > 0)
    small.session.end()
    #expect(small.world.openIdleBackgrounds == 0)
  }

  @Test(arguments: [Signals.interrupt, .terminate, .quit, .hangup])
  func `a second signal kills what runs for children, and does not wait two seconds for it`(
    signal: Signals
  ) throws {
    let world = try IdleWorld()
    let log = PluginLog(file: nil)
    let catalogue = PluginCatalogue(for: HostIdentity(name: "test", version: "1"))
    let output = PluginOutputReader(nil, log: log)
    let stage = Stage(
      try Arrangement(of: catalogue), catalogue: catalogue, log: log, output: output)
    let session = Session(
      in: world, stage: stage, feed: nil, screen: nil, inbox: nil, output: output, log: log,
      options: Session.Options())
    let programs = try #require(stage.context.programs)
    let order = ProgramInvocation(words: [Array("any".utf8)], input: [], usesTerminal: false)
    try programs.add(order, as: 1, for: ChildContext(stage.context))
    world.signals = signal
    session.end()
    #expect(world.program.hasBeenAsked && programs.isAtRest)
    #expect(world.nowNanoseconds < 100_000_000)
  }

  @Test func `no more than 32 programs run for all children together`() throws {
    let programs = ProgramRunner(in: try IdleWorld())
    let run = RunContext()
    let order = ProgramInvocation(words: [Array("any".utf8)], input: [], usesTerminal: false)
    for number in 0..<32 as Range<UInt64> {
      try programs.add(order, as: number, for: ChildContext(run))
    }
    #expect(throws: Refusal.tooManyPrograms) {
      try programs.add(order, as: 32, for: ChildContext(run))
    }
  }

  /// Whether a process ends, and is at most a zombie, before this test's patience does.
  private func hasEnded(_ number: pid_t) -> Bool {
    for _ in 0..<60_000 {
      guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
        return true
      }
      if stat.contains(") Z ") { return true }
      usleep(1_000)
    }
    return false
  }
}

/// In which nothing ever comes but a signal, and waiting is over at once.
private final class IdleWorld: World {
  let sources: any SourceWorld
  /// What runs for children.
  let program = StubbornProgram()
  private(set) var nowNanoseconds: Int64 = 0
  /// What arrives while it waits.
  var signals: Signals = []

  init() throws { sources = OneProgram(program) }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError) {
    ready = []
    guard let deadline else { throw SystemError(call: "epoll_wait", code: 9) }
    nowNanoseconds = max(nowNanoseconds, deadline)
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

/// In which the worker of a stage answers in time what it is asked at the end.
private final class EndingWorld: World {
  static let answerNanoseconds: Int64 = 50_000_000

  let sources: any SourceWorld = NoSources()
  private(set) var nowNanoseconds: Int64 = 0
  private let scripted: ScriptedStage
  private var answered = 0

  init(of scripted: ScriptedStage) { self.scripted = scripted }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) {
    nowNanoseconds += Self.answerNanoseconds
    for message in scripted.worker.told[answered...] {
      if case .save = message { scripted.save([7]) }
      if message == .end { scripted.worker.leave() }
    }
    answered = scripted.worker.told.count
    ready = [Ready(scripted.worker.token, isReadable: true)]
  }

  func takeSignals() -> Signals { [] }
  func suspend() {}

  func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle { throw SystemError(call: "eventfd", code: 24) }
}

/// Where nothing can be started or opened.
private final class NoSources: SourceWorld {
  private static let nothing = SystemError(call: "open", code: 2)

  func start(_ words: [String]) throws(SystemError) -> CommandPorts { throw Self.nothing }
  func startProgram(
    _ words: [[UInt8]], reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts { throw Self.nothing }
  func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort { throw Self.nothing }
  func exists(_ path: String) -> Bool { false }
}

/// Where that one program can be started, and nothing opened.
private final class OneProgram: SourceWorld {
  private let program: StubbornProgram
  private static let nothingElse = SystemError(call: "open", code: 2)

  init(_ program: StubbornProgram) { self.program = program }

  func start(_ words: [String]) throws(SystemError) -> CommandPorts { throw Self.nothingElse }
  func startProgram(_ words: [[UInt8]], reading input: [UInt8]) -> CommandPorts {
    CommandPorts(process: program, output: SilentOutput(), errors: SilentOutput())
  }
  func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort { throw Self.nothingElse }
  func exists(_ path: String) -> Bool { false }
}

/// Does not end before it is killed.
private final class StubbornProgram: ProcessPort {
  let token = PortToken(rawValue: 1)
  let canWait = false
  private(set) var hasBeenAsked = false
  private(set) var hasBeenKilled = false

  func checkStatus() -> ProcessStatus { hasBeenKilled ? .killed(signal: 9) : .running }
  var hasGroup: Bool { !hasBeenKilled }
  func terminate() { hasBeenAsked = true }
  func kill() { hasBeenKilled = true }
  func release() {}
}

/// To which nothing is written.
private final class SilentOutput: StreamPort {
  let token = PortToken(rawValue: 2)
  let canWait = true
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { .nothing }
  func close() {}
}
