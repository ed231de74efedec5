import Foundation
import TestSupport
import Testing

@Suite struct `A plugin that hangs` {
  @Test func `is named on the screen, and the row goes when it comes back`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = """
      (void)key;
      while (access("\(folder.path)/go-on", F_OK) != 0) usleep(1000);
      """
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 72, command: "statehost --isolation none --plugins '\(folder.path)' -- seq 9")
    let before = try terminal.wait(for: "the child over the list") { rows in
      rows[0].hasPrefix("a small child") && rows.contains { $0.contains("1/9") }
        && !rows.contains { $0.contains("loading") }
    }
    try terminal.press("x")
    let rows = try terminal.wait(forText: "Ctrl-C twice ends it")
    #expect(
      rows.last?.hasPrefix(" Ctrl-C twice ends it: waiting for com.example.small in input.key: /")
        == true, "\(rows)")
    #expect(rows.dropLast() == before.dropLast())
    try folder.write("", to: "go-on")
    try terminal.wait(for: "the screen as it was") { $0 == before }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }
}

@Suite struct `The terminal itself` {
  @Test func `is refused as a file, in one line`() throws {
    let terminal = try TmuxTerminal(columns: 120, command: "statehost /dev/tty")
    let rows = try terminal.wait(forText: "ended:2")
    #expect(
      rows[0]
        == "statehost: this is a terminal, not a file: /dev/tty: give a file, or -- COMMAND")
  }
}
