/// Three states that share three children in other orders, with timings of several kinds.
enum Timings: CaseIterable {
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
      script.deadlines = [1: (250, 2, true), 2: (310, 0, false)]
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
