internal import ChildPluginAPI
internal import HostPlugins

/// Validator checks that a plugin calls the host's functions correctly: on the right thread, with
/// valid arguments, at a permitted moment, and never after destroy.
enum HostCallChecks {
  /// Run early, because waiting for threads makes every life long.
  static let threads = Check.eachChild(
    "main-thread-only", 1, "main-thread host functions are called on the main thread"
  ) { child in
    let session = child.session
    func expectMainThread() throws {
      try session.expectNoFault("host->wake on that thread, and the rest in woke") {
        if case .wrongThread = $0 { true } else { false }
      }
    }
    child.appear(animated: true)
    child.live()
    // A thread acts at some later time.
    for _ in 0..<250 where session.monitor.hasOtherThreads {
      try expectMainThread()
      RealTime.sleep(milliseconds: 10)
    }
    child.live()
    child.remove(animated: true)
    try expectMainThread()
  }

  /// Checks for faults in calls to the host.
  static let conduct: [Check] = [
    conduct("struct-sizes", 2, "structs passed to the host begin with their size") {
      if case .structSize = $0 { true } else { false }
    },
    conduct("arguments-given", 2, "a struct or buffer for the host to fill is not NULL") {
      if case .nullArgument = $0 { true } else { false }
    },
    conduct("texts-have-bytes", 2, "a text with a length has bytes") {
      switch $0 {
      case .malformedText, .malformedField: true
      default: false
      }
    },
    .eachChild(
      "texts-outlive-calls", 3, "a returned text is not a local variable of the call", once: .shown
    ) { child in
      child.live()
      try expectNone(
        located: child.monitor.danglingAnswers.first,
        "a text that stays valid until the next call into the child, such as a static one"
      ) { "\($0) in a local variable of the function that returned" }
    },
    conduct(
      "requests-known-states", .warning(5), "a child requests only states that exist",
      typing: TestKey.letters
    ) { if case .refused(_, .unknownState) = $0 { true } else { false } },
    conduct("acts-when-asked", 4, "a child requests no state and no action in draw") {
      if case .insideDraw = $0 { true } else { false }
    },
    conduct("links-of-this-draw", 3, "a style has only links made in the same draw") {
      switch $0 {
      case .linkMalformed, .linkUnknown, .tooMuch(.links): true
      default: false
      }
    },
    conduct("dims-few-areas", 3, "a draw dims at most 16 rectangles") {
      $0 == .tooMuch(.dimmedAreas)
    },
    conduct("claims-an-area", 3, "a child claims only areas that are possible") {
      $0 == .claimOutOfRange
    },
    conduct(
      "exits-with-a-status", 3, "an accepted text has an exit status of 0 to 255",
      typing: TestKey.letters
    ) { $0 == .exitStatusOutOfRange },
    conduct("acts-on-screen", 3, "a child performs actions only on screen") {
      if case .offScreen = $0 { true } else { false }
    },
  ]

  /// Checks for calls after the child is destroyed.
  static let afterwards = Check.eachType(
    "quiet-after-destroy", .warning(4), "the host is not called after destroy"
  ) { session, type in
    let first = try session.child(type)
    let second = try session.child(type)
    first.appear()
    second.appear()
    first.remove()
    second.live()
    second.remove()
    // A remaining thread may still call.
    if session.monitor.hasOtherThreads { RealTime.sleep(milliseconds: 30) }
    try expectNone(
      (first.child.lateCalls + second.child.lateCalls).first, "no call for a destroyed child",
      in: .afterLastCall
    ) { "\($0) was called for it" }
  }

  /// A check for faults of one kind in a life that goes through every state.
  private static func conduct(
    _ name: String, _ level: Check.Level, _ purpose: String, typing letters: [TestKey] = [],
    _ isSought: @escaping @Sendable (ChildFault.Kind) -> Bool
  ) -> Check {
    .eachChild(name, level, purpose) { child in
      for state in SimulatedContent.states {
        child.host.content = .fitting(state)
        child.ask()
        child.appear(animated: true)
        child.live()
        if !letters.isEmpty {
          child.focus(true)
          child.press(letters + child.helpKeys)
          child.focus(false)
        }
        child.disappear(animated: true)
        child.ask()
      }
      child.destroy()
      try child.session.expectNoFault(purpose, isSought)
    }
  }
}

