internal import HostPlugins
internal import HostSurface

/// Whether the texts of the content are drawn whole, and no more than them.
enum DrawnTextChecks {
  static var all: [Check] {
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
                if place == nil { continue }
                // It may draw one of its own.
                child.change(to: child.services.content.withCells("x"))
                let isItsOwn = child.draw(keepingCells: true).firstCell { $0.isReplacement } != nil
                child.change(to: child.services.content.withCells(text))
                try expect(
                  isItsOwn,
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

  /// Content of which every other row is long, in all its cells, which may be drawn as one text; and the title with
  /// them.
  private static func alternating(_ content: TrialContent, isTitled: Bool) -> TrialContent {
    var content = content.saying("ab")
    let long = [UInt8](repeating: letter, count: 3000)
    if isTitled { content.texts[.title] = long }
    content.cell = { row, _ in row % 2 == 0 ? long : short }
    return content
  }

  private static func isShortAndMore(_ text: [UInt8]) -> Bool {
    text.starts(with: short) && text.dropFirst(short.count).first == letter
  }

  private static func isLongAndMore(_ text: [UInt8]) -> Bool {
    text.prefix(16).allSatisfy { $0 == letter }
      && text.contains { $0 < 0x20 && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n") }
  }
}
