import Foundation
import HostSurface
import TestSupport
import Testing

/// What a terminal sends besides keys, through the whole program.
@Suite struct `A terminal's input` {
  private static let click = "\u{1B}[<0;3;5M\u{1B}[<0;3;5m"
  private static let wheelDown = "\u{1B}[<65;3;5M"

  @Test func `a click chooses the row under it, and a wheel scrolls`() throws {
    let terminal = try PlayedTerminal(["--", "seq", "100"])
    try terminal.wait(forText: "1/100")
    #expect(terminal.screen.modes.isSuperset(of: [1002, 1006, 2004]))
    terminal.type(Self.click)
    try terminal.wait(forText: "5/100")
    terminal.type(Self.wheelDown + Self.wheelDown)
    try terminal.wait(for: "the rows from the seventh on") { $0.rows[0].hasPrefix("7 ") }
    terminal.type(Self.click)
    try terminal.wait(forText: "11/100")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(terminal.screen.modes == [7, 25])
  }

  @Test func `what is typed after the key that leaves stays for the shell`() throws {
    let terminal = try TmuxTerminal(
      columns: 40, rows: 6, command: "seq 50 | statehost; read line; echo got:$line")
    try terminal.wait(forText: "1/50")
    try terminal.type("jjqthe rest")
    try terminal.press("Enter")
    try terminal.wait(forText: "got:the rest")
  }

  @Test func `a mouse that was not asked for is not reported`() throws {
    let terminal = try PlayedTerminal(["--no-mouse", "--", "seq", "100"])
    try terminal.wait(forText: "1/100")
    #expect(terminal.screen.modes.isDisjoint(with: [1002, 1006]))
  }

  @Test func `Escape and a letter at once end a search, and are the key of the letter`() throws {
    let terminal = try PlayedTerminal(["--", "seq", "100"])
    try terminal.wait(forText: "1/100")
    terminal.type("/50")
    try terminal.wait(for: "the search") { $0.rows.last?.hasPrefix("/50") == true }
    terminal.type("\u{1B}j")
    try terminal.wait(forText: "2/100")
  }

  @Test(arguments: ["\u{07}", "\u{1B}\\"])
  func `the theme is the one of the terminal's own background`(end: String) throws {
    let white = "\u{1B}]10;rgb:0000/0000/0000\(end)\u{1B}]11;rgb:ffff/ffff/ffff\(end)"
    let black = "\u{1B}]10;rgb:ffff/ffff/ffff\(end)\u{1B}]11;rgb:0000/0000/0000\(end)"
    func terminal(_ answers: String, theme: String) throws -> PlayedTerminal {
      let terminal = try PlayedTerminal(
        ["--reduced-motion", "--theme", theme, "--", "seq", "3"], answers: answers)
      try terminal.wait(forText: "1/3")
      terminal.type("j")
      try terminal.wait(forText: "2/3")
      return terminal
    }
    let light = try terminal("", theme: "light").screen
    let dark = try terminal("", theme: "dark").screen
    #expect(light.firstDifference(from: dark.screen) != nil)
    // A frame that takes another theme is long, and may come in parts.
    for (answers, theme, expected) in [
      (white, "auto", light), (black, "auto", dark), (white, "dark", dark),
    ] {
      try terminal(answers, theme: theme).wait(for: "the frame of the theme") {
        $0.firstDifference(from: expected.screen) == nil
      }
    }
  }
}
