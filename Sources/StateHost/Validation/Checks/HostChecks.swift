internal import ChildPluginAPI
internal import HostPlugins

/// How a plugin treats its host.
enum HostChecks {
  static var all: [Check] { conduct + answers }

  private static var conduct: [Check] {
    [
      Check("main-thread-only", level: 1, "host functions for the main thread are called there") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear(animated: true)
          child.live()
          Clock.sleep(milliseconds: 80)
          child.live()
          child.disappear(animated: true)
          try expectNone(
            of: [.wrongThread], child, "host->wake on that thread, and the rest in woke")
          child.destroy()
          try expectNone(of: [.wrongThread], child, "no such call")
        }
      },
      fault("struct-sizes", 2, [.structSize], "structs handed to the host begin with their size"),
      fault("texts-have-bytes", 2, [.malformedText], "a text with a length has bytes"),
      fault(
        "acts-when-asked", 4, [.unasked],
        "it asks for no state and no action in draw"),
      fault("acts-on-screen", 3, [.actionOffScreen], "it performs actions only on screen"),
      Check(
        "quiet-after-destroy", level: 4, severity: .warning, "no call of the host after destroy"
      ) { trial throws(CheckEnd) in
        for type in try trial.types() {
          let first = try trial.child(type)
          let second = try trial.child(type)
          first.appear()
          second.appear()
          first.disappear()
          first.destroy()
          second.live()
          second.disappear()
          second.destroy()
          Clock.sleep(milliseconds: 30)
          try expectNone(of: [.afterDestroy], first, "no call for a child that is gone")
          try expectNone(of: [.afterDestroy], second, "no call for a child that is gone")
        }
      },
    ]
  }

  private static var answers: [Check] {
    [
      Check("host-refuses", level: 3, "it lives with a host that says no to everything") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          let child = try trial.child(type, refuses: true)
          child.liveAndEnd()
        }
      },
      Check("terminal-plain", level: 3, "it lives on a terminal without colours, mouse or UTF-8") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.host.terminalFlags = 0
          child.host.colours = 0
          child.liveAndEnd()
        }
      },
      Check("newer-host", level: 3, "it lives with a later host, whose structs are larger") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          _ = try trial.child(type)
          let plugin = try trial.plugin()
          let host = TrialHost(
            record: trial.record, content: .fitting(type.places.first?.state), lending: .larger)
          let address = unsafe plugin.create(Array(type.id.utf8), host: host, lending: [])
          try expect(
            unsafe address != nil, "a child for a host of minor version 7 with a larger table",
            else: "NULL")
          try newerHost(type, trial)
        }
      },
      Check("time-stands-or-leaps", level: 4, "it lives with time that stands still or leaps") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          for leap in [Int64(0), 0, 1, 86_400_000_000_000, 1 << 58] {
            child.host.nowNanoseconds += leap
            child.woke()
            child.draw()
          }
        }
      },
      Check("woken-unasked", level: 3, "it may be woken at any time, many times") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          for _ in 0..<5 { child.woke() }
          child.appear()
          for _ in 0..<100 {
            child.woke()
            child.draw()
          }
          child.disappear()
          child.woke()
        }
      },
    ]
  }

  /// A life in which all that is lent is larger than this version knows, and used as before.
  private static func newerHost(_ type: ChildType, _ trial: Trial) throws(CheckEnd) {
    let child = try trial.child(type, lending: .larger)
    child.appear(animated: true)
    child.focus(true)
    let isDrawn = child.draw().calls > 0
    child.live()
    let timing = child.timing(appearing: true)
    child.disappear(animated: true)
    child.destroy()
    let plain = try trial.child(type)
    plain.appear(animated: true)
    plain.focus(true)
    let isPlainDrawn = plain.draw().calls > 0
    try expect(
      isDrawn == isPlainDrawn, "a draw on a larger canvas struct as on any", else: "no call of it")
    try expect(
      timing.duration_nanoseconds == plain.timing(appearing: true).duration_nanoseconds,
      "the same timing in a larger struct", else: "\(timing.duration_nanoseconds) ns")
    plain.disappear(animated: true)
    plain.destroy()
  }

  private static func fault(
    _ name: String, _ level: Int, _ kinds: [HostFault.Kind], _ purpose: String
  ) -> Check {
    Check(name, level: level, purpose) { trial throws(CheckEnd) in
      try trial.forEachChild { child throws(CheckEnd) in
        for state in ["content", "error", "empty", "loading"] {
          child.change(to: .fitting(state))
          child.appear(animated: true)
          child.live()
          child.disappear(animated: true)
        }
        child.destroy()
        try expectNone(of: kinds, child, purpose)
      }
    }
  }

  /// Fails when a child has one of these faults, naming the first.
  static func expectNone(
    of kinds: [HostFault.Kind], _ child: TrialChild, _ expected: String
  ) throws(CheckEnd) {
    guard let fault = child.host.faults(kinds).first else { return }
    throw .failed(expected: expected, happened: "\(fault.function) during \(fault.during)")
  }
}
