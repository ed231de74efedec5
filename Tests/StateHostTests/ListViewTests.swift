import Foundation
import TestSupport
import Testing

/// The bundled list, as it filters, sorts and finds through the host.
@Suite struct `The list's view` {
  @Test(arguments: ["auto", "each"])
  func `is filtered, searched and sorted, and its row is picked`(isolation: String) throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      columns: 60, rows: 8,
      command: "seq 20000 | statehost --isolation \(isolation) --pick >'\(folder.path)/picked'")
    try terminal.wait(forText: "1/20,000")
    try terminal.type("99$")
    try terminal.press("C-r")
    try terminal.wait(for: "the last two digits") { rows in
      rows[0].hasPrefix("> regex 99$") && rows[1].hasPrefix(" 99 ") && rows[2].hasPrefix(" 199 ")
    }
    try terminal.wait(forText: "1/200 of 20,000")
    try terminal.press("M-/")
    try terminal.type("8199")
    try terminal.press("Enter")
    try terminal.wait(forText: "82/200 of 20,000")
    try terminal.press("M-n")
    try terminal.wait(forText: "182/200 of 20,000")
    // The greatest number comes first, and the list stays on its row, wherever that is on the screen.
    try terminal.press("M-s", "M-S")
    try terminal.wait(for: "the order of numbers, from the greatest on") { rows in
      rows.contains { $0.hasPrefix(" 18199 ") } && rows.contains { $0.contains("19/200") }
    }
    try terminal.press("Enter")
    try terminal.wait(forText: "ended:0")
    let picked = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/picked"))
    #expect(picked == Data("18199\n".utf8))
  }

  @Test func `begins with the filter of the command line, for later rows too`() throws {
    let folder = try ScratchFolder()
    _ = try ProgramRun.run([folder.path + "/pipe"], program: "mkfifo")
    let terminal = try TmuxTerminal(
      columns: 60, rows: 6,
      command: "(seq 100; cat '\(folder.path)/pipe') | statehost --filter 99")
    try terminal.wait(for: "the row that matches") { rows in
      rows[0] == "99" && rows[1].isEmpty && rows[5].hasPrefix(" 1/1 of 100   standard input   &99")
    }
    try Data("199\n200\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/pipe"))
    try terminal.wait(for: "the second row") { rows in
      rows[1] == "199" && rows[5].hasPrefix(" 1/2 of 102   standard input   &99")
    }
    try terminal.press("Escape")
    try terminal.wait(forText: "99/102")
  }

  @Test func `cannot be begun with where nothing is shown`() throws {
    for arguments in [["--plain"], []] {
      let run = try ProgramRun.run(arguments + ["--filter", "a", "--", "echo", "a"])
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(
        run.errors == "statehost: filtering needs the interface: "
          + "--filter: omit it, or pipe the rows to grep\n")
    }
    let sorted = try ProgramRun.run(["--sort", "1", "--", "echo", "a"])
    #expect(sorted.status == 2 && sorted.output.isEmpty)
    #expect(
      sorted.errors == "statehost: sorting needs the interface: "
        + "--sort: omit it, or pipe the rows to sort\n")
    let limited = try ProgramRun.run(["--limit", "1", "--", "echo", "a"])
    #expect(limited.status == 2 && limited.output.isEmpty)
    #expect(limited.errors.hasPrefix("statehost: limiting the rows needs the interface: --limit: "))
    let picture = try ProgramRun.run([
      "--snapshot", "-", "--size", "30x3", "--filter", "b", "--", "printf", "a\\nb\\n",
    ])
    #expect(picture.output.hasPrefix("b\n\n"))
    let rows = "NAME  SIZE\na     4.0K\nb     12M\nc     512\n"
    let order = try ProgramRun.run([
      "--snapshot", "-", "--size", "30x6", "--sort", "size:desc", "--", "printf", rows,
    ])
    #expect(order.output.hasPrefix(" NAME SIZE ▼ size\n b"), "\(order.output)")
    let wrong = try ProgramRun.run([
      "--snapshot", "-", "--size", "70x6", "--sort", "AGE", "--", "printf", rows,
    ])
    #expect(wrong.output.contains("--sort: there is no column AGE"), "\(wrong.output)")
  }

  @Test func `a row matches by what it shows, and is marked there`() throws {
    let rows = #"printf 'plain\nN\bNA\bAM\bME\bE\n\033[31mna\033[0mme\n1%%\r2%%\n'"#
    let terminal = try TmuxTerminal(columns: 60, rows: 6, command: rows + " | statehost")
    try terminal.wait(forText: "1/4")
    try terminal.type("&name")
    try terminal.wait(for: "two rows") { rows in
      rows[0] == "NAME" && rows[1] == "name" && rows[2].isEmpty
    }
    // What matches is underlined, all of it and nothing else.
    let screen = try terminal.styledScreen().split(separator: "\n")
    #expect(screen[1].contains(";4m") && screen[1].contains("mname"), "\(screen[1])")
    try terminal.press("Escape")
    try terminal.wait(for: "all rows") { $0[0] == "plain" && !$0[5].contains("&") }
    try terminal.type("/2%")
    try terminal.press("Enter")
    try terminal.wait(forText: "4/4")
  }
}
