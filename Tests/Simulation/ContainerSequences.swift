internal import HostPlay
internal import HostStates
internal import HostSystem
internal import StateContainer

/// Every short sequence of what can happen to a container, and random long ones, played by the loop
/// and held against the rules of the container.
package struct ContainerSequences {
  /// Where a rule is broken: which one, and in which sequence.
  package struct Broken: Error, CustomStringConvertible { package let description: String }

  package private(set) var count = 0

  private let seed: UInt64
  private let isLong: Bool
  private var policy = QueueingPolicy.wait

  /// The seed is of the random ones; `isLong` goes as far as takes minutes.
  package init(seed: UInt64, isLong: Bool) {
    self.seed = seed
    self.isLong = isLong
  }

  /// Three states that share three children in other orders; A and B take their time, C takes none.
  private static let statesFile = StatesFile(
    initial: "s1",
    states: [
      StateDescription(name: "s1", children: ["A", "B"]),
      StateDescription(name: "s2", children: ["B", "C"]),
      StateDescription(name: "s3", children: ["C", "A"]),
    ], children: [child("A", delay: 0, 300), child("B", delay: 50, 100), child("C", delay: 0, 0)],
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

  private static let gapsMilliseconds: [Int64] = [0, 75, 400]
}

// MARK: - Playing

extension ContainerSequences {
  /// Plays all of them, under each policy; throws the first that breaks a rule (`Broken`).
  package mutating func play() throws {
    for policy in QueueingPolicy.allCases {
      self.policy = policy
      try playSequences()
      try playRequestsInsideEvents()
      try playRandomRuns()
    }
    try playRandomScenarios()
  }

  private mutating func play(
    _ actions: [ScenarioAction], rules: [RequestRule] = [], answers: [String] = ["s1"]
  ) throws {
    var scenario = Scenario(
      statesFile: Self.statesFile, appearanceStates: answers, actions: actions, rules: rules)
    scenario.statesFile.transitions.policy = policy
    try play(scenario) { _ in }
  }

  private mutating func play(_ scenario: Scenario, hearing hear: (LogEvent) -> Void) throws {
    count += 1
    var checker = InvariantChecker(scenario.statesFile)
    try withoutActuallyEscaping(hear) { hear in
      try ScenarioPlayer(scenario) {
        checker.record($0, atNanoseconds: $1)
        hear($0)
      }.play()
    }
    guard let first = checker.violations.first else { return }
    throw Broken(
      description:
        "\(first.rule): event \(first.number) \(first.event) of\n\(ScenarioWriter.text(of: scenario))"
    )
  }

  /// Plays every sequence of so many of the actions, so many milliseconds apart.
  private mutating func playEach(
    length: Int, gap: Int64, after prefix: [ScenarioAction.Kind] = [], rules: [RequestRule] = [],
    answers: [String] = ["s1"]
  ) throws {
    let choices = Self.kinds.count
    var total = 1
    for _ in 0..<length { total *= choices }
    for number in 0..<total {
      var kinds = prefix
      var rest = number
      for _ in 0..<length {
        kinds.append(Self.kinds[rest % choices])
        rest /= choices
      }
      let actions = kinds.enumerated().map { index, kind in
        ScenarioAction(atNanoseconds: Int64(index) * gap * 1_000_000, kind: kind)
      }
      try play(actions, rules: rules, answers: answers)
    }
  }
}

// MARK: - What is played

extension ContainerSequences {
  private mutating func playSequences() throws {
    for gap in Self.gapsMilliseconds {
      let depth = (gap == 75 ? 4 : 3) + (isLong ? 2 : 0)
      for length in 1...depth { try playEach(length: length, gap: gap, answers: ["s1", "s2"]) }
      // On screen the interesting things begin: as deep from there.
      try playEach(
        length: isLong ? 5 : 3, gap: gap, after: [.willAppear(animated: false), .didAppear],
        answers: ["s1", "s3"])
    }
  }

  private mutating func playRequestsInsideEvents() throws {
    let course: [ScenarioAction.Kind] = [
      .willAppear(animated: true), .didAppear, .request(state: "s2", animated: true),
      .request(state: "s3", animated: false),
    ]
    for event in ContainerEventName.allCases {
      for gap in Self.gapsMilliseconds {
        for nth in 1...3 {
          for state in ["s1", "s2", "s3"] {
            for animated in [false, true] {
              let rules = [
                RequestRule(event: event, nth: nth, request: state, animated: animated),
                RequestRule(event: event, nth: nth + 1, request: "s2", animated: true),
              ]
              try playEach(length: isLong ? 3 : 1, gap: gap, after: course, rules: rules)
            }
          }
        }
      }
    }
  }

  private mutating func playRandomRuns() throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<(isLong ? 5_000 : 100) {
      var time: Int64 = 0
      let actions = (0..<200).map { _ in
        time += Int64.random(in: 0...8, using: &random) * 25_000_000
        let kind = random.one(of: Self.kinds)
        return ScenarioAction(atNanoseconds: time, kind: kind)
      }
      let rules = (0..<20).map { index in
        RequestRule(
          event: random.one(of: ContainerEventName.allCases), nth: index + 1,
          request: random.one(of: ["s1", "s2", "s3"]), animated: random.bool())
      }
      let answers = (0..<10).map { _ in random.one(of: ["s1", "s2", "s3"]) }
      try play(actions, rules: rules, answers: answers)
    }
  }

  /// What `play --seed` makes has a policy, deadlines and rules of its own.
  private mutating func playRandomScenarios() throws {
    var cutShort = 0
    for seed in 0..<UInt64(isLong ? 20_000 : 400) {
      var isInMotion = false
      try play(Scenario(seed: seed, steps: 80)) { event in
        switch event {
        case .transitionWillBegin: isInMotion = true
        case .transitionDidEnd: isInMotion = false
        case .didTransition: if isInMotion { cutShort += 1 }
        default: break
        }
      }
    }
    if cutShort <= 100 { throw Broken(description: "hardly any transition is cut short") }
  }
}
