import HostStates
import HostSurface
import StateContainer
import TestSupport
import Testing

@Suite struct `The script of a scenario` {
  private static let actions = """
    [ {"at": "0ms", "do": "output", "text": "a row\\n"}, {"at": "0ms", "do": "output", "bytes": "ff 0A"},
      {"at": "1.5ms", "do": "errorOutput", "text": "no\\n"}, {"at": "2ms", "do": "paste", "text": "x"},
      {"at": "2ms", "do": "mouse", "kind": "wheelDown", "column": 3, "row": 0},
      {"at": "2ms", "do": "input", "bytes": "1b"}, {"at": "3ms", "do": "pace", "bytesPerSecond": 0},
      {"at": "3ms", "do": "pace"}, {"at": "3ms", "do": "signal", "signal": "interrupt"},
      {"at": "3ms", "do": "suspend", "for": "2s"}, {"at": "4ms", "do": "end", "status": 3},
      {"at": "4ms", "do": "end", "signal": 9}, {"at": "4ms", "do": "end"},
      {"at": "4ms", "do": "available", "available": false}, {"at": "4ms", "do": "truncate", "to": 7},
      {"at": "5ms", "do": "replace", "text": "b\\n"}, {"at": "6ms", "do": "reload"} ]
    """

  private func scenario(_ actions: String, source: String = "file") throws -> Scenario {
    try Scenario(
      """
      {"initial": "a", "states": {"a": ["c"]}, "keys": {"e": "a"},
       "children": {"c": {"use": "x.y", "options": {"seed": "7"}, "insets": [1, 2, 3, 4],
                          "area": {"dock": "left", "size": "40%", "min": 20},
                          "appear": {"curve": "linear", "effect": "slide-up"},
                          "disappear": {"delay": "1.5ms", "duration": "2s"}},
                    "d": {"area": {"dock": "bottom", "size": 7}}},
       "policy": "interrupt", "deadlines": {"a": {"after": "1.5ms", "next": "a"}},
       "transitions": [{"from": "a", "child": "c", "appearing": false, "duration": "2s"},
                       {"to": "a"}, {"effect": "none"}, {}],
       "source": "\(source)", "actions": \(actions)}
      """)
  }

