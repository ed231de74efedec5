import Foundation
import TestSupport
import Testing

@Suite struct `On the screen` {
  @Test func `loading turns into the list`() throws {
    let folder = try ScratchFolder()
    let gate = folder.path + "/gate"
    let terminal = try TmuxTerminal(
      command: "statehost --title 'the fruit' -- sh -c "
        + "\"until [ -e '\(gate)' ]; do sleep 0.02; done; printf 'apple\\nbanana\\n'\"")
    try terminal.wait(for: "loading, over a list without rows") { rows in
      rows.contains { $0.contains("no rows yet") } && rows.contains { $0.contains("╭") }
        && rows.contains { $0.contains("the fruit") }
    }
    #expect(try terminal.fact("#{alternate_on} #{cursor_flag}") == "1 0")
    try folder.write("", to: "gate")
    let rows = try terminal.wait(for: "the list alone") { rows in
      rows.contains { $0.contains("1/2") } && !rows.contains { $0.contains("╭") }
    }
    #expect(rows[0].contains("apple"))
    #expect(rows[1].contains("banana"))
  }

  @Test func `rows appear while they still arrive`() throws {
    let folder = try ScratchFolder()
    let gate = folder.path + "/gate"
    let terminal = try TmuxTerminal(
      command: "statehost -- sh -c "
        + "\"echo early; until [ -e '\(gate)' ]; do sleep 0.02; done; echo late\"")
    try terminal.wait(for: "the early row, while it loads") { rows in
      rows[0].contains("early") && rows.contains { $0.contains("1/1") }
        && rows.contains { $0.contains("loading") }
    }
    try folder.write("", to: "gate")
    try terminal.wait(for: "both rows") { rows in
      rows[1].contains("late") && rows.contains { $0.contains("1/2") }
        && !rows.contains { $0.contains("loading") }
    }
  }

