import HostPlay
import HostRuntime
import HostSimulation
import HostStates
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

  @Test(arguments: [(true, 120_000_000), (false, 2_020_000_000)] as [(Bool, Int64)])
  func `a stubborn command is killed by an interrupt, or when its grace is over`(
    isInterrupted: Bool, end: Int64
  ) throws {
    // The third command of a simulated source does not end when it is asked to.
    let player = try player(
      #"{"at": "0s", "do": "reload"}, {"at": "0s", "do": "reload"}, "#
        + #"{"at": "20ms", "do": "signal", "signal": "terminate"}"#
        + (isInterrupted ? #", {"at": "120ms", "do": "signal", "signal": "interrupt"}"# : ""))
    try player.play()
    #expect(player.session.outcome == .signalled(15))
    player.end()
    #expect(player.nowNanoseconds == end && player.session.feed?.isAtRest == true)
  }
}
