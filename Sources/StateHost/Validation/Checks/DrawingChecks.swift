internal import CHostSystem
internal import HostPlugins
internal import HostSurface
internal import HostText

/// Validator checks of what a child draws: something visible, the same cells for the same state and
/// time, inside its canvas, only in `draw`, in valid colours, as UTF-8, without control characters,
/// text over text, or text in the terminal's own colour on a fixed background, in less than 16 ms,
/// and without requesting frame after frame.
enum DrawingChecks {
  static let all: [Check] = [
    .eachContent(
      "draws-the-same", 3, "the same state at the same time draws the same cells",
      { $0.facts.rows > 0 ? $0.withManyWords : $0 }
    ) { child in
      let first = child.snapshot()
      for number in 2...4 {
        try expectNone(
          child.snapshot().unexplainedDifference(from: first), "the cells of the first draw"
        ) { "draw \(number) differs at \($0)" }
      }
      func expectNoChange() throws {
        let first = child.snapshot()
        let place = child.monitor.lastCall
        try expectNone(
          child.snapshot().unexplainedDifference(from: first),
          "the same cells as before: a draw changes nothing", in: place
        ) { "the second draw after the last event differs at \($0)" }
      }
      // The first draw after an event must show it completely.
      child.succeed()
      try expectNoChange()
      for key in [.down, .pageDown, .end, .up] as [TestKey] {
        child.press([key, key, key])
        try expectNoChange()
      }
      child.change(to: child.host.content)
      try expectNoChange()
      child.resize(columns: 60, rows: 12)
      try expectNoChange()
      child.surroundingsChanged()
      try expectNoChange()
      // The first draw of an appearance, and after each wake.
      child.awaitThreads()
      child.disappear()
      child.willTransition(appearing: true, animated: false)
      child.resize(columns: 80, rows: 24)
      try expectNoChange()
      child.didTransition(appearing: true, animated: false)
      for _ in 0..<3 where child.awaitThreads() || child.fireTimer(dueIn: ...2_000_000_000) {
        try expectNoChange()
      }
    },
    .eachState("draws-by-host-time", 4, "a child draws by the canvas's time, not by its own clock")
    { child in
      let first = child.snapshot()
      // More than ten days.
      plugin_clock_shift(867_661_234_567_890)
      let second = child.snapshot()
      plugin_clock_shift(0)
      try expectNone(
        second.unexplainedDifference(from: first),
        "the same cells after the system's clock has jumped: the host's time has not changed")
    },
    Check("draws-something", 4, "a child that replaces others draws something") { session in
      try session.forEachState { child in
        // An overlay or a docked child may have nothing to show yet.
        let state = child.host.situation.current
        let isAlone = child.type.places.contains { $0.state == state && $0.isInsteadOfBundled }
        guard isAlone else { return }
        let drawing = session.drawing(of: child) { $0.isVisible }
        try expect(
          drawing.isVisible, "some text or background on the canvas",
          else: drawing.marks == 0 ? "no call of the canvas" : "nothing visible")
      }
      // A child that draws texts must be visible in some state.
      for type in try session.types() {
        var (isDrawn, isSeen) = (false, false)
        for state in SimulatedContent.states {
          let child = try session.child(type, content: .fitting(state))
          child.appear()
          child.live()
          child.focus(true)
          let drawing = child.snapshot()
          (isDrawn, isSeen) = (isDrawn || drawing.hasTexts, isSeen || drawing.visibleLines > 0)
          child.remove()
        }
        try expect(
          !isDrawn || isSeen, "some letter of what \(type.id) draws in some state",
          else: "only blanks in every state")
      }
    },
    .eachState("draws-inside", .warning(5), "a child draws at least partly on its canvas") {
      child in
      // What lies outside is clipped; that all of it does cannot be meant.
      func expectInside(_ size: String) throws {
        try expectNone(child.draw().onlyOutside, "a call that reaches the canvas of \(size)") {
          "none, such as \($0)"
        }
      }
      for (columns, rows) in [(80, 24), (200, 60)] {
        child.resize(columns: columns, rows: rows)
        try expectInside("\(columns)×\(rows)")
      }
      child.resize(columns: 80, rows: 24)
      child.lay(columns: 60, rows: 16)
      try expectInside("60×16, a part of the terminal of 80×24")
    },
    .eachState(
      "draws-over-no-text", .warning(6), "a child does not draw text over text of the same draw"
    ) { child in
      guard let (covered, covering) = child.snapshot().firstCovered else { return }
      try fail(
        "a place of its own for \(CallFormatter.bytes(covered))",
        but: "\(CallFormatter.bytes(covering)) begins there as well")
    },
    .eachState("draws-known-colours", .warning(4), "colours are made by the header's macros") {
      child in
      guard let colour = child.draw().firstStrangeColour else { return }
      try fail(
        "CHILDPLUGIN_COLOUR_RGB, _INDEX of 0 to 255, _ROLE, _DEFAULT or _NONE",
        but: "the colour 0x\(String(hexadecimal: colour, digits: 8)), which is shown as none")
    },
    .eachState(
      "draws-readable-text", .warning(6), "text on a fixed background has a fixed foreground"
    ) { child in
      let place = child.snapshot().firstCell { cell in
        cell.hasText && cell.foreground == .default && !cell.isReversed
          && [.rgb, .indexed].contains(cell.background.kind)
      }
      try expectNone(place, "a fixed foreground: the terminal's own may equal the background") {
        "text in the terminal's own foreground at \($0)"
      }
    },
    .eachContent(
      "draws-styled-text", .warning(5),
      "a child that shows styles does not draw their escape sequences",
      { $0.withCells("\u{1B}[31mstyled\u{1B}[m") }
    ) { child in
      let drawing = child.snapshot()
      // A child that ignores styles may show every byte.
      guard drawing.firstCell(where: { $0.foreground == .indexed(1) }) != nil else { return }
      try expectNone(
        drawing.texts.first { $0.holds("[31m") || $0.holds("[m") },
        "the bytes of each run of styles.of_cell, without the escape sequences between them",
        else: CallFormatter.bytes)
    },
    .eachState(
      "draws-no-controls", .warning(5),
      "a child draws no control characters except those of the content"
    ) { child in
      child.key(.down)
      for text in child.snapshot().texts {
        try expect(
          !text.contains { ($0 < 0x20 && $0 != 0x09 && $0 != 0x0A) || $0 == 0x7F },
          "a text without control characters: sizeof counts the NUL of a literal",
          else: CallFormatter.bytes(Array(text.prefix(40))))
      }
    },
    .eachChild(
      "draws-repaired-text", .warning(6), "drawn text is UTF-8", once: .shown,
      contents: [nil, .numbers]
    ) { child in
      child.live()
      child.followThreads()
      child.draw()
      try expectNone(located: child.monitor.repairedTexts.first, "valid UTF-8 in every text") {
        "other bytes for \($0)"
      }
    },
    .eachChild("canvas-only-in-draw", 2, "the canvas is used only in draw") { child in
      child.liveOnce()
      try child.session.expectNoFault("no call of the canvas outside draw") {
        if case .outsideDraw = $0 { true } else { false }
      }
    },
    .eachState("rests-when-shown", 5, "a child does not request frame after frame without a pause")
    { child in
      var frames = 0
      while frames < 60 {
        child.host.invalidateCount = 0
        child.host.wakeAfterNanoseconds = nil
        child.draw()
        let isDueAtOnce = child.host.wakeAfterNanoseconds.map { $0 <= 4_000_000 } ?? false
        guard child.host.invalidateCount > 0 || isDueAtOnce else { return }
        frames += 1
      }
      try fail(
        "no draw, or host->wake_after with more than 4 ms, when nothing changes",
        but: "each of \(frames) draws requested the next one at once")
    },
    .eachState(
      "draws-quickly", .warning(5), "a draw of 80×24 takes less than 16 ms", options: [.runsAlone]
    ) { child in
      let draws = 5
      let times = (0..<draws).map { _ in
        let time = ThreadStopwatch()
        child.draw()
        return time.nanoseconds
      }
      // The minimum, because other load on the machine only adds time.
      let least = times.min() ?? 0
      try expect(
        least < 16_000_000, "less than 16 ms, the time of a frame",
        else: SlowCalls.words("draw", draws, least * Int64(draws)))
    },
  ]
}

