internal import ChildPluginAPI
internal import HostPlugins

/// How a plugin treats its host.
enum HostChecks {
  static var all: [Check] { conduct + answers }

  /// Asked early: a thread that is waited for makes every life long.
  static var threads: [Check] {
    [
      Check("main-thread-only", level: 1, "host functions for the main thread are called there") {
        trial throws(CheckEnd) in
        let before = ProcessFacts.threadCount
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear(animated: true)
          child.live()
          // What a thread of its own does it does some time.
          for _ in 0..<250 where ProcessFacts.threadCount > before {
            try expectMainThread(trial)
            RealTime.sleep(milliseconds: 10)
          }
          child.live()
          child.disappear(animated: true)
          child.destroy()
          try expectMainThread(trial)
        }
      }
    ]
  }

  private static var conduct: [Check] {
    [
      conduct("struct-sizes", 2, "structs handed to the host begin with their size") {
        if case .structSize = $0 { true } else { false }
      },
      conduct("arguments-given", 2, "the host gets a struct to fill, and room where it says so") {
        if case .nullArgument = $0 { true } else { false }
      },
      conduct("texts-have-bytes", 2, "a text with a length has bytes") {
        switch $0 {
        case .malformedText, .malformedField: true
        default: false
        }
      },
      Check(
        "texts-outlive-calls", level: 3, "a text that it answers with is no variable of the call"
      ) {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          child.live()
          if let text = trial.watch.deadAnswers.first {
            throw .failed(
              expected: "a text that lives until the next call into the child, as a static one",
              happened: "\(text.what) in a variable of the function that had returned",
              place: text.place)
          }
        }
      },
      conduct(
        "requests-known-states", 5, severity: .warning, "it asks for states that there are",
        typing: (0x61..<0x7B).compactMap(Unicode.Scalar.init)
      ) {
        if case .unknownState = $0 { true } else { false }
      },
      conduct("acts-when-asked", 4, "it asks for no state and no action in draw") {
        if case .insideDraw = $0 { true } else { false }
      },
      conduct("links-of-this-draw", 3, "a style has no link but those that this draw has made") {
        switch $0 {
        case .linkMalformed, .linkUnknown, .tooMuch(.links): true
        default: false
        }
      },
      conduct("dims-few-areas", 3, "a draw dims 16 rectangles at most") {
        $0 == .tooMuch(.dimmedAreas)
      },
      conduct("claims-an-area", 3, "the area that it asks for is one that there can be") {
        $0 == .claimOutOfRange
      },
      conduct("acts-on-screen", 3, "it performs actions only on screen") {
        if case .offScreen = $0 { true } else { false }
      },
      Check("rests-when-woken", level: 4, "it does not ask each time to be woken again at once") {
        trial throws(CheckEnd) in
        for state in ["content", "error", "empty", "loading"] {
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
        for state in ["content", "error", "empty", "loading"] {
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
          RealTime.sleep(milliseconds: 30)
          for call in first.child.lateCalls + second.child.lateCalls {
            throw .failed(
              expected: "no call for a child that is gone", happened: "\(call) was called for it",
              place: .afterLastCall)
          }
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
      Check("older-host", level: 4, "it lives with a host of 1.0, which has no extensions") {
        trial throws(CheckEnd) in
        for state in ["content", "error", "empty", "loading"] {
          for type in try trial.types() {
            let child: TrialChild
            do throws(CheckEnd) {
              child = try trial.child(type, content: .fitting(state), arguments: .older)
            } catch {
              let place = trial.watch.creation
              // Who makes none for any host is told of elsewhere.
              try trial.child(type).destroy()
              throw .failed(
                expected: "a child: what the host does not have is NULL", happened: "NULL",
                place: place)
            }
            child.appear(animated: true)
            child.live()
            for key in TrialKey.named
              + (0x21..<0x7F).compactMap(Unicode.Scalar.init).map({
                .character($0)
              })
            { child.key(key) }
            child.draw()
            child.disappear(animated: true)
            child.destroy()
          }
        }
      },
      Check("options-any", level: 3, "it lives with options of any value") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          for value in Samples.options {
            try trial.child(type, option: value).liveAndEnd()
          }
        }
      },
      Check("terminal-plain", level: 3, "it lives on a terminal without colours, mouse or UTF-8") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.services.terminalFacts = TerminalFacts()
          child.services.terminalFacts.isUTF8 = false
          child.services.terminalFacts.isDark = false
          child.setSize(columns: 80, rows: 24)
          child.liveAndEnd()
        }
      },
      Check("newer-host", level: 3, "it lives with a later host, whose structs are larger") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          let plain = try trial.child(type)
          guard let child = try? trial.child(type, arguments: .larger) else {
            throw .failed(
              expected: "a child for a host of a later minor version with a larger table",
              happened: "NULL")
          }
          try newerHost(child, plain, trial.watch)
        }
      },
      Check("time-stands-or-leaps", level: 4, "it lives with time that stands still or leaps") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          for leap in [Int64(0), 0, 1, 86_400_000_000_000, 1 << 58] {
            child.services.nowNanoseconds += leap
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

  private static func expectMainThread(_ trial: Trial) throws(CheckEnd) {
    try trial.expectNoFault("host->wake on that thread, and the rest in woke") {
      if case .wrongThread = $0 { true } else { false }
    }
  }

  /// A life in which all that is lent is larger than this version knows, and used as before.
  private static func newerHost(
    _ child: TrialChild, _ plain: TrialChild, _ watch: TrialWatch
  ) throws(CheckEnd) {
    child.appear(animated: true)
    child.focus(true)
    let isDrawn = child.draw().marks > 0
    let draw = watch.lastCall
    child.live()
    let timing = child.timing(appearing: true)
    let timingCall = watch.lastCall
    child.disappear(animated: true)
    child.destroy()
    plain.appear(animated: true)
    plain.focus(true)
    let isPlainDrawn = plain.draw().marks > 0
    try expect(
      isDrawn == isPlainDrawn, "a draw on a larger canvas struct as on any", in: draw,
      else: "no call of it")
    try expect(
      timing.duration_nanoseconds == plain.timing(appearing: true).duration_nanoseconds,
      "the same timing in a larger struct", in: timingCall,
      else: "\(timing.duration_nanoseconds) ns")
    plain.disappear(animated: true)
    plain.destroy()
  }

  /// A check that no fault of a kind comes in a life that goes through every state.
  private static func conduct(
    _ name: String, _ level: Int, severity: Check.Severity = .failure, _ purpose: String,
    typing characters: [Unicode.Scalar] = [], _ isSought: @escaping (ChildFault.Kind) -> Bool
  ) -> Check {
    Check(name, level: level, severity: severity, purpose) { trial throws(CheckEnd) in
      try trial.forEachChild { child throws(CheckEnd) in
        for state in ["content", "error", "empty", "loading"] {
          child.services.content = .fitting(state)
          child.ask()
          child.appear(animated: true)
          child.live()
          for character in characters { child.key(.character(character)) }
          child.disappear(animated: true)
          child.ask()
        }
        child.destroy()
        try trial.expectNoFault(purpose, isSought)
      }
    }
  }
}
