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
    for (options, what, remedy) in [
      (
        ["--read0", "--filter", "a"], "filtering rows that end with NUL",
        ", or pipe the rows to grep -z"
      ),
      (["--filter", "a", "--filter-kind", "query"], "a query", ", or pipe the rows to grep"),
      (["--sort", "1"], "sorting", ", or pipe the rows to sort"),
      (["--key", "1"], "identifying rows", ""),
      (["--limit", "1"], "limiting the rows", ", or pipe the rows to tail -n"),
    ] {
      let run = try ProgramRun.run(options + ["--", "echo", "a"])
      #expect(run.status == 2 && run.output.isEmpty)
      let option = try #require(options.dropLast().last)
      #expect(
        run.errors == "statehost: \(what) needs the interface: \(option): omit it\(remedy)\n")
    }
  }
}
