import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  @Test func `the help names the version flag`() throws {
    let run = try ProgramRun.run(["--help"])
    #expect(run.status == 0)
    #expect(run.output.contains("--version"))
  }
}
