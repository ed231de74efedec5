internal import HostSystem
internal import StateContainer

extension Scenario {
  /// The most steps of a random scenario, which must fit into one hour.
  package static let randomStepLimit = 20_000

  /// A random scenario, determined by the seed and the number of steps, `1 ... randomStepLimit`.
  package init(seed: UInt64, steps: Int) {
    var random = SplitMix(seed: seed)
    let children = ["A", "B", "C", "D", "E"].map { name in
      ChildDescription(
        name: name, appear: TimingOverrides(random: &random),
        disappear: TimingOverrides(random: &random))
    }
    let states = (1...Int.random(in: 2...5, using: &random)).map { number in
      let count = Int.random(in: 0...4, using: &random)
      return StateDescription(
        name: "s\(number)",
        children: Array(children.map(\.name).shuffled(using: &random).prefix(count)))
    }
    let names = states.map(\.name)
    var time: Int64 = 0
    var actions = [
      ScenarioAction(atNanoseconds: 0, kind: .willAppear(animated: false)),
      ScenarioAction(atNanoseconds: 0, kind: .didAppear),
    ]
    while actions.count < steps {
      time += Int64.random(in: 0...8, using: &random) * 20_000_000
      actions.append(
        ScenarioAction(
          atNanoseconds: time, kind: .random(among: names, lastOf: actions, using: &random)))
    }
    let rules = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      RequestRule(
        event: ContainerEventName.allCases.random(using: &random),
        nth: Int.random(in: 1...5, using: &random), request: names.random(using: &random),
        animated: Bool.random(using: &random))
    }
    let appearanceStates = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      names.random(using: &random)
    }
    self.init(
      statesFile: StatesFile(
        initial: names[0], states: states, children: children,
        transitions: TransitionSettings(
          states: names, children: children.map(\.name), random: &random)),
      appearanceStates: appearanceStates, actions: Array(actions.prefix(steps)), rules: rules)
  }
}

extension ScenarioAction.Kind {
  /// Mostly requests, sometimes an appearance phase, preferably one that can follow.
  fileprivate static func random(
    among states: [String], lastOf actions: [ScenarioAction], using random: inout SplitMix
  ) -> ScenarioAction.Kind {
    let animated = Bool.random(using: &random)
    switch actions.last?.kind {
    case .willAppear where Bool.random(using: &random): return .didAppear
    case .willDisappear where Bool.random(using: &random): return .didDisappear
    case .didDisappear where Bool.random(using: &random): return .willAppear(animated: animated)
    default: break
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .willAppear(animated: animated)
    case 1: return .didAppear
    case 2: return .willDisappear(animated: animated)
    case 3: return .didDisappear
    default: return .request(state: states.random(using: &random), animated: animated)
    }
  }
}

extension TransitionSettings {
  /// A random policy, sometimes deadlines, which lead to later states to avoid cycles, and rules.
  fileprivate init(states: [String], children: [String], random: inout SplitMix) {
    self.init()
    policy = QueueingPolicy.allCases.random(using: &random)
    for (number, state) in states.enumerated().dropLast() where random.once(in: 4) {
      deadlines.append(
        DeadlineDescription(
          state: state, afterNanoseconds: Int64.random(in: 0...20, using: &random) * 50_000_000,
          next: Array(states[(number + 1)...]).random(using: &random),
          isAnimated: Bool.random(using: &random)))
    }
    while random.once(in: 3) {
      rules.append(
        TransitionRule(
          from: random.once(in: 2) ? states.random(using: &random) : nil,
          to: random.once(in: 2) ? states.random(using: &random) : nil,
          child: random.once(in: 2) ? children.random(using: &random) : nil,
          appearing: random.once(in: 2) ? Bool.random(using: &random) : nil,
          timing: TimingOverrides(random: &random)))
    }
  }
}

extension TimingOverrides {
  fileprivate init(random: inout SplitMix) {
    self.init()
    delayNanoseconds = Int64.random(in: 0...3, using: &random) * 50_000_000
    durationNanoseconds = Int64.random(in: 0...4, using: &random) * 100_000_000
  }
}

extension Array {
  /// A random element of an array that is not empty.
  fileprivate func random(using generator: inout SplitMix) -> Element {
    self[Int.random(in: 0..<count, using: &generator)]
  }
}

extension SplitMix {
  /// True with a probability of one in `count`.
  fileprivate mutating func once(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
