import Foundation
import TestSupport
import Testing

@Suite struct `Untrusted text on the screen` {
  private static let hostile: [(String, [UInt8])] = [
    ("a colour and a clear", Array("\u{1B}[31mred\u{1B}[2J\u{1B}[Hhome".utf8)),
    ("a title", Array("\u{1B}]0;stolen\u{07}\u{1B}]2;stolen\u{1B}\\".utf8)),
    ("a clipboard", Array("\u{1B}]52;c;c3RvbGVu\u{07}".utf8)),
    (
      "a device control",
      Array("\u{1B}P$qm\u{1B}\\\u{1B}_G\u{1B}\\\u{1B}^x\u{1B}\\\u{1B}Xy\u{1B}\\".utf8)
    ),
    ("C1 in UTF-8", Array("\u{9B}2J\u{9D}0;stolen\u{9C}\u{90}x\u{9C}".utf8)),
    ("C1 in one byte", [0x9B, 0x32, 0x4A, 0x9D, 0x30, 0x3B, 0x73, 0x9C]),
    ("leaving the other screen", Array("\u{1B}[?1049l\u{1B}[?25h\u{1B}c".utf8)),
    ("bidi overrides", Array("\u{202E}txet\u{202C} \u{2066}x\u{2069} \u{200F}".utf8)),
    ("C0", [0x00, 0x07, 0x08, 0x0B, 0x0C, 0x0E, 0x1A, 0x7F]),
    ("written over", Array("\r\u{1B}[31m<written over>\u{1B}[2J\u{8}\u{8}r>".utf8)),
    ("invalid UTF-8", [0xFF, 0xC3, 0x28, 0xF0, 0x9F, 0xED, 0xA0, 0x80]),
    ("a tower of marks", Array(("a" + String(repeating: "\u{301}", count: 5000)).utf8)),
    ("an open sequence", Array("\u{1B}]0;stolen".utf8)),
  ]

  @Test func `is made harmless row by row, and the title stays`() throws {
    let folder = try ScratchFolder()
    var bytes: [UInt8] = []
    for (name, row) in Self.hostile {
      bytes += Array("<\(name)>".utf8) + row + Array("<end>\n".utf8)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/rows"))
    let terminal = try TmuxTerminal()
    try terminal.waitForPrompt()
    let title = try terminal.fact("#{pane_title}")
    try terminal.record(to: folder.path + "/stream")
    try terminal.enter("clear; statehost '\(folder.path)/rows'")
    let rows = try terminal.wait(forText: "1/\(Self.hostile.count)")
    for (index, (name, _)) in Self.hostile.enumerated() {
      #expect(rows[index].contains("<\(name)>"), "\(rows[index])")
    }
    try terminal.press("End")
    try terminal.wait(forText: "\(Self.hostile.count)/\(Self.hostile.count)")
    #expect(try terminal.fact("#{pane_title}") == title)
    #expect(try terminal.fact("#{alternate_on} #{cursor_flag}") == "1 0")
    try terminal.press("q")
    try terminal.waitForPrompt()
    let stream = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/stream"))
    for part in [
      "\u{1B}]0;", "\u{1B}]2;", "\u{1B}]52", "\u{1B}P$", "\u{1B}_", "\u{1B}^", "\u{1B}X",
      "\u{1B}c", "\u{9B}", "\u{9D}", "\u{202E}", "\u{2066}", "\u{07}",
    ] {
      #expect(stream.range(of: Data(part.utf8)) == nil, "\(part.debugDescription)")
    }
    #expect(stream.range(of: Data([0x9B, 0x32])) == nil)
  }

  @Test func `a taken row and plain rows keep what is harmless, byte for byte`() throws {
    let folder = try ScratchFolder()
    let row: [UInt8] = Array("a\tb".utf8) + [0xFF] + Array("c\u{1B}[31md\u{1B}]0;stolen\u{7}e".utf8)
    let shown: [UInt8] = Array("a\tb".utf8) + [0xFF] + Array("cde".utf8)
    try Data(row + [0x0A]).write(to: URL(fileURLWithPath: folder.path + "/row"))
    for (name, line) in [("enter", "--pick "), ("plain", "--plain ")] {
      let terminal = try TmuxTerminal()
      try terminal.waitForPrompt()
      try terminal.record(to: folder.path + "/" + name)
      try terminal.enter("clear; statehost \(line)'\(folder.path)/row' 2>/dev/null")
      if name == "enter" {
        try terminal.wait(forText: "1/1")
        try terminal.press("Enter")
      }
      try terminal.waitForPrompt()
      let stream = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
      #expect(stream.range(of: Data(shown + [0x0D, 0x0A])) != nil, "\([UInt8](stream))")
      #expect(stream.range(of: Data("stolen".utf8)) == nil)
    }
  }

  @Test func `errors, titles and taken rows are harmless too`() throws {
    let folder = try ScratchFolder()
    let script = try folder.write(
      "printf '\\033]0;stolen\\007\\033[2Jcause\\n' >&2; exit 3\n", to: "fail.sh")
    let terminal = try TmuxTerminal()
    try terminal.waitForPrompt()
    let title = try terminal.fact("#{pane_title}")
    try terminal.enter(
      "clear; statehost --title \"$(printf 'x\\033]0;stolen\\007y')\" -- sh '\(script)'")
    try terminal.wait(for: "the failure") { rows in
      rows.contains { $0.contains("cause") } && rows.contains { $0.contains("exit 3") }
    }
    #expect(try terminal.fact("#{pane_title}") == title)
    try terminal.press("q")
    try terminal.waitForPrompt()
    try terminal.enter("clear; statehost --pick -- printf 'one\\033[2J\\033]0;stolen\\007two\\n'")
    try terminal.wait(forText: "1/1")
    try terminal.press("Enter")
    let rows = try terminal.waitForPrompt()
    #expect(rows.contains { $0.hasPrefix("one") && $0.hasSuffix("two") }, "\(rows)")
    #expect(try terminal.fact("#{pane_title}") == title)
  }
}
