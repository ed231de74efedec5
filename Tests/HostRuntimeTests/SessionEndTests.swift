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
    let small = try SmallSession("echo $$; exec sleep 600").begun()
    #expect(try small.turn { !small.rows.isEmpty })
    let process = try #require(small.rows.first.flatMap { pid_t($0) })
    small.world.isBroken = isBroken
    if isBroken { #expect(throws: SystemError.self) { try small.session.run() } }
    small.end()
    #expect(hasEnded(process))
    // Where the end was broken off, nobody has reaped it.
    _ = waitpid(process, nil, WNOHANG)
  }

  @Test(arguments: [true, false])
  func `nothing is sent to a terminal that is gone`(isGone: Bool) throws {
    let terminal = NarrowTerminal(columns: 10, rows: 2)
    let small = try SmallSession("exec sleep 600", on: terminal).begun()
    #expect(terminal.isEntered)
    small.world.signals = isGone ? .hangup : .terminate
    while small.session.outcome == nil { try small.session.turn() }
    #expect(small.session.outcome == (isGone ? .terminalGone : .signalled(15)))
    small.end()
    #expect(!terminal.isEntered)
    #expect(terminal.wasLeftGone == isGone)
  }

  @Test func `what a worker has printed to its end is told`() throws {
    let scripted = try ScriptedStage().appear()
    scripted.worker.print("its last words\n")
    let world = try SmallWorld()
    // Nobody is waited for.
    world.isBroken = true
    Session(of: scripted.stage, in: world).end()
    #expect(scripted.worker.hasEnded)
    #expect(scripted.log.summary == ["statehost: com.example.small: printed: its last words"])
  }

  @Test func `what plugins have logged too fast in the last second is told as lost`() throws {
    let small = try SmallSession("true").begun()
    for _ in 0..<5000 { small.session.log.add(.warning, "much", from: "loud") }
    small.end()
    #expect(small.session.log.summary.last?.contains(" lines were dropped") == true)
  }

  @Test func `workers have 250 ms for pending replies, and again for their end`() throws {
    let scripted = try ScriptedStage().appear()
    let world = ScriptedWorld()
    Session(of: scripted.stage, in: world).end()
    #expect(scripted.worker.hasEnded && scripted.worker.told.contains(.end))
    #expect(world.nowNanoseconds == 500_000_000)
  }

  @Test func `what children say last is saved, and plugins are waited for as they end`() throws {
    let scripted = try ScriptedStage(saved: [1]).appear()
    let world = ScriptedWorld()
    var answered = 0
    // The worker answers in time what it is asked at the end.
    world.next = { now, _ in
      for message in scripted.worker.told[answered...] {
        if case .save = message { scripted.save([7]) }
        if message == .end { scripted.worker.leave() }
      }
      answered = scripted.worker.told.count
      return (now + 50_000_000, Ready(scripted.worker.token, isReadable: true))
    }
    Session(of: scripted.stage, in: world).end()
    #expect(scripted.stage.remembered.entries.map(\.state) == [[7]])
    #expect(world.nowNanoseconds == 100_000_000)
    #expect(scripted.log.summary == [])
  }

  @Test func `what works beside the loop ends with it`() throws {
    // More than is looked at at once.
    let small = try SmallSession(#"echo one; printf 'two%70000s\n' ''"#)
    small.world.hasBackground = false
    small.session.begin()
    let view = try #require(small.run.view)
    #expect(try small.turn { small.rows.count == 2 })
    view.show(ViewRequest(filter: RowFilter(Array("o".utf8), kind: .expression)))
    view.find(RowFilter(Array("w".utf8), kind: .expression), from: 0, isBackward: false)
    #expect(small.world.openIdleBackgrounds > 0)
    small.end()
    #expect(small.world.openIdleBackgrounds == 0)
  }

  @Test(arguments: [Signals.interrupt, .terminate, .quit, .hangup])
  func `a second signal kills what runs for children, and does not wait two seconds for it`(
    signal: Signals
  ) throws {
    let program = StubbornProgram()
    let world = ScriptedWorld(starting: program)
    let stage = try Stage()
    let session = Session(of: stage, in: world)
    let programs = try #require(stage.context.programs)
    let order = ProgramInvocation(words: [Array("any".utf8)], input: [], usesTerminal: false)
    try programs.add(order, as: 1, for: ChildContext(stage.context))
    world.signals = signal
    session.end()
    #expect(program.hasBeenAsked && programs.isAtRest)
    #expect(world.nowNanoseconds < 100_000_000)
  }

  @Test func `no more than 32 programs run for all children together`() throws {
    let programs = ProgramRunner(in: ScriptedWorld(starting: StubbornProgram()))
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
