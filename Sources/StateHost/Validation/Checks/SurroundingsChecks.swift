internal import HostPlugins
internal import HostSurface

/// Whether what is drawn is right for the theme and the terminal.
enum SurroundingsChecks {
  static var all: [Check] {
    [
      Check(
        "follows-theme", level: 5, "a colour that the theme had is not drawn when it has another"
      ) {
        trial throws(CheckEnd) in
        let (former, present) = (Colour.rgb(0x41, 0x42, 0x43), Colour.rgb(0x51, 0x52, 0x53))
        for type in try trial.types() {
          let child = try trial.child(type, roleColour: former)
          child.appear()
          child.draw()
          child.services.roleColour = present
          child.themeChanged()
          let place = child.draw(keepingCells: true).firstCell {
            $0.foreground == former || $0.background == former
          }
          try expect(
            place == nil, "the colours of the theme since theme.changed, or roles",
            else: "one of before at \(place ?? "")")
          child.disappear()
          child.destroy()
        }
      },
      Check(
        "draws-ascii", level: 5, severity: .warning,
        "on a terminal without UTF-8 it draws ASCII alone"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.services.terminalFacts.isUTF8 = false
          child.resize(columns: 80, rows: 24)
          let place = child.draw(keepingCells: true).firstCell { !$0.isASCII }
          try expect(
            place == nil, "ASCII: the terminal has no CHILDPLUGIN_TERMINAL_UTF8",
            else: "another character at \(place ?? "")")
        }
      },
      Check(
        "moves-nothing-unasked", level: 6, severity: .warning,
        "with reduced motion nothing moves that need not"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.services.terminalFacts.isMotionReduced = true
          child.disappear()
          child.appear()
          var moves = 0
          var last = child.draw(keepingCells: true)
          for _ in 0..<20 {
            guard let delay = child.services.wakeAfterNanoseconds, delay < 500_000_000 else {
              return
            }
            child.services.wakeAfterNanoseconds = nil
            child.services.nowNanoseconds += max(delay, 4_000_000)
            child.woke()
            let next = child.draw(keepingCells: true)
            if next.firstDifference(from: last) != nil { moves += 1 }
            last = next
          }
          try expect(
            moves < 10, "rest: the terminal has CHILDPLUGIN_TERMINAL_REDUCED_MOTION",
            else: "\(moves) of 20 frames are other than the one before")
        }
      },
    ]
  }
}
