import Foundation
import HostContent
import HostPlay
import HostPlugins
import HostRuntime
import HostSimulation
import HostStates
import HostSystem
import StateContainer
import Testing

/// The event log of a scenario, as `statehost play` prints it.
private func log(of scenario: Scenario) throws -> String {
  var encoder = EventLogEncoder()
  let player = try ScenarioPlayer(scenario) { encoder.append($0, atNanoseconds: $1) }
  try player.play()
  return String(decoding: encoder.bytes, as: UTF8.self)
}

@Suite struct `Worked examples` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func `all of them are found`() {
    #expect(Self.names.count >= 34)
  }

  @Test(arguments: names)
  func `comes out byte for byte`(name: String) throws {
    let scenario = try Scenario(contentsOf: Self.folder.appending(path: "\(name).json").path())
    let expected = try String(
      contentsOf: Self.folder.appending(path: "\(name).events.jsonl"), encoding: .utf8)
    #expect(try log(of: scenario) == expected)
  }

  @Test(arguments: names)
  func `comes out the same in small steps of the clock`(name: String) throws {
    let scenario = try Scenario(contentsOf: Self.folder.appending(path: "\(name).json").path())
    var encoder = EventLogEncoder()
    let player = try ScenarioPlayer(scenario, isShown: true) {
      encoder.append($0, atNanoseconds: $1)
    }
    for milliseconds in stride(from: Int64(0), through: 2_000, by: 7) {
      try player.play(untilNanoseconds: milliseconds * 1_000_000)
    }
    #expect(player.isOver)
    #expect(String(decoding: encoder.bytes, as: UTF8.self) == (try log(of: scenario)))
  }
}

@Suite struct `Playing a scenario` {
  private func scenario(_ rest: String, children: String = "{\"c\": {}}") throws -> Scenario {
    let text = """
      {"initial": "one", "states": {"one": ["c"], "two": []}, "children": \(children), \(rest)}
      """
    return try Scenario(parsing: Array(text.utf8), file: "file.json")
  }

  /// The lines of its event log that have a text.
  private func lines(
    _ rest: String, with text: String = "", children: String = "{\"c\": {}}"
  ) throws -> [Substring] {
    try log(of: scenario(rest, children: children)).split(separator: "\n").filter {
      text.isEmpty || $0.contains(text)
    }
  }

  private static let appears = #"{"at": "0s", "do": "willAppear", "animated": false}"#
  private static let appeared = #"{"at": "0s", "do": "didAppear"}"#

  @Test func `without actions nothing happens`() throws {
    #expect(try log(of: scenario("\"actions\": []")) == "")
  }

  @Test func `a child without a timing takes 350 ms`() throws {
    let lines = try lines(
      #""actions": [{"at": "1.5ms", "do": "willAppear"}, {"at": "2ms", "do": "didAppear"}]"#)
    #expect(lines.first?.hasPrefix("{\"t\":1.5,") == true)
    #expect(lines.last?.hasPrefix("{\"t\":351.5,") == true)
  }

  @Test func `a key of the file requests its state, any other goes to the children`() throws {
    let lines = try lines(
      """
      "keys": {"e": "two"}, "actions": [\(Self.appears), \(Self.appeared),
        {"at": "5ms", "do": "key", "key": "e"}, {"at": "6ms", "do": "key", "key": "x"}]
      """)
    #expect(lines.contains(#"{"t":5,"event":"willTransition","to":"two","animated":true}"#))
    #expect(
      lines.last == #"{"t":355,"event":"didTransition","from":"one","to":"two","animated":true}"#)
  }

  @Test func `without appearance states the initial one appears`() throws {
    let lines = try lines("\"actions\": [\(Self.appears)]")
    #expect(lines.first == #"{"t":0,"event":"loadAppearanceState","state":"one"}"#)
  }

  @Test func `appearance states answer in turn and the last repeats`() throws {
    let again = #"{"at": "1s", "do": "willDisappear", "animated": false}"#
    let back = #"{"at": "1s", "do": "willAppear", "animated": false}"#
    let answers = try lines(
      """
      "appearanceStates": ["two", "one"],
      "actions": [\(Self.appears), \(again), \(back), \(again), \(back)]
      """, with: "loadAppearanceState")
    #expect(
      answers == [
        #"{"t":0,"event":"loadAppearanceState","state":"two"}"#,
        #"{"t":1000,"event":"loadAppearanceState","state":"one"}"#,
        #"{"t":1000,"event":"loadAppearanceState","state":"one"}"#,
      ])
  }

