import HostContent
import HostPlay
import HostPlugins
import HostRuntime
import HostSimulation
import HostStates
import HostSurface
import HostSystem
import HostTerminal
import Testing

/// What the loop does at the instants that only a virtual clock can name.
@Suite(.timeLimit(.minutes(10))) struct `The loop` {
  private func player(
    _ actions: String, states: String = #"{"one": ["c"], "two": []}"#, keys: String = "{}",
    isShown: Bool = false, hearing hear: @escaping (LogEvent, Int64) -> Void = { _, _ in }
  ) throws -> ScenarioPlayer {
    let text = """
      {"initial": "one", "states": \(states), "children": {"c": {}}, "keys": \(keys),
       "actions": [\(actions)]}
      """
    return try ScenarioPlayer(
      Scenario(parsing: Array(text.utf8), file: "file.json"), isShown: isShown, onEvent: hear)
  }

  private static let appears = """
    {"at": "0s", "do": "willAppear", "animated": false}, {"at": "0s", "do": "didAppear"}
    """

  @Test func `an Escape that nothing follows acts when its time has come`() throws {
    var begun: [Int64] = []
    let player = try player(
      Self.appears + #", {"at": "10ms", "do": "input", "bytes": "1b"}, {"at": "2s", "do": "pace"}"#,
      keys: #"{"escape": "two"}"#
    ) { event, time in
      if case .willTransition("two", _) = event { begun.append(time) }
    }
    try player.play()
    #expect(begun == [60_000_000])
  }

  @Test func `no more than sixty frames are shown in a second`() throws {
    let player = try player(
      Self.appears + #", {"at": "1s", "do": "request", "state": "two"}"#, isShown: true)
    try player.play(untilNanoseconds: 1_000_000_000)
    let before = player.world.waits
    try player.play(untilNanoseconds: 1_350_000_000)
    // A wait for each frame of the 350 ms, and some for what begins and ends.
    #expect((15...30).contains(player.world.waits - before))
  }

  @Test func `nothing wakes it while nothing moves`() throws {
    let player = try player(Self.appears + #", {"at": "3600s", "do": "pace"}"#, isShown: true)
    try player.play(untilNanoseconds: 1_000_000_000)
    let before = player.world.waits
    try player.play()
    #expect(player.nowNanoseconds == 3_600_000_000_000)
    #expect(player.world.waits - before <= 2)
  }

  @Test func `an interrupt while a command is asked to end kills it at once`() throws {
    // The third command of a simulated source does not end when it is asked to.
    let player = try player(
      #"{"at": "0s", "do": "reload"}, {"at": "0s", "do": "reload"}, "#
        + #"{"at": "20ms", "do": "signal", "signal": "terminate"}, "#
        + #"{"at": "120ms", "do": "signal", "signal": "interrupt"}"#)
    try player.play()
    #expect(player.session.outcome == .signalled(15))
    player.end()
    #expect(player.nowNanoseconds == 120_000_000)
    #expect(player.session.feed?.isAtRest == true)
  }

  @Test func `a stubborn command is killed when its grace is over`() throws {
    let player = try player(
      #"{"at": "0s", "do": "reload"}, {"at": "0s", "do": "reload"}, "#
        + #"{"at": "20ms", "do": "signal", "signal": "terminate"}"#)
    try player.play()
    player.end()
    #expect(player.nowNanoseconds == 2_020_000_000)
  }

  @Test func `of the rows there are, and of no others, one can be accepted`() throws {
    let player = try player(#"{"at": "0s", "do": "output", "text": "one\ntwo\n"}"#)
    try player.play()
    let context = player.session.stage.context
    for row in [2, .max] as [UInt64] {
      #expect(throws: Refusal.notThere) { try context.perform(.acceptRow(row)) }
    }
    #expect(throws: Never.self) { try context.perform(.acceptRow(1)) }
    #expect(context.actions.map(\.action) == [.acceptRow(1)])
  }

  @Test(arguments: [true, false])
  func `a theme that was chosen is not the terminal's to change`(isChosen: Bool) throws {
    let world = SimulatedWorld(
      Scenario(
        statesFile: StatesFile(initial: "a", states: [], children: []), appearanceStates: ["a"],
        actions: [], rules: []))
    let screen = try TerminalScreen(
      try world.openTerminal(),
      TerminalScreen.Choices(
        depth: .trueColour, theme: isChosen ? .dark : nil, usesMouse: true), pool: CellPool()
    ) { $0 == "TERM" ? "xterm" : nil }
    let white: UInt32 = 0xFFFFFF
    #expect(screen.learn(.background(white)) == !isChosen)
    #expect(screen.isDark == isChosen)
  }
}
