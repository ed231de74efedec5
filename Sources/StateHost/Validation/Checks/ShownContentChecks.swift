internal import ChildPluginAPI
internal import HostPlugins

/// Whether the rows that are drawn are those that there are, whatever happens.
enum ShownContentChecks {
  static var all: [Check] {
    [
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
          func isPresent(_ drawing: Drawing) -> Bool {
            drawing.texts.count { $0.holds("former") }
              <= drawing.texts.count { $0.holds("present") }
          }
          try expect(
            isPresent(trial.drawing(of: child, keepingCells: true, expecting: isPresent)),
            "the rows as they are since content.changed", else: "those of before")
          content.facts.rows = min(content.facts.rows * 10, 20)
          child.change(to: content)
          var shown = child.draw(keepingCells: true).texts.count { $0.holds("present") }
          let place = trial.watch.lastCall
          let other = try trial.child(child.type, content: content)
          other.appear()
          other.focus(true)
          let wanted = other.draw(keepingCells: true).texts.count { $0.holds("present") }
          other.disappear()
          other.destroy()
          if shown * 2 < wanted {
            let later = trial.drawing(of: child, keepingCells: true) {
              $0.texts.count { $0.holds("present") } * 2 >= wanted
            }
            shown = later.texts.count { $0.holds("present") }
          }
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
          var content = child.services.content
          content.facts.rows = 5
          content.facts.generation += 1
          child.change(to: content)
          try expect(
            shownRows() > 0, "some of the 5 rows that a reload has left: the user was below them",
            else: "none")
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
            let drawing = child.draw(keepingCells: true)
            let marksOfMany = drawing.marks
            let words = drawing.texts + [child.accessibilityText(capacity: 4096)?.bytes ?? []]
            let negative = words.first { $0.holdsNegativeNumber }
            try expect(
              negative == nil, "a number of rows that is no less than 0: it has 64 bits",
              else: CallText.bytes(negative ?? []))
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
          // What its thread brings it has drawn when its timer comes: no one knows which draw that is.
          if trial.watch.hasOtherThreads, child.services.wakeAfterNanoseconds != nil { return }
          let first = child.draw(keepingCells: true)
          child.focus(false)
          child.disappear()
          child.ask(waking: false)
          child.appear()
          child.focus(true)
          let difference = child.draw(keepingCells: true).unexplainedDifference(from: first)
          try expect(
            difference == nil, "the cells of before: nothing has happened meanwhile",
            else: "a difference at \(difference ?? "")")
        }
      },
    ]
  }
}

extension [UInt8] {
  /// Whether a large number with a minus before it stands somewhere in it.
  fileprivate var holdsNegativeNumber: Bool {
    indices.contains { index in
      self[index] == UInt8(ascii: "-")
        && self[index...].dropFirst().prefix(while: { 0x30...0x39 ~= $0 }).count > 5
    }
  }
}
