import HostStates
import HostText
import Testing

@Suite struct `A scenario` {
  @Test func `says its actions and rules in order`() throws {
    let text = """
      { "initial": "loading", "states": { "loading": ["c"], "error": [] }, "children": { "c": {} },
        "actions":  [ { "at": "0ms", "do": "willAppear", "animated": false },
                      { "at": "0ms", "do": "didAppear" },
                      { "at": "100ms", "do": "request", "state": "error" },
                      { "at": "150ms", "do": "key", "key": "down" },
                      { "at": "160ms", "do": "resize", "columns": 80, "rows": 24 },
                      { "at": "0.2s", "do": "willDisappear" },
                      { "at": "200ms", "do": "didDisappear" } ],
        "on": [ { "event": "childDidAppear", "child": "c", "request": "error" },
                { "event": "didTransition", "state": "error", "nth": 2, "request": "loading",
                  "animated": false } ] }
      """
    let scenario = try Scenario(text)
    #expect(scenario.appearanceStates == ["loading"])
    let down = try Key(naming: "down")
    let expected: [(Int64, ScenarioAction.Kind)] = [
      (0, .willAppear(animated: false)), (0, .didAppear),
      (100_000_000, .request(state: "error", animated: true)), (150_000_000, .key(down)),
      (160_000_000, .resize(columns: 80, rows: 24)), (200_000_000, .willDisappear(animated: true)),
      (200_000_000, .didDisappear),
    ]
    #expect(scenario.actions == expected.map { ScenarioAction(atNanoseconds: $0, kind: $1) })
    #expect(
      scenario.rules == [
        RequestRule(event: .childDidAppear, child: "c", request: "error"),
        RequestRule(
          event: .didTransition, state: "error", nth: 2, request: "loading", animated: false),
      ])
  }
}

/// A scenario with one list of its own; the list begins at line 2, column 1.
private func scenario(_ key: String, _ list: String) -> String {
  let others = key == "actions" ? "" : "\"actions\": [],"
  return """
    {"initial": "one", "states": {"one": ["c"], "two": []}, "children": {"c": {}}, \(others) "\(key)":
    \(list)}
    """
}

