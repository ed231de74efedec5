import Foundation
import HostPlay
import HostStates
import Testing

@Suite struct `The rules of the container` {
  private static let states = [
    StateDescription(name: "s1", children: ["A"]), StateDescription(name: "s2", children: ["B"]),
    StateDescription(name: "s3", children: ["B", "A"]),
  ]

  private static let appearance: [LogEvent] = [
    .loadAppearanceState(state: "s1"), .willTransition(to: "s1", animated: false),
    .childWillAppear(child: "A", animated: false), .order(children: ["A"]),
    .childDidAppear(child: "A", animated: false),
    .didTransition(from: nil, to: "s1", animated: false),
  ]

  private static let swap: [LogEvent] = [
    .willTransition(to: "s2", animated: true), .childWillDisappear(child: "A", animated: true),
    .childWillAppear(child: "B", animated: true), .order(children: ["A", "B"]),
    .transitionWillBegin(child: "B", appearing: true),
    .transitionWillBegin(child: "A", appearing: false),
    .transitionDidEnd(child: "A", appearing: false),
    .childDidDisappear(child: "A", animated: true), .order(children: ["B"]),
    .transitionDidEnd(child: "B", appearing: true), .childDidAppear(child: "B", animated: true),
    .didTransition(from: "s1", to: "s2", animated: true),
  ]

  private static var right: [LogEvent] { appearance + swap }

  private func rulesBroken(by events: [LogEvent]) -> [InvariantRule] {
    var checker = InvariantChecker(states: Self.states)
    for event in events { checker.hear(event, atNanoseconds: 0) }
    return checker.violations.map(\.rule)
  }

  @Test(arguments: `Worked examples`.names)
  func `hold in every worked example`(name: String) throws {
    let file = `Worked examples`.folder.appending(path: "\(name).json").path()
    let scenario = try Scenario(contentsOf: file)
    var checker = InvariantChecker(states: scenario.statesFile.states)
    let player = try ScenarioPlayer(scenario) { checker.hear($0, atNanoseconds: $1) }
    try player.play()
    #expect(checker.violations == [])
    #expect(checker.eventCount > 0)
  }

  @Test func `hold in a right log`() {
    #expect(rulesBroken(by: Self.right) == [])
  }

  /// A right log with one event replaced, put in or taken out, and the rule that this breaks.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let rule: InvariantRule
    let events: [LogEvent]
    var testDescription: String { rule.rawValue }

    init(_ rule: InvariantRule, at index: Int, _ replacement: LogEvent...) {
      self.rule = rule
      events =
        Array(`The rules of the container`.right[..<index]) + replacement
        + Array(`The rules of the container`.right[(index + 1)...])
    }
  }

  static let mistakes = [
    Mistake(.oneTransition, at: 5),
    Mistake(.endNamesBegin, at: 17, .didTransition(from: "s1", to: "s3", animated: true)),
    Mistake(.fromNamesPrevious, at: 17, .didTransition(from: "s2", to: "s2", animated: true)),
    Mistake(.appearanceState, at: 1, .willTransition(to: "s2", animated: false)),
    Mistake(.didNeedsWill, at: 2),
    Mistake(.willsAlternate, at: 8, .childWillAppear(child: "A", animated: true)),
    Mistake(
      .nothingAfterRemoval, at: 15, .transitionDidEnd(child: "B", appearing: true),
      .childDidDisappear(child: "A", animated: true)),
    Mistake(.sameAnimated, at: 8, .childWillAppear(child: "B", animated: false)),
    Mistake(
      .animationsWhenAnimated, at: 3, .order(children: ["A"]),
      .transitionWillBegin(child: "A", appearing: true)),
    Mistake(.animationsBalance, at: 10),
    Mistake(
      .enteringBeginFirst, at: 10, .transitionWillBegin(child: "A", appearing: false),
      .transitionWillBegin(child: "B", appearing: true)),
    Mistake(.didAfterEnd, at: 15, .childDidAppear(child: "B", animated: true)),
    Mistake(.orderHoldsChildren, at: 9, .order(children: ["B"])),
    Mistake(.orderAsPlaced, at: 9, .order(children: ["B", "A"])),
    Mistake(.orderOnlyChanged, at: 14, .order(children: ["B"]), .order(children: ["B"])),
    Mistake(.stateIsShown, at: 16),
  ]

  @Test(arguments: mistakes)
  func `are each broken by a mistake`(mistake: Mistake) {
    #expect(rulesBroken(by: mistake.events).contains(mistake.rule))
  }

  @Test func `time that goes back breaks one`() {
    var checker = InvariantChecker(states: Self.states)
    checker.hear(Self.right[0], atNanoseconds: 5)
    checker.hear(Self.right[1], atNanoseconds: 4)
    #expect(checker.violations.map(\.rule) == [.timeGoesOn])
    #expect(checker.violations.first?.number == 2)
  }

  @Test func `have each a mistake that breaks it, and a sentence`() {
    let broken = Set(Self.mistakes.map(\.rule) + [.timeGoesOn])
    #expect(broken == Set(InvariantRule.allCases))
    #expect(InvariantRule.allCases.allSatisfy { $0.sentence.hasSuffix(".") })
  }
}
