import TestSupport
import Testing

@Suite struct `Loading again` {
  /// The pipe of the new command gets the descriptor that the old one's had.
  @Test func `brings the rows of the new command while the old one still runs`() throws {
    let script = "i=0; while :; do i=$((i+1)); echo \"run $$ row $i\"; sleep 0.1; done"
    let terminal = try TmuxTerminal(
      columns: 60, rows: 12, command: "statehost -- sh -c '\(script)'")
    let before = try terminal.wait(for: "rows") { $0[2].contains("row 3") }
    let first = before[0].prefix { $0 != "w" }
    for _ in 0..<2 {
      try terminal.press("r")
      try terminal.wait(for: "rows of another run, and more of them") { rows in
        rows[0].contains("run") && !rows[0].hasPrefix(first) && rows[4].contains("row 5")
      }
    }
    try terminal.press("q")
  }
}
