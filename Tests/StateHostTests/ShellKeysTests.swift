import Foundation
import TestSupport
import Testing

/// Ctrl-R and Ctrl-T of a shell.
@Suite struct `The keys for a shell` {
  @Test(arguments: [[], ["fish"], ["bash", "zsh"]])
  func `are those of one shell that has them`(shells: [String]) throws {
    let run = try ProgramRun.run(["--shell"] + shells)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasSuffix(": write statehost --shell bash, or statehost --shell zsh\n"))
  }

  @Test func `pick a line of the history, and files`() throws {
    let folder = try ScratchFolder()
    for name in ["a file", "other", ".hidden"] { _ = try folder.write("", to: name) }
    let start = try folder.write(
      """
      PS1='$ '; HISTFILE=
      eval "$(statehost --shell bash)"
      history -s 'echo the first'; history -s 'echo another'; history -s 'echo the first'
      history -s $'echo "one\\ntwo"'
      cd '\(folder.path)'
      """, to: ".bashrc")
    let terminal = try TmuxTerminal(
      columns: 60, rows: 12, command: "bash --noprofile --rcfile '\(start)' -i")
    try terminal.wait(for: "the prompt") { $0.contains("$") }
    try terminal.type("first")
    try terminal.press("C-r")
    try terminal.wait(for: "the line of the history, once") {
      $0[0].hasPrefix("history> first ") && $0[0].hasSuffix(" 1/3") && $0[1] == " echo the first"
    }
    try terminal.press("Enter")
    try terminal.wait(for: "the line at the prompt") { $0.contains("$ echo the first") }
    try terminal.press("C-w")
    try terminal.press("C-t")
    try terminal.wait(for: "the files") { $0[0].hasSuffix(" 2/2") }
    try terminal.type("fi")
    try terminal.wait(for: "the file") { $0[0].hasSuffix(" 1/2") }
    try terminal.press("Enter")
    try terminal.wait(for: "the file at the prompt") { $0.contains(#"$ echo the a\ file"#) }
    // Who leaves the pick has the line as it was.
    try terminal.press("C-r")
    try terminal.wait(for: "the pick") { $0[0].hasPrefix("history> ") }
    try terminal.press("Escape")
    try terminal.wait(for: "the same line") { $0.contains(#"$ echo the a\ file"#) }
    // A command of several lines is one row.
    try terminal.press("C-u")
    try terminal.type("two")
    try terminal.press("C-r")
    try terminal.wait(for: "the command") { $0[0].hasSuffix(" 1/3") }
    try terminal.press("Enter")
    try terminal.wait(for: "both lines at the prompt") {
      $0.contains(#"$ echo "one"#) && $0.contains(#"two""#)
    }
  }
}
