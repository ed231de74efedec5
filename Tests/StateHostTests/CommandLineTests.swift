import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  @Test(arguments: [["--help"], ["play", "--help"], ["plugins", "-h"], ["help", "play"]])
  func `the help is printed and nothing is wrong`(arguments: [String]) throws {
    let run = try ProgramRun.run(arguments)
    #expect(run.status == 0)
    #expect(run.output.contains("Usage"))
    #expect(run.errors.isEmpty)
  }

  @Test func `the version names the plugin ABI`() throws {
    let run = try ProgramRun.run(["--version"])
    #expect(run.output.hasSuffix("plugin ABI 1.0\n"))
  }

  @Test func `an unknown option ends with status 2 and one line`() throws {
    let run = try ProgramRun.run(["--plian"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors == "statehost: unknown option: --plian: did you mean --plain?\n")
  }
}
