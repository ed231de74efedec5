import TestSupport
import Testing

@Suite struct `The theme` {
  /// The list with its colours when all has come, on a terminal that answers what is behind its text.
  private func screen(theme: String, background: String) throws -> String {
    let terminal = try TmuxTerminal(
      columns: 60, rows: 6,
      command: "tmux set -g window-style 'bg=\(background)'; "
        + "statehost --reduced-motion --theme \(theme) -- seq 3")
    try terminal.wait(forText: "1/3")
    // What the terminal answers comes before a key that is pressed now.
    try terminal.press("Down")
    try terminal.wait(forText: "2/3")
    try terminal.wait(for: "the end of the command") { $0.last?.contains("? keys") ?? false }
    return Self.shown(try terminal.styledScreen())
  }

  /// The text, each character with its colours in front where they are others than before.
  ///
  /// A blank shows only what is behind it: the colour that the pen had there depends on what was drawn before.
  private static func shown(_ screen: String) -> String {
    var text = ""
    var (pen, last) = ([String: String](), [String: String]())
    var rest = screen[...]
    while let character = rest.first {
      if let sequence = rest.prefixMatch(of: /\e\[([\d;]*)m/) {
        rest = rest[sequence.range.upperBound...]
        var words = sequence.1.split(separator: ";").map(String.init)
        if words.first ?? "0" == "0" {
          pen = [:]
          words = Array(words.dropFirst())
        }
        switch words.first {
        case nil: break
        case "39": pen["38"] = nil
        case "49": pen["48"] = nil
        case .some(let word): pen[word] = words.joined(separator: ";")
        }
        continue
      }
      let shown = character.isWhitespace ? pen.filter { $0.key == "48" } : pen
      if shown != last { text += "\(shown.values.sorted())" }
      last = shown
      text.append(character)
      rest = rest.dropFirst()
    }
    return text
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
