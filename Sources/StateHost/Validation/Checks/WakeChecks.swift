internal import ChildPluginAPI
internal import HostPlugins

/// How soon, and how often, a child asks for its timer.
enum WakeChecks {
  static var all: [Check] {
    [
      Check("rests-when-woken", level: 4, "it does not ask each time to be woken again at once") {
        trial throws(CheckEnd) in
        for state in TrialContent.states {
          try trial.forEachChild(content: .fitting(state)) { child throws(CheckEnd) in
            child.appear()
            child.woke()
            for _ in 0..<300 where child.services.wakeAfterNanoseconds == 0 {
              child.services.wakeAfterNanoseconds = nil
              child.woke()
              child.draw()
            }
            try trial.expectNoFault("host->wake_after with 4 ms or more, or rest") {
              $0 == .wokenWithoutRest
            }
          }
        }
      },
      Check(
        "wakes-with-frames", level: 5, severity: .warning,
        "its timer does not come more often than there are frames"
      ) { trial throws(CheckEnd) in
        for state in TrialContent.states {
          try trial.forEachChild(content: .fitting(state)) { child throws(CheckEnd) in
            child.appear()
            child.focus(true)
            var wakes = shortWakes(of: child)
            for key in [
              .down, .character(" "), .character("r"), TrialKey(code: CHILDPLUGIN_KEY_ENTER),
            ]
            where wakes < wakesLimit {
              child.key(key)
              wakes = shortWakes(of: child)
            }
            try expect(
              wakes < wakesLimit,
              "16 ms or more, again and again: 16000000, as host->wake_after takes nanoseconds",
              in: child.services.wakeAsked ?? .lastCall,
              else: "4 ms or less, \(wakes) times")
          }
        }
      },
      Check(
        "wakes-for-time", level: 5, severity: .warning,
        "who draws how time passes has itself woken for it"
      ) { trial throws(CheckEnd) in
        let threads = ProcessFacts.threadCount
        try trial.forEachState { child throws(CheckEnd) in
          // While it loads, rows that come have it drawn.
          guard !child.services.content.facts.isLoading else { return }
          child.woke()
          let before = child.draw(keepingCells: true)
          for seconds: Int64 in [1, 10] {
            let asks = child.services.wakeAfterNanoseconds != nil
            // A thread of its own may wake it.
            guard !asks, ProcessFacts.threadCount <= threads else { return }
            child.services.nowNanoseconds += seconds * 1_000_000_000
            let after = child.draw(keepingCells: true)
            try expect(
              child.services.wakeAfterNanoseconds != nil
                || after.unexplainedDifference(from: before) == nil,
              "host->wake_after: nothing else has it drawn as time passes",
              else: "other cells \(seconds) s later, which nobody sees")
          }
        }
      },
      Check("wakes-go-on", level: 6, "it lives through a thousand wakes, over a million rows") {
        trial throws(CheckEnd) in
        try trial.forEachChild(content: .list(rows: 1_000_000, columns: 3)) {
          child throws(CheckEnd) in
          let began = RealTime.nowNanoseconds
          child.appear()
          // A thread that is asked again and again at once has more to do than ever in a run.
          for count in 0..<1000 where RealTime.nowNanoseconds - began < longestWaking {
            if trial.watch.hasOtherThreads { return }
            guard let delay = child.services.wakeAfterNanoseconds else { return }
            child.services.wakeAfterNanoseconds = nil
            child.services.nowNanoseconds += delay
            child.woke()
            if count % 50 == 0 { child.draw() }
          }
          child.draw()
        }
      },
      Check("threads-wake", level: 4, "what a thread of its own has done it has drawn") {
        trial throws(CheckEnd) in
        try trial.forEachContent({ $0.withCells("former") }) { child throws(CheckEnd) in
          for word in ["present", "later", "last"] where trial.watch.hasOtherThreads {
            var content = child.services.content.withCells(word)
            content.facts.generation += 1
            child.services.forgetWishes()
            child.change(to: content)
            let first = child.draw(keepingCells: true)
            let place = trial.watch.lastCall
            func hasAsked() -> Bool { child.services.hasWishes || first.isFollowedByWake }
            for _ in 0..<20 where !hasAsked() {
              RealTime.sleep(milliseconds: 5)
              guard child.draw(keepingCells: true).firstDifference(from: first) != nil else {
                continue
              }
              // It says so behind what it does, as soon as it has a processor.
              for _ in 0..<100 where !hasAsked() { RealTime.sleep(milliseconds: 10) }
              try expect(
                hasAsked(), "host->wake, which any thread may call: nothing else has it drawn",
                in: place, else: "other cells a moment later, which nobody sees")
            }
          }
        }
      },
    ]
  }

  /// So long it is woken at most.
  private static let longestWaking: Int64 = 1_500_000_000

  /// What the host makes of the shortest timers.
  private static let shortWake: Int64 = 4_000_000

  private static let wakesLimit = 100

  /// How often one after the other its timer is as short as can be.
  private static func shortWakes(of child: TrialChild) -> Int {
    child.woke()
    for wakes in 0..<wakesLimit {
      guard let delay = child.services.wakeAfterNanoseconds, 1...shortWake ~= delay else {
        return wakes
      }
      child.services.wakeAfterNanoseconds = nil
      child.services.nowNanoseconds += delay
      child.woke()
      child.draw()
    }
    return wakesLimit
  }
}
