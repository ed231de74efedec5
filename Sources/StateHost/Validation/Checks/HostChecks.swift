internal import HostPlugins

/// How a plugin treats its host.
enum HostChecks {
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

  /// No fault of any kind.
  static var conduct: [Check] {
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
        if case .refused(_, .unknownState) = $0 { true } else { false }
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
      conduct(
        "exits-with-a-status", 3, "what it accepts has an exit status of 0 to 255",
        typing: (0x61..<0x7B).compactMap(Unicode.Scalar.init)
      ) {
        $0 == .exitStatusOutOfRange
      },
      conduct("acts-on-screen", 3, "it performs actions only on screen") {
        if case .offScreen = $0 { true } else { false }
      },
    ]
  }

  /// What it does once a child is gone.
  static var afterwards: [Check] {
    [
      Check(
        "quiet-after-destroy", level: 4, severity: .warning, "no call of the host after destroy"
      ) { trial throws(CheckEnd) in
        let threads = ProcessFacts.threadCount
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
          // A thread that it has left behind may still call.
          if ProcessFacts.threadCount > threads { RealTime.sleep(milliseconds: 30) }
          for call in first.child.lateCalls + second.child.lateCalls {
            throw .failed(
              expected: "no call for a child that is gone", happened: "\(call) was called for it",
              place: .afterLastCall)
          }
        }
      }
    ]
  }

  private static func expectMainThread(_ trial: Trial) throws(CheckEnd) {
    try trial.expectNoFault("host->wake on that thread, and the rest in woke") {
      if case .wrongThread = $0 { true } else { false }
    }
  }

  /// A check that no fault of a kind comes in a life that goes through every state.
  private static func conduct(
    _ name: String, _ level: Int, severity: Check.Severity = .failure, _ purpose: String,
    typing characters: [Unicode.Scalar] = [], _ isSought: @escaping (ChildFault.Kind) -> Bool
  ) -> Check {
    Check(name, level: level, severity: severity, purpose) { trial throws(CheckEnd) in
      try trial.forEachChild { child throws(CheckEnd) in
        for state in TrialContent.states {
          child.services.content = .fitting(state)
          child.ask()
          child.appear(animated: true)
          child.live()
          if !characters.isEmpty {
            child.focus(true)
            let keys = characters.map { TrialKey.character($0) }
            for key in keys + KeyChecks.helpKeys(of: child) { child.key(key) }
            child.focus(false)
          }
          child.disappear(animated: true)
          child.ask()
        }
        child.destroy()
        try trial.expectNoFault(purpose, isSought)
      }
    }
  }
}
