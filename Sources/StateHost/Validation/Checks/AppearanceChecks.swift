internal import ChildPluginAPI
internal import HostPlugins

/// Coming and going: every legal order of the callbacks.
enum AppearanceChecks {
  static var all: [Check] { orders + transitions }

  private static var orders: [Check] {
    [
      Check("appears", level: 1, "it comes on screen, is drawn and leaves, without animation") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          child.draw()
          child.disappear()
          child.destroy()
        }
      },
      Check("appears-animated", level: 1, "it comes and leaves with a transition") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear(animated: true)
          child.disappear(animated: true)
          child.destroy()
        }
      },
      Check("callback-orders", level: 3, "animated one way and not the other, in every combination")
      {
        trial throws(CheckEnd) in
        for mask in 0..<16 {
          try trial.forEachChild { child throws(CheckEnd) in
            for turn in 0..<2 {
              child.appear(animated: mask >> (2 * turn) & 1 == 1)
              child.disappear(animated: mask >> (2 * turn + 1) & 1 == 1)
            }
          }
        }
      },
      Check("never-drawn", level: 3, "it may come and go without ever being drawn") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          for _ in 0..<3 {
            child.willAppear()
            child.didAppear()
            child.disappear()
          }
        }
      },
      Check("draws-in-every-phase", level: 2, "it can be drawn at any time from will to did") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.willAppear(animated: true)
          child.draw()
          child.willBegin(appearing: true)
          child.draw()
          child.progress(0.5, appearing: true)
          child.draw()
          child.didEnd(appearing: true)
          child.draw()
          child.didAppear(animated: true)
          child.draw()
          child.willDisappear(animated: true)
          child.draw()
          child.willBegin(appearing: false)
          child.draw()
          child.didEnd(appearing: false)
          child.draw()
          child.didDisappear(animated: true)
        }
      },
      Check("asked-off-screen", level: 3, "what may be asked at any time may be asked off screen") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          for isAfter in [false, true] {
            if isAfter {
              child.appear()
              child.disappear()
            }
            child.ask()
            let words = child.accessibilityText(capacity: 4096)?.bytes ?? []
            try expect(
              String(validating: words, as: UTF8.self) != nil,
              "words in UTF-8 off screen, too", else: CallText.bytes(words))
          }
        }
      },
      Check("appears-1000-times", level: 4, "it comes and goes a thousand times") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let time = OwnTime()
          for turn in 0..<1000 where time.nanoseconds < longestComing {
            child.appear(animated: turn % 4 == 1)
            child.disappear(animated: turn % 4 == 2)
          }
        }
      },
      Check("random-life", level: 5, "2,000 random events in legal orders, by the seed") {
        trial throws(CheckEnd) in
        for type in try trial.types() { try RandomLife(trial, type).run(steps: 2000) }
      },
    ]
  }

  private static var transitions: [Check] {
    [
      Check("transition-repeated", level: 3, "one progress may be sent many times") {
        trial throws(CheckEnd) in try steps(trial, [0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1])
      },
      Check(
        "transition-backwards", level: 4, "progress may go backwards, as when it is turned round"
      ) { trial throws(CheckEnd) in
        try steps(trial, [0, 0.5, 1, 0.7, 0.3, 0, 0.2, 1, 0])
      },
      Check("transition-at-once", level: 3, "a transition may end without any progress") {
        trial throws(CheckEnd) in try steps(trial, [])
      },
      Check("transition-fine", level: 4, "progress may come in very small steps") {
        trial throws(CheckEnd) in
        try steps(trial, [0, Double.leastNonzeroMagnitude] + (1...500).map { Double($0) / 500 })
      },
      Check(
        "draws-after-progress", level: 5, severity: .warning,
        "who draws by its progress asks to be drawn for it"
      ) { trial throws(CheckEnd) in
        try trial.forEachChild(
          having: "progress", { unsafe $0.extensions.transition?.progress != nil }
        ) { child throws(CheckEnd) in
          for appearing in [true, false] {
            if appearing {
              child.willAppear(animated: true)
              child.resize(columns: 80, rows: 24)
            } else {
              child.willDisappear(animated: true)
            }
            _ = child.timing(appearing: appearing)
            child.willBegin(appearing: appearing)
            try expectDraws(child, by: [0.2, 0.5, 0.8], appearing: appearing, trial)
            child.didEnd(appearing: appearing)
            if appearing {
              child.didAppear(animated: true)
            } else {
              child.didDisappear(animated: true)
            }
          }
        }
      },
    ]
  }

  /// So long it comes and goes at most: a draw may take a while.
  private static let longestComing: Int64 = 2_000_000_000

  /// Steps of a transition, each of which has drawn what it changes.
  private static func expectDraws(
    _ child: TrialChild, by steps: [Double], appearing: Bool, _ trial: Trial
  ) throws(CheckEnd) {
    var before = child.draw(keepingCells: true)
    for step in steps {
      child.services.forgetWishes()
      child.progress(step, appearing: appearing)
      let place = trial.watch.lastCall
      let asks = child.services.hasWishes
      let after = child.draw(keepingCells: true)
      try expect(
        asks || child.services.hasWishes || after.unexplainedDifference(from: before) == nil,
        "host->invalidate: the frames of a transition are not drawn anew by themselves", in: place,
        else: "other cells, which nobody sees")
      before = after
    }
  }

  /// A transition in both directions with these steps.
  private static func steps(_ trial: Trial, _ steps: [Double]) throws(CheckEnd) {
    try trial.forEachChild { child throws(CheckEnd) in
      for appearing in [true, false] {
        if appearing {
          child.willAppear(animated: true)
        } else {
          child.willDisappear(animated: true)
        }
        _ = child.timing(appearing: appearing)
        child.willBegin(appearing: appearing)
        for step in steps {
          child.progress(step, appearing: appearing)
          child.draw()
        }
        child.didEnd(appearing: appearing)
        if appearing { child.didAppear(animated: true) } else { child.didDisappear(animated: true) }
      }
    }
  }
}
