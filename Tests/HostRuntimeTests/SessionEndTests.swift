import Foundation
import Glibc
import HostRuntime
import HostSystem
import HostWorkers
import Testing

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
      output: scripted.output, log: scripted.log, behaviour: Session.Behaviour())
    session.end()
    #expect(scripted.worker.hasEnded)
    #expect(scripted.log.summary == ["statehost: com.example.small: printed: its last words"])
  }

  @Test func `workers that say nothing more are waited for, all together, for 250 ms`() throws {
    let scripted = try ScriptedStage()
    try scripted.appear()
    let world = try IdleWorld()
    let session = Session(
      in: world, stage: scripted.stage, feed: nil, screen: nil, inbox: nil,
      output: scripted.output, log: scripted.log, behaviour: Session.Behaviour())
    session.end()
    #expect(scripted.worker.hasEnded && scripted.worker.told.contains(.end))
    #expect(world.nowNanoseconds == 250_000_000)
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

/// In which nothing ever comes, and waiting is over at once.
private final class IdleWorld: World {
  let sources: any SourceWorld
  private(set) var nowNanoseconds: Int64 = 0

  init() throws { sources = SystemSources(in: try Poller()) }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError) {
    ready = []
    guard let deadline else { throw SystemError(call: "epoll_wait", code: 9) }
    nowNanoseconds = max(nowNanoseconds, deadline)
  }

  func takeSignals() -> Signals { [] }
  func suspend() {}

  func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundPort { throw SystemError(call: "eventfd", code: 24) }
}
