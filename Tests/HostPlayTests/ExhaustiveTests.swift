import Foundation
import HostPlay
import HostStates
import StateContainer
import TestSupport
import Testing

/// Every short sequence of what can happen to a container, and seeded random long ones, held against
/// the rules of its contract.
@Suite struct `Whatever happens` {
  private static let isLong =
    ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] == "1"

  /// Three states that share three children in other orders; A and B take their time, C takes none.
  private static let statesFile = StatesFile(
    initial: "s1",
    states: [
      StateDescription(name: "s1", children: ["A", "B"]),
      StateDescription(name: "s2", children: ["B", "C"]),
      StateDescription(name: "s3", children: ["C", "A"]),
    ],
    children: [child("A", delay: 0, 300), child("B", delay: 50, 100), child("C", delay: 0, 0)],
    keys: [])

  private static func child(_ name: String, delay: Int64, _ duration: Int64) -> ChildDescription {
    var timing = TimingOverrides()
    timing.delayNanoseconds = delay * 1_000_000
    timing.durationNanoseconds = duration * 1_000_000
    return ChildDescription(name: name, appear: timing, disappear: timing)
  }

  private static let kinds: [ScenarioAction.Kind] =
    [false, true].flatMap { animated -> [ScenarioAction.Kind] in
      [.willAppear(animated: animated), .willDisappear(animated: animated)]
        + ["s1", "s2", "s3"].map { .request(state: $0, animated: animated) }
    } + [.didAppear, .didDisappear]

  /// Plays a scenario against the rules.
  ///
  /// - Returns: what was broken, with the scenario's own description; nil where nothing was.
  private func problem(
    _ actions: [ScenarioAction], rules: [RequestRule] = [], answers: [String] = ["s1"],
    under policy: QueueingPolicy
  ) throws -> String? {
    var scenario = Scenario(
      statesFile: Self.statesFile, appearanceStates: answers, actions: actions, rules: rules)
    scenario.statesFile.transitions.policy = policy
    var checker = InvariantChecker(scenario.statesFile)
    let player = try ScenarioPlayer(scenario) { checker.hear($0, atNanoseconds: $1) }
    try player.play()
    guard let first = checker.violations.first else { return nil }
    return "\(first.rule): event \(first.number) \(first.event); \(actions) \(rules)"
  }

  /// Calls `body` with every sequence of `length` of the actions, `gap` milliseconds apart.
  private func forEachSequence(
    length: Int, gap: Int64, after prefix: [ScenarioAction.Kind] = [],
    _ body: ([ScenarioAction]) throws -> Void
  ) rethrows {
    let count = Self.kinds.count
    var total = 1
    for _ in 0..<length { total *= count }
    for number in 0..<total {
      var kinds = prefix
      var rest = number
      for _ in 0..<length {
        kinds.append(Self.kinds[rest % count])
        rest /= count
      }
      try body(
        kinds.enumerated().map { index, kind in
          ScenarioAction(atNanoseconds: Int64(index) * gap * 1_000_000, kind: kind)
        })
    }
  }

  @Test(arguments: QueueingPolicy.allCases)
  func `every sequence of actions keeps the rules`(policy: QueueingPolicy) throws {
    var explored = 0
    let began = Date()
    for gap in [Int64(0), 75, 400] {
      let depth = Self.isLong ? (gap == 75 ? 6 : 5) : 3
      for length in 1...depth {
        try forEachSequence(length: length, gap: gap) { actions in
          explored += 1
          let problem = try problem(actions, answers: ["s1", "s2"], under: policy)
          #expect(problem == nil)
        }
      }
      // On screen the interesting things begin: as deep from there.
      try forEachSequence(
        length: Self.isLong ? 5 : 3, gap: gap, after: [.willAppear(animated: false), .didAppear]
      ) { actions in
        explored += 1
        let problem = try problem(actions, answers: ["s1", "s3"], under: policy)
        #expect(problem == nil)
      }
    }
    print("explored \(explored) sequences in \(Int(Date().timeIntervalSince(began))) s")
    #expect(explored > 10_000)
  }

  @Test(arguments: ContainerEventName.allCases, QueueingPolicy.allCases)
  func `a request inside any event keeps the rules`(
    event: ContainerEventName, policy: QueueingPolicy
  ) throws {
    for gap in [Int64(0), 75, 400] {
      for nth in 1...3 {
        for state in ["s1", "s2", "s3"] {
          for animated in [false, true] {
            let rule = RequestRule(event: event, nth: nth, request: state, animated: animated)
            let again = RequestRule(event: event, nth: nth + 1, request: "s2", animated: true)
            try forEachSequence(
              length: Self.isLong ? 3 : 1, gap: gap,
              after: [
                .willAppear(animated: true), .didAppear, .request(state: "s2", animated: true),
                .request(state: "s3", animated: false),
              ]
            ) { actions in
              let problem = try problem(actions, rules: [rule, again], under: policy)
              #expect(problem == nil)
            }
          }
        }
      }
    }
  }

  @Test(arguments: QueueingPolicy.allCases)
  func `random long runs keep the rules`(policy: QueueingPolicy) throws {
    let steps = Self.isLong ? 1_000_000 : 20_000
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed), \(steps) steps")
    var random = SeededGenerator(seed: seed)
    var done = 0
    while done < steps {
      var time: Int64 = 0
      let actions = (0..<200).map { _ in
        time += Int64.random(in: 0...8, using: &random) * 25_000_000
        let kind = Self.kinds.randomElement(using: &random) ?? .didAppear
        return ScenarioAction(atNanoseconds: time, kind: kind)
      }
      let rules = (0..<20).map { index in
        RequestRule(
          event: ContainerEventName.allCases.randomElement(using: &random) ?? .order,
          nth: index + 1, request: ["s1", "s2", "s3"].randomElement(using: &random) ?? "s1",
          animated: Bool.random(using: &random))
      }
      let answers = (0..<10).map { _ in
        ["s1", "s2", "s3"].randomElement(using: &random) ?? "s1"
      }
      let problem = try problem(actions, rules: rules, answers: answers, under: policy)
      #expect(problem == nil, "seed \(seed)")
      done += actions.count
    }
  }

  /// What `play --seed` makes has deadlines and rules of its own, too.
  @Test func `random scenarios keep the rules, under either policy`() throws {
    var cutShort = 0
    for seed in UInt64(0)..<(Self.isLong ? 20_000 : 400) {
      let scenario = Scenario(seed: seed, steps: 80)
      var checker = InvariantChecker(scenario.statesFile)
      var isInMotion = false
      let player = try ScenarioPlayer(scenario) {
        checker.hear($0, atNanoseconds: $1)
        switch $0 {
        case .transitionWillBegin: isInMotion = true
        case .transitionDidEnd: isInMotion = false
        case .didTransition: if isInMotion { cutShort += 1 }
        default: break
        }
      }
      try player.play()
      #expect(checker.violations == [], "seed \(seed)")
    }
    #expect(cutShort > 100, "some are cut short before anybody has ended")
  }
}
