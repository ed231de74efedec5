import Foundation
import HostPlay
import HostStates
import StateContainer
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

  /// A transition that is cut short under way, by one back to where it came from.
  private static let turn: [LogEvent] =
    Array(swap[...5]) + [
      .didTransition(from: "s1", to: "s2", animated: true),
      .willTransition(to: "s1", animated: true),
      .transitionDidEnd(child: "B", appearing: true), .childDidAppear(child: "B", animated: true),
      .transitionDidEnd(child: "A", appearing: false),
      .childDidDisappear(child: "A", animated: true),
      .childWillDisappear(child: "B", animated: true),
      .childWillAppear(child: "A", animated: true),
      .transitionWillBegin(child: "A", appearing: true),
      .transitionWillBegin(child: "B", appearing: false),
      .transitionDidEnd(child: "A", appearing: true), .childDidAppear(child: "A", animated: true),
      .transitionDidEnd(child: "B", appearing: false),
      .childDidDisappear(child: "B", animated: true), .order(children: ["A"]),
      .didTransition(from: "s2", to: "s1", animated: true),
    ]

  private static func checker(_ policy: QueueingPolicy) -> InvariantChecker {
    var file = StatesFile(initial: "s1", states: states, children: [])
    file.transitions.policy = policy
    return InvariantChecker(file)
  }

  private func rulesBroken(
    by events: [LogEvent], under policy: QueueingPolicy = .wait
  ) -> [InvariantRule] {
    var checker = Self.checker(policy)
    for event in events { checker.record(event, atNanoseconds: 0) }
    return checker.violations.map(\.rule)
  }

  @Test(arguments: `Worked examples`.names)
  func `hold in every worked example`(name: String) throws {
    let file = `Worked examples`.folder.appending(path: "\(name).json").path()
    let scenario = try Scenario(contentsOf: file)
    var checker = InvariantChecker(scenario.statesFile)
    let player = try ScenarioPlayer(scenario) { checker.record($0, atNanoseconds: $1) }
    try player.play()
    #expect(checker.violations == [])
    #expect(checker.eventCount > 0)
  }

  @Test func `hold in a right log`() {
    #expect(rulesBroken(by: Self.right) == [])
    #expect(rulesBroken(by: Self.right, under: .interrupt) == [])
  }

  @Test func `let a transition be cut short where requests interrupt, and only there`() {
    #expect(rulesBroken(by: Self.appearance + Self.turn, under: .interrupt) == [])
    let broken = rulesBroken(by: Self.appearance + Self.turn)
    #expect(broken.contains(.stateIsShown) && broken.contains(.animationsBalance))
  }

  @Test func `let one that is cut short not end in another moment, or without a next one`() {
    for next in [LogEvent.loadAppearanceState(state: "s1"), .order(children: ["A"])] {
      let events = Self.appearance + Self.turn[...6] + [next]
      #expect(rulesBroken(by: events, under: .interrupt).contains(.cutShortGoesOn))
    }
    var checker = Self.checker(.interrupt)
    for event in Self.appearance + Self.turn[...6] { checker.record(event, atNanoseconds: 0) }
    checker.record(.superseded(state: "s3"), atNanoseconds: 0)
    #expect(checker.violations == [])
    checker.record(Self.turn[7], atNanoseconds: 1)
    #expect(checker.violations.map(\.rule) == [.cutShortGoesOn])
  }

  @Test func `know children that were on their way before from those of the transition`() {
    // To s3, unanimated: B goes on as it was, A turns.
    let events =
      Self.appearance + Self.turn[...6] + [
        .willTransition(to: "s3", animated: false),
        .transitionDidEnd(child: "A", appearing: false),
        .childDidDisappear(child: "A", animated: true),
        .childWillAppear(child: "A", animated: false), .order(children: ["B", "A"]),
        .transitionDidEnd(child: "B", appearing: true),
        .childDidAppear(child: "B", animated: true), .childDidAppear(child: "A", animated: false),
        .didTransition(from: "s2", to: "s3", animated: false),
      ]
    #expect(rulesBroken(by: events, under: .interrupt) == [])
  }

  private typealias Rules = `The rules of the container`

  /// A right log with one event replaced, put in or taken out, and the rule that this breaks.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let rule: InvariantRule
    let events: [LogEvent]
    var policy = QueueingPolicy.wait
    var testDescription: String { rule.rawValue }

    init(_ rule: InvariantRule, at index: Int, _ replacement: LogEvent...) {
      self.rule = rule
      events = Rules.right[..<index] + replacement + Rules.right[(index + 1)...]
    }

    /// The same of a transition that is cut short.
    init(_ rule: InvariantRule, inTurnAt index: Int, _ replacement: LogEvent...) {
      self.rule = rule
      policy = .interrupt
      events =
        Rules.appearance + Rules.turn[..<index] + replacement + Rules.turn[(index + 1)...]
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
    // A child that is added is in the order once that is told.
    Mistake(.nothingAfterRemoval, at: 9),
    Mistake(.sameAnimated, at: 8, .childWillAppear(child: "B", animated: false)),
    Mistake(
      .animationsWhenAnimated, at: 3, .order(children: ["A"]),
      .transitionWillBegin(child: "A", appearing: true)),
    Mistake(.animationsBalance, at: 10),
    Mistake(
      .enteringBeginFirst, at: 10, .transitionWillBegin(child: "A", appearing: false),
      .transitionWillBegin(child: "B", appearing: true)),
    Mistake(.didAfterEnd, at: 12),
    Mistake(.didAfterEnd, at: 15, .childDidAppear(child: "B", animated: true)),
    Mistake(.orderHoldsChildren, at: 9, .order(children: ["B"])),
    Mistake(.orderAsPlaced, at: 9, .order(children: ["B", "A"])),
    Mistake(.orderAsPlaced, at: 9, .order(children: ["A", "B"]), .order(children: ["B", "A"])),
    Mistake(.orderOnlyChanged, at: 14, .order(children: ["B"]), .order(children: ["B"])),
    Mistake(.stateIsShown, at: 16),
    Mistake(.cutShortGoesOn, inTurnAt: 7),
    Mistake(
      .turningComesFirst, inTurnAt: 8, .childWillDisappear(child: "A", animated: true),
      .transitionDidEnd(child: "B", appearing: true)),
    Mistake(.stateIsShown, inTurnAt: 6, .didTransition(from: "s1", to: "s2", animated: false)),
    Mistake(.sameAnimated, inTurnAt: 11, .childDidDisappear(child: "A", animated: false)),
    Mistake(.willsAlternate, inTurnAt: 9),
    Mistake(.didAfterEnd, inTurnAt: 8),
    Mistake(.animationsBalance, inTurnAt: 14),
  ]

  @Test(arguments: mistakes)
  func `are each broken by a mistake`(mistake: Mistake) {
    #expect(rulesBroken(by: mistake.events, under: mistake.policy).contains(mistake.rule))
  }

  @Test func `time that goes back breaks one`() {
    var checker = Self.checker(.wait)
    checker.record(Self.right[0], atNanoseconds: 5)
    checker.record(Self.right[1], atNanoseconds: 4)
    #expect(checker.violations.map(\.rule) == [.timeGoesOn])
    #expect(checker.violations.first?.number == 2)
  }

  @Test func `have each a mistake that breaks it, and a sentence`() {
    let broken = Set(Self.mistakes.map(\.rule) + [.timeGoesOn])
    #expect(broken == Set(InvariantRule.allCases))
    #expect(InvariantRule.allCases.allSatisfy { $0.sentence.hasSuffix(".") })
  }
}
