import Foundation
import HostPlay
import HostStates
import StateContainer
import Testing

@Suite struct `A timeline` {
  private func timeline(of name: String) throws -> Timeline {
    let file = `Worked examples`.folder.appending(path: "\(name).json").path()
    let scenario = try Scenario(contentsOf: file)
    var timeline = Timeline(children: scenario.statesFile.children)
    let player = try ScenarioPlayer(scenario) { timeline.record($0, atNanoseconds: $1) }
    try player.play()
    timeline.finish()
    return timeline
  }

  @Test func `tells waiting, entering, shown and leaving apart`() throws {
    let lines = TimelineText(try timeline(of: "finish-out-of-order")).lines
    #expect(
      lines == [
        "   ▼s1       ▼s2",
        "   ╷0        ╷100      ╷200      ╷300      ╷400      ╷500      ╷600      ╷700      ╷800",
        "A  ██████████··········░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░",
        "B  ██████████░░░░░░░░░░░░░░░░░░░░░░░░░",
        "C            ·····▒▒▒▒▒▒▒▒▒▒███████████████████████████████████████████████████████",
        "D            ··················································▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒█",
        "",
        "one column is 10 ms   · waiting  ▒ entering  █ shown  ░ leaving  ▼ a transition begins",
      ])
  }

  @Test func `names transitions that begin at one place on lines of their own`() throws {
    let lines = TimelineText(try timeline(of: "zero-duration")).lines
    #expect(
      lines.prefix(4) == [
        "   ▼s1                                               ▼s2",
        "   ╷0        ╷20       ╷40       ╷60       ╷80       ╷100",
        "A  ██████████████████████████████████████████████████",
        "B                                                    █",
      ])
  }

  @Test func `has one span for what a child does without a break`() {
    var timeline = Timeline(children: [ChildDescription(name: "A")])
    for (event, time) in [
      (.childWillAppear(child: "A", animated: true), 2),
      (.transitionWillBegin(child: "A", appearing: true), 5),
      (.transitionDidEnd(child: "A", appearing: true), 9),
      (.childDidAppear(child: "A", animated: true), 11), (.order(children: ["A"]), 20),
    ] as [(LogEvent, Int64)] { timeline.record(event, atNanoseconds: time) }
    timeline.finish()
    let spans = timeline.rows[0].spans
    #expect(spans.map(\.phase) == [.entering, .shown])
    #expect(spans.map(\.from) == [2, 9] && spans.map(\.to) == [9, 20])
  }

  @Test func `has only a wait for a child that leaves before its delay is over`() {
    var child = ChildDescription(name: "A")
    child.appear.delayNanoseconds = 10
    child.disappear.delayNanoseconds = 4
    var timeline = Timeline(children: [child])
    for (event, time) in [
      (.transitionWillBegin(child: "A", appearing: true), 2),
      (.childWillDisappear(child: "A", animated: true), 5),
      (.transitionWillBegin(child: "A", appearing: false), 5),
      (.transitionDidEnd(child: "A", appearing: false), 20),
      (.childDidDisappear(child: "A", animated: true), 20), (.cancelled(state: "a"), 30),
    ] as [(LogEvent, Int64)] { timeline.record(event, atNanoseconds: time) }
    timeline.finish()
    let spans = timeline.rows[0].spans
    #expect(spans.map(\.phase) == [.waiting, .waiting, .leaving])
    #expect(spans.map(\.from) == [2, 5, 9] && spans.map(\.to) == [5, 9, 20])
    #expect(timeline.endNanoseconds == 30)
  }

  @Test(arguments: `Worked examples`.names)
  func `fits the line and has spans that do not overlap`(name: String) throws {
    let timeline = try timeline(of: name)
    #expect(TimelineText(timeline).lines.allSatisfy { $0.count <= TimelineText.columnLimit })
    for row in timeline.rows {
      for (one, next) in zip(row.spans, row.spans.dropFirst()) { #expect(one.to <= next.from) }
    }
  }

  @Test func `is a picture with a legend, for light and dark`() throws {
    let svg = TimelineSVG(try timeline(of: "animated-basic")).svg
    #expect(svg.contains("prefers-color-scheme:dark"))
    for word in ["waiting", "entering", "shown", "leaving", ">s2<", ">A<"] {
      #expect(svg.contains(word), "\(word)")
    }
    #expect(throws: Never.self) { try XMLDocumentCheck.parse(svg) }
  }
}

/// Whether a text is well-formed: every element that is opened is closed, in order.
private enum XMLDocumentCheck {
  struct Malformed: Error {}

  static func parse(_ text: String) throws {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      guard let end = part.firstIndex(of: ">") else { throw Malformed() }
      let tag = part[..<end]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { throw Malformed() }
      } else if !tag.hasSuffix("/") {
        open.append(tag.prefix { $0 != " " })
      }
    }
    if !open.isEmpty { throw Malformed() }
  }
}

@Suite struct `A random scenario` {
  @Test(arguments: [UInt64(0), 1, 7, 42, .max])
  func `is the same for the same seed, and when it is read back`(seed: UInt64) throws {
    let scenario = Scenario(seed: seed, steps: 200)
    let text = ScenarioWriter.text(of: scenario)
    #expect(text == ScenarioWriter.text(of: Scenario(seed: seed, steps: 200)))
    let read = try Scenario(parsing: Array(text.utf8), file: "random.json")
    #expect(read.actions == scenario.actions)
    #expect(read.rules == scenario.rules)
    #expect(read.statesFile.transitions.policy == scenario.statesFile.transitions.policy)
    #expect(read.statesFile.transitions.deadlines == scenario.statesFile.transitions.deadlines)
    #expect(read.statesFile.transitions.rules == scenario.statesFile.transitions.rules)
    #expect(read.appearanceStates == scenario.appearanceStates)
    #expect(read.statesFile.states == scenario.statesFile.states)
    #expect(read.statesFile.children.map(\.appear) == scenario.statesFile.children.map(\.appear))
    #expect(ScenarioWriter.text(of: read) == text)
  }

  @Test func `is written with all that a rule says`() throws {
    let text = """
      { "initial": "a", "states": { "a": ["c"], "b": [] }, "children": { "c": {} }, "actions": [],
        "on": [ { "event": "childDidAppear", "child": "c", "request": "b" },
                { "event": "didTransition", "state": "b", "nth": 2, "request": "a",
                  "animated": false } ] }
      """
    let scenario = try Scenario(parsing: Array(text.utf8), file: "file.json")
    let written = ScenarioWriter.text(of: scenario)
    #expect(try Scenario(parsing: Array(written.utf8), file: "file.json").rules == scenario.rules)
  }

  @Test func `of a thousand has every choice of transitions`() {
    let choices = (UInt64(0)..<1_000).map { Scenario(seed: $0, steps: 1).statesFile.transitions }
    #expect(Set(choices.map(\.policy)) == Set(QueueingPolicy.allCases))
    #expect(choices.contains { !$0.deadlines.isEmpty } && choices.contains { $0.rules.count > 1 })
  }

  @Test func `has as many steps as asked for`() {
    #expect(Scenario(seed: 3, steps: 1).actions.count == 1)
    #expect(Scenario(seed: 3, steps: 500).actions.count == 500)
  }
}
