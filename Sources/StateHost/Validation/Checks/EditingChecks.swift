internal import ChildPluginAPI
internal import HostContent
internal import HostPlugins

/// A line of text that the user edits: what is typed is in it, where the cursor is.
enum EditingChecks {
  static var all: [Check] {
    [
      Check(
        "draws-what-is-typed", level: 5, severity: .warning,
        "blanks and letters of any language are typed, and the cursor stays in sight"
      ) { trial throws(CheckEnd) in
        try forEachEditor(trial) { child, line throws(CheckEnd) in
          guard line.type("zq"), line.holds("zq") else { return }
          try expect(
            child.key(.character(" ")), "true for a blank: it is a part of a text as any other",
            else: "false")
          let before = line.drawing
          child.key(.character("\u{44F}"))
          let place = trial.watch.lastCall
          try expect(
            line.holds("\u{44F}") || line.drawing.firstDifference(from: before) == nil,
            "what key->text has: a code is no byte", in: place,
            else: "something else than the letter")
          for _ in 0..<longText {
            guard child.key(.character("m")) else { return }
          }
          guard child.services.takesText?.what == true else { return }
          try expect(
            line.drawing.cursor.map { 0..<line.drawing.columns ~= $0.column } ?? false,
            "the cursor on the canvas: a long text is drawn from where there is room for its end",
            else: "none, after \(longText) letters")
        }
      },
      Check(
        "edits-at-the-cursor", level: 5, severity: .warning,
        "what is typed, pasted and taken back in a text is where the cursor is"
      ) { trial throws(CheckEnd) in
        try forEachEditor(trial) { child, line throws(CheckEnd) in
          guard line.type("zq"), line.holds("zq"), let end = line.drawing.cursor,
            child.key(TrialKey(code: CHILDPLUGIN_KEY_LEFT))
          else { return }
          let cursor = line.drawing.cursor
          guard line.type("k") else { return }
          let isInside = line.holds("zkq")
          guard isInside || line.holds("zqk") else { return }
          try expect(
            isInside == (cursor?.column == end.column - 1),
            "the cursor where the next letter comes",
            else: isInside
              ? "the letter before the one at the end, and the cursor behind that"
              : "the cursor before a letter, and the next one behind that")
          guard isInside else { return }
          if child.key(TrialKey(code: CHILDPLUGIN_KEY_BACKSPACE)) {
            try expect(
              line.holds("zq") || !line.holds("z"), "the letter before the cursor is gone",
              else: "another one")
          }
          if line.holds("zq"), child.paste(Array("xy".utf8)) {
            try expect(
              line.holds("zxyq") || !line.holds("xy") || !line.holds("zq"),
              "what is pasted before the cursor",
              else: "it is elsewhere")
          }
        }
      },
      Check(
        "filters-by-all-letters", level: 5, severity: .warning,
        "who filters while a text is typed filters by all of it"
      ) { trial throws(CheckEnd) in
        try forEachEditor(trial) { child, line throws(CheckEnd) in
          child.services.wakeAfterNanoseconds = nil
          func filter() -> [UInt8]? { child.services.trialView.request.filter?.text }
          for letters in ["r", "ro", "row"] {
            guard let before = filter(), line.type(String(letters.suffix(1))) else { return }
            let place = trial.watch.lastCall
            guard line.holds(letters), child.services.wakeAfterNanoseconds == nil else { return }
            try expect(
              filter() != before, "view->show for the text that is drawn", in: place,
              else: "it is drawn, and the rows are those of the text before")
          }
        }
      },
    ]
  }

  private static let longText = 400

  /// The line in which a child draws what is typed.
  private struct Line {
    let child: TrialChild

    var drawing: Drawing { child.draw(keepingCells: true) }

    func type(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { child.key(.character($0)) }
    }

    func holds(_ text: String) -> Bool {
      let drawing = drawing
      let scalars = Array(text.unicodeScalars)
      return (0..<drawing.rows).contains { row in
        let line = drawing.line(row)
        return line.indices.contains { line[$0...].starts(with: scalars) }
      }
    }
  }

  /// Every child that takes a text after a key that it names, or a usual one, with that text begun.
  private static func forEachEditor(
    _ trial: Trial, _ body: (TrialChild, Line) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    try trial.forEachChild(content: .list(rows: 400, columns: 3)) { child throws(CheckEnd) in
      guard child.type.takesFocus else { return }
      child.appear()
      child.typeText()
      guard child.isTakingText else { return }
      try body(child, Line(child: child))
    }
  }
}