/// Validator checks that texts are drawn exactly: whole characters, nothing else, columns aligned.
enum DrawnTextChecks {
  static let all: [Check] = [
    Check("draws-whole-characters", 4, "a child draws no part of a character") { session in
      for letter in ["\u{E9}", "\u{6F22}", "\u{1F600}"] {
        for offset in 0..<letter.utf8.count {
          let text = String(repeating: "x", count: offset) + String(repeating: letter, count: 400)
          try session.forEachContent({ $0.withCells(text).withNames(text) }) { child in
            for columns in [80, 23] {
              child.resize(columns: columns, rows: 24)
              guard let place = child.snapshot().firstCell(where: { $0.isReplacement }) else {
                continue
              }
              let call = session.monitor.lastCall
              // The child may draw replacement characters of its own.
              let other = try child.another(
                content: child.host.content.withCells("x").withNames("x"), size: (columns, 24))
              let isItsOwn = other.snapshot().firstCell { $0.isReplacement } != nil
              other.remove()
              try expect(
                isItsOwn, "whole characters of \"\(letter)\": a text may be cut inside a character",
                in: call, else: "U+FFFD at \(place)")
            }
          }
        }
      }
    },
    Check("draws-what-is-there", 4, "a child draws the bytes of a text and nothing beyond them") {
      session in
      let (short, long) = (Array("ab".utf8), [UInt8](repeating: UInt8(ascii: "Z"), count: 3000))
      session.monitor.cutTexts = [:]
      for isTitled in [false, true] {
        try session.forEachContent({
          $0.with { content in
            for which in content.texts.keys { content.texts[which] = short }
            if isTitled { content.texts[.title] = long }
            content.cell = { row, _ in row % 2 == 0 ? long : short }
          }
          .withNames(String(repeating: "Z", count: isTitled ? long.count : 1))
        }) { child in
          child.resize(columns: 500, rows: 24)
          let texts = child.snapshot().texts
          try expectNone(
            session.monitor.uncutText, "at most the bytes in the buffer: a length may exceed it"
          ) { "\(long.count) bytes of a buffer that has \($0)" }
          for text in texts {
            try expect(
              !(text.starts(with: short) && text.dropFirst(short.count).first == long[0]),
              "\"ab\", which is 2 bytes: it has no NUL at its end",
              else: "\(String(decoding: text.prefix(20), as: UTF8.self))")
            let isBeyondLong =
              long.starts(with: text.prefix(16))
              && text.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }
            try expect(
              !isBeyondLong, "at most the bytes in the buffer: a length may exceed it",
              else: "\(text.count) bytes, which include bytes beyond the buffer")
          }
        }
      }
    },
    Check("columns-line-up", .warning(5), "columns stay aligned whatever characters a text has") {
      session in
      for (word, plainWord) in [
        ("\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}", "qqqqqq"), ("\u{6F22}\u{6F22}\u{6F22}", "qqqqqq"),
        // A word whose bytes also fit into the column.
        ("\u{E9}\u{E9}", "qq"),
      ] {
        try session.forEachContent({ rows($0, beginningWith: plainWord) }) { child in
          child.resize(columns: 120, rows: 24)
          let plain = child.snapshot()
          child.change(to: rows(child.host.content, beginningWith: word))
          let other = child.snapshot()
          guard let letter = word.unicodeScalars.first else { return }
          for row in 0..<plain.rows
          where plain.columns(of: "q", inRow: row).count == plainWord.count
            && other.columns(of: letter, inRow: row).count == word.unicodeScalars.count
          {
            guard let before = plain.columns(of: "j", inRow: row).first,
              let after = other.columns(of: "j", inRow: row).first
            else { continue }
            try expect(
              before == after,
              "column \(before) for what follows, as after \"\(plainWord)\": count columns, "
                + "not bytes or letters (host->text_columns)",
              else: "column \(after) after \"\(word)\", which is as wide")
          }
        }
      }
    },
  ]

  /// Content whose rows are a word and a constant text.
  private static func rows(_ content: SimulatedContent, beginningWith word: String)
    -> SimulatedContent
  {
    let (first, second) = (Array(word.utf8), Array("jjjjjj".utf8))
    return content.withCells { _, column in
      column == nil ? first + [0x20, 0x20] + second : column == 0 ? first : second
    }
  }
}

