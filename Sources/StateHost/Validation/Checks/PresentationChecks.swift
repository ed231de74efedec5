internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// Whether what is drawn is what is there: the content, the theme, the terminal.
enum PresentationChecks {
  static var all: [Check] { content + surroundings }

  private static var content: [Check] {
    [
      Check(
        "draws-whole-characters", level: 4, "of a cell no half of a character is drawn"
      ) { trial throws(CheckEnd) in
        for letter in ["\u{E9}", "\u{6F22}", "\u{1F600}"] {
          for offset in 0..<letter.utf8.count {
            let text = String(repeating: "x", count: offset) + String(repeating: letter, count: 400)
            try trial.forEachContent({ $0.withCells(text) }) { child throws(CheckEnd) in
              for columns in [80, 23] {
                child.resize(columns: columns, rows: 24)
                let place = child.draw(keepingCells: true).firstCell { $0.isReplacement }
                try expect(
                  place == nil,
                  "whole characters of \"\(letter)\": a text may be cut inside of one",
                  else: "U+FFFD at \(place ?? "")")
              }
            }
          }
        }
      },
      Check("draws-what-is-there", level: 4, "of a text it draws what it was given, and no more") {
        trial throws(CheckEnd) in
        for isTitled in [false, true] {
          try trial.forEachContent({ alternating($0, isTitled: isTitled) }) {
            child throws(CheckEnd) in
            child.resize(columns: 500, rows: 24)
            for text in child.draw(keepingCells: true).texts {
              try expect(
                !isShortAndMore(text),
                "\"ab\", which is \(short.count) bytes: it has no NUL at its end",
                else: "\(String(decoding: text.prefix(20), as: UTF8.self))")
              try expect(
                !isLongAndMore(text), "no more than the buffer holds: a length may be above it",
                else: "\(text.count) bytes, with others behind those of the buffer")
            }
          }
        }
      },
      Check(
        "columns-line-up", level: 5, severity: .warning,
        "what stands right of a text stays in line, whatever its letters"
      ) { trial throws(CheckEnd) in
        for word in ["\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}\u{E9}", "\u{6F22}\u{6F22}\u{6F22}"] {
          try trial.forEachContent({ rows($0, beginningWith: "qqqqqq") }) {
            child throws(CheckEnd) in
            child.resize(columns: 120, rows: 24)
            let plain = child.draw(keepingCells: true)
            child.change(to: rows(child.services.content, beginningWith: word))
            let other = child.draw(keepingCells: true)
            guard let letter = word.unicodeScalars.first else { return }
            for row in 0..<plain.rows
            where plain.columns(of: "q", inRow: row).count == 6
              && other.columns(of: letter, inRow: row).count == word.unicodeScalars.count
            {
              let (before, after) = (
                plain.columns(of: "j", inRow: row).first, other.columns(of: "j", inRow: row).first
              )
              guard let before, let after else { continue }
              try expect(
                before == after,
                "column \(before) for what follows, as after six letters of ASCII: count columns, "
                  + "not bytes or letters (host->text_columns)",
                else: "column \(after) after \"\(word)\", which takes six columns, too")
            }
          }
        }
      },
      Check(
        "shows-new-content", level: 4, "when the rows are others, it does not draw the old alone"
      ) { trial throws(CheckEnd) in
        func few(_ content: TrialContent) -> TrialContent {
          // Who shows what is gone has room for what has come.
          var content = content.withCells("former")
          content.facts.rows = min(content.facts.rows, 3)
          return content
        }
        try trial.forEachContent(few) { child throws(CheckEnd) in
          child.draw()
          var content = child.services.content.withCells("present")
          content.facts.generation += 1
          child.change(to: content)
          let texts = child.draw(keepingCells: true).texts
          try expect(
            texts.count { $0.holds("former") } <= texts.count { $0.holds("present") },
            "the rows as they are since content.changed", else: "those of before")
          content.facts.rows = min(content.facts.rows * 10, 20)
          child.change(to: content)
          let shown = child.draw(keepingCells: true).texts.count { $0.holds("present") }
          let place = trial.watch.lastCall
          let other = try trial.child(child.type, content: content)
          other.appear()
          other.focus(true)
          let wanted = other.draw(keepingCells: true).texts.count { $0.holds("present") }
          other.disappear()
          other.destroy()
          try expect(
            shown * 2 >= wanted, "the rows that have come since, as a new child draws them",
            in: place,
            else: "\(shown) texts of rows, where a new one draws \(wanted)")
        }
      },
      Check(
        "keeps-rows-in-sight", level: 5, severity: .warning,
        "however far one scrolls, some row is still there"
      ) { trial throws(CheckEnd) in
        try trial.forEachContent({ $0.withCells("present") }) { child throws(CheckEnd) in
          func shownRows() -> Int {
            child.draw(keepingCells: true).texts.count { $0.holds("present") }
          }
          guard shownRows() > 0 else { return }
          for code in [CHILDPLUGIN_KEY_DOWN, CHILDPLUGIN_KEY_PAGE_DOWN] {
            for _ in 0..<100 { child.key(TrialKey(code: code)) }
            try expect(
              shownRows() > 0, "the last rows at the end of \(child.services.content.facts.rows)",
              else: "none after 100 keys")
          }
          for _ in 0..<100 {
            child.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: 3))
          }
          try expect(
            shownRows() > 0, "the last rows at the end of \(child.services.content.facts.rows)",
            else: "none after 100 turns of the wheel")
        }
      },
      Check("draws-many-rows", level: 4, "thousands of millions of rows are shown as forty are") {
        trial throws(CheckEnd) in
        for rows: UInt64 in [3_000_000_000, 1 << 32] {
          try trial.forEachState { child throws(CheckEnd) in
            let marks = child.draw().marks
            var content = child.services.content
            guard content.facts.rows > 0 else { return }
            content.facts.rows = rows
            child.change(to: content)
            let marksOfMany = child.draw().marks
            try expect(
              marksOfMany * 2 >= marks,
              "as many rows as there is room for: their number has 64 bits",
              else: "\(marksOfMany) calls of the canvas where there were \(marks)")
          }
        }
      },
      Check(
        "comes-back-the-same", level: 5, severity: .warning,
        "what has left and comes back draws what it drew"
      ) { trial throws(CheckEnd) in
        try trial.forEachState { child throws(CheckEnd) in
          child.woke()
          let first = child.draw(keepingCells: true)
          child.focus(false)
          child.disappear()
          child.ask()
          child.appear()
          child.focus(true)
          let difference = child.draw(keepingCells: true).firstDifference(from: first)
          try expect(
            difference == nil, "the cells of before: nothing has happened meanwhile",
            else: "a difference at \(difference ?? "")")
        }
      },
    ]
  }

  /// Content whose rows are such a word and one that is always the same.
  private static func rows(_ content: TrialContent, beginningWith word: String) -> TrialContent {
    var content = content
    let (first, second) = (Array(word.utf8), Array("jjjjjj".utf8))
    content.cell = { _, column in
      switch column {
      case nil: first + [0x20, 0x20] + second
      case 0: first
      default: second
      }
    }
    return content
  }

  private static let short = Array("ab".utf8)
  private static let letter = UInt8(ascii: "Z")

  /// Content of which every other text is long, and the title with them.
  private static func alternating(_ content: TrialContent, isTitled: Bool) -> TrialContent {
    var content = content.saying("ab")
    let long = [UInt8](repeating: letter, count: 3000)
    if isTitled { content.texts[.title] = long }
    content.cell = { row, column in (row + UInt64(column ?? 0)) % 2 == 0 ? long : short }
    return content
  }

  private static func isShortAndMore(_ text: [UInt8]) -> Bool {
    text.starts(with: short) && text.dropFirst(short.count).contains(letter)
  }

  private static func isLongAndMore(_ text: [UInt8]) -> Bool {
    text.prefix(16).allSatisfy { $0 == letter } && text.contains { $0 < 0x20 }
  }

  private static var surroundings: [Check] {
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

extension [UInt8] {
  /// Whether a word stands somewhere in it.
  ///
  /// (`String.contains` of a text is in a library that the program does not load.)
  fileprivate func holds(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    let bytes = Array("\(word)".utf8)
    return (0...count - length).contains { self[$0..<$0 + length].elementsEqual(bytes) }
  }
}
