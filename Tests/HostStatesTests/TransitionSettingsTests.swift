import HostStates
import StateContainer
import Testing

/// A states file with the three keys that say how it goes from state to state.
private func choices(_ text: String) throws -> TransitionSettings {
  try StatesFile(fileText(text)).transitions
}

/// What `text` says begins at line 2, column 1.
private func fileText(_ text: String) -> String {
  """
  {"initial": "one", "states": {"one": ["c"], "two": []}, "children": {"c": {}},
  \(text)}
  """
}

@Suite struct `How a states file goes from state to state` {
  @Test func `waits, for ever and in each child's own time, unless it says otherwise`() throws {
    let settings = try StatesFile(#"{"initial": "one", "states": {"one": []}}"#).transitions
    #expect(settings.policy == .wait && settings.deadlines == [] && settings.rules == [])
    #expect(settings.deadline(of: "one") == nil)
  }

  @Test(arguments: QueueingPolicy.allCases)
  func `has a policy`(policy: QueueingPolicy) throws {
    #expect(try choices("\"policy\": \"\(policy.rawValue)\"").policy == policy)
  }

  @Test func `has a deadline for a state, animated unless it says otherwise`() throws {
    let choices = try choices(
      """
      "deadlines": {"two": {"after": "1.5s", "next": "one", "animated": false},
                    "one": {"after": "0s", "next": "two"}}
      """)
    #expect(choices.deadlines.map(\.state) == ["two", "one"])
    #expect(
      choices.deadline(of: "two")
        == StateDeadline(afterNanoseconds: 1_500_000_000, next: "one", isAnimated: false))
    #expect(choices.deadline(of: "one") == StateDeadline(afterNanoseconds: 0, next: "two"))
  }

  /// Together they take a millisecond, though neither does alone.
  @Test func `has deadlines that lead to each other where a millisecond passes`() throws {
    let choices = try choices(
      """
      "deadlines": {"two": {"after": "0.6ms", "next": "one"}, "one": {"after": "0.6ms", "next": "two"}}
      """)
    #expect(choices.deadlines.count == 2)
  }

  /// The rules of a file, and what they make of a timing of 8 ns after 7, for a child on its way.
  @Test(
    arguments: [
      ("two", "one", "c", true, 80), ("one", "two", "c", true, 8), ("two", "one", "d", true, 20),
      ("two", "one", "c", false, 30), ("one", "one", "d", false, nil),
    ] as [(String, String, String, Bool, Int64?)])
  func `has rules, of which the first that fits counts, over the child's own timing`(
    from: String, to: String, child: String, appearing: Bool, milliseconds: Int64?
  ) throws {
    let choices = try choices(
      """
      "transitions": [
        {"from": "two", "to": "one", "child": "c", "appearing": true, "duration": "80ms"},
        {"from": "two", "appearing": true, "duration": "20ms", "effect": "slide-left"},
        {"appearing": false, "child": "c", "duration": "30ms"},
        {"to": "two", "curve": "ease-in", "duration": "8ms"}]
      """)
    let own = TransitionTiming(
      delayNanoseconds: 7, durationNanoseconds: 8, curve: .linear, effect: .slideDown)
    let timing = choices.timing(
      of: child, appearing: appearing,
      in: Transition(previous: from, next: to, isAnimated: true), over: own)
    #expect(timing?.durationNanoseconds == milliseconds.map { $0 * 1_000_000 })
    #expect(timing == nil || timing?.delayNanoseconds == 7, "what no rule names stays")
    if milliseconds == 20 { #expect(timing?.effect == .slideLeft) }
    if milliseconds == 8 { #expect(timing?.curve == .easeIn) }
  }

  @Test func `has rules that fit the first transition only if they name no state to come from`()
    throws
  {
    let choices = try choices(
      """
      "transitions": [{"from": "one", "duration": "1ms"}, {"to": "one", "duration": "2ms"}]
      """)
    let first = Transition<String>(previous: nil, next: "one", isAnimated: true)
    let timing = choices.timing(of: "c", appearing: true, in: first, over: .standard)
    #expect(timing?.durationNanoseconds == 2_000_000)
  }

  @Test(
    arguments: BadFile.table(
      #"""
      "policy": "interupt"
      → unknown policy "interupt": file.json:2:11 (policy): did you mean "interrupt"?
      "policy": true
      → found true, expected a name: file.json:2:11 (policy): write a name, such as "wait"
      "deadlines": []
      → found a list, expected an object: file.json:2:14 (deadlines): write an object, such as {}
      "deadlines": {"tow": {"after": "1s", "next": "one"}}
      → unknown state "tow": file.json:2:15 (deadlines.tow): did you mean "two"?
      "deadlines": {"two": 10}
      → found a number, expected an object: file.json:2:22 (deadlines.two): write an object, such \#
      as {"after": "10s", "next": "one"}
      "deadlines": {"two": {"next": "one"}}
      → "after" is missing: file.json:2:22 (deadlines.two): add "after": "10s"
      "deadlines": {"two": {"after": "1s"}}
      → "next" is missing: file.json:2:22 (deadlines.two): add "next": "error"
      "deadlines": {"two": {"after": "-1s", "next": "one"}}
      → the duration "-1s" is negative: file.json:2:32 (deadlines.two.after): write 0 or more
      "deadlines": {"two": {"after": "1s", "next": "on"}}
      → unknown state "on": file.json:2:46 (deadlines.two.next): did you mean "one"?
      "deadlines": {"two": {"after": "1s", "next": "one", "animated": "no"}}
      → found a string, expected true or false: file.json:2:65 (deadlines.two.animated): write \#
      true or false, such as true
      "deadlines": {"two": {"after": "0.5ms", "next": "one"}, "one": {"after": "0s", "next": "two"}}
      → these deadlines take no time from "two" to "one" to "two": file.json:2:15 \#
      (deadlines.two): let one of them take a millisecond or more
      "deadlines": {"one": {"after": "0s", "next": "two"}, "two": {"after": "0s", "next": "two"}}
      → these deadlines take no time from "two" to "two": file.json:2:54 (deadlines.two): let one \#
      of them take a millisecond or more
      "deadlines": {"two": {"after": "1s", "then": "one"}}
      → unknown key "then": file.json:2:38 (deadlines.two.then): remove it: known are "after", \#
      "next", "animated"
      "transitions": {}
      → found an object, expected a list of transitions: file.json:2:16 (transitions): write a \#
      list of transitions, such as [{"from": "loading", "to": "content", "effect": "slide-left"}]
      "transitions": [{"to": "tow"}]
      → unknown state "tow": file.json:2:24 (transitions[0].to): did you mean "two"?
      "transitions": [{}, {"child": "d"}]
      → unknown child "d": file.json:2:31 (transitions[1].child): did you mean "c"?
      "transitions": [{"appearing": "yes"}]
      → found a string, expected true or false: file.json:2:31 (transitions[0].appearing): write \#
      true or false, such as true
      "transitions": [{"duration": "61m"}]
      → the duration "61m" is over an hour: file.json:2:30 (transitions[0].duration): write "60m" \#
      or less
      "transitions": [{"efect": "fade"}]
      → unknown key "efect": file.json:2:18 (transitions[0].efect): did you mean "effect"?
      """#))
  func `that is wrong says where`(file: BadFile) {
    #expect(messageForStates(fileText(file.text)) == file.message)
  }
}