  @Test func `a rule acts inside the event that is counted, and once`() throws {
    let request = #""do": "request", "animated": false"#
    let lines = try lines(
      """
      "actions": [\(Self.appears), \(Self.appeared),
        {"at": "1ms", "state": "two", \(request)}, {"at": "2ms", "state": "two", \(request)},
        {"at": "3ms", "state": "two", \(request)}],
      "on": [{"event": "willTransition", "state": "two", "nth": 2, "request": "one",
              "animated": false}]
      """, with: "willTransition")
    #expect(
      lines == [
        #"{"t":0,"event":"willTransition","to":"one","animated":false}"#,
        #"{"t":1,"event":"willTransition","to":"two","animated":false}"#,
        #"{"t":2,"event":"willTransition","to":"two","animated":false}"#,
        #"{"t":2,"event":"willTransition","to":"one","animated":false}"#,
        #"{"t":3,"event":"willTransition","to":"two","animated":false}"#,
      ])
  }

  @Test func `animations that are due end before the next action of the same instant`() throws {
    let played = try scenario(
      """
      "actions": [\(Self.appears), \(Self.appeared),
        {"at": "1ms", "do": "request", "state": "two"}, {"at": "1ms", "do": "request", "state": "one"},
        {"at": "1ms", "do": "request", "state": "two"}, {"at": "11ms", "do": "request", "state": "one"},
        {"at": "21ms", "do": "request", "state": "two"}, {"at": "21ms", "do": "request", "state": "one"}]
      """,
      children: """
        {"c": {"appear": {"duration": "10ms"}, "disappear": {"duration": "0s"}}}
        """)
    let lines = try log(of: played).split(separator: "\n")
    #expect(
      lines.filter { $0.contains("superseded") || $0.contains("didTransition") } == [
        #"{"t":0,"event":"didTransition","from":null,"to":"one","animated":false}"#,
        #"{"t":1,"event":"didTransition","from":"one","to":"two","animated":true}"#,
        #"{"t":11,"event":"didTransition","from":"two","to":"one","animated":true}"#,
        #"{"t":11,"event":"didTransition","from":"one","to":"two","animated":true}"#,
        #"{"t":21,"event":"didTransition","from":"two","to":"one","animated":true}"#,
        #"{"t":21,"event":"didTransition","from":"one","to":"two","animated":true}"#,
        #"{"t":31,"event":"didTransition","from":"two","to":"one","animated":true}"#,
      ])
  }

  @Test func `every kind of event can carry a rule`() throws {
    for event in ContainerEventName.allCases {
      let played = try scenario(
        """
        "actions": [\(Self.appears), \(Self.appeared),
          {"at": "1ms", "do": "request", "state": "two"}, {"at": "2ms", "do": "request", "state": "one"},
          {"at": "3ms", "do": "request", "state": "one"}, {"at": "900ms", "do": "willDisappear"},
          {"at": "901ms", "do": "request", "state": "one"}, {"at": "999ms", "do": "didDisappear"}],
        "on": [{"event": "\(event.rawValue)", "request": "two", "animated": false}]
        """)
      let without = Scenario(
        statesFile: played.statesFile, appearanceStates: played.appearanceStates,
        actions: played.actions, rules: [])
      #expect(try log(of: without).contains("\"\(event.rawValue)\""))
      #expect(try log(of: played) != log(of: without), "\(event)")
    }
  }

  @Test func `a deadline of the file is reached, and a rule times what follows`() throws {
    let lines = try lines(
      """
      "actions": [\(Self.appears), \(Self.appeared)],
      "deadlines": {"one": {"after": "2s", "next": "two"}},
      "transitions": [{"from": "one", "to": "two", "duration": "100ms"}]
      """)
    #expect(
      lines.suffix(7).first == #"{"t":2000,"event":"willTransition","to":"two","animated":true}"#)
    #expect(
      lines.last == #"{"t":2100,"event":"didTransition","from":"one","to":"two","animated":true}"#)
  }

  @Test func `a run that has more events than are allowed is stopped, and says when`() throws {
    let played = try scenario(
      """
      "actions": [\(Self.appears), \(Self.appeared)],
      "deadlines": {"one": {"after": "1.5ms", "next": "two"}},
      "transitions": [{"from": "one", "to": "two", "duration": "100ms"}]
      """)
    let player = try ScenarioPlayer(played, eventLimit: 8) { _, _ in }
    let error = #expect(throws: ScenarioPlayError.self) { try player.play() }
    #expect(
      error?.text(file: "a\u{7}.json")
        == "statehost: the scenario does not come to rest within 8 events: a\\u{7}.json (at 1.5 ms): "
        + "look for children or deadlines that keep requesting states")
  }

  @Test func `a run that turns too often at one instant is stopped, and says when`() throws {
    let player = try ScenarioPlayer(scenario("\"actions\": [\(Self.appears)]")) { _, _ in }
    var ready: [Ready] = []
    for _ in 1..<SimulatedWorld.waitLimit {
      try player.world.wait(untilNanoseconds: 0, into: &ready)
    }
    let error = #expect(throws: ScenarioPlayError.self) { try player.play() }
    #expect(
      error?.text(file: "a.json")
        == "statehost: the scenario does not come to rest within 100000 turns at one instant: a.json "
        + "(at 0 ms): look for children that request something in every call")
  }

  @Test func `a run may have as many events as are allowed`() throws {
    let played = try scenario("\"actions\": [\(Self.appears), \(Self.appeared)]")
    let count = try log(of: played).split(separator: "\n").count
    try ScenarioPlayer(played, eventLimit: count) { _, _ in }.play()
    #expect(throws: ScenarioPlayError.self) {
      try ScenarioPlayer(played, eventLimit: count - 1) { _, _ in }.play()
    }
  }

  @Test(arguments: QueueingPolicy.allCases)
  func `a policy of the file says what a request does to a transition`(policy: QueueingPolicy)
    throws
  {
    let ends = try lines(
      """
      "policy": "\(policy.rawValue)", "actions": [\(Self.appears), \(Self.appeared),
        {"at": "1s", "do": "request", "state": "two"},
        {"at": "1.175s", "do": "request", "state": "one"}]
      """, with: "didTransition")
    let instants = policy == .wait ? [0, 1350, 1700] : [0, 1175, 1350]
    #expect(ends.map { $0.prefix { $0 != "," } } == instants.map { "{\"t\":\($0)" })
  }

  @Test func `time may be let go on in parts`() throws {
    let played = try scenario(
      "\"actions\": [\(Self.appears), \(Self.appeared), "
        + #"{"at": "0s", "do": "request", "state": "two"}]"#)
    let player = try ScenarioPlayer(played) { _, _ in }
    #expect(!player.isOver)
    #expect(player.currentState == nil)
    try player.play(untilNanoseconds: 0)
    #expect(!player.isOver)
    #expect(player.currentState == "two")
    try player.play(untilNanoseconds: 175_000_000)
    var seen: [String] = []
    player.session.stage.container.forEachLayer { child, presentation in
      if case .leaving(let progress, _) = presentation { seen.append("\(child.name) \(progress)") }
    }
    #expect(seen == ["c 0.5"])
    #expect(player.nowNanoseconds == 175_000_000)
    try player.play(untilNanoseconds: 1_000_000_000)
    #expect(player.isOver)
    #expect(player.nowNanoseconds == 350_000_000)
  }

  @Test func `a child that no plugin offers is no blank one`() throws {
    let played = try scenario("\"actions\": []", children: #"{"c": {"use": "com.example.none"}}"#)
    #expect(throws: ArrangementProblem.self) { try ScenarioPlayer(played) { _, _ in } }
  }
}

@Suite struct `A scenario with a source` {
  /// The states that are shown one after the other, each with the time in milliseconds.
  private func states(_ actions: String, source: String = "command") throws -> [String] {
    let text = """
      {"initial": "content",
       "states": {"loading": ["c"], "content": ["c"], "empty": ["c"], "error": ["c"]},
       "children": {"c": {"appear": {"duration": "0s"}, "disappear": {"duration": "0s"}}},
       "source": "\(source)", "actions": [\(actions)]}
      """
    let scenario = try Scenario(parsing: Array(text.utf8), file: "file.json")
    var states: [String] = []
    let player = try ScenarioPlayer(scenario) { event, time in
      if case .didTransition(_, let state, _) = event {
        states.append("\(time / 1_000_000) \(state)")
      }
    }
    try player.play()
    player.end()
    #expect(player.world.ledger.doubleCloses == [])
    return states
  }

  @Test func `shows what the content decides`() throws {
    #expect(
      try states(
        """
        {"at": "250ms", "do": "output", "text": "a ro"}, {"at": "600ms", "do": "output", "text": "w\\n"},
        {"at": "700ms", "do": "end"}
        """) == ["100 loading", "600 content"])
  }

  /// Rows that somebody has changed in their file are not those that the user chose.
  @Test(arguments: [false, true])
  func `lets no row go of a file that has been written anew`(isAppended: Bool) throws {
    let text = """
      {"initial": "content", "states": {"content": []}, "children": {}, "source": "file",
       "actions": [{"at": "0s", "do": "output", "text": "one\\ntwo\\n"}, {"at": "1s", "do": "reload"}]}
      """
    var loading = ContentLoader.Options()
    loading.maxKeptFileBytes = 0
    let player = try ScenarioPlayer(
      Scenario(parsing: Array(text.utf8), file: "file.json"), loading: loading
    ) { _, _ in }
    try player.play()
    let run = player.session.stage.context
    let actions: [ChildAction] = [
      .acceptRow(1), .acceptRows([0, 1]), .clipboard(Array("one".utf8)),
    ]
    func isTaken(_ action: ChildAction) -> Bool { (try? run.perform(action)) != nil }
    #expect(actions.allSatisfy(isTaken))
    player.world.perform(isAppended ? .output(Array("three\n".utf8)) : .truncate(bytes: 4))
    for action in actions { #expect(isTaken(action) == isAppended) }
    #expect(isTaken(.bell))
    #expect(
      run.selection.facts.notice?.hasPrefix("the file has changed") == (isAppended ? nil : true))
    player.session.reload()
    while player.session.feed?.loader.content.isLoading == true { try player.turn() }
    #expect(isTaken(.acceptRow(0)))
    #expect(run.selection.facts.notice?.hasPrefix("the file has changed") != true)
    player.end()
  }

  @Test func `ends with a status, or a signal`() throws {
    for (how, state) in [(#", "status": 3"#, "error"), (#", "signal": 9"#, "error"), ("", "empty")]
    { #expect(try states(#"{"at": "10ms", "do": "end"\#(how)}"#) == ["10 \(state)"]) }
  }

  @Test func `loads again, also when it could not be opened`() throws {
    #expect(
      try states(
        """
        {"at": "10ms", "do": "end", "status": 1}, {"at": "1s", "do": "reload"},
        {"at": "2s", "do": "output", "text": "a row\\n"}, {"at": "2s", "do": "end"},
        {"at": "3s", "do": "available", "available": false}, {"at": "3s", "do": "reload"}
        """) == ["10 error", "1100 loading", "2000 content"])
  }

  @Test func `is a file, where it says so`() throws {
    #expect(
      try states(
        """
        {"at": "1s", "do": "output", "text": "a row\\n"}, {"at": "1s", "do": "reload"},
        {"at": "2s", "do": "truncate", "to": 0}, {"at": "2s", "do": "reload"},
        {"at": "3s", "do": "replace", "text": "another\\n"}, {"at": "3s", "do": "reload"}
        """, source: "file") == ["0 empty", "1000 content", "2000 empty", "3000 content"])
  }
}
