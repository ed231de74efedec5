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
}
