import TestSupport
import Testing

@Suite struct `Standard error of a command` {
  private func terminal(_ script: String, columns: Int = 80, rows: Int = 10) throws -> TmuxTerminal
  {
    let folder = try ScratchFolder()
    let file = try folder.write(script, to: "script.sh")
    let terminal = try TmuxTerminal(
      columns: columns, rows: rows, command: "statehost --title it -- sh '\(file)'")
    try terminal.wait(for: "a state") { rows in rows.contains { !$0.isEmpty } }
    withExtendedLifetime(folder) {}
    return terminal
  }

  @Test func `is told beside the rows, and a key shows it, also when all went well`() throws {
    let terminal = try terminal(
      "seq -f 'line %g' 300 >&2; printf 'done\\033]0;stolen\\007' >&2; echo a row; sleep 0.1")
    try terminal.wait(forText: "301 lines on standard error: e shows them")
    try terminal.press("e")
    let rows = try terminal.wait(forText: "standard error: 301 lines, the last 200 are kept")
    #expect(rows[1...8].map { $0 } == (294...300).map { "line \($0)" } + ["done"])
    try terminal.press("Home")
    try terminal.wait(for: "the first line that is kept") { $0[1] == "line 102" }
    try terminal.press("Down")
    try terminal.wait(for: "the next line") { $0[1] == "line 103" }
    try terminal.press("G")
    try terminal.wait(for: "the last line") { $0[8] == "done" }
    try terminal.press("q")
    try terminal.wait(forText: "a row")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test(arguments: [
    ("echo why >&2", "Nothing to show", 0), ("echo row; echo why >&2; exit 3", "1/1", 3),
    ("echo why >&2; exit 3", "exit 3: why", 3),
    ("echo row; echo why >&2; sleep 60", "1/1", 130),
  ])
  func `can be seen in every state, and while the command runs`(
    script: String, shown: String, status: Int
  ) throws {
    let terminal = try terminal(script)
    try terminal.wait(forText: shown)
    try terminal.wait(for: "what was written") { rows in
      rows.contains { $0.contains("a line on standard error: e shows it") || $0.contains("why") }
    }
    try terminal.press("e")
    try terminal.wait(for: "what was written") { rows in
      rows[0] == " standard error: 1 line" && rows[1] == "why"
    }
    try terminal.press("Escape")
    try terminal.wait(forText: shown)
    try terminal.press("q")
    try terminal.wait(forText: "ended:\(status)")
  }

  @Test func `has long lines whole, and of progress what it said last`() throws {
    let terminal = try terminal(
      "printf '%s\\n' 0123456789012345678901234567890123456789 >&2; printf '1%%\\r2%%\\r' >&2; echo r",
      columns: 30)
    try terminal.wait(forText: "2 lines on standard error")
    try terminal.press("e")
    let rows = try terminal.wait(forText: "standard error: 2 lines")
    #expect(
      Array(rows[1...3]) == ["012345678901234567890123456789", "0123456789", "2%"], "\(rows)")
    try terminal.resize(columns: 50, rows: 10)
    try terminal.wait(for: "one line") { $0[2] == "2%" }
  }

  @Test func `that was never used shows nothing`() throws {
    let terminal = try terminal("seq 3")
    try terminal.wait(forText: "1/3")
    try terminal.press("e", "Down")
    let rows = try terminal.wait(forText: "2/3")
    #expect(!rows.joined().contains("standard error"))
  }
}