/// Validator checks that drawing follows the theme, terminals without UTF-8, and reduced motion.
enum TerminalSettingChecks {
  static let all: [Check] = [
    .eachType("follows-theme", 5, "a child draws no colour of the previous theme") {
      session, type in
      let former = Colour.rgb(0x41, 0x42, 0x43)
      let child = try session.child(type) { $0.roleColour = former }
      child.appear()
      child.draw()
      child.host.roleColour = .rgb(0x51, 0x52, 0x53)
      child.themeChanged()
      try expectNone(
        child.snapshot().firstCell { $0.foreground == former || $0.background == former },
        "the colours of the theme since theme.changed, or roles"
      ) { "an earlier colour at \($0)" }
      child.remove()
    },
    .eachState("draws-ascii", .warning(5), "a child draws only ASCII on a terminal without UTF-8") {
      child in
      child.host.terminalFacts.isUTF8 = false
      child.resize(columns: 80, rows: 24)
      try expectNone(
        child.snapshot().firstCell { !$0.isASCII },
        "ASCII: the terminal has no CHILDPLUGIN_TERMINAL_UTF8"
      ) { "another character at \($0)" }
    },
    .eachState(
      "moves-nothing-unasked", .warning(6), "a child does not animate when motion is reduced"
    ) { child in
      child.host.terminalFacts.isMotionReduced = true
      child.disappear()
      child.appear()
      var moves = 0
      var last = child.snapshot()
      for _ in 0..<20 {
        guard child.fireTimer(dueIn: ..<500_000_000, atLeast: 4_000_000) else { return }
        let next = child.snapshot()
        if next.firstDifference(from: last) != nil { moves += 1 }
        last = next
      }
      try expect(
        moves < 10, "no animation: the terminal has CHILDPLUGIN_TERMINAL_REDUCED_MOTION",
        else: "\(moves) of 20 frames differ from the previous one")
    },
  ]
}
