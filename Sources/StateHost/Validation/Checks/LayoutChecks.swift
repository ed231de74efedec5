internal import ChildPluginAPI
internal import HostPlugins
internal import StateContainer

/// Validator checks that a child's transition timing (delay, duration, curve, effect) is in range,
/// plausible and stable, and that its insets are in range and leave room.
enum TimingChecks {
  private static let hour = TransitionTiming.longestNanoseconds

  static let all: [Check] = [
    eachTiming("timing-in-range", 1, "delays and durations are 0 to 1 hour") { direction, timing in
      for (name, time) in [
        ("delay", timing.delay_nanoseconds), ("duration", timing.duration_nanoseconds),
      ] {
        try expect(0...hour ~= time, "a \(name) of 0 to 1 hour \(direction)", else: "\(time) ns")
      }
    },
    eachTiming("timing-kinds", .warning(5), "curve and effect are constants of the header") {
      direction, timing in
      try expect(
        timing.curve <= CHILDPLUGIN_CURVE_EASE_IN_OUT, "a curve of the header \(direction)",
        else: "curve \(timing.curve), which is taken as ease in out")
      try expect(
        timing.effect <= CHILDPLUGIN_EFFECT_SLIDE_RIGHT, "an effect of the header \(direction)",
        else: "effect \(timing.effect), which is taken as a fade")
    },
    eachTiming("timing-keeps-size", 3, "timing leaves the fields size and reserved unchanged") {
      direction, timing in
      try expect(
        timing.size == UInt32(MemoryLayout<childplugin_timing_t>.size) && timing.reserved == 0,
        "timing.size and reserved as the host wrote them \(direction)",
        else: "size \(timing.size), reserved \(timing.reserved)")
    },
    .eachChild("timing-stable", 4, "timing returns the same values when called again") { child in
      for appearing in [true, false] {
        let first = child.timing(appearing: appearing)
        let second = child.timing(appearing: appearing)
        try expect(
          first.delay_nanoseconds == second.delay_nanoseconds
            && first.duration_nanoseconds == second.duration_nanoseconds
            && first.curve == second.curve && first.effect == second.effect,
          "the same timing while nothing has happened",
          else: "\(first.duration_nanoseconds) ns, then \(second.duration_nanoseconds) ns")
      }
    },
    eachTiming(
      "timing-in-nanoseconds", .warning(5),
      "a transition with a duration takes at least a millisecond"
    ) { direction, timing in
      for time in [timing.delay_nanoseconds, timing.duration_nanoseconds] {
        try expect(
          !(1..<1_000_000 ~= time), "nanoseconds: 350 ms are 350000000, \(direction)",
          else: "\(time) ns")
      }
    },
    eachTiming("timing-short", .warning(6), "no transition takes more than 5 seconds") {
      direction, timing in
      let total =
        min(hour, max(0, timing.delay_nanoseconds)) + min(hour, max(0, timing.duration_nanoseconds))
      try expect(
        total <= 5_000_000_000, "at most 5 s, delay included, \(direction)",
        else: "\(Double(total) / 1e9) s, for which the user waits")
    },
    .eachChild("insets-in-range", 1, "insets are not negative", having: .insets) { child in
      for size in [80, 1, 0] {
        child.setSize(columns: size, rows: size / 2)
        child.appear()
        let insets = child.insets()
        let all = [insets.top, insets.right, insets.bottom, insets.left]
        try expect(
          all.allSatisfy { 0...10_000 ~= $0 }, "0 or a few cells",
          else: "top, right, bottom, left are \(all)")
        child.disappear()
      }
    },
    .eachChild("insets-leave-room", .warning(6), "at 80×24 the insets leave room", having: .insets)
    { child in
      let insets = child.insets()
      try expect(
        Int(insets.left) + Int(insets.right) < 80 && Int(insets.top) + Int(insets.bottom) < 24,
        "room for the child inside its insets", else: "no room")
    },
  ]

  /// A check of both timings of every child, before and after its first appearance.
  private static func eachTiming(
    _ name: String, _ level: Check.Level, _ purpose: String,
    _ body: @escaping @Sendable (String, childplugin_timing_t) throws -> Void
  ) -> Check {
    .eachChild(name, level, purpose, contents: [nil, .list(rows: 3_000_000_000, columns: 3)]) {
      child in
      for isAfter in [false, true] {
        if isAfter { child.appear() }
        try body("appearing", child.timing(appearing: true))
        try body("disappearing", child.timing(appearing: false))
      }
    }
  }
}

/// Validator checks that a child works at any size, from no cell to the largest, and when resized.
enum SizeChecks {
  static let all: [Check] = [
    size("size-0x0", 1, 0, 0, "a child works with no room at all"),
    size("size-1x1", 1, 1, 1, "a child works in one cell"),
    size("size-1x500", 2, 1, 500, "a child works in one column of 500 rows"),
    size("size-500x1", 2, 500, 1, "a child works in one row of 500 columns"),
    size("size-4096x2048", 3, 4096, 2048, "a child works on the largest surface"),
    .eachChild("size-random", 6, "a child works at 300 random sizes", once: .shown) { child in
      for _ in 0..<300 {
        resize(child, child.session.random.next(below: 300), child.session.random.next(below: 120))
      }
    },
    .eachChild("resize-in-every-phase", 4, "the size may change in every phase") { child in
      for (columns, rows) in [(7, 3), (0, 0), (300, 2), (2, 100)] {
        for appearing in [true, false] {
          child.willTransition(appearing: appearing)
          resize(child, columns, rows)
          child.willBegin(appearing: appearing)
          resize(child, 80, 24)
          child.progress(0.5, appearing: appearing)
          resize(child, columns, rows)
          child.didEnd(appearing: appearing)
          resize(child, 80, 24)
          child.didTransition(appearing: appearing)
          guard appearing else { continue }
          resize(child, columns, rows)
          child.key(.down)
          resize(child, 80, 24)
        }
      }
    },
  ]

  private static func size(
    _ name: String, _ level: Check.Level, _ columns: Int, _ rows: Int, _ purpose: String
  ) -> Check {
    .eachChild(name, level, purpose) { child in
      child.setSize(columns: columns, rows: rows)
      child.appear()
      child.key(.down)
      child.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT))
      child.draw()
      for content in columns < 1000 ? hardToFit : largest {
        child.change(to: content)
        child.draw()
      }
      child.remove()
    }
  }

  /// Wide characters, a full progress bar, and more rows than fit.
  private static var hardToFit: [SimulatedContent] {
    let wide = String(repeating: "\u{6F22}", count: 40)
    return [0, 3].map { .list(rows: 40, columns: $0).withCells(wide) } + largest
  }

  private static var largest: [SimulatedContent] {
    [.loading.with { $0.facts.fraction = 1 }, .list(rows: 5000), .list(rows: 5000, columns: 3)]
  }

  private static func resize(_ child: CheckedChild, _ columns: Int, _ rows: Int) {
    _ = child.insets()
    child.resize(columns: columns, rows: rows)
    child.draw()
  }
}
