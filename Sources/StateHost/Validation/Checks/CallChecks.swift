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
      }
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
