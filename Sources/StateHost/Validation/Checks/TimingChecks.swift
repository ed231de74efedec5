internal import ChildPluginAPI
internal import HostPlugins
internal import StateContainer

/// The numbers that a child gives for its transitions and its place.
enum TimingChecks {
  private static let hour = TransitionTiming.longestNanoseconds

  static var all: [Check] {
    [
      Check("timing-in-range", level: 1, "delays and durations are 0 to 1 hour") {
        trial throws(CheckEnd) in
        try forEachTiming(trial) { direction, timing throws(CheckEnd) in
          try expect(
            0...hour ~= timing.delay_nanoseconds, "a delay of 0 to 1 hour \(direction)",
            else: "\(timing.delay_nanoseconds) ns")
          try expect(
            0...hour ~= timing.duration_nanoseconds, "a duration of 0 to 1 hour \(direction)",
            else: "\(timing.duration_nanoseconds) ns")
        }
      },
      Check(
        "timing-kinds", level: 5, severity: .warning,
        "curve and effect are some that the header has"
      ) { trial throws(CheckEnd) in
        try forEachTiming(trial) { direction, timing throws(CheckEnd) in
          try expect(
            timing.curve <= CHILDPLUGIN_CURVE_EASE_IN_OUT, "a curve of the header \(direction)",
            else: "curve \(timing.curve), which is taken as ease in out")
          try expect(
            timing.effect <= CHILDPLUGIN_EFFECT_SLIDE_RIGHT, "an effect of the header \(direction)",
            else: "effect \(timing.effect), which is taken as a fade")
        }
      },
      Check("timing-keeps-size", level: 3, "what the host wrote for itself stays: size, reserved") {
        trial throws(CheckEnd) in
        try forEachTiming(trial) { direction, timing throws(CheckEnd) in
          try expect(
            timing.size == UInt32(MemoryLayout<childplugin_timing_t>.size) && timing.reserved == 0,
            "timing.size and reserved as the host wrote them \(direction)",
            else: "size \(timing.size), reserved \(timing.reserved)")
        }
      },
      Check("timing-stable", level: 4, "asked twice, a timing is the same") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
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
        }
      },
      Check(
        "timing-in-nanoseconds", level: 5, severity: .warning,
        "a transition that takes any time takes a millisecond or more"
      ) { trial throws(CheckEnd) in
        try forEachTiming(trial) { direction, timing throws(CheckEnd) in
          for time in [timing.delay_nanoseconds, timing.duration_nanoseconds] {
            try expect(
              !(1..<1_000_000 ~= time), "nanoseconds: 350 ms are 350000000, \(direction)",
              else: "\(time) ns")
          }
        }
      },
      Check("timing-short", level: 6, severity: .warning, "no transition takes more than 5 seconds")
      {
        trial throws(CheckEnd) in
        try forEachTiming(trial) { direction, timing throws(CheckEnd) in
          let total =
            min(hour, max(0, timing.delay_nanoseconds))
            + min(hour, max(0, timing.duration_nanoseconds))
          try expect(
            total <= 5_000_000_000, "at most 5 s, delay included, \(direction)",
            else: "\(Double(total) / 1e9) s, all of which the user waits")
        }
      },
      Check("insets-in-range", level: 1, "insets are not negative") { trial throws(CheckEnd) in
        try trial.forEachChild(having: "insets", { unsafe $0.extensions.layout?.insets != nil }) {
          child throws(CheckEnd) in
          for size in [80, 1, 0] {
            child.setSize(columns: size, rows: size / 2)
            child.appear()
            let insets = child.insets()
            let all = [insets.top, insets.right, insets.bottom, insets.left]
            try expect(
              all.allSatisfy { 0...10_000 ~= $0 }, "0 or a few cells",
              else: "top, right, bottom, "
                + "left are \(all)")
            child.disappear()
          }
        }
      },
      Check(
        "insets-leave-room", level: 6, severity: .warning, "at 80×24 the insets leave some room"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(having: "insets", { unsafe $0.extensions.layout?.insets != nil }) {
          child throws(CheckEnd) in
          let insets = child.insets()
          try expect(
            Int(insets.left) + Int(insets.right) < 80 && Int(insets.top) + Int(insets.bottom) < 24,
            "room for the child between its insets", else: "none is left")
        }
      },
    ]
  }

  /// Asks every child for both timings, before and after its first appearance.
  private static func forEachTiming(
    _ trial: Trial, _ body: (String, childplugin_timing_t) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for content in [nil, TrialContent.list(rows: 3_000_000_000, columns: 3)] {
      try trial.forEachChild(content: content) { child throws(CheckEnd) in
        for isAfter in [false, true] {
          if isAfter { child.appear() }
          try body("appearing", child.timing(appearing: true))
          try body("disappearing", child.timing(appearing: false))
        }
      }
    }
  }
}
