import Foundation
import TestSupport
import Testing

/// No byte that a terminal acts on but the end of a line and the tab.
private func isHarmless(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    scalar == "\n" || scalar == "\t" || (scalar.value >= 0x20 && !(0x7F...0x9F ~= scalar.value))
  }
}

@Suite struct `Without a terminal` {
  @Test func `rows come out byte for byte`() throws {
    let text =
      "\n\ntab\tand\ttab\né 日本 👩‍👩‍👧\na\r\nb\r\n1%\r2%\rnul \0 nul\n"
      + "\u{1B}[31mred\u{1B}[0m\n\u{1B}]0;title\u{7}\u{9B}31m\u{202E}x\n"
    let bytes = Array(text.utf8) + [0xFF, 0x0A, 0xC3, 0x28, 0x9B, 0x0A, 0xE2, 0x80]
    let folder = try ScratchFolder()
    let file = folder.path + "/rows"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    for arguments in [["--", "cat", file], [file], ["-"]] {
      for plain in [[], ["--plain"]] {
        let running = try RunningProgram(plain + arguments, input: .bytes(bytes))
        let run = running.wait()
        #expect(run.outputBytes == bytes)
        #expect(run.status == 0)
        #expect(
          plain.isEmpty ? run.errors.isEmpty : run.errors.hasPrefix("statehost: content: "),
          "\(run.errors)")
      }
    }
  }

  @Test func `and with --strip rows come out as they would be shown, whatever has them`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/rows"
    let bytes = Array("\u{1B}[31mred\u{1B}[0m\tb\nplain\n1%\r2%\nlast \u{1B}[1mone".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    for arguments in [["--", "cat", file], ["-c", "cat '\(file)'"], [file], ["-"]] {
      let run = try RunningProgram(["--strip"] + arguments, input: .bytes(bytes)).wait()
      #expect(run.output == "red\tb\nplain\n2%\nlast one\n" && run.status == 0)
    }
  }

  @Test(arguments: [
    ([], "b", ""), (["--plain"], "b", ""), (["--strip"], "b", ""),
    (["--columns", "commas"], "b", "head,n\n"), (["--filter-kind", "regex"], "^[b-z],", ""),
  ])
  func `only rows that match --filter come out, with the status of the command`(
    options: [String], filter: String, header: String
  ) throws {
    let run = try ProgramRun.run(
      options + ["--filter", filter, "-c", "printf 'head,n\\na,1\\nb,2\\nB,3\\n'; exit 3"])
    #expect(run.output == header + "b,2\nB,3\n" && run.status == 3)
  }

  @Test func `the command's standard error comes byte for byte, also when it succeeds`() throws {
    let run = try ProgramRun.run(["--", "sh", "-c", "echo out; printf 'e\\033[1mr\\rr' >&2"])
    #expect(run.output == "out\n")
    #expect(run.errors == "e\u{1B}[1mr\rr")
    #expect(run.status == 0)
    let much = try ProgramRun.run(["--", "sh", "-c", "seq 100000 >&2"])
    #expect(much.errors == (1...100_000).map { "\($0)\n" }.joined())
  }

  @Test func `states go to standard error, in their order`() throws {
    let run = try ProgramRun.run([
      "--plain", "--loading-delay", "0ms", "--title", "the rows", "--", "sh", "-c",
      "sleep 0.2; echo a",
    ])
    let lines = run.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(run.errors)")
    #expect(lines[0].hasPrefix("statehost: loading: Loading the rows"))
    #expect(lines[1] == "statehost: content: List, 1 row")
    #expect(run.output == "a\n")
  }

  @Test func `only a failure is told where nobody asked for more`() throws {
    let quiet = try ProgramRun.run(["--loading-delay", "0ms", "--", "sh", "-c", "sleep 0.2"])
    #expect(quiet.errors.isEmpty)
    let run = try ProgramRun.run(["--loading-delay", "0ms", "--", "sh", "-c", "sleep 0.2; exit 3"])
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasPrefix("statehost: the command exited with status 3: sh -c "))
    #expect(run.status == 3)
  }

  @Test func `a failure names its cause and the remedy, on a line of its own`() throws {
    let run = try ProgramRun.run([
      "--plain", "--loading-delay", "1h", "--", "sh", "-c", "printf 'no connection' >&2; exit 3",
    ])
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    try #require(lines.count == 3, "\(run.errors)")
    #expect(lines[0] == "no connection")
    #expect(lines[1].hasPrefix("statehost: error: Error: sh -c "))
    #expect(lines[1].hasSuffix(", exit 3: no connection"))
    #expect(lines[2].hasPrefix("statehost: the command exited with status 3: sh -c "))
    #expect(lines[2].hasSuffix(": see what it wrote, then retry"))
  }

  @Test func `every load that fails is told`() throws {
    let folder = try ScratchFolder()
    let running = try RunningProgram([
      "--every", "10ms", "--title", "it", "--", "sh", "-c",
      "echo x >>'\(folder.path)/loads'; echo row; exit 5",
    ])
    let line = "statehost: the command exited with status 5: "
    try wait(for: "three failures", found: { running.errors }) {
      running.errors.components(separatedBy: line).count > 3
    }
    running.send(SIGINT)
    #expect(running.wait().status == 130)
  }

  @Test(arguments: [
    (["--", "true"], 0, "statehost: empty: "), (["--", "false"], 1, "exited with status 1"),
    (["--", "sh", "-c", "exit 42"], 42, "exited with status 42"),
    (["--", "sh", "-c", "kill -TERM $$"], 143, "killed by SIGTERM"),
    (["--", "sh", "-c", "kill -KILL $$"], 137, "killed by SIGKILL"),
    (["--", "no-such-command-anywhere"], 127, "the command was not found"),
    (["--", "/nowhere/at/all"], 127, "the command was not found"),
    (["--", "/etc/hostname"], 126, "the command cannot be run"),
    (["/nowhere/at/all"], 2, "there is no such file: /nowhere/at/all: check the path"),
    (["/etc"], 2, "this is a directory, not a file: /etc"),
  ])
  func `the exit status says how it went`(
    arguments: [String], status: Int32, cause: String
  ) throws {
    let run = try ProgramRun.run(["--plain"] + arguments)
    #expect(run.status == status)
    #expect(run.errors.contains(cause), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(isHarmless(run.errors))
  }

  @Test func `rows appear while the command still runs`() throws {
    let folder = try ScratchFolder()
    let gate = folder.path + "/gate"
    let running = try RunningProgram([
      "--", "sh", "-c",
      "echo early; echo why >&2; until [ -e '\(gate)' ]; do sleep 0.02; done; echo late",
    ])
    try wait(for: "the early row", found: { running.output }) { running.output == "early\n" }
    try wait(for: "the early line", found: { running.errors }) { running.errors == "why\n" }
    try folder.write("", to: "gate")
    let run = running.wait()
    #expect(run.output == "early\nlate\n")
    #expect(run.status == 0)
  }

  @Test func `standard input is passed on as it comes`() throws {
    let running = try RunningProgram(["-"], input: .pipe)
    try running.write("early\n")
    try wait(for: "the early row", found: { running.output }) { running.output == "early\n" }
    try running.write("late\n")
    try running.closeInput()
    let run = running.wait()
    #expect(run.output == "early\nlate\n")
    #expect(run.status == 0)
  }

  @Test(arguments: [SIGINT, SIGHUP])
  func `a signal ends it and its command`(signal: Int32) throws {
    let running = try RunningProgram([
      "--", "sh", "-c", "echo $$; sleep 1000 & exec sleep 1000",
    ])
    try wait(for: "the command's number") { running.output.hasSuffix("\n") }
    let group = try #require(Int32(running.output.dropLast()))
    running.send(signal)
    let run = running.wait()
    #expect(run.status == 128 + signal)
    #expect(isHarmless(run.errors))
    try wait(for: "end of the command's group") { kill(-group, 0) == -1 && errno == ESRCH }
  }

  @Test func `a reader that goes away ends it and its command quietly`() throws {
    let folder = try ScratchFolder()
    let script = """
      { '\(BuiltProducts.program)' -- sh -c 'echo $$ >"\(folder.path)/group"; exec yes'
        echo "status:$?" >&2; } | head -n 1
      """
    let run = try ProgramRun.run(["-c", script], program: "/bin/sh")
    #expect(run.output == "y\n")
    #expect(run.errors == "status:0\n")
    let group = try String(contentsOfFile: folder.path + "/group", encoding: .utf8)
    let number = try #require(Int32(group.dropLast()))
    try wait(for: "end of the command") { kill(-number, 0) == -1 && errno == ESRCH }
  }
}
