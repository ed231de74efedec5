import Foundation
import TestSupport
import Testing

@Suite struct `Picking a row` {
  /// Runs a line of `sh` that prints `got:VALUE:STATUS` when the picking is over.
  private func terminal(_ line: String) throws -> TmuxTerminal {
    try TmuxTerminal(command: "x=$(\(line)); printf 'got:%s:%s\\n' \"$x\" $?")
  }

  @Test(arguments: [
    "seq 1 30 | statehost --pick", "statehost --pick -c 'seq 1 30' 2>/dev/null | cat",
  ])
  func `is for whoever reads standard output, while the terminal shows the interface`(
    line: String
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try self.terminal("cd '\(folder.path)'; \(line)")
    try terminal.wait(forText: "1/30")
    try terminal.press("Down", "Down")
    try terminal.wait(forText: "3/30")
    try terminal.press("Enter")
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains("got:3:0"), "\(rows)")
  }

  @Test func `prints many rows, each once`() throws {
    let rows = "seq -f %08.0f 9000"
    let terminal = try TmuxTerminal(
      command: "\(rows) | statehost --pick | cksum; \(rows) | cksum")
    try terminal.wait(forText: "1/9,000")
    try terminal.press("M-M")
    try terminal.wait(forText: "9,000 marked")
    try terminal.press("Enter")
    let sums = try terminal.wait(forText: "ended:0").filter { $0.hasSuffix(" 81000") }
    #expect(sums.count == 2 && Set(sums).count == 1, "\(sums)")
  }

  @Test(arguments: [("5", 5), ("90%", 21)])
  func `is below the prompt with --height, and leaves nothing behind`(
    height: String, rows: Int
  ) throws {
    let terminal = try TmuxTerminal(
      columns: 60, rows: 24,
      command:
        "seq 1 30; printf 'no newline'; x=$(seq 70 99 | statehost --pick --height \(height)); "
        + "echo \"got:$x:$?\"")
    let shown = try terminal.wait(forText: "1/30")
    let before = ((1...30).map(String.init) + ["no newline"]).suffix(24 - rows)
    #expect(Array(shown.prefix(24 - rows)) == Array(before))
    #expect(shown[24 - rows].hasPrefix(">") && shown[25 - rows].hasPrefix(" 70 "))
    #expect(shown[23].hasPrefix(" 1/30"))
    try terminal.type("8")
    try terminal.wait(forText: "1/12")
    try terminal.press("Enter")
    let left = try terminal.wait(forText: "ended:0")
    #expect(left.contains("got:80:0"))
    #expect(!left.contains { $0.contains("row 1") })
    #expect(Array(left.prefix(24 - rows)) == Array(before))
  }

  @Test func `is there again with --height after a stop and at a new size`() throws {
    let terminal = try TmuxTerminal(
      columns: 60, rows: 20, command: "env PS1='$ ' HISTFILE= bash --noprofile --norc -i")
    try terminal.wait(for: "the prompt") { $0[0] == "$" }
    try terminal.type("seq 30 | statehost --height 5")
    try terminal.press("Enter")
    try terminal.wait(for: "the rows") { $0[1] == "1" || $0[1].hasPrefix("1 ") }
    try terminal.press("C-z")
    try terminal.wait(for: "the prompt again") { rows in
      rows.contains { $0.contains("Stopped") } && !rows.contains { $0.contains("1/30") }
    }
    try terminal.type("fg")
    try terminal.press("Enter")
    try terminal.wait(for: "the rows again") { $0.contains { $0.hasPrefix(" 1/30") } }
    try terminal.resize(columns: 70, rows: 16)
    try terminal.wait(for: "the row of the host in the whole width") { rows in
      rows.count { $0.hasPrefix(" 1/30") } == 1
        && rows.contains { $0.hasPrefix(" 1/30") && $0.count > 60 }
    }
    try terminal.press("q")
    try terminal.wait(for: "the prompt alone") { rows in
      rows.last { !$0.isEmpty } == "$" && !rows.contains { $0.contains("1/30") }
    }
  }

  @Test(arguments: [
    ("seq 1 30 | statehost --pick --tac", ["2", "Down", "Enter"], "29"),
    ("seq 1 30 | statehost --pick --tac --sort 1", ["Enter"], "got:1:0"),
    (
      #"printf 'a\nb\0c d\0' | statehost --pick --read0 --print0 | od -An -c"#,
      ["a", "Tab", "Enter"],
      "a  \\n   b  \\0"
    ),
  ])
  func `is of the last row first, and of rows with newlines`(
    line: String, keys: [String], printed: String
  ) throws {
    let terminal = try self.terminal(line)
    try terminal.wait(forText: "1/")
    try terminal.press(keys)
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains { $0.hasPrefix("got:") && $0.contains(printed) }, "\(rows)")
  }

  @Test(arguments: [("", "^[[31mred^[[0m"), ("--strip", "red"), ("--strip --every 9s", "red")])
  func `prints the row as it came, and with --strip as it is shown`(
    option: String, printed: String
  ) throws {
    let row = #"-c "printf '\033[31mred\033[0m\n'""#
    let terminal = try self.terminal("statehost \(option) --pick \(row) | cat -v")
    try terminal.wait(forText: "1/1")
    try terminal.press("Enter")
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains("got:\(printed):0"), "\(rows)")
  }

  /// Keys that are typed ahead, and what they take.
  @Test(arguments: [
    (["1", "BSpace", "7777", "C-w", "42$ '42", "Down", "Enter"], "got:4242:0"),
    (["abc", "C-u", "Enter"], "got:1:0"), (["^1999.$", "C-r", "Down", "Enter"], "got:19991:0"),
    // With Alt, letters are the keys that they are elsewhere.
    (["M-/", "999", "Enter", "M-n", "M-n", "Enter"], "got:2999:0"),
    (["12", "Tab", "Tab", "C-u", "Enter"], "got:12\n120:0"),
    // A pick tells Ctrl-J from Enter.
    (["C-j", "C-n", "C-k", "Enter"], "got:2:0"),
    // Nothing matches; what has been typed is nothing to close first.
    (["absent", "Enter"], "got::1"), (["19997"], "got::130"),
  ])
  func `takes what the keys before have led to, however fast they come`(
    keys: [String], end: String
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try self.terminal("cd '\(folder.path)'; seq 20000 >f; statehost --pick f")
    try terminal.wait(forText: "1/20,000")
    try terminal.press(keys)
    if end.hasSuffix("130") {
      try terminal.wait(for: "what was typed") { rows in
        rows[0].contains("> 19997") && rows[0].contains(" 1/20,000")
      }
      try terminal.press("Escape")
    }
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.joined(separator: "\n").contains(end), "\(rows)")
  }

  @Test(arguments: [
    ("M-q", "true", "Nothing"), ("Escape", "false", "status 1"), ("C-c", "seq 3", "1/3"),
  ])
  func `and leaving without one prints nothing, with status 130`(
    key: String, command: String, shown: String
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      command: "trap : INT; cd '\(folder.path)'; statehost --pick -- \(command) >picked; "
        + "status=$?; printf 'got:%s:%s\\n' \"$(cat picked)\" $status")
    try terminal.wait(forText: shown)
    try terminal.press(key)
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains("got::130"), "\(rows)")
  }

  @Test(arguments: [
    ("-- sh -c 'echo no >&2; exit 3'", "Enter", 3, "status 3, saying \"no\""),
    ("-- sh -c 'echo no >&2; exit 3'", "Escape", 130, "status 3, saying \"no\""),
    ("/nowhere/file", "Enter", 2, "there is no such file"),
    ("/nowhere/file", "Escape", 130, "there is no such file"),
  ])
  func `of a source that has failed says why on standard error, whatever leaves it`(
    source: String, key: String, status: Int, reason: String
  ) throws {
    let terminal = try self.terminal("statehost --pick \(source) 2>&1")
    try terminal.wait(forText: source.hasPrefix("/") ? reason : "exit 3: no")
    try terminal.press(key)
    let text = try terminal.wait(forText: "ended:0").joined(separator: "\n")
    #expect(text.contains("got:statehost: ") && text.contains(":\(status)\n"), "\(text)")
    #expect(text.contains(reason), "\(text)")
  }

  @Test func `prints the row byte for byte`() throws {
    let folder = try ScratchFolder()
    let row: [UInt8] = [0x61, 0x09, 0xFF, 0x1B, 0x5B, 0x31, 0x6D, 0x9B, 0x62, 0x20]
    try Data(row + [0x0D, 0x0A]).write(to: URL(fileURLWithPath: folder.path + "/rows"))
    let terminal = try TmuxTerminal(
      command: "cd '\(folder.path)'; statehost --pick rows >picked")
    try terminal.wait(forText: "1/1")
    try terminal.press("Enter")
    try terminal.wait(forText: "ended:0")
    let picked = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/picked"))
    #expect([UInt8](picked) == row + [0x0A])
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
      dumb.errors == "statehost: the terminal cannot be used: TERM names a terminal without "
        + "control sequences: set TERM to the type of the terminal\n")
  }

  @Test(arguments: [
    (["-q", "20", "-1"], "20\n", Int32(0)), (["-q", "x", "-0"], "", 1), (["-q", "2", "-1"], "", 2),
    (["-q", "x", "-1"], "", 2), (["-q", "20", "-0"], "", 2),
  ])
  func `needs no terminal where it ends without a key`(
    options: [String], output: String, status: Int32
  ) throws {
    let run = try ProgramRun.run(
      ["-w", BuiltProducts.program, "--pick"] + options + ["-c", "seq 20"], program: "setsid",
      environment: ["TERM": "xterm"])
    #expect(run.output == output && run.status == status)
    #expect(
      run.errors.hasPrefix(status == 2 ? "statehost: the terminal cannot be used: /dev/tty: " : ""))
    if status < 2 { #expect(run.errors.isEmpty) }
  }

  @Test func `without a terminal says why its command has failed`() throws {
    let run = try ProgramRun.run(
      ["-w", BuiltProducts.program, "--pick", "-1", "-c", "echo refused >&2; exit 7"],
      program: "setsid", environment: ["TERM": "xterm"])
    #expect(run.status == 7 && run.output.isEmpty)
    #expect(
      run.errors == "statehost: the command exited with status 7, saying \"refused\": "
        + "echo refused >&2; exit 7: retry\n")
  }

  /// Options that say what is typed first, how the choice ends, and what is printed of it.
  @Test(
    arguments: [
      ("seq 20 | statehost --pick -q 7 -1", [], "got:"),
      ("seq 30 | statehost --pick -q 2 --no-sort", ["Down", "Enter"], "got:12:0"),
      ("seq 9 | statehost --pick", ["End", "Tab", "Home", "Down", "Tab", "Enter"], "got:2\n9:0"),
      (
        "printf 'NAME\\tAGE\\nann\\t5\\nbob\\t7\\n' | statehost --columns tabs --pick --print AGE,1",
        ["Down", "Enter"],
        "got:7   bob:0"
      ),
      ("printf 'name age\\nbob 3\\n' | statehost --pick --print age", ["Enter"], "got:3:0"),
      ("echo 'one two' | statehost --pick --print size 2>&1", ["Enter"], "there is no column size"),
      ("seq 5 | statehost --pick --multi 2", ["Tab", "Tab", "Tab", "Enter"], "got:1\n2:0"),
      ("statehost --pick -0 -c 'echo no >&2; exit 7' 2>&1", [], "status 7, saying \"no\""),
      ("statehost --pick -0 -c 'echo no >&2; exit 7' 2>/dev/null", [], "got::7"),
    ] as [(String, [String], String)])
  func `follows its options`(line: String, keys: [String], end: String) throws {
    let terminal = try self.terminal(line)
    if line.contains("-q 7 -1") {
      // Two rows match.
      try terminal.wait(forText: " 2/20")
      try terminal.press("Enter")
    }
    for key in keys {
      try terminal.wait(forText: "/")
      try terminal.press(key)
    }
    let rows = try terminal.wait(forText: "ended:0")
    #expect(
      rows.joined(separator: "\n").replacing("\t", with: " ").contains(
        end.replacing("\t", with: " ")), "\(rows)")
  }

  @Test func `shows the prompt and the header above the rows, and the matches`() throws {
    let terminal = try TmuxTerminal(
      columns: 40, rows: 8,
      command:
        "printf 'alpha\\nbeta\\ngamma\\n' | statehost --pick --prompt 'name: ' --header 'Choose one'"
    )
    try terminal.wait(forText: "1/3")
    try terminal.type("ma")
    let rows = try terminal.wait(for: "one row") { $0[0].contains(" 1/3") }
    #expect(rows[0].hasPrefix("name: ma "))
    #expect(rows[1] == " Choose one")
    #expect(rows[2] == " gamma")
    try terminal.press("C-a", "x")
    try terminal.wait(forText: "name: xma")
    try terminal.wait(forText: "no rows match")
    try terminal.press("Escape")
    try terminal.wait(forText: "ended:130")
  }
}
