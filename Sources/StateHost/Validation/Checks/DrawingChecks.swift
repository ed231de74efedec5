internal import CHostSystem
internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// What a draw does and leaves alone.
enum DrawingChecks {
  static var all: [Check] { cells + conduct }

  private static var cells: [Check] {
    [
      Check("draws-the-same", level: 3, "the same state at the same time draws the same cells") {
        trial throws(CheckEnd) in
        try trial.forEachContent({ $0.facts.rows > 0 ? $0.withManyWords : $0 }) {
          child throws(CheckEnd) in
          let first = child.draw(keepingCells: true)
          for number in 2...4 {
            let difference = child.draw(keepingCells: true).unexplainedDifference(from: first)
            try expect(
              difference == nil, "the cells of the first draw",
              else: "draw \(number) differs at \(difference ?? "")")
          }
          // The draw after something has happened shows all of it.
          for event in events {
            event(child)
            let first = child.draw(keepingCells: true)
            let place = trial.watch.lastCall
            let difference = child.draw(keepingCells: true).unexplainedDifference(from: first)
            try expect(
              difference == nil, "the cells of the draw before: a draw changes nothing",
              in: place, else: "the second draw after the last event differs at \(difference ?? "")"
            )
          }
        }
      },
      Check(
        "draws-by-host-time", level: 4, "the time it draws is the canvas's, not its own clock's"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          let first = child.draw(keepingCells: true)
          plugin_clock_shift(leapNanoseconds)
          let second = child.draw(keepingCells: true)
          plugin_clock_shift(0)
          let difference = second.unexplainedDifference(from: first)
          try expect(
            difference == nil,
            "the same cells when the system's clock has leapt: the host's time has not moved",
            else: "a difference at \(difference ?? "")")
        }
      },
      Check(
        "draws-something", level: 4, "who is shown instead of others has something to show"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          // What lies over others, or beside them, may wait for something to show.
          let state = child.services.situation.current
          let isAlone = child.type.places.contains { $0.state == state && $0.isInsteadOfBundled }
          guard isAlone else { return }
          let drawing = trial.drawing(of: child) { $0.isVisible }
          try expect(
            drawing.isVisible, "some text or background on the canvas",
            else: drawing.marks == 0 ? "no call of the canvas" : "nothing visible")
        }
        // Who calls the canvas means something to be seen some time.
        for type in try trial.types() {
          var (isDrawn, isSeen) = (false, false)
          for state in TrialContent.states {
            let child = try trial.child(type, content: .fitting(state))
            child.appear()
            child.live()
            child.focus(true)
            let drawing = child.draw(keepingCells: true)
            (isDrawn, isSeen) = (isDrawn || drawing.hasTexts, isSeen || drawing.visibleLines > 0)
            child.disappear()
            child.destroy()
          }
          try expect(
            !isDrawn || isSeen, "some letter of what \(type.id) draws in some state",
            else: "blanks alone, in each")
        }
      },
      Check(
        "draws-inside", level: 5, severity: .warning,
        "what it draws lies on its canvas: it heeds the size"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          for (columns, rows) in [(80, 24), (20, 5), (200, 60)] {
            child.resize(columns: columns, rows: rows)
            let outside = child.draw().firstOutside
            try expect(
              outside == nil, "every call reaches the canvas of \(columns)×\(rows)",
              else: outside ?? "")
          }
          child.resize(columns: 80, rows: 24)
          child.lay(columns: 30, rows: 8)
          let outside = child.draw().firstOutside
          try expect(
            outside == nil,
            "every call reaches the canvas of 30×8, a part of the terminal of 80×24",
            else: outside ?? "")
        }
      },
      Check(
        "draws-over-no-text", level: 6, severity: .warning,
        "it draws no text where it has just drawn another one"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          guard let (covered, covering) = child.draw(keepingCells: true).firstCovered else {
            return
          }
          throw .failed(
            expected: "a place of its own for \(CallText.bytes(covered))",
            happened: "\(CallText.bytes(covering)) begins there as well")
        }
      },
      Check(
        "draws-known-colours", level: 4, severity: .warning,
        "a colour is one that the header's macros make"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          guard let colour = child.draw().firstStrangeColour else { return }
          let digits = String(colour, radix: 16)
          throw .failed(
            expected: "CHILDPLUGIN_COLOUR_RGB, _INDEX of 0 to 255, _ROLE, _DEFAULT or _NONE",
            happened: "the colour 0x" + String(repeating: "0", count: 8 - digits.count) + digits
              + ", which is shown as none")
        }
      },
      Check(
        "draws-readable-text", level: 6, severity: .warning,
        "text on a background of a fixed colour has a fixed colour"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          let place = child.draw(keepingCells: true).firstCell { cell in
            cell.hasText && cell.foreground == .default && !cell.isReversed
              && [.rgb, .indexed].contains(cell.background.kind)
          }
          try expect(
            place == nil,
            "a foreground with it: what is the terminal's own may be as the background",
            else: "text in the terminal's own colour at \(place ?? "")")
        }
      },
      Check(
        "draws-no-controls", level: 5, severity: .warning,
        "no control character is in what it draws, but those of the content"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.key(.down)
          for text in child.draw(keepingCells: true).texts {
            let control = text.first { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A) || $0 == 0x7F }
            try expect(
              control == nil,
              "a text without control characters: sizeof counts the NUL of a literal",
              else: CallText.bytes(Array(text.prefix(40))))
          }
        }
      },
      Check("draws-repaired-text", level: 6, severity: .warning, "the text it draws is UTF-8") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          child.live()
          guard let text = trial.watch.repairedTexts.first else { return }
          throw .failed(
            expected: "valid UTF-8 in every text",
            happened: "other bytes for \(text.what)", place: text.place)
        }
      },
    ]
  }

  /// What may happen between two draws.
  private static let events: [@Sendable (TrialChild) -> Void] = {
    let keys = [
      CHILDPLUGIN_KEY_DOWN, CHILDPLUGIN_KEY_PAGE_DOWN, CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_UP,
    ]
    var events: [@Sendable (TrialChild) -> Void] = []
    events.append { child in
      let output = ProgramEnd.Output(Array("a line\n".utf8))
      child.end { number in ProgramEnd(number, .exited(0), output: output) }
    }
    for code in keys {
      events.append { child in for _ in 0..<3 { child.key(TrialKey(code: code)) } }
    }
    events.append { child in child.change(to: child.services.content) }
    events.append { child in child.resize(columns: 60, rows: 12) }
    events.append { child in child.surroundingsChanged() }
    return events
  }()

  /// Ten days, an hour, a minute, a second and some more.
  private static let leapNanoseconds: Int64 = 867_661_234_567_890

  private static let draws = 5

  private static var conduct: [Check] {
    [
      Check("canvas-only-in-draw", level: 2, "the canvas is used inside draw only") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear(animated: true)
          child.live()
          child.disappear(animated: true)
          try trial.expectNoFault("no call of a canvas outside draw") {
            if case .outsideDraw = $0 { true } else { false }
          }
        }
      },
      Check("rests-when-shown", level: 5, "it does not ask for frame after frame without a pause") {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          var frames = 0
          while frames < 60 {
            child.services.invalidateCount = 0
            child.services.wakeAfterNanoseconds = nil
            child.draw()
            let isDueAtOnce = child.services.wakeAfterNanoseconds.map { $0 <= 4_000_000 } ?? false
            guard child.services.invalidateCount > 0 || isDueAtOnce else { return }
            frames += 1
          }
          throw .failed(
            expected: "rest, or host->wake_after with more than 4 ms, when nothing happens",
            happened: "each of \(frames) draws asked for the next one at once")
        }
      },
      Check(
        "draws-quickly", level: 5, severity: .warning, runsAlone: true,
        "a draw of 80×24 takes less than 16 ms"
      ) {
        trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          let times = (0..<draws).map { _ in
            let time = OwnTime()
            child.draw()
            return time.nanoseconds
          }
          // The fastest of them takes as long as that, whatever else the machine does.
          let least = times.min() ?? 0
          try expect(
            least < 16_000_000, "less than 16 ms, which is a frame: each frame waits for it",
            else: SlowCalls.words("draw", draws, least * Int64(draws)))
        }
      },
    ]
  }
}