@Suite struct `A scenario that says something wrong` {
  @Test func `needs actions`() {
    #expect(
      messageForScenario("{\"initial\": \"a\", \"states\": {\"a\": []}}")
        == "statehost: \"actions\" is missing: file.json:1:1 (top level): "
        + "add \"actions\": [{\"at\": \"0ms\", \"do\": \"willAppear\"}]")
  }

  @Test(
    arguments: BadFile.table(
      #"""
      {}
      → found an object, expected a list of actions: file.json:2:1 (actions): write a list of \#
      actions, such as []
      [0]
      → found a number, expected an object: file.json:2:2 (actions[0]): write an object, such as \#
      {"at": "0ms", "do": "willAppear"}
      [{"do": "didAppear"}]
      → "at" is missing: file.json:2:2 (actions[0]): add "at": "0ms"
      [{"at": "0ms"}]
      → "do" is missing: file.json:2:2 (actions[0]): add "do": "willAppear"
      [{"at": "0ms", "do": "willApear"}]
      → unknown action "willApear": file.json:2:22 (actions[0].do): did you mean "willAppear"?
      [{"at": "0ms", "do": "jump"}]
      → unknown action "jump": file.json:2:22 (actions[0].do): use a known action: known are \#
      "willAppear", "didAppear", "willDisappear", "didDisappear", "request", "key", "paste", \#
      "mouse", "input", "resize", "pace", "signal", "suspend", "output", "errorOutput", "end", \#
      "available", "truncate", "replace", "reload", "worker"
      [{"at": "0ms", "do": "didAppear", "animated": true}]
      → unknown key "animated": file.json:2:35 (actions[0].animated): remove it: known are "at", \#
      "do"
      [{"at": "0ms", "do": "willAppear", "animated": 1}]
      → found a number, expected true or false: file.json:2:48 (actions[0].animated): write true \#
      or false, such as true
      [{"at": "0ms", "do": "request"}]
      → "state" is missing: file.json:2:2 (actions[0]): add "state": "one"
      [{"at": "0ms", "do": "request", "state": "tow"}]
      → unknown state "tow": file.json:2:42 (actions[0].state): did you mean "two"?
      [{"at": "0ms", "do": "key", "key": "dwon"}]
      → unknown keyboard key "dwon": file.json:2:36 (actions[0].key): did you mean "down"?
      [{"at": "0ms", "do": "resize", "columns": 0, "rows": 24}]
      → the number 0 is out of range: file.json:2:43 (actions[0].columns): write 1 to 10000
      [{"at": "0ms", "do": "resize", "columns": 80}]
      → "rows" is missing: file.json:2:2 (actions[0]): add "rows": 24
      [{"at": "1s", "do": "didAppear"}, {"at": "999.5ms", "do": "didAppear"}]
      → this action goes back in time, from 1000 ms to 999.5 ms: file.json:2:42 (actions[1].at): \#
      put the actions in the order of their times
      [{"at": "-1ms", "do": "didAppear"}]
      → the duration "-1ms" is negative: file.json:2:9 (actions[0].at): write 0 or more
      [{"at": "0ms", "do": "output", "bytes": "6"}]
      → "6" are no bytes: file.json:2:41 (actions[0].bytes): write two hexadecimal digits a \#
      byte, such as "61 0a"
      [{"at": "0ms", "do": "output"}]
      → "text" is missing: file.json:2:2 (actions[0]): add "text": "a row\n"
      [{"at": "0ms", "do": "signal", "signal": "intrupt"}]
      → unknown signal "intrupt": file.json:2:42 (actions[0].signal): did you mean "interrupt"?
      [{"at": "0ms", "do": "mouse", "kind": "click", "column": 0, "row": 0}]
      → unknown kind of mouse event "click": file.json:2:39 (actions[0].kind): use a known kind of \#
      mouse event: known are "press", "release", "drag", "wheelUp", "wheelDown"
      """#))
  func `names the action`(file: BadFile) {
    #expect(messageForScenario(scenario("actions", file.text)) == file.message)
  }

  @Test(arguments: [
    (#""resize", "rows": 1, "columns": "#, 1, 10_000),
    (#""resize", "columns": 1, "rows": "#, 1, 10_000),
    (#""mouse", "kind": "press", "row": 0, "column": "#, 0, 10_000),
    (#""mouse", "kind": "press", "column": 0, "row": "#, 0, 10_000),
    (#""end", "status": "#, 0, 255), (#""end", "signal": "#, 1, 64),
    (#""truncate", "to": "#, 0, 1_000_000_000), (#""pace", "bytesPerSecond": "#, 0, 1_000_000_000),
    (#""worker", "does": "dies", "worker": "#, 0, 255),
  ])
  func `has a number beyond its range`(action: String, least: Int, most: Int) {
    for number in [least - 1, least, most, most + 1] {
      let text = "[{\"at\": \"0ms\", \"do\": \(action)\(number)}]"
      let message = messageForScenario(scenario("actions", text))
      #expect((message == nil) == (least...most).contains(number), "\(text)")
      #expect(message?.contains(": write \(least) to \(most)") != false)
    }
  }

  @Test(
    arguments: BadFile.table(
      #"""
      [1]
      → found a number, expected an object: file.json:2:2 (on[0]): write an object, such as \#
      {"event": "didTransition", "request": "one"}
      [{"request": "one"}]
      → "event" is missing: file.json:2:2 (on[0]): add "event": "didTransition"
      [{"event": "order"}]
      → "request" is missing: file.json:2:2 (on[0]): add "request": "one"
      [{"event": "didTransit", "request": "one"}]
      → unknown event "didTransit": file.json:2:12 (on[0].event): did you mean "didTransition"?
      [{"event": "order", "request": "on"}]
      → unknown state "on": file.json:2:32 (on[0].request): did you mean "one"?
      [{"event": "willTransition", "state": "x", "request": "one"}]
      → unknown state "x": file.json:2:39 (on[0].state): use a known state: known are "one", "two"
      [{"event": "childDidAppear", "child": "d", "request": "one"}]
      → unknown child "d": file.json:2:39 (on[0].child): did you mean "c"?
      [{"event": "didTransition", "child": "c", "request": "one"}]
      → the event "didTransition" has no child: file.json:2:38 (on[0].child): remove "child"
      [{"event": "childDidAppear", "state": "one", "request": "one"}]
      → the event "childDidAppear" has no state: file.json:2:39 (on[0].state): remove "state"
      [{"event": "order", "nth": 0, "request": "one"}]
      → the number 0 is out of range: file.json:2:28 (on[0].nth): write 1 to 1000000
      [{"event": "order", "nth": "1", "request": "one"}]
      → found a string, expected a whole number: file.json:2:28 (on[0].nth): write a whole \#
      number, such as 1
      [{"event": "order", "when": 0, "request": "one"}]
      → unknown key "when": file.json:2:21 (on[0].when): remove it: known are "event", "child", \#
      "state", "nth", "request", "animated"
      """#))
  func `names the rule`(file: BadFile) {
    #expect(messageForScenario(scenario("on", file.text)) == file.message)
  }

  @Test(
    arguments: BadFile.table(
      #"""
      []
      → there are no appearance states: file.json:2:1 (appearanceStates): name one, or remove \#
      "appearanceStates"
      ["one",⏎ "tvo"]
      → unknown state "tvo": file.json:3:2 (appearanceStates[1]): did you mean "two"?
      "one"
      → found a string, expected a list of states: file.json:2:1 (appearanceStates): write a list \#
      of states, such as ["loading"]
      """#))
  func `names the appearance state`(file: BadFile) {
    #expect(messageForScenario(scenario("appearanceStates", file.text)) == file.message)
  }
}
