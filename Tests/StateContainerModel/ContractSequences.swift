internal import StateContainer

/// Scripts in great number, each played by the engine and by the model of its contract.
///
/// All of these must be equal: the calls, their order and instants, timing and progress, the
/// container's properties during each call, and how its children are shown at rest.
package struct ContractSequences {
  /// What the scripts of a family have in common.
  package enum Family: String, CaseIterable, Sendable {
    /// Every sequence of appearances and requests.
    case appearances
    /// Every sequence in which a hand drives the transition.
    case hand
    /// Calls within every kind of callback.
    case callbacks
  }

  /// Where engine and contract part.
  package struct Difference: Error, CustomStringConvertible {
    package let description: String
  }

  /// How many have been played.
  package private(set) var count = 0

  private let family: Family
  private let isLong: Bool

  /// - Parameters:
  ///   - family: what is played.
  ///   - isLong: goes as far as takes minutes.
  package init(_ family: Family, isLong: Bool) {
    self.family = family
    self.isLong = isLong
  }

  /// Plays all of the family, with each kind of timing and under each policy.
  ///
  /// - Throws: the first difference.
  package mutating func play() throws(Difference) {
    for timings in Timings.allCases {
      for policy in QueueingPolicy.allCases {
        var script = timings.script
        script.interrupts = policy == .interrupt
        switch family {
        case .appearances: try playAppearances(script, isWhole: timings == .mixed || isLong)
        case .hand: try playHand(script)
        case .callbacks: try playCallbacks(script)
        }
      }
    }
  }

  /// Plays a script through both.
  static func compare(_ script: Script) throws(Difference) {
    let expected = ContractModel(script).play()
    let heard = EngineRun(script).play()
    guard expected != heard else { return }
    let index =
      zip(expected, heard).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(expected.count, heard.count)
    func line(_ log: [Heard]) -> String { index < log.count ? "\(log[index])" : "nothing more" }
    let before = expected[..<index].suffix(12).map { "  \($0)" }.joined(separator: "\n")
    throw Difference(
      description: """
        \(script.actions), \(script.reactions): after
        \(before)
        the contract has \(line(expected))
        the engine has   \(line(heard))
        """)
  }

  private mutating func play(_ script: Script) throws(Difference) {
    count += 1
    try Self.compare(script)
  }

  /// Plays every sequence of so many of the actions, with `gap` after each.
  private mutating func playEach(
    _ base: Script, of actions: [Script.Action], length: Int, gap: Int64,
    after prefix: [Script.Action] = []
  ) throws(Difference) {
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
      try play(script)
    }
  }
}

// MARK: - The families

extension ContractSequences {
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

  private mutating func playAppearances(_ script: Script, isWhole: Bool) throws(Difference) {
    let actions = Self.appearances + Self.requests
    // From off screen with every kind of timing only where it may take long; on screen always.
    for gap in isWhole ? [Int64(0), 75, 400] : [75] {
      let depth = (isWhole ? (gap == 75 ? 4 : 3) : 2) + (isLong ? 1 : 0)
      for length in 1...depth { try playEach(script, of: actions, length: length, gap: gap) }
      // On screen the interesting things begin: as deep from there.
      try playEach(
        script, of: actions, length: isLong ? 4 : 3, gap: gap, after: Self.onScreen)
    }
  }

  private mutating func playHand(_ script: Script) throws(Difference) {
    let actions =
      Self.hand + [
        .request(2, animated: true), .request(1, animated: false), .willDisappear(animated: true),
      ]
    for gap in [Int64(0), 75] {
      try playEach(
        script, of: actions, length: isLong ? 5 : 3, gap: gap,
        after: Self.onScreen + [.begin(1), .update(0.6)])
    }
  }

  private mutating func playCallbacks(_ base: Script) throws(Difference) {
    var script = base
    for kind in CallbackKind.allCases {
      for course in Self.courses {
        for nth in 1...3 {
          for action in Self.requests + Self.appearances + [.wait(60), .begin(1), .cancel] {
            script.actions = course
            script.reactions = [
              Script.Reaction(kind: kind, nth: nth, action: action),
              Script.Reaction(kind: kind, nth: nth + 1, action: .request(1, animated: true)),
            ]
            try play(script)
          }
        }
      }
    }
  }

  private static let courses: [[Script.Action]] = [
    [
      .willAppear(animated: true), .wait(40), .didAppear, .request(1, animated: true),
      .request(2, animated: false), .wait(75), .request(0, animated: true), .wait(400),
      .willDisappear(animated: true), .didDisappear, .request(1, animated: true), .wait(9),
    ],
    onScreen + [.request(2, animated: false), .begin(1), .update(0.5), .cancel, .wait(500)],
  ]
}
