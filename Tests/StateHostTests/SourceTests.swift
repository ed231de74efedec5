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

  @Test func `is the demonstration, where nothing is put in`() throws {
    let run = try shell("statehost </dev/null")
    #expect(run.output.hasPrefix("PID "))
    #expect(run.status == 0)
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