  @Test func `says what the source, the terminal and its user do`() throws {
    let scenario = try scenario(Self.actions)
    #expect(scenario.source == .file && scenario.hasSource && scenario.needsTerminal)
    #expect(
      scenario.actions.map(\.kind) == [
        .output(Array("a row\n".utf8)), .output([0xFF, 0x0A]), .errorOutput(Array("no\n".utf8)),
        .paste("x"), .mouse(ScenarioMouse(.wheelDown, column: 3, row: 0)), .input([0x1B]),
        .pace(bytesPerSecond: 0), .pace(bytesPerSecond: nil), .signal(.interrupt),
        .suspend(nanoseconds: 2_000_000_000), .end(.exited(status: 3)), .end(.killed(signal: 9)),
        .end(.exited(status: 0)), .available(false), .truncate(bytes: 7),
        .replace(Array("b\n".utf8)), .reload,
      ])
  }

  @Test func `is written as it is read`() throws {
    let scenario = try scenario(Self.actions)
    let text = ScenarioWriter.text(of: scenario)
    let again = try Scenario(text)
    #expect(again.actions == scenario.actions && again.source == scenario.source)
    let (file, wanted) = (again.statesFile, scenario.statesFile)
    #expect(file.keys == wanted.keys && file.transitions.policy == .interrupt)
    #expect(file.transitions.deadlines == wanted.transitions.deadlines)
    #expect(file.transitions.rules == wanted.transitions.rules)
    #expect(ScenarioWriter.text(of: again) == text)
    let child = try #require(file.children.first { $0.name == "c" })
    #expect(child.use == "x.y" && child.insets == CellInsets(top: 1, right: 2, bottom: 3, left: 4))
    for (child, written) in zip(file.children, wanted.children) {
      #expect(child.appear == written.appear && child.disappear == written.disappear)
      #expect(child.area == written.area && child.area != nil)
    }
    #expect(text.contains(#""options": {"seed":"7"}"#))
  }

  /// An action of each kind, and the part of the world that it needs.
  private static let kinds: [(ScenarioAction.Kind, ScenarioAction.Kind.Category)] =
    [
      (.willAppear(animated: true), .owner), (.didAppear, .owner), (.didDisappear, .owner),
      (.willDisappear(animated: false), .owner), (.request(state: "a", animated: false), .owner),
      (.paste("a"), .terminal), (.input([0xFF]), .terminal),
      (.resize(columns: 2, rows: 1), .terminal), (.pace(bytesPerSecond: 7), .terminal),
      (.suspend(nanoseconds: 1), .terminal), (.output([0x61]), .source),
      (.errorOutput([0x62]), .source), (.end(.killed(signal: 64)), .source),
      (.available(true), .source), (.truncate(bytes: 3), .source), (.replace([]), .source),
      (.reload, .source),
    ] + ScenarioSignal.allCases.map { (.signal($0), .terminal) }
    + ScenarioMouse.Kind.allCases.map { (.mouse(ScenarioMouse($0, column: 1, row: 2)), .terminal) }
    + [
      .dies, .hangs, .lags(nanoseconds: 1_500_000), .lies, .floods, .burns, .recovers,
      .scans(nanoseconds: 20),
    ].map { (.worker(3, $0), .worker) }

  @Test(arguments: kinds.indices)
  func `has an action of each kind, which needs one part of the world`(index: Int) throws {
    let (kind, category) = Self.kinds[index]
    var scenario = try scenario("[]", source: "command")
    scenario.statesFile.children[0].use = nil
    #expect(!scenario.hasSource && !scenario.needsTerminal)
    scenario.actions = [ScenarioAction(atNanoseconds: 0, kind: kind)]
    #expect(scenario.hasSource == (category == .source) && kind.category == category)
    #expect(scenario.needsTerminal == (category == .terminal))
    let text = ScenarioWriter.text(of: scenario)
    #expect(try Scenario(text).actions == scenario.actions)
  }

  @Test func `names a source that there is`() {
    let error = #expect(throws: StatesFileError.self) { try scenario("[]", source: "comand") }
    #expect(error?.text.hasSuffix("(source): did you mean \"command\"?") == true)
  }

  private func programs(_ list: String) throws -> [ScriptedChildProgram]? {
    try Scenario(#"{"initial": "a", "states": {"a": []}, "actions": [], "programs": \#(list)}"#)
      .programs
  }

  @Test func `says what programs do, in short or at length`() throws {
    func end(_ how: ProcessEnd, at time: Int64 = 0) -> ProcessStep {
      ProcessStep(afterNanoseconds: time, kind: .end(how))
    }
    #expect(try scenario("[]").programs == nil)
    #expect(try programs("[]") == [])
    #expect(
      try programs(
        """
        [ {"program": "git*", "output": "a\\n", "errorOutput": "b", "status": 1, "after": "200ms",
           "times": 2},
          {"program": "kill?", "signal": 9}, {"program": "none", "found": false},
          {"program": "some", "found": true},
          {"program": "tail*", "does": [{"do": "output", "bytes": "ff"},
             {"after": "1s", "do": "errorOutput", "text": "c"}]},
          {"program": "*", "does": [{"after": "1ms", "do": "end", "signal": 15}]} ]
        """) == [
          ScriptedChildProgram(
            "git*", times: 2,
            does: [
              ProcessStep(afterNanoseconds: 200_000_000, kind: .output(Array("a\n".utf8))),
              ProcessStep(afterNanoseconds: 200_000_000, kind: .errorOutput([0x62])),
              end(.exited(status: 1), at: 200_000_000),
            ]),
          ScriptedChildProgram("kill?", does: [end(.killed(signal: 9))]),
          ScriptedChildProgram("none", does: nil),
          ScriptedChildProgram("some", does: [end(.exited(status: 0))]),
          ScriptedChildProgram(
            "tail*",
            does: [
              ProcessStep(afterNanoseconds: 0, kind: .output([0xFF])),
              ProcessStep(afterNanoseconds: 1_000_000_000, kind: .errorOutput([0x63])),
            ]),
          ScriptedChildProgram("*", does: [end(.killed(signal: 15), at: 1_000_000)]),
        ])
  }

  /// Programs that cannot be, and what is said of them.
  static let wrongPrograms = [
    (#"{"output": "a"}"#, #""program" is missing"#),
    (#"{"program": "a", "outptu": "a"}"#, #"(programs[0].outptu): did you mean "output"?"#),
    (#"{"program": "a", "found": false, "output": "a"}"#, #"unknown key "output""#),
    (#"{"program": "a", "does": [], "status": 1}"#, #"unknown key "status""#),
    (#"{"program": "a", "does": [{"do": "key"}]}"#, #"unknown action "key""#),
    (
      #"{"program": "a", "does": [{"after": "2s", "do": "end"}, {"do": "end"}]}"#,
      "goes back in time, from 2000 ms to 0 ms"
    ),
    (#"{"program": "a", "times": 0}"#, "the number 0 is out of range"),
  ]

  @Test(arguments: wrongPrograms)
  func `says where a program is wrong`(program: String, words: String) throws {
    let error = #expect(throws: StatesFileError.self) { try programs("[\(program)]") }
    #expect(error?.text.contains(words) == true, "\(error?.text ?? "")")
  }

  /// Patterns, and what they match and do not.
  static let patterns: [(String, matches: [String], not: [String])] = [
    ("git", ["git"], ["git log", "gi", ""]), ("git*", ["git", "git log\n-p"], ["agit"]),
    ("*.txt *b", ["a.txt b", "x y.txt  .txt bb"], ["a.txt b c", ".txtb"]),
    ("a?c", ["abc", "aéc"], ["ac", "abbc"]), ("**", ["", "a"], []),
    (#"a\*\?\\"#, [#"a*?\"#], ["ab?", #"a*?\\"#]), ("", [""], ["a"]),
    ("*a*a*a*b", ["aaab"], [String(repeating: "a", count: 2000)]),
  ]

  @Test(arguments: patterns)
  func `has patterns for command lines`(pattern: String, matches: [String], not: [String]) {
    let program = ScriptedChildProgram(pattern, does: nil)
    #expect(matches.allSatisfy(program.matches) && !not.contains(where: program.matches))
  }

  /// Whether a pattern of letters, `*` and `?` matches, by trying each length of each `*`.
  private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return text.indices.contains { matches(rest, text[$0...]) } || matches(rest, "")
    }
    return (first == "?" && !text.isEmpty || first == text.first) && matches(rest, text.dropFirst())
  }

  @Test func `matches patterns as trying every length does`() {
    var random = SeededGenerator(seed: 40)
    func word(of letters: String, upTo count: Int) -> String {
      String(
        (0..<Int.random(in: 0...count, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        })
    }
    var matchCount = 0
    for _ in 0..<20_000 {
      let (pattern, text) = (word(of: "aab**?", upTo: 7), word(of: "aaab", upTo: 9))
      let wanted = Self.matches(pattern[...], text[...])
      #expect(
        ScriptedChildProgram(pattern, does: nil).matches(text) == wanted, "\(pattern) \(text)")
      if wanted { matchCount += 1 }
    }
    #expect(matchCount > 1000)
  }

  @Test func `starts the first program that matches and is left`() throws {
    let words = { (text: String) in text.split(separator: " ").map { Array($0.utf8) } }
    let list = try ScriptedChildProgram.list(
      parsing: Array(
        """
        {"initial": 7, "programs": [{"program": "git log", "times": 2}, {"program": "git l*", "times": 1},
          {"program": "ls"}]}
        """.utf8), file: "file.json")
    let programs = ScriptedPrograms(list)
    #expect(programs.start(words("git lo"))?.pattern == "git l*")
    #expect(!programs.has(words("git lo")))
    #expect(programs.start(words("git log"))?.pattern == "git log")
    #expect(programs.has(words("git log")))
    #expect(programs.start(words("git log"))?.pattern == "git log")
    #expect(programs.start(words("git log")) == nil)
    #expect(programs.start(words("ls")) != nil && programs.has(words("ls")))
    #expect(throws: StatesFileError.self) {
      try ScriptedChildProgram.list(parsing: Array("{}".utf8), file: "file.json")
    }
  }
}
