import Foundation
import TestSupport
import Testing

@Suite struct `What is shown` {
  private func shell(_ line: String, environment: [String: String] = [:]) throws -> ProgramRun {
    try ProgramRun.run(
      ["-c", "statehost() { '\(BuiltProducts.program)' \"$@\"; }; \(line)"], program: "/bin/sh",
      environment: environment)
  }

  @Test func `is standard input, where that is a pipe or a file`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("from a file\n", to: "rows")
    #expect(try shell("printf 'a\\nb' | statehost").output == "a\nb")
    #expect(try shell("statehost run <'\(file)'").output == "from a file\n")
  }

  @Test func `is the usage, where nothing is put in and there is no terminal, unless asked for`()
    throws
  {
    let run = try shell("statehost </dev/null")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("Usage\n  statehost [options] -- COMMAND"), "\(run.errors)")
    #expect(try shell("statehost --help all").output.hasPrefix(run.errors + "\n"))
    let demonstration = try shell("statehost --plain </dev/null")
    #expect(demonstration.status == 0 && demonstration.output.hasPrefix("PID "))
  }

  @Test(arguments: [
    "echo a | statehost --every 1s", "seq 5 | statehost --every 2s -",
    "statehost --every 1s --snapshot - - </dev/null",
  ])
  func `that can be read only once is not loaded again and again`(line: String) throws {
    let run = try shell(line)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors == "statehost: standard input can be read only once: --every: "
        + "leave it out, or give the command: statehost --every TIME -- COMMAND\n")
  }

  @Test func `that is empty offers to look again where it can be read again`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("", to: "empty")
    let frame = "statehost --snapshot - --size 60x9 --keys -"
    for (line, isOffered) in [
      ("printf '' | \(frame)", false), ("\(frame) </dev/null", false),
      ("\(frame) <'\(file)'", true),
    ] {
      let run = try shell(line)
      #expect(run.output.contains("Nothing to show") && run.output.contains("q quit"))
      #expect(run.output.contains("r look again") == isOffered, "\(run.output)")
      #expect(!run.output.contains("r reload"), "\(run.output)")
    }
  }

  @Test func `is all of it with a filter of no text`() throws {
    let run = try shell("seq 3 | statehost --filter ''")
    #expect(run.status == 0 && run.output == "1\n2\n3\n" && run.errors.isEmpty)
  }

  @Test func `is what the user's shell makes of a command line`() throws {
    let run = try shell(
      "statehost -c 'echo \"$0\" | tr a-z A-Z'", environment: ["SHELL": "/bin/sh"])
    #expect(run.output == "/BIN/SH\n")
    for shell in ["", "relative/shell"] {
      let run = try self.shell("statehost -c 'echo a; exit 3'", environment: ["SHELL": shell])
      #expect(run.output == "a\n")
      #expect(run.status == 3)
      #expect(
        run.errors.hasPrefix("statehost: the command exited with status 3: echo a; exit 3: "))
    }
    let none = try self.shell("statehost -c ls", environment: ["SHELL": "/no/shell"])
    #expect(none.status == 127)
  }
}
