import Foundation
import HostStates
import HostText
import StateContainer
import Testing

/// The event log of a scenario, as `statehost play` prints it.
private func log(of scenario: Scenario) throws -> String {
  var encoder = EventLogEncoder()
  let player = ScenarioPlayer(scenario) { encoder.append($0, atNanoseconds: $1) }
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
    let player = ScenarioPlayer(scenario, frameIntervalNanoseconds: 16_666_667) {
      encoder.append($0, atNanoseconds: $1)
    }
    for milliseconds in stride(from: Int64(0), through: 2_000, by: 7) {
      try player.play(until: milliseconds * 1_000_000)
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

  private static let appears = #"{"at": "0s", "do": "willAppear", "animated": false}"#
  private static let appeared = #"{"at": "0s", "do": "didAppear"}"#

  @Test func `without actions nothing happens`() throws {
    #expect(try log(of: scenario("\"actions\": []")) == "")
  }

  @Test func `a child without a timing takes 350 ms`() throws {
    let played = try scenario(
      #""actions": [{"at": "1.5ms", "do": "willAppear"}, {"at": "2ms", "do": "didAppear"}]"#)
    let lines = try log(of: played).split(separator: "\n")
    #expect(lines.first?.hasPrefix("{\"t\":1.5,") == true)
    #expect(lines.last?.hasPrefix("{\"t\":351.5,") == true)
  }

  @Test func `a key of the file requests its state, any other goes to the children`() throws {
    let played = try scenario(
      """
      "keys": {"e": "two"}, "actions": [\(Self.appears), \(Self.appeared),
        {"at": "5ms", "do": "key", "key": "e"}, {"at": "6ms", "do": "key", "key": "x"}]
      """)
    let lines = try log(of: played).split(separator: "\n")
    #expect(lines.contains(#"{"t":5,"event":"willTransition","to":"two","animated":true}"#))
    #expect(
      lines.last == #"{"t":355,"event":"didTransition","from":"one","to":"two","animated":true}"#)
  }

  @Test func `without appearance states the initial one appears`() throws {
    let played = try scenario("\"actions\": [\(Self.appears)]")
    #expect(try log(of: played).hasPrefix(#"{"t":0,"event":"loadAppearanceState","state":"one"}"#))
  }

  @Test func `appearance states answer in turn and the last repeats`() throws {
    let again = #"{"at": "1s", "do": "willDisappear", "animated": false}"#
    let back = #"{"at": "1s", "do": "willAppear", "animated": false}"#
    let played = try scenario(
      """
      "appearanceStates": ["two", "one"],
      "actions": [\(Self.appears), \(again), \(back), \(again), \(back)]
      """)
    let answers = try log(of: played).split(separator: "\n").filter {
      $0.contains("loadAppearanceState")
    }
    #expect(
      answers == [
        #"{"t":0,"event":"loadAppearanceState","state":"two"}"#,
        #"{"t":1000,"event":"loadAppearanceState","state":"one"}"#,
        #"{"t":1000,"event":"loadAppearanceState","state":"one"}"#,
      ])
  }

  @Test func `a rule acts inside the event that is counted, and once`() throws {
    let request = #""do": "request", "animated": false"#
    let played = try scenario(
      """
      "actions": [\(Self.appears), \(Self.appeared),
        {"at": "1ms", "state": "two", \(request)}, {"at": "2ms", "state": "two", \(request)},
        {"at": "3ms", "state": "two", \(request)}],
      "on": [{"event": "willTransition", "state": "two", "nth": 2, "request": "one",
              "animated": false}]
      """)
    let lines = try log(of: played).split(separator: "\n").filter { $0.contains("willTransition") }
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

  @Test func `a run without end is given up`() throws {
    let played = try scenario(
      "\"actions\": [\(Self.appears), \(Self.appeared)]", children: #"{"c": {"use": "restless"}}"#)
    let restless = RestlessChild()
    var heard = 0
    let player = ScenarioPlayer(
      played, eventLimit: 1_000, presenting: { _ in restless }, hearing: { _, _ in heard += 1 })
    restless.request = { player.request($0, animated: true) }
    let error = #expect(throws: ScenarioPlayError.self) { try player.play() }
    restless.request = { _ in false }
    #expect(heard == 1_000)
    #expect(
      error?.text(file: "a.json").hasPrefix(
        "statehost: the scenario does not come to rest "
          + "within 1000 events: a.json (at ") == true)
    #expect(player.request("one", animated: true) == false)
  }

  @Test func `time may be let go on in parts`() throws {
    let played = try scenario("\"actions\": [\(Self.appears), \(Self.appeared)]")
    let player = ScenarioPlayer(played) { _, _ in }
    #expect(!player.isOver)
    #expect(player.currentState == nil)
    try player.play(until: 0)
    #expect(player.isOver)
    #expect(player.currentState == "one")
    #expect(player.request("nothing", animated: true) == false)
    #expect(player.request("two", animated: true))
    try player.play(until: 175_000_000)
    var seen: [String] = []
    player.forEachLayer { child, _, presentation in
      if case .leaving(let progress, _) = presentation { seen.append("\(child.name) \(progress)") }
    }
    #expect(seen == ["c 0.5"])
    #expect(player.nowNanoseconds == 175_000_000)
    try player.play()
    #expect(player.nowNanoseconds == 350_000_000)
  }
}

@Suite struct `A presented child` {
  static let text = """
    { "initial": "one", "states": { "one": ["under", "over"], "two": ["plain"] },
      "children": { "under": { "use": "u" },
                    "over": { "use": "o", "appear": { "duration": "40ms" } }, "plain": {} },
      "actions": [ { "at": "0ms", "do": "willAppear" }, { "at": "0ms", "do": "resize",
                     "columns": 80, "rows": 24 }, { "at": "5ms", "do": "didAppear" },
                   { "at": "100ms", "do": "key", "key": "x" }, { "at": "100ms", "do": "key", "key": "y" },
                   { "at": "200ms", "do": "request", "state": "two", "animated": false },
                   { "at": "200ms", "do": "key", "key": "z" },
                   { "at": "201ms", "do": "willDisappear" }, { "at": "202ms", "do": "didDisappear" } ] }
    """

  @Test func `hears everything in the order of the contract`() throws {
    let heard = Recording()
    let scenario = try Scenario(parsing: Array(Self.text.utf8), file: "file.json")
    let player = ScenarioPlayer(
      scenario, frameIntervalNanoseconds: 16_000_000,
      presenting: { description in
        RecordingChild(description.name, heard, wants: description.name == "over" ? "x" : "y")
      }, hearing: { _, _ in })
    heard.clock = { player.nowNanoseconds / 1_000_000 }
    try player.play()
    #expect(
      heard.lines == [
        "0 under willAppear true", "0 over willAppear true",
        "0 under begins true 20000000 linear", "0 over begins true 40000000 linear",
        "0 under 80×24", "0 over 80×24", "5 under true 0.25",
        "5 over true 0.125",
        "16 under true 0.8", "16 over true 0.4", "20 under true 1.0", "20 under ends true",
        "20 under didAppear true", "20 over true 0.5", "32 over true 0.8", "40 over true 1.0",
        "40 over ends true", "40 over didAppear true", "100 over key x", "100 over key y",
        "100 under key y", "200 under willDisappear false", "200 over willDisappear false",
        "200 under didDisappear false", "200 over didDisappear false",
      ])
  }
}

private final class Recording {
  var lines: [String] = []
  var clock: () -> Int64 = { 0 }

  func add(_ line: String) { lines.append("\(clock()) \(line)") }
}

private final class RecordingChild: PresentedChild {
  private let name: String
  private let recording: Recording
  private let wantedKey: String

  init(_ name: String, _ recording: Recording, wants wantedKey: String) {
    self.name = name
    self.recording = recording
    self.wantedKey = wantedKey
  }

  func timing(appearing: Bool) -> TransitionTiming? {
    TransitionTiming(durationNanoseconds: 20_000_000, curve: .linear)
  }

  func willAppear(animated: Bool) { recording.add("\(name) willAppear \(animated)") }

  func didAppear(animated: Bool) { recording.add("\(name) didAppear \(animated)") }

  func willDisappear(animated: Bool) { recording.add("\(name) willDisappear \(animated)") }

  func didDisappear(animated: Bool) { recording.add("\(name) didDisappear \(animated)") }

  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    recording.add("\(name) begins \(appearing) \(timing.durationNanoseconds) \(timing.curve)")
  }

  func transitionDidProgress(appearing: Bool, progress: Double) {
    recording.add("\(name) \(appearing) \(progress)")
  }

  func transitionDidEnd(appearing: Bool) { recording.add("\(name) ends \(appearing)") }

  func receive(_ key: Key) -> Bool {
    recording.add("\(name) key \(key.name)")
    return key.name == wantedKey
  }

  func resize(columns: Int, rows: Int) { recording.add("\(name) \(columns)×\(rows)") }
}

/// Leaves no state alone.
private final class RestlessChild: PresentedChild {
  var request: (String) -> Bool = { _ in false }

  func timing(appearing: Bool) -> TransitionTiming? { TransitionTiming(durationNanoseconds: 0) }

  func willAppear(animated: Bool) { _ = request("two") }

  func didAppear(animated: Bool) {}

  func willDisappear(animated: Bool) { _ = request("one") }

  func didDisappear(animated: Bool) {}

  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {}

  func transitionDidProgress(appearing: Bool, progress: Double) {}

  func transitionDidEnd(appearing: Bool) {}

  func receive(_ key: Key) -> Bool { false }

  func resize(columns: Int, rows: Int) {}
}