/// Validator checks that a child works with an unusual host: one that refuses all requests, is
/// older or newer, has odd options, a plain terminal or jumping clock, or wakes it at any time.
enum HostVariationChecks {
  static let all: [Check] = [
    .eachType("host-refuses", 3, "a child works with a host that refuses every request") {
      try $0.child($1) { $0.refuses = true }.liveAndEnd()
    },
    Check("older-host", 4, "a child works with a host of 1.0, which has no extensions") { session in
      for state in SimulatedContent.states {
        for type in try session.types() {
          let child: CheckedChild
          let complaints = session.monitor.complaintCount
          do { child = try session.child(type, content: .fitting(state), arguments: .older) } catch
          {
            let place = session.monitor.creation
            if session.monitor.complaintCount > complaints {
              throw CheckOutcome.skipped("it logs why it is not created for a host of 1.0")
            }
            // A plugin that creates no child with any host fails another check.
            try session.child(type).destroy()
            try fail(
              "a child, or a reason in the log (host->log): what the host does not "
                + "have is NULL", in: place, but: "NULL")
          }
          child.appear(animated: true)
          child.live()
          child.press(TestKey.named)
          child.press((0x21..<0x7F).compactMap(Unicode.Scalar.init).map { .character($0) })
          child.draw()
          child.remove(animated: true)
        }
      }
    },
    .eachType("options-any", 3, "a child works with options of any value") { session, type in
      if type.options.isEmpty {
        for value in EdgeCaseBytes.options {
          try session.child(type, option: (nil, value)).liveAndEnd()
        }
      }
      for option in type.options {
        for value in option.kind == .text ? EdgeCaseBytes.options : option.sampleValues {
          try session.child(type, option: (option.name, value)).liveAndEnd()
        }
      }
    },
    .eachChild("terminal-plain", 3, "a child works on a terminal without colours, mouse or UTF-8") {
      child in
      child.host.terminalFacts = TerminalFacts()
      child.host.terminalFacts.isUTF8 = false
      child.host.terminalFacts.isDark = false
      child.setSize(columns: 80, rows: 24)
      child.liveAndEnd()
    },
    .eachType("newer-host", 3, "a child works with a later host, whose structs are larger") {
      session, type in
      let plain = try session.child(type)
      guard let child = try? session.child(type, arguments: .larger) else {
        try fail("a child for a host of a later minor version with a larger table", but: "NULL")
      }
      child.appear(animated: true)
      child.focus(true)
      let isDrawn = session.drawing(of: child) { $0.marks > 0 }.marks > 0
      let draw = session.monitor.lastCall
      child.live()
      let timing = child.timing(appearing: true)
      let timingCall = session.monitor.lastCall
      child.remove(animated: true)
      plain.appear(animated: true)
      plain.focus(true)
      let isPlainDrawn = session.drawing(of: plain) { $0.marks > 0 }.marks > 0
      try expect(
        isDrawn == isPlainDrawn, "a draw on a larger canvas struct as on any", in: draw,
        else: "no call of it")
      try expect(
        timing.duration_nanoseconds == plain.timing(appearing: true).duration_nanoseconds,
        "the same timing in a larger struct", in: timingCall,
        else: "\(timing.duration_nanoseconds) ns")
      plain.remove(animated: true)
    },
    .eachChild(
      "time-stands-or-leaps", 4, "a child works when time stands still or jumps", once: .shown
    ) { child in
      for leap in [Int64(0), 0, 1, 86_400_000_000_000, 1 << 58] {
        child.host.nowNanoseconds += leap
        child.woke()
        child.draw()
      }
    },
    .eachChild("woken-unasked", 3, "a child on screen may be woken at any time, many times") {
      child in
      child.wake(times: 5)
      child.appear()
      for _ in 0..<100 {
        child.woke()
        child.draw()
      }
      child.disappear()
      child.wake()
    },
  ]
}
