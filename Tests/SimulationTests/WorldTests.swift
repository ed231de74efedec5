import HostSimulation
import HostStates
import HostSystem
import Testing

@Suite struct `A simulated world` {
  private func scenario(_ actions: [(Int64, ScenarioAction.Kind)]) -> Scenario {
    Scenario(
      statesFile: StatesFile(initial: "a", states: [], children: []), appearanceStates: ["a"],
      actions: actions.map { ScenarioAction(atNanoseconds: $0, kind: $1) }, rules: [])
  }

  private func world(_ actions: [(Int64, ScenarioAction.Kind)]) -> SimulatedWorld {
    SimulatedWorld(scenario(actions))
  }

  private func wait(_ world: SimulatedWorld, until deadline: Int64? = nil) throws -> [Ready] {
    var ready: [Ready] = []
    try world.wait(untilNanoseconds: deadline, into: &ready)
    return ready
  }

  @Test func `goes to the next instant at once, and is over when nothing can come`() throws {
    let world = world([(5, .output([0x61])), (9, .end(.exited(status: 0)))])
    #expect(try wait(world, until: 3) == [])
    #expect(world.nowNanoseconds == 3)
    #expect(try wait(world, until: 100) == [])
    #expect(world.nowNanoseconds == 5)
    #expect(try wait(world) == [])
    #expect(world.nowNanoseconds == 9)
    #expect(!world.isOver)
    _ = try wait(world)
    #expect(world.isOver)
  }

  @Test func `lets one thing happen in each wait, and only when nothing is due`() throws {
    let world = world([(0, .signal(.interrupt)), (0, .signal(.terminate))])
    _ = try wait(world, until: 0)
    #expect(world.takeSignals() == [])
    _ = try wait(world)
    #expect(world.takeSignals() == .interrupt)
    _ = try wait(world)
    #expect(world.takeSignals() == .terminate)
  }

  @Test func `gives a command what the script writes, and its end`() throws {
    let world = world([
      (1, .output(Array("row".utf8))), (2, .errorOutput(Array("no".utf8))),
      (3, .end(.killed(signal: 9))),
    ])
    let command = try world.sources.start(["words"])
    #expect(try wait(world).map(\.token) == [command.output.token])
    var bytes = [UInt8](repeating: 0, count: 10)
    let arrival = unsafe bytes.withUnsafeMutableBytes { unsafe command.output.read(into: $0) }
    #expect(arrival == .bytes(3))
    #expect(bytes.starts(with: "row".utf8))
    #expect(try wait(world).map(\.token) == [command.errors.token])
    #expect(command.process.checkStatus() == .running)
    command.errors.close()
    let ready = try wait(world)
    #expect(Set(ready.map(\.token)) == [command.output.token, command.process.token])
    #expect(command.process.checkStatus() == .killed(signal: 9))
    #expect(world.ledger.openPorts.count == 2)
    command.output.close()
    command.process.release()
    #expect(world.ledger.openPorts == [] && world.ledger.doubleCloses == [])
    command.process.release()
    #expect(world.ledger.doubleCloses.count == 1)
  }

  @Test func `has each load and each program do what the script says, from its own start`() throws {
    var scenario = scenario([(50, .reload)])
    scenario.everyLoad = [
      ProcessStep(afterNanoseconds: 7, kind: .output(Array("row".utf8))),
      ProcessStep(afterNanoseconds: 9, kind: .end(.exited(status: 2))),
    ]
    scenario.programs = [
      ScriptedChildProgram(
        "a", does: [ProcessStep(afterNanoseconds: 5, kind: .end(.killed(signal: 9)))])
    ]
    let world = SimulatedWorld(scenario)
    let first = try world.sources.start(["words"])
    #expect(try wait(world, until: 3) == [])
    let second = try world.sources.start(["words"])
    let program = try world.sources.startProgram([[0x61]], reading: [0x62])
    var seen: [Int64: Set<PortToken>] = [:]
    while !world.isOver, world.nowNanoseconds < 12 {
      for port in try wait(world) { seen[world.nowNanoseconds, default: []].insert(port.token) }
      for ports in [first, second] where ports.process.checkStatus() == .exited(2) {
        ports.process.release()
        ports.output.close()
        ports.errors.close()
      }
      var bytes = [UInt8](repeating: 0, count: 10)
      for ports in [first, second] {
        _ = unsafe bytes.withUnsafeMutableBytes { unsafe ports.output.read(into: $0) }
      }
      if program.process.checkStatus() == .killed(signal: 9) {
        program.output.close()
        program.errors.close()
      }
    }
    #expect(seen[7] == [first.output.token])
    #expect(seen[8]?.contains(program.process.token) == true)
    #expect(seen[9]?.contains(first.process.token) == true)
    #expect(seen[10]?.contains(second.output.token) == true)
    #expect(seen[12]?.contains(second.process.token) == true)
  }

  @Test func `stops everything with a run that is suspended, if it is to`() throws {
    for stops in [false, true] {
      var scenario = scenario([(10, .suspend(nanoseconds: 1_000)), (20, .signal(.interrupt))])
      scenario.everyLoad = [ProcessStep(afterNanoseconds: 30, kind: .output([0x61]))]
      let world = SimulatedWorld(scenario)
      world.stopsWhileSuspended = stops
      let command = try world.sources.start(["words"])
      _ = try wait(world)
      #expect(world.takeSignals() == .stop)
      try world.suspend()
      #expect(world.nowNanoseconds == 1_010)
      while !world.takeSignals().contains(.interrupt) { _ = try wait(world) }
      #expect(world.nowNanoseconds == (stops ? 1_020 : 1_010))
      while try wait(world).map(\.token) != [command.output.token] {}
      #expect(world.nowNanoseconds == (stops ? 1_030 : 1_010))
    }
  }

  @Test func `has a terminal that takes as much as its pace lets it`() throws {
    let world = world([(0, .pace(bytesPerSecond: 100))])
    _ = try world.openTerminal()
    _ = try wait(world)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 5)
    #expect(world.terminal.write(bytes.span) == .pending)
    #expect(world.terminal.takenCount == 0)
    var counts: [Int] = []
    while !world.terminal.hasTakenAll, counts.count < 9 {
      let ready = try wait(world)
      #expect(ready.map(\.isWritable) == [true])
      _ = world.terminal.flush()
      counts.append(world.terminal.takenCount)
    }
    #expect(counts == [2, 4, 5])
    #expect(world.nowNanoseconds == 60_000_000)
  }

  @Test func `breaks off a run that waits for nothing without end`() throws {
    let world = world([])
    #expect(throws: SystemError.self) { while true { _ = try wait(world, until: 0) } }
  }
}
