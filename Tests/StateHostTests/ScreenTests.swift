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
}
