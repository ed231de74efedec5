import HostStates
import HostSurface
import HostText
import StateContainer
import Testing

/// A file with one state and a member of its own.
private func fileText(_ member: String) -> String {
  #"{"initial": "a", "states": {"a": []}, \#(member)}"#
}

@Suite struct `A states file` {
  static let text = """
    { "initial": "loading",
      "states":   { "loading": ["list", "spinner"], "content": ["list"], "empty": [],
                    "error": ["failure"] },
      "children": { "list":    { "use": "org.statehost.list" },
                    "spinner": { "use": "org.statehost.loading",
                                 "appear": { "delay": "0ms", "duration": "500ms", "effect": "slide" },
                                 "disappear": { "delay": "1.5s", "curve": "ease-out" },
                                 "insets": [1, 2, 3, 4],
                                 "area": {"dock": "right", "size": "40%", "min": 20}, "options": {"b": 1.50, "a": [true]} },
                    "failure": {} },
      "keys":     { "e": "error", "page-up": "loading" } }
    """

  @Test func `says everything in the order of the file`() throws {
    let file = try StatesFile(Self.text)
    #expect(file.initial == "loading")
    #expect(
      file.states == [
        StateDescription(name: "loading", children: ["list", "spinner"]),
        StateDescription(name: "content", children: ["list"]),
        StateDescription(name: "empty", children: []),
        StateDescription(name: "error", children: ["failure"]),
      ])
    #expect(file.children.map(\.name) == ["list", "spinner", "failure"])
    #expect(file.children.map(\.use) == ["org.statehost.list", "org.statehost.loading", nil])
    #expect(file.keys.map(\.key.name) == ["e", "page-up"])
    #expect(try file.keys.first { try $0.key == Key(naming: "page-up") }?.state == "loading")
    #expect(try file.keys.first { try $0.key == Key(naming: "down") }?.state == nil)
  }

  @Test func `gives plugins as long as it says`() throws {
    let text = #""pluginDeadlines": {"draw": "100ms", "end": "5s", "call": "0s", "create": "1ms"}"#
    let file = try StatesFile(fileText(text))
    #expect(
      file.pluginDeadlines == [
        .draw: 100_000_000, .end: 5_000_000_000, .call: 1_000_000, .create: 1_000_000,
      ])
  }

  @Test func `describes a child as far as it says`() throws {
    let file = try StatesFile(Self.text)
    let spinner = try #require(file.children.first { $0.name == "spinner" })
    #expect(spinner.insets == CellInsets(top: 1, right: 2, bottom: 3, left: 4))
    #expect(spinner.area == Dock(.right, .percent(40), minimum: 20))
    var options: [UInt8] = []
    options.appendJSON(try #require(spinner.options))
    #expect(String(decoding: options, as: UTF8.self) == "{\"b\":1.50,\"a\":[true]}")
    let failure = try #require(file.children.first { $0.name == "failure" })
    #expect(failure.insets == nil && failure.options == nil)
    #expect(failure.appear == TimingOverrides())
  }

  @Test func `names parts of a timing, the child the others, the default the rest`() throws {
    let file = try StatesFile(Self.text)
    let spinner = try #require(file.children.first { $0.name == "spinner" })
    let own = TransitionTiming(
      delayNanoseconds: 7, durationNanoseconds: 8, curve: .linear, effect: .slideLeft)
    #expect(
      spinner.timing(appearing: true, over: own)
        == TransitionTiming(
          delayNanoseconds: 0, durationNanoseconds: 500_000_000, curve: .linear, effect: .slideUp))
    #expect(
      spinner.timing(appearing: false, over: own)
        == TransitionTiming(
          delayNanoseconds: 1_500_000_000, durationNanoseconds: 8, curve: .easeOut,
          effect: .slideLeft))
    #expect(
      spinner.timing(appearing: false)
        == TransitionTiming(
          delayNanoseconds: 1_500_000_000, durationNanoseconds: 350_000_000, curve: .easeOut,
          effect: .fade))
    #expect(
      file.children.first { $0.name == "failure" }?.timing(appearing: true) == TransitionTiming())
  }

  @Test func `needs no children where no state has any`() throws {
    let text = "{\"initial\": \"a\", \"states\": {\"a\": []}}"
    let file = try StatesFile(text)
    #expect(file.children.isEmpty)
  }

  @Test(
    arguments: [
      ("0s", 0), ("-0ms", 0), ("1ns", 1), ("250us", 250_000), ("300ms", 300_000_000),
      ("1.5s", 1_500_000_000), ("0.1s", 100_000_000), ("0.000000001s", 1), ("1.0ns", 1),
      ("2m", 120_000_000_000), ("0.5m", 30_000_000_000), ("1h", 3_600_000_000_000),
      ("3600s", 3_600_000_000_000), ("007ms", 7_000_000),
      ("1.500000000000000000000s", 1_500_000_000),
    ] as [(String, Int64)])
  func `reads a duration exactly`(text: String, nanoseconds: Int64) throws {
    let read = try StatesFile(
      fileText(#""children": {"c": {"appear": {"delay": "\#(text)"}}}"#))
    #expect(read.children[0].appear.delayNanoseconds == nanoseconds)
  }

  @Test(arguments: [
    (#""dock": "left", "size": 7"#, Dock(.left, .cells(7), minimum: 0)),
    (#""dock": "bottom", "size": "7%", "min": 3"#, Dock(.bottom, .percent(7), minimum: 3)),
    (#""dock": "top", "size": "100%""#, Dock(.top, .percent(100))),
    (#""dock": "right", "size": 4096, "min": 4096"#, Dock(.right, .cells(4096), minimum: 4096)),
  ]) func `an area is an edge, a size, and the least of it or nothing`(
    area: String, dock: Dock?
  ) throws {
    let file = try StatesFile(fileText(#""children": {"c": {"area": {\#(area)}}}"#))
    #expect(file.children.map(\.area) == [dock] && dock != nil)
  }
}

@Suite struct `A states file that says something wrong` {
  @Test(arguments: [#""0%""#, #""101%""#, #""%""#, #""-1%""#, "4097", "-1", "1.5"])
  func `has a size that no area can have`(size: String) {
    let text = fileText(#""children": {"c": {"area": {"dock": "top", "size": \#(size)}}}"#)
    #expect(messageForStates(text)?.contains("(children.c.area.size): ") == true)
  }

  @Test(
    arguments: BadFile.table(
      #"""
      []
      → found a list, expected an object: file.json:1:1 (top level): write an object, such as \#
      {"initial": …, "states": {…}, "children": {…}}
      {⏎}
      → "initial" is missing: file.json:1:1 (top level): add "initial": "loading"
      {"initial": "a"}
      → "states" is missing: file.json:1:1 (top level): add "states": {"loading": []}
      {"initial": "a", "states": {}}
      → there are no states: file.json:1:28 (states): add one, such as "loading": ["spinner"]
      {"initial": 1, "states": {"a": []}}
      → found a number, expected a name: file.json:1:13 (initial): write a name, such as "a"
      {"initial": "lodaing", "states": {"loading": []}}
      → unknown state "lodaing": file.json:1:13 (initial): did you mean "loading"?
      {"initial": "zz", "states": {"one": [], "two": []}}
      → unknown state "zz": file.json:1:13 (initial): use a known state: known are "one", "two"
      {"initial": "a", "states": {"a": []}, "childs": {}}
      → unknown key "childs": file.json:1:39 (childs): did you mean "children"?
      {"initial": "a", "states": {"a": []}, "theme": {}}
      → unknown key "theme": file.json:1:39 (theme): remove it: known are "initial", "states", \#
      "children", "keys", "pluginDeadlines", "source", "policy", "deadlines", "transitions"
      {"initial": "a", "states": {"a": []}, "pluginDeadlines": {"drow": "1s"}}
      → unknown key "drow": file.json:1:59 (pluginDeadlines.drow): did you mean "draw"?
      {"initial": "a", "states": {"a": []}, "pluginDeadlines": {"draw": 100}}
      → found a number, expected a duration: file.json:1:67 (pluginDeadlines.draw): write a \#
      duration, such as "300ms"
      {"initial": "a", "states": {"a": []}, "actions": []}
      → "actions" is not allowed in a states file: file.json:1:39 (actions): only a scenario has \#
      actions: play it with `statehost play`
      {"initial": "a", "states": {"a": []}, "on": []}
      → "on" is not allowed in a states file: file.json:1:39 (on): only a scenario has on: play \#
      it with `statehost play`
      {"initial": "a", "states": {"a": "list"}}
      → found a string, expected a list of children: file.json:1:34 (states.a): write a list of \#
      children, such as ["spinner"]
      {"initial": "a", "states": {"a": [], "": []}}
      → the name of a state is empty: file.json:1:38 (states[""]): give it one
      {"initial": "a", "states": {"a": []}, "children": {"": {}}}
      → the name of a child is empty: file.json:1:52 (children[""]): give it one
      {"initial": "a",⏎ "states": {"a": ["list", "lst"]},⏎ "children": {"list": {}}}
      → unknown child "lst": file.json:2:27 (states.a[1]): did you mean "list"?
      {"initial": "a", "states": {"a": ["x"]}}
      → unknown child "x": file.json:1:35 (states.a[0]): define it under "children"
      {"initial": "a", "states": {"my state": ["c", null]}, "children": {"c": {}}}
      → found null, expected the name of a child: file.json:1:47 (states["my state"][1]): write \#
      the name of a child, such as "spinner"
      {"initial": "a", "states": {"a": ["c", "c"]}, "children": {"c": {}}}
      → the state "a" has the child "c" twice: file.json:1:40 (states.a[1]): name it once
      {"initial": "a", "states": {"a": []}, "children": {"c": {"apear": {}}}}
      → unknown key "apear": file.json:1:58 (children.c.apear): did you mean "appear"?
      {"initial": "a", "states": {"a": []}, "source": {"use": "a.b", "arguments": ""}}
      → unknown key "arguments": file.json:1:64 (source.arguments): did you mean "argument"?
      {"initial": "a", "states": {"a": []}, "children": {"c": {"use": true}}}
      → found true, expected the id of a plugin's child: file.json:1:65 (children.c.use): write \#
      the id of a plugin's child, such as "org.statehost.list"
      {"initial": "a", "states": {"a": []}, "children": {"c": {"options": []}}}
      → found a list, expected an object: file.json:1:69 (children.c.options): write an object, \#
      such as {}
      {"initial": "a", "states": {"a": []}, "children": {"c": {"area": {"dock": "rigth"}}}}
      → unknown edge "rigth": file.json:1:75 (children.c.area.dock): did you mean "right"?
      {"initial": "a", "states": {"a": []}, "children": {"c": {"area": {"dock": "top", "size": \#
      "4"}}}}
      → "4" is no size: file.json:1:90 (children.c.area.size): write a number of cells, or "1%" \#
      to "100%"
      {"initial": "a", "states": {"a": []}, "children": {"c": {"area": {"dock": "top", "size": 0}}}}
      → the number 0 is out of range: file.json:1:90 (children.c.area.size): write 1 to 4096
      {"initial": "a", "states": {"a": []}, "children": {"c": {"insets": [1, 2]}}}
      → the insets have 2 numbers, not 4: file.json:1:68 (children.c.insets): write [top, right, \#
      bottom, left]
      {"initial": "a", "states": {"a": []}, "children": {"c": {"insets": [1, -2, 0, 0]}}}
      → the number -2 is out of range: file.json:1:72 (children.c.insets[1]): write 0 to 10000
      {"initial": "a", "states": {"a": []}, "children": {"c": {"insets": [1, 0, 0, 1.5]}}}
      → found a number, expected a whole number: file.json:1:78 (children.c.insets[3]): write a \#
      whole number, such as 0
      {"initial": "a", "states": {"a": []}, "keys": {"pagup": "a"}}
      → unknown keyboard key "pagup": file.json:1:48 (keys.pagup): did you mean "page-up"?
      {"initial": "a", "states": {"a": []}, "keys": {"hyperspace": "a"}}
      → unknown keyboard key "hyperspace": file.json:1:48 (keys.hyperspace): write one character, \#
      or a name such as "enter" or "page-up"
      {"initial": "a", "states": {"a": []}, "keys": {"shift-é": "a"}}
      → no terminal sends the keyboard key "shift-é": file.json:1:48 (keys["shift-é"]): write \#
      "É", which it sends
      {"initial": "a", "states": {"a": []}, "keys": {"ctrl-m": "a"}}
      → no terminal sends the keyboard key "ctrl-m": file.json:1:48 (keys.ctrl-m): write "enter", \#
      which it sends
      {"initial": "a", "states": {"a": []}, "keys": {"shift-1": "a"}}
      → no terminal sends the keyboard key "shift-1": file.json:1:48 (keys.shift-1): write the \#
      character that Shift makes of it
      {"initial": "a", "states": {"a": []}, "keys": {"ctrl-z": "a"}}
      → no terminal sends the keyboard key "ctrl-z": file.json:1:48 (keys.ctrl-z): write another \#
      key: the terminal makes a signal of this one
      {"initial": "a", "states": {"a": []}, "keys": {"f12": "a"}}
      → the keyboard key "f12" is the program's own: it opens the page of children: \#
      file.json:1:48 (keys.f12): write another key
      {"initial": "a", "states": {"a": []}, "keys": {"E": "a", "shift-e": "a"}}
      → the keyboard key "shift-e" has a state already: file.json:1:58 (keys.shift-e): keep one \#
      of the two
      {"initial": "a", "states": {"a": []}, "keys": {"e": "b"}}
      → unknown state "b": file.json:1:53 (keys.e): did you mean "a"?
      """#))
  func `gives a message that says what, where and what to do`(file: BadFile) {
    #expect(messageForStates(file.text) == file.message)
  }

  private static let noDurations: [(String, String, String)] =
    [
      ("300", "300"), ("ms", "ms"), ("1 s", "1 s"), ("1.2.3s", "1.2.3s"), (".5s", ".5s"),
      ("1s\\n", "1s\\u{A}"), ("٣s", "٣s"),
    ].map {
      (
        "\"\($0)\"", "\"\($1)\" is no duration",
        "write a number and a unit, such as \"300ms\" or \"1.5s\""
      )
    } + [
      ("\"-5ms\"", "the duration \"-5ms\" is negative", "write 0 or more"),
      ("300", "found a number, expected a duration", "write a duration, such as \"300ms\""),
      (
        "\"0.5ns\"", "the duration \"0.5ns\" is finer than a nanosecond",
        "leave out the last digits"
      ),
    ]
    + ["61m", "99999999999999999999999ns", "3600.1s"].map {
      ("\"\($0)\"", "the duration \"\($0)\" is over an hour", "write \"60m\" or less")
    }

  @Test(arguments: noDurations)
  func `names a duration that is none`(value: String, what: String, remedy: String) {
    let text = fileText(#""children": {"c": {"appear": {"duration": \#(value)}}}"#)
    #expect(
      messageForStates(text)
        == "statehost: \(what): file.json:1:81 (children.c.appear.duration): \(remedy)")
  }

  @Test(arguments: [
    ("effect", "fad", "did you mean \"fade\"?"),
    ("effect", "slide-lefft", "did you mean \"slide-left\"?"),
    (
      "effect", "zoom",
      "use a known effect: known are \"none\", \"fade\", \"slide-up\", \"slide-down\", "
        + "\"slide-left\", \"slide-right\", \"slide\""
    ),
    ("curve", "ease", "did you mean \"ease-in\"?"),
    (
      "curve", "bounce",
      "use a known curve: known are \"linear\", \"ease-in\", \"ease-out\", "
        + "\"ease-in-out\""
    ),
  ])
  func `names an effect or curve that is none`(kind: String, name: String, remedy: String) {
    let text = fileText(#""children": {"c": {"disappear": {"\#(kind)": "\#(name)"}}}"#)
    #expect(
      messageForStates(text)
        == "statehost: unknown \(kind) \"\(name)\": "
        + "file.json:1:\(76 + kind.count) (children.c.disappear.\(kind)): \(remedy)")
  }

  @Test func `shows names of the file short and without control sequences`() throws {
    let name = "\\u001b]0;x\\u0007\\u202e" + String(repeating: "n", count: 300)
    let message = try #require(messageForStates(fileText("\"\(name)\": 1")))
    #expect(message.hasPrefix("statehost: unknown key \"\\u{1B}]0;x\\u{7}\\u{202E}nnn"))
    #expect(message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(!message.unicodeScalars.contains("\u{202E}"))
    #expect(message.count < 400)
  }
}
