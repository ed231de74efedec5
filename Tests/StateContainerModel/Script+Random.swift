extension Script {
  /// A script of any kind: other states, children, timings and deadlines, calls from outside and
  /// from within callbacks.
  static func random(using random: inout some RandomNumberGenerator) -> Script {
    let count = Int.random(in: 1...6, using: &random)
    var script = Script(
      states: (0..<4).map { _ in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          Int.random(in: 0..<count, using: &random)
        }
      }, actions: [])
    script.interrupts = Bool.random(using: &random)
    script.isMotionReduced = random.once(in: 12)
    script.defaultTiming = timing(using: &random)
    script.answers = (0..<4).map { _ in Int.random(in: 0..<4, using: &random) }
    for child in 0..<count {
      for appearing in [true, false] {
        let way = Way(child: child, appearing: appearing)
        if !random.once(in: 3) { script.timings[way] = timing(using: &random) }
        if random.once(in: 5) { script.ownerTimings[way] = timing(using: &random) }
      }
    }
    while random.once(in: 2) {
      script.deadlines[Int.random(in: 0..<4, using: &random)] = (
        Int64.random(in: 0...300, using: &random), Int.random(in: 0..<4, using: &random),
        Bool.random(using: &random)
      )
    }
    script.actions = (0..<60).map { _ in action(using: &random) }
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      script.reactions.append(
        Reaction(
          kind: CallbackKind.allCases.randomElement(using: &random) ?? .observer,
          nth: Int.random(in: 1...12, using: &random), action: action(using: &random)))
    }
    return script
  }

  private static func action(using random: inout some RandomNumberGenerator) -> Action {
    switch Int.random(in: 0..<22, using: &random) {
    case 0: .willAppear(animated: true)
    case 1, 2: .willAppear(animated: false)
    case 3, 4: .didAppear
    case 5: .willDisappear(animated: Bool.random(using: &random))
    case 6: .didDisappear
    case 7: .begin(Int.random(in: 0..<4, using: &random))
    case 8, 9: .update(Double.random(in: -0.2...1.2, using: &random))
    case 10: .finish
    case 11: .cancel
    case 12...15:
      .request(Int.random(in: 0..<4, using: &random), animated: !random.once(in: 3))
    default: .wait(Int64.random(in: 0...(random.once(in: 4) ? 400 : 40), using: &random))
    }
  }

  private static func timing(using random: inout some RandomNumberGenerator) -> Heard.Timing {
    Heard.Timing(
      delay: random.once(in: 3) ? Int64.random(in: 0...60, using: &random) : 0,
      duration: random.once(in: 4) ? 0 : Int64.random(in: 0...200, using: &random),
      curve: ["linear", "easeIn", "easeOut", "easeInOut"].randomElement(using: &random) ?? "linear",
      effect: ["fade", "slideUp", "slideDown", "slideLeft", "slideRight"]
        .randomElement(using: &random) ?? "fade")
  }
}

extension RandomNumberGenerator {
  /// True once in `count` times.
  fileprivate mutating func once(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
