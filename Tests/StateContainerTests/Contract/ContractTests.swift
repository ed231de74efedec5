import Foundation
import StateContainer
import TestSupport
import Testing

/// What the engine does, beside what the model of its contract says, call for call.
///
/// Everything counts: who is asked and told, in which order, at which instant, with which timing and
/// progress, what the container says of itself meanwhile, and how its children are shown at rest.
@Suite struct `The contract, call for call` {
  private static let isLong = ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] == "1"

  /// Three states that share three children in other orders, with timings of several kinds.
  enum Timings: String, CaseIterable {
    case mixed, equal, apart, none

    var script: Script {
      var script = Script(states: [[0, 1], [1, 2], [2, 0]], answers: [0, 1, 2], actions: [])
      switch self {
      case .mixed:
        set(&script, 0, appear: .init(duration: 300), disappear: .init(duration: 120))
        set(
          &script, 1, appear: .init(delay: 50, duration: 101, curve: "easeIn", effect: "slideUp"),
          disappear: .init(delay: 0, duration: 60, curve: "easeOut", effect: "slideLeft"))
        set(&script, 2, appear: .init(duration: 0), disappear: .init(delay: 30, duration: 0))
      case .equal:
        script.defaultTiming = .init(duration: 100)
      case .apart:
        script.defaultTiming = .init(delay: 10, duration: 77, curve: "easeOut")
        script.ownerTimings[.init(child: 0, appearing: false)] = .init(duration: 33)
        script.ownerTimings[.init(child: 2, appearing: true)] = .init(delay: 90, duration: 90)
        set(&script, 2, appear: .init(duration: 5), disappear: .init(delay: 80, duration: 200))
        script.deadlines = [1: (250, 2, true)]
      case .none:
        script.isMotionReduced = true
        script.timings[.init(child: 0, appearing: true)] = .init(
          delay: 5, duration: 50, curve: "linear", effect: "slideRight")
      }
      return script
    }

    private func set(
      _ script: inout Script, _ child: Int, appear: Heard.Timing, disappear: Heard.Timing
    ) {
      script.timings[.init(child: child, appearing: true)] = appear
      script.timings[.init(child: child, appearing: false)] = disappear
    }
  }

  private static let appearances: [Script.Action] = [
    .willAppear(animated: false), .willAppear(animated: true), .didAppear,
    .willDisappear(animated: false), .willDisappear(animated: true), .didDisappear,
  ]
  private static let requests: [Script.Action] = (0..<3).flatMap { state -> [Script.Action] in
    [.request(state, animated: false), .request(state, animated: true)]
  }
  private static let hand: [Script.Action] = [
    .begin(0), .begin(2), .update(0.3), .update(1), .finish, .cancel,
  ]
  private static let onScreen: [Script.Action] = [.willAppear(animated: false), .didAppear]

  /// Plays a script through both.
  ///
  /// - Returns: where they part; nil if they do not.
  static func difference(_ script: Script) -> String? {
    let expected = ContractModel(script).play()
    let heard = EngineRun(script).play()
    guard expected != heard else { return nil }
    let index =
      zip(expected, heard).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, heard.count)
    func line(_ log: [Heard]) -> String { index < log.count ? "\(log[index])" : "nothing more" }
    let before = expected[..<index].suffix(12).map { "  \($0)" }.joined(separator: "\n")
    return """
      \(script.actions), \(script.reactions): after
      \(before)
      the contract has \(line(expected))
      the engine has   \(line(heard))
      """
  }

  /// Every sequence of `length` of the actions, with `gap` after each.
  private static func differences(
    in base: Script, of actions: [Script.Action], length: Int, gap: Int64,
    after prefix: [Script.Action] = []
  ) -> (played: Int, first: String?) {
    var script = base
    var total = 1
    for _ in 0..<length { total *= actions.count }
    for number in 0..<total {
      script.actions = prefix
      var rest = number
      for _ in 0..<length {
        script.actions.append(actions[rest % actions.count])
        if gap > 0 { script.actions.append(.wait(gap)) }
        rest /= actions.count
      }
      script.actions.append(.wait(1_000))
      if let difference = difference(script) { return (number + 1, difference) }
    }
    return (total, nil)
  }

  @Test(arguments: Timings.allCases, QueueingPolicy.allCases)
  func `holds for every sequence of appearances and requests`(
    timings: Timings, policy: QueueingPolicy
  ) {
    var script = timings.script
    script.interrupts = policy == .interrupt
    let actions = Self.appearances + Self.requests
    // From off screen with every kind of timing only in the longer mode; on screen always.
    let isWhole = timings == .mixed || Self.isLong
    for gap in isWhole ? [Int64(0), 75, 400] : [75] {
      let depth = (isWhole ? (gap == 75 ? 4 : 3) : 2) + (Self.isLong ? 1 : 0)
      for length in 1...depth {
        let (_, first) = Self.differences(in: script, of: actions, length: length, gap: gap)
        #expect(first == nil)
      }
      // On screen the interesting things begin: as deep from there.
      let (_, first) = Self.differences(
        in: script, of: actions, length: Self.isLong ? 4 : 3, gap: gap, after: Self.onScreen)
      #expect(first == nil)
    }
  }

  @Test(arguments: Timings.allCases, QueueingPolicy.allCases)
  func `holds for every sequence by hand`(timings: Timings, policy: QueueingPolicy) {
    var script = timings.script
    script.interrupts = policy == .interrupt
    let actions =
      Self.hand + [
        .request(2, animated: true), .request(1, animated: false), .willDisappear(animated: true),
      ]
    for gap in [Int64(0), 75] {
      let (played, first) = Self.differences(
        in: script, of: actions, length: Self.isLong ? 5 : 3, gap: gap,
        after: Self.onScreen + [.begin(1), .update(0.6)])
      #expect(first == nil && played == (Self.isLong ? 59_049 : 729))
    }
  }

  @Test(arguments: CallbackKind.allCases, QueueingPolicy.allCases)
  func `holds for calls within every kind of callback`(
    kind: CallbackKind, policy: QueueingPolicy
  ) {
    for timings in Timings.allCases {
      var script = timings.script
      script.interrupts = policy == .interrupt
      let courses: [[Script.Action]] = [
        [
          .willAppear(animated: true), .wait(40), .didAppear, .request(1, animated: true),
          .request(2, animated: false), .wait(75), .request(0, animated: true), .wait(400),
          .willDisappear(animated: true), .didDisappear, .request(1, animated: true), .wait(9),
        ],
        Self.onScreen + [
          .request(2, animated: false), .begin(1), .update(0.5), .cancel, .wait(500),
        ],
      ]
      for course in courses {
        for nth in 1...3 {
          for action in Self.requests + Self.appearances + [.wait(60), .begin(1), .cancel] {
            script.actions = course
            script.reactions = [
              Script.Reaction(kind: kind, nth: nth, action: action),
              Script.Reaction(kind: kind, nth: nth + 1, action: .request(1, animated: true)),
            ]
            let difference = Self.difference(script)
            #expect(difference == nil)
          }
        }
      }
    }
  }

  @Test(arguments: Array(UInt64(1)...(isLong ? 2_000 : 60)))
  func `holds for random scripts`(block: UInt64) {
    for seed in (block * 20)..<(block * 20 + 20) {
      var random = SeededGenerator(seed: seed)
      let difference = Self.difference(Script.random(using: &random))
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test func `is met by scripts in which everything happens`() {
    var kinds: Set<CallbackKind> = []
    var outcomes: Set<String> = []
    for seed in UInt64(20)..<220 {
      var random = SeededGenerator(seed: seed)
      for heard in ContractModel(Script.random(using: &random)).play() {
        if let kind = heard.what.kind { kinds.insert(kind) }
        if case .completed(_, let outcome) = heard.what { outcomes.insert(outcome) }
      }
    }
    #expect(kinds == Set(CallbackKind.allCases))
    #expect(outcomes == ["finished", "superseded", "cancelled"])
  }
}
