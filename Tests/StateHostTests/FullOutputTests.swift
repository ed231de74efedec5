import Foundation
import TestSupport
import Testing

@Suite struct `An output that takes no more` {
  private static let lost =
    "statehost: not everything could be written: standard output: write: No space left on device: "
    + "make room there, or write to another place\n"

  private func shell(_ line: String) throws -> ProgramRun {
    try ProgramRun.run(
      ["-c", line.replacingOccurrences(of: "statehost ", with: BuiltProducts.program + " ")],
      program: "/bin/sh")
  }

  @Test(arguments: [
    "--help", "--version", "plugins", "plugins --json", "validate --list", "completions fish",
    "play \"$scenario\"", "play --timeline \"$scenario\"", "--snapshot - \"$scenario\"",
  ])
  func `is told, with the exit status`(arguments: String) throws {
    let scenario = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"
    let run = try shell("scenario='\(scenario)'; statehost \(arguments) >/dev/full")
    #expect(run.errors == Self.lost)
    #expect(run.status == 2)
  }

  @Test func `ends a plain run, also one that would go on for ever`() throws {
    let run = try shell("statehost --plain --every 10ms -- echo a row >/dev/full")
    #expect(run.errors.hasSuffix(Self.lost))
    #expect(run.status == 2)
    let piped = try shell("statehost --plain --every 10ms -- echo a row | head -n 1")
    #expect(piped.output == "a row\n")
  }

  @Test func `is told of an event log`() throws {
    let scenario = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"
    let play = try shell("statehost play --events /dev/full '\(scenario)'")
    #expect(play.errors.contains("/dev/full: write: No space left on device"))
    #expect(play.status == 2)
    let run = try shell("statehost --plain --events /dev/full -- echo a row")
    #expect(run.errors.contains("/dev/full: write: No space left on device"))
    #expect(run.status == 0)
  }
}
