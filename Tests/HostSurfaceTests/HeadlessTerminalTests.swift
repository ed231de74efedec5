import Testing

@testable import HostSurface

@Suite struct `A terminal without a screen` {
  private let terminal = HeadlessTerminal(columns: 8, rows: 3)

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("\u{FF}\u{3FF}", "w7/Pvw=="),
  ])
  func `is given the clipboard in base 64`(_ text: String, _ encoded: String) {
    terminal.apply(EscapeSequence.clipboard(Array(text.utf8)))
    #expect(terminal.clipboard == encoded)
    #expect(terminal.unknownSequences.isEmpty)
  }

  @Test func `has its own title again when it is given back`() {
    terminal.apply(EscapeSequence.title("its own") + EscapeSequence.pushTitle)
    terminal.apply(EscapeSequence.title("another"))
    #expect(terminal.title == "another")
    terminal.apply(EscapeSequence.restoreTerminal())
    #expect(terminal.title == "its own")
  }

  @Test func `covers what it showed with the alternate screen, and shows it again`() {
    terminal.apply("$ ls\r\n$ ")
    let cursor = terminal.screen.cursor
    terminal.apply(EscapeSequence.enterAlternateScreen)
    #expect(terminal.rows == ["", "", ""])
    #expect(terminal.modes.contains(1049))
    terminal.apply("\u{1B}[Hcontent" + EscapeSequence.enterAlternateScreen)
    #expect(terminal.rows == ["content", "", ""])
    terminal.apply(EscapeSequence.leaveAlternateScreen)
    #expect(terminal.rows == ["$ ls", "$", ""])
    #expect(terminal.screen.cursor == cursor)
  }

  @Test func `ends in the modes that it began in, whatever it is left in the middle of`() {
    let modes = terminal.modes
    let enter =
      EscapeSequence.enterAlternateScreen + EscapeSequence.hideCursor
      + EscapeSequence.disableAutowrap + EscapeSequence.enableBracketedPaste
      + EscapeSequence.enableMouse
    for middle in [
      "", "\u{1B}[?2026h", "\u{1B}[1;2r\u{1B}[7mab\u{1B}[3", "\u{1B}]2;title", "\u{1B}",
    ] {
      terminal.apply(enter)
      #expect(terminal.modes != modes)
      terminal.apply(middle + EscapeSequence.restoreTerminal())
      #expect(terminal.modes == modes, "\(middle.debugDescription)")
      #expect(terminal.isAtRest, "\(middle.debugDescription)")
    }
  }

  @Test func `answers what a terminal is asked, once`() {
    terminal.apply(
      EscapeSequence.queryColours + EscapeSequence.querySynchronizedUpdate
        + EscapeSequence.queryAttributes)
    #expect(
      String(decoding: terminal.takeReplies(), as: UTF8.self)
        == "\u{1B}[?2026;2$y\u{1B}[?62;22c")
    #expect(terminal.takeReplies().isEmpty)
    #expect(terminal.rows == ["", "", ""])
    #expect(terminal.unknownSequences.isEmpty)
  }

  @Test(arguments: [
    "\u{1B}]2;a title\u{7}", "\u{1B}]2;a title\u{1B}\\", "\u{1B}Pq\u{1B}\\", "\u{1B}\\",
  ])
  func `shows no string that is not text`(string: String) {
    terminal.apply("a" + string + "b")
    #expect(terminal.rows == ["ab", "", ""])
    #expect(terminal.unknownSequences.isEmpty)
  }

  @Test func `counts what it does not understand`() {
    terminal.apply("\u{1B}[?9999h\u{1B}[5n\u{1B}6")
    #expect(terminal.unknownSequences == ["ESC [?9999h", "ESC [5n", "ESC 6"])
  }

  @Test(arguments: ["\u{1B}[4:9m", "\u{1B}[4:1:1m", "\u{1B}[58:9m", "\u{1B}[99:1m"])
  func `counts a style that it does not know`(sequence: String) {
    terminal.apply("\u{1B}[4:3m" + sequence)
    #expect(terminal.unknownSequences.count == 1)
  }

  @Test func `takes a number that is left out at the end for none`() {
    terminal.apply("\u{1B}[1;mx\u{1B}[1my\u{1B}[mz")
    let bold = (0..<3).map { terminal.screen.cell(column: $0, row: 0)?.attributes == .bold }
    #expect(bold == [false, true, false])
  }

  @Test func `keeps its cursor in the last column until more is written there`() {
    terminal.apply("\u{1B}[?25habcdefgh")
    #expect(terminal.screen.cursor == CellPlace(column: 7, row: 0))
    terminal.apply("\u{8}G\u{1B}[8GHi")
    #expect(terminal.rows == ["abcdefGH", "i", ""])
  }

  @Test func `is at rest where nothing is begun that has to be ended`() {
    let begun = [
      ("\u{1B}[1m", "\u{1B}[m"), ("\u{1B}]8;;https://a.example\u{1B}\\", "\u{1B}]8;;\u{1B}\\"),
      ("\u{1B}[2;3r", "\u{1B}[r"), ("\u{1B}[?2026h", "\u{1B}[?2026l"),
    ]
    #expect(terminal.isAtRest)
    for (begin, end) in begun {
      terminal.apply(begin)
      #expect(!terminal.isAtRest, "\(begin.dropFirst())")
      terminal.apply(end)
      #expect(terminal.isAtRest, "\(end.dropFirst())")
    }
    #expect(terminal.unknownSequences.isEmpty)
  }

  @Test func `is blank in another size, with the whole screen to scroll in`() {
    terminal.apply("\u{1B}[1;2rabc\u{1B}[3;8H")
    terminal.resize(columns: 4, rows: 2)
    #expect(terminal.rows == ["", ""])
    #expect(terminal.screen.cursor == CellPlace(column: 3, row: 1))
    terminal.apply("\r1\r\n2\r\n3")
    #expect(terminal.rows == ["2", "3"])
  }
}
