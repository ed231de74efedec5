internal import ChildPluginAPI
internal import HostPlugins

/// Whether a plugin lives with any host: one that refuses, an older and a later one, one with other options,
/// another terminal or another time.
enum OtherHostChecks {
  static var all: [Check] {
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
        for state in TrialContent.states {
          for type in try trial.types() {
            let child: TrialChild
            let complaints = trial.watch.complaintCount
            do throws(CheckEnd) {
              child = try trial.child(type, content: .fitting(state), arguments: .older)
            } catch {
              let place = trial.watch.creation
              if trial.watch.complaintCount > complaints {
                throw .skipped("it says in its log why it is not made for a host of 1.0")
              }
              // Who makes none for any host is told of elsewhere.
              try trial.child(type).destroy()
              throw .failed(
                expected:
                  "a child, or words of why there is none (host->log): what the host does not "
                  + "have is NULL", happened: "NULL",
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
          if type.options.isEmpty {
            for value in Samples.options { try trial.child(type, option: value).liveAndEnd() }
          }
          for option in type.options {
            for value in option.kind == .text ? Samples.options : option.sampleValues {
              try trial.child(type, option: value, ofName: option.name).liveAndEnd()
            }
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
          try newerHost(child, plain, trial)
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

  /// A life in which all that is lent is larger than this version knows, and used as before.
  private static func newerHost(
    _ child: TrialChild, _ plain: TrialChild, _ trial: Trial
  ) throws(CheckEnd) {
    child.appear(animated: true)
    child.focus(true)
    let isDrawn = trial.drawing(of: child) { $0.marks > 0 }.marks > 0
    let draw = trial.watch.lastCall
    child.live()
    let timing = child.timing(appearing: true)
    let timingCall = trial.watch.lastCall
    child.disappear(animated: true)
    child.destroy()
    plain.appear(animated: true)
    plain.focus(true)
    let isPlainDrawn = trial.drawing(of: plain) { $0.marks > 0 }.marks > 0
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
}
