internal import HostSurface
internal import HostText

/// Untrusted text: what comes out does nothing to a terminal, and comes out of itself.
enum HarmlessFuzzer {
  static func take(_ bytes: [UInt8]) {
    var text: [UInt8] = []
    HarmlessText.append(bytes.span, to: &text)
    let shown = String(validating: text, as: UTF8.self)
    guard let shown else { fatalError("not UTF-8") }
    expect(shown.isHarmless, "it does harm: \(text)")
    checkMarks(of: shown)
    expect(HarmlessText.clean(shown) == shown, "it is not what comes out of itself: \(text)")

    var line: [UInt8] = []
    HarmlessText.appendLine(bytes.span, to: &line)
    let shownLine = String(decoding: line, as: UTF8.self)
    expect(shownLine.isHarmlessLine, "a line that does harm: \(line)")
    expect(HarmlessText.cleanLine(shownLine) == shownLine, "a line is not what comes out of itself")

    let quoted = HarmlessText.quoted(String(decoding: bytes, as: UTF8.self))
    expect(quoted.isHarmlessLine, "a quoted text that does harm: \(Array(quoted.utf8))")
    checkKeptBytes(bytes)
    checkTerminal(line)
  }

  /// Those that are no UTF-8 stay, but none that is a control in a terminal of single bytes.
  private static func checkKeptBytes(_ bytes: [UInt8]) {
    var kept: [UInt8] = []
    HarmlessText.appendKeepingBytes(bytes.span, to: &kept)
    let isWithoutC0 = kept.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A }
    expect(isWithoutC0, "a control is kept: \(kept)")
    // What is repaired of it has only harmless scalars.
    expect(String(decoding: kept, as: UTF8.self).isHarmless, "kept bytes do harm: \(kept)")
  }

  /// No tower of marks over one base.
  private static func checkMarks(of text: String) {
    var marks = 0
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: marks += 1
      default: marks = 0
      }
      expect(marks <= HarmlessScanner.markLimit, "\(marks) marks on one base")
    }
  }

  /// A terminal finds nothing in a line but text.
  private static func checkTerminal(_ line: [UInt8]) {
    let terminal = HeadlessTerminal(columns: 20, rows: 4)
    terminal.apply(line)
    expect(terminal.unknownSequences.isEmpty, "sequences \(terminal.unknownSequences)")
    expect(terminal.modes == [7, 25] && terminal.isAtRest, "modes \(terminal.modes)")
    expect(terminal.takeReplies().isEmpty, "the terminal answers it")
  }
}