  @Test func `a failure says what it was, and r tries again`() throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      command: "statehost -- sh -c "
        + "\"cat '\(folder.path)/rows' || { echo 'the door is shut' >&2; exit 7; }\"")
    try terminal.wait(for: "the cause, the status, standard error and the key") { rows in
      ["exit 7: the door is shut", "such file or directory", "r "]
        .allSatisfy { text in rows.contains { $0.contains(text) } }
    }
    try folder.write("behind the door\n", to: "rows")
    try terminal.press("r")
    try terminal.wait(for: "the list") { rows in
      rows[0].contains("behind the door") && rows.contains { $0.contains("1/1") }
        && !rows.contains { $0.contains("the door is shut") }
    }
    try FileManager.default.removeItem(atPath: folder.path + "/rows")
    try terminal.press("r")
    try terminal.wait(for: "a notice over the rows, which stay") { rows in
      rows[0].contains("behind the door")
        && rows.contains { $0.contains("exit 7: the door is shut") }
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:7")
  }

  @Test func `a command that does not exist is told`() throws {
    let terminal = try TmuxTerminal(command: "statehost -- no-such-command-anywhere")
    try terminal.wait(for: "the cause and the remedy") { rows in
      rows.contains { $0.contains("the command was not found") }
        && rows.contains { $0.contains("check the name and PATH") }
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:127")
  }

  @Test func `a file that cannot be read is told`() throws {
    let terminal = try TmuxTerminal(command: "statehost /nowhere/at/all")
    try terminal.wait(forText: "there is no such file")
    try terminal.press("q")
    try terminal.wait(forText: "ended:2")
  }

  @Test func `nothing has a face of its own, and r looks again`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("", to: "rows")
    let terminal = try TmuxTerminal(command: "statehost '\(file)'")
    try terminal.wait(for: "nothing, and what was asked") { rows in
      rows.contains { $0.contains("Nothing to show") } && rows.contains { $0.contains("rows") }
    }
    try folder.write("something\n", to: "rows")
    try terminal.press("r")
    try terminal.wait(for: "the list") { rows in
      rows[0].contains("something") && !rows.contains { $0.contains("Nothing to show") }
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `a file is a list to move in`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write((1...1000).map { "line \($0)\n" }.joined(), to: "lines")
    let terminal = try TmuxTerminal(command: "statehost '\(file)'")
    try terminal.wait(forText: "1/1,000")
    try terminal.press("Down", "Down")
    try terminal.wait(forText: "3/1,000")
    try terminal.press("End")
    try terminal.wait(for: "the last line") { rows in
      rows.contains { $0.contains("1,000/1,000") }
        && rows.contains { $0.contains("line 1000") }
    }
    try terminal.press("Home")
    try terminal.wait(for: "the first line") { rows in
      rows[0].contains("line 1") && rows.contains { $0.contains("1/1,000") }
    }
    try terminal.type("/777")
    try terminal.press("Enter")
    try terminal.wait(forText: "777/1,000")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `a pipe brings the rows and the terminal the keys`() throws {
    let terminal = try TmuxTerminal(command: "seq 5 | statehost - | sed 's/^/took /'")
    try terminal.wait(forText: "took 1")
    let other = try TmuxTerminal(command: "seq 500 | statehost --pick -")
    try other.wait(forText: "1/500")
    try other.press("Down")
    try other.wait(forText: "2/500")
    try other.press("Enter")
    let rows = try other.wait(forText: "ended:0")
    #expect(rows[0] == "2")
  }

  @Test func `a row that is taken is printed once the screen is the shell's again`() throws {
    let terminal = try TmuxTerminal()
    try terminal.waitForPrompt()
    try terminal.enter("echo before; statehost --pick -- printf 'one\\ntwo\\nthree\\n'")
    try terminal.wait(forText: "1/3")
    try terminal.press("Down")
    try terminal.wait(forText: "2/3")
    try terminal.press("Enter")
    let rows = try terminal.waitForPrompt().filter { !$0.isEmpty }
    #expect(Array(rows.suffix(3)) == ["before", "two", "$"])
  }

  @Test func `q leaves, with what was on the screen before as it was`() throws {
    let terminal = try TmuxTerminal()
    try terminal.waitForPrompt()
    try terminal.enter("echo before; statehost -- echo shown; echo status:$?")
    try terminal.wait(forText: "1/1")
    try terminal.press("q")
    let rows = try terminal.waitForPrompt().filter { !$0.isEmpty }
    #expect(Array(rows.suffix(3)) == ["before", "status:0", "$"])
    #expect(!rows.contains("shown"))
  }

  @Test func `q ends a command that still runs, with its group`() throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      command: "statehost -- sh -c \"echo \\$\\$ >'\(folder.path)/group'; echo on; sleep 1000; :\"")
    try terminal.wait(forText: "on")
    let group = try folder.number(in: "group")
    try terminal.press("q")
    try terminal.wait(forText: "ended:")
    try wait(for: "end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }

  @Test func `the demonstration shows rows, a failure and nothing, and its keys`() throws {
    let terminal = try TmuxTerminal(columns: 100, command: "statehost")
    try terminal.wait(for: "loading, its children and the keys") { rows in
      rows.contains { $0.contains("╭") }
        && rows.contains { $0.hasPrefix(" 1 processes   2 a failure   3 nothing") }
    }
    let rows = try terminal.wait(for: "the processes") { rows in
      rows[0].contains("PID") && rows[0].contains("NAME")
        && rows.contains { $0.contains("1/") } && !rows.contains { $0.contains("╭") }
    }
    let memory = rows.dropFirst().prefix(10).compactMap { row in
      Int(row.split(separator: " ").dropFirst(2).first ?? "")
    }
    #expect(memory.count > 1)
    #expect(memory == memory.sorted(by: >))
    try terminal.press("2")
    try terminal.wait(for: "the failure") { rows in
      rows.contains { $0.contains("exit 2: ") }
        && rows.contains { $0.contains("No such file or directory") }
    }
    try terminal.press("3")
    try terminal.wait(for: "nothing") { rows in
      rows.contains { $0.contains("Nothing to show") }
    }
    try terminal.press("1")
    // The user is on the process of before, whichever row it has come to.
    try terminal.wait(for: "the processes again") { rows in
      rows[0].contains("PID") && rows.contains { $0.contains("processes by memory") }
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `it follows the size of the window, down to one cell and back`() throws {
    let terminal = try TmuxTerminal(command: "statehost -- seq 100")
    try terminal.wait(forText: "1/100")
    try terminal.resize(columns: 120, rows: 40)
    try terminal.wait(for: "more rows") { rows in
      rows.count == 40 && rows[38].contains("39") && rows[39].contains("1/100")
    }
    try terminal.resize(columns: 60, rows: 10)
    try terminal.wait(for: "fewer rows") { rows in
      rows.count == 10 && rows[8].contains("9") && rows[9].contains("1/100")
    }
    try terminal.resize(columns: 20, rows: 5)
    try terminal.wait(for: "rows and the place in them in 20 by 5") { rows in
      rows.count == 5 && rows[0].contains("1") && rows[4].contains("1/100")
    }
    try terminal.resize(columns: 1, rows: 1)
    try terminal.wait(for: "one cell") { $0.count == 1 }
    try terminal.press("Down")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(for: "the second row selected") { rows in
      // It may have been the only one that had room.
      rows.count == 24 && rows[...1].contains { $0.hasPrefix("2 ") }
        && rows[23].contains("2/100")
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `loading, failures and nothing stay readable in 20 by 5 and survive one cell`() throws
  {
    for (command, word) in [
      ("sleep 1000", "sleep 1000"), ("false", "with status 1"), ("true", "Nothing"),
    ] {
      let terminal = try TmuxTerminal(columns: 20, rows: 5, command: "statehost -- \(command)")
      try terminal.wait(forText: word)
      try terminal.resize(columns: 1, rows: 1)
      try terminal.wait(for: "one cell") { $0.count == 1 }
      try terminal.resize(columns: 20, rows: 5)
      try terminal.wait(forText: word)
      try terminal.press("q")
      try terminal.wait(forText: "ended:")
    }
  }

  @Test func `with --every the rows are those of the last load`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("first\n", to: "rows")
    let terminal = try TmuxTerminal(command: "statehost --every 20ms -- cat '\(file)'")
    try terminal.wait(for: "the first load") { $0[0].contains("first") }
    try folder.write("second\n", to: "rows")
    try terminal.wait(for: "a later load") { $0[0].contains("second") }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }
}
