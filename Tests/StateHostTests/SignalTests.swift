import Foundation
import TestSupport
import Testing

extension TmuxTerminal {
  /// Waits until a text stands on the screen and nothing is loading any more.
  fileprivate func waitForRest(_ text: String) throws -> [String] {
    try wait(for: "\"\(text)\" at rest") { rows in
      rows.contains { $0.contains(text) } && !rows.contains { $0.contains("loading") }
    }
  }
}

/// A terminal with a shell in which a program was started.
private struct Shell {
  let terminal: TmuxTerminal
  let folder: ScratchFolder

  init() throws {
    terminal = try TmuxTerminal()
    folder = try ScratchFolder()
    try terminal.waitForPrompt()
    try terminal.enter("cd '\(folder.path)'; clear")
    try terminal.waitForPrompt()
  }

  /// Notes the terminal's settings, then starts the program, which writes its own number to `host`.
  func start(_ arguments: String) throws {
    try folder.write(
      "echo $$ >host; exec statehost \(arguments)\n", to: "program.sh")
    try terminal.enter("stty -g >before; sh program.sh")
  }

  /// Waits for the shell and looks whether everything is as it was.
  func expectRestored(status: Int32) throws {
    try terminal.waitForPrompt()
    try terminal.enter("echo $? >status; stty -g >after")
    #expect(try folder.number(in: "status") == status)
    try wait(for: "settings") { contents("after").hasSuffix("\n") }
    #expect(contents("before") == contents("after"))
    #expect(try terminal.fact("#{mouse_any_flag} #{keypad_flag} #{wrap_flag}") == "0 0 1")
  }

  /// What is in a file of the folder; empty when there is none.
  func contents(_ name: String) -> String {
    (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
  }

  /// A command that writes its group's number to `group`, prints a row, and goes on for long.
  static let endless = "-- sh -c 'echo $$ >group; echo running; sleep 1000 & sleep 1000; :'"

  func expectGroupGone() throws {
    let group = try folder.number(in: "group")
    try wait(for: "end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }
}

@Suite struct `The terminal is given back` {
  @Test func `after Ctrl-C, which ends the command's group too`() throws {
    let shell = try Shell()
    try shell.start(Shell.endless)
    try shell.terminal.wait(forText: "running")
    try shell.terminal.press("C-c")
    try shell.expectRestored(status: 130)
    try shell.expectGroupGone()
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `after a signal, with the status of that signal`(signal: Int32) throws {
    let shell = try Shell()
    try shell.start(Shell.endless)
    try shell.terminal.wait(forText: "running")
    kill(try shell.folder.number(in: "host"), signal)
    try shell.expectRestored(status: 128 + signal)
    try shell.expectGroupGone()
  }

  @Test func `when the window is closed, the program and its command end`() throws {
    let folder = try ScratchFolder()
    do {
      let terminal = try TmuxTerminal(
        command: "cd '\(folder.path)'; echo \\$\\$ >host; exec statehost -- sh -c "
          + "'echo $$ >group; echo running; sleep 1000; :'")
      try terminal.wait(forText: "running")
    }
    let group = try folder.number(in: "group")
    try wait(for: "end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }
}

@Suite struct `Suspended and continued` {
  @Test func `Ctrl-Z gives the shell, fg draws everything again`() throws {
    let shell = try Shell()
    try shell.start("-- seq 100")
    let before = try shell.terminal.waitForRest("1/100")
    try shell.terminal.press("C-z")
    try shell.terminal.waitForPrompt()
    try shell.terminal.enter("clear; stty -g >after; echo in 'be'tween")
    try shell.terminal.wait(forText: "in between")
    #expect(shell.contents("before") == shell.contents("after"))
    try shell.terminal.enter("fg")
    try shell.terminal.wait(for: "the list as it was") { $0 == before }
    #expect(try shell.terminal.fact("#{alternate_on} #{cursor_flag}") == "1 0")
    try shell.terminal.press("Down")
    try shell.terminal.wait(forText: "2/100")
    try shell.terminal.press("C-z")
    try shell.terminal.waitForPrompt()
    try shell.terminal.enter("fg")
    try shell.terminal.wait(forText: "2/100")
    try shell.terminal.press("q")
    try shell.expectRestored(status: 0)
  }

  @Test func `stopped by force, the shell is usable and fg draws everything again`() throws {
    let shell = try Shell()
    try shell.start("-- seq 100")
    let before = try shell.terminal.waitForRest("1/100")
    let host = try shell.folder.number(in: "host")
    kill(host, SIGSTOP)
    try wait(for: "the shell in the foreground") {
      try shell.terminal.fact("#{pane_current_command}") == "sh"
    }
    // Nobody gave the terminal's settings back, so that the enter key is no end of a line.
    try shell.terminal.type("fg")
    try shell.terminal.press("C-j")
    try shell.terminal.wait(for: "the list as it was") { $0 == before }
    try shell.terminal.press("q")
    try shell.expectRestored(status: 0)
  }

  @Test func `stopped and continued by force, everything is drawn again`() throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      command: "sh -c \"echo \\$\\$ >'\(folder.path)/host'; exec statehost -- seq 100\"")
    let before = try terminal.waitForRest("1/100")
    let host = try folder.number(in: "host")
    kill(host, SIGSTOP)
    let device = try #require(FileHandle(forWritingAtPath: try terminal.fact("#{pane_tty}")))
    try device.write(contentsOf: Data("\u{1B}[2J\u{1B}[Hscribbled over".utf8))
    try terminal.wait(for: "the scribble alone") { rows in
      rows[0] == "scribbled over" && rows.dropFirst().allSatisfy(\.isEmpty)
    }
    kill(host, SIGCONT)
    try terminal.wait(for: "the list as it was") { $0 == before }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }
}
