import TestSupport
import Testing

@Suite struct `The theme` {
  /// The list with its colours when all has come, on a terminal that answers what is behind its text.
  private func screen(theme: String, background: String) throws -> String {
    let terminal = try TmuxTerminal(
      columns: 60, rows: 6,
      command: "tmux set -g window-style 'bg=\(background)'; "
        + "statehost --reduced-motion --theme \(theme) -- seq 3")
    try terminal.wait(forText: "row 1 of 3")
    // What the terminal answers comes before a key that is pressed now.
    try terminal.press("Down")
    try terminal.wait(forText: "row 2 of 3")
    try terminal.wait(for: "the end of the command") { $0.last?.contains("? keys") ?? false }
    // A blank shows no colour of text: whether the pen had one depends on what was there before.
    return try terminal.styledScreen().replacing(/(\u{1B}\[38;[\d;]+m)( +)/) { "\($0.2)\($0.1)" }
  }

  @Test func `follows the terminal's answer`() throws {
    let onWhite = try screen(theme: "auto", background: "#ffffff")
    #expect(try screen(theme: "auto", background: "#000000") != onWhite)
    #expect(try screen(theme: "light", background: "#ffffff") == onWhite)
  }

  @Test(arguments: ["dark", "light"])
  func `that the user has chosen stays, whatever the terminal answers`(theme: String) throws {
    let onWhite = try screen(theme: theme, background: "#ffffff")
    #expect(try screen(theme: theme, background: "#000000") == onWhite)
  }
}
