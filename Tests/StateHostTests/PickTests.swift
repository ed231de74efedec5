import Foundation
import TestSupport
import Testing

@Suite struct `Picking a row` {
  /// Runs a line of `sh` that prints `got:VALUE:STATUS` when the picking is over.
  private func terminal(_ line: String) throws -> TmuxTerminal {
    try TmuxTerminal(command: "x=$(\(line)); printf 'got:%s:%s\\n' \"$x\" $?")
  }

  @Test(arguments: [
    "seq 1 30 | statehost --pick", "statehost --pick -- seq 1 30",
    "statehost --pick -c 'seq 1 30' | cat", "seq 1 30 >rows; statehost --pick rows 2>/dev/null",
  ])
  func `is for whoever reads standard output, while the terminal shows the interface`(
    line: String
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try self.terminal("cd '\(folder.path)'; \(line)")
    try terminal.wait(forText: "row 1 of 30")
    try terminal.press("Down", "Down")
    try terminal.wait(forText: "row 3 of 30")
    try terminal.press("Enter")
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains("got:3:0"), "\(rows)")
  }

  @Test(arguments: [("", "^[[31mred^[[0m"), ("--strip", "red"), ("--strip --every 9s", "red")])
  func `prints the row as it came, and with --strip as it is shown`(
    option: String, printed: String
  ) throws {
    let row = #"-c "printf '\033[31mred\033[0m\n'""#
    let terminal = try self.terminal("statehost \(option) --pick \(row) | cat -v")
    try terminal.wait(forText: "row 1 of 1")
    try terminal.press("Enter")
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains("got:\(printed):0"), "\(rows)")
  }

  /// Keys that are typed ahead, and what they take.
  @Test(arguments: [
    (["/19997", "Enter", "Enter"], "got:19997:0"), (["&19997", "Enter", "Enter"], "got:19997:0"),
    (["/999", "Enter", "n", "n", "Enter"], "got:2999:0"),
    (["/555", "Enter", "jjj", "Enter"], "got:558:0"),
    (["C-j", "C-j", "C-k", "Enter"], "got:2:0"),
    // Nothing matches, whether it was to be filtered or searched.
    (["&absent", "Enter", "Enter"], "got::1"), (["/absent", "Enter", "Enter"], "got::1"),
    // What has been typed is nothing to close first.
    (["/19997"], "got::130"), (["&1999", "Enter"], "got::130"), ([], "got::130"),
  ])
  func `takes what the keys before have led to, however fast they come`(
    keys: [String], end: String
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try self.terminal("cd '\(folder.path)'; seq 20000 >f; statehost --pick f")
    try terminal.wait(forText: "row 1 of 20,000")
    if !keys.isEmpty { try terminal.press(keys) }
    if end.hasSuffix("130") {
      try terminal.wait(for: "what was typed") { rows in
        keys.isEmpty || rows.contains { $0.contains(keys[0]) && !$0.contains("ing ") }
      }
      try terminal.press("Escape")
    }
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains(end), "\(rows)")
  }

  @Test(arguments: ["q", "C-c"])
  func `and leaving without one prints nothing, with status 130`(key: String) throws {
    for command in ["true", "false", "seq 3"] {
      let folder = try ScratchFolder()
      let terminal = try TmuxTerminal(
        command: "trap : INT; cd '\(folder.path)'; statehost --pick -- \(command) >picked; "
          + "status=$?; printf 'got:%s:%s\\n' \"$(cat picked)\" $status")
      try terminal.wait(for: "a state") { rows in
        rows.contains { $0.contains("Nothing") || $0.contains("status 1") || $0.contains("of 3") }
      }
      try terminal.press(key)
      let rows = try terminal.wait(forText: "ended:0")
      #expect(rows.contains("got::130"), "\(rows)")
    }
  }

  @Test func `prints the row byte for byte`() throws {
    let folder = try ScratchFolder()
    let row: [UInt8] = [0x61, 0x09, 0xFF, 0x1B, 0x5B, 0x31, 0x6D, 0x9B, 0x62, 0x20]
    try Data(row + [0x0D, 0x0A]).write(to: URL(fileURLWithPath: folder.path + "/rows"))
    let terminal = try TmuxTerminal(
      command: "cd '\(folder.path)'; statehost --pick rows >picked")
    try terminal.wait(forText: "row 1 of 1")
    try terminal.press("Enter")
    try terminal.wait(forText: "ended:0")
    let picked = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/picked"))
    #expect([UInt8](picked) == row + [0x0A])
  }

  @Test func `says that its output takes no more`() throws {
    let terminal = try TmuxTerminal(command: "seq 3 | statehost --pick >/dev/full")
    try terminal.wait(forText: "row 1 of 3")
    try terminal.press("Enter")
    let rows = try terminal.wait(forText: "ended:2")
    #expect(rows.joined().contains("standard output: write: No space left on device"), "\(rows)")
  }

  @Test func `needs a terminal`() throws {
    let run = try ProgramRun.run(
      ["-w", BuiltProducts.program, "--pick", "-c", "seq 3"], program: "setsid",
      environment: ["TERM": "xterm"])
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("statehost: the terminal cannot be used: /dev/tty: "))
    let dumb = try ProgramRun.run(["--pick", "-"], environment: ["TERM": "dumb"])
    #expect(dumb.status == 2)
    #expect(
      dumb.errors == "statehost: the terminal cannot be used: TERM says that it takes no control "
        + "sequences: set TERM to what it is\n")
  }
}
