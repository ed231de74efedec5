/// How long calls take.
enum CallChecks {
  static var all: [Check] {
    [
      Check(
        "calls-return", level: 1, timesCalls: true,
        "every call comes back in time: a draw, a key, all others"
      ) { trial throws(CheckEnd) in
        let threads = ProcessFacts.threadCount
        try trial.forEachState { child throws(CheckEnd) in
          child.live()
          try expectQuickness(of: trial)
          // A thread of its own may not have begun: it is waited for in what it holds.
          guard ProcessFacts.threadCount > threads else { return }
          RealTime.sleep(milliseconds: 50)
          child.live()
          try expectQuickness(of: trial)
        }
        try expectQuickness(of: trial)
      },
      Check(
        "creates-quickly", level: 5, severity: .warning, runsAlone: true, timesCalls: true,
        "create and destroy take less than 250 ms: no state waits longer for a child"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          child.disappear()
          child.destroy()
        }
        for slow in trial.watch.slowCalls where ["create", "destroy"].contains(slow.function) {
          throw .failed(
            expected: "less than 250 ms: work that waits has a thread",
            happened: "it took \(slow.nanoseconds / 1_000_000) ms", place: slow.place)
        }
      },
    ]
  }

  /// What makes and ends things may take longer.
  private static let slowFunctions = [
    "dlopen", "init", "init_with_host", "create", "destroy", "deinit",
  ]

  private static func expectQuickness(of trial: Trial) throws(CheckEnd) {
    for slow in trial.watch.slowCalls {
      let limit: Int64 = slowFunctions.contains(slow.function) ? 2000 : 250
      let milliseconds = slow.nanoseconds / 1_000_000
      try expect(
        milliseconds <= limit, "each call back within \(limit) ms: work that waits has a thread",
        in: slow.place, else: "it took \(milliseconds) ms")
    }
  }
}
