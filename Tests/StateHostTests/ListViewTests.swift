import Foundation
import TestSupport
import Testing

/// The bundled list, as it filters, sorts and finds through the host.
@Suite struct `The list's view` {
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
}
