import Foundation
import TestSupport
import Testing

@Suite struct `An output that takes no more` {
  private static let lost = lost(by: "standard output")

  private static func lost(by output: String) -> String {
    "statehost: not everything could be written: \(output): write: No space left on device: "
      + "make room there, or write to another place\n"
  }

  private func shell(_ line: String) throws -> ProgramRun {
    try ProgramRun.run(
      ["-c", line.replacingOccurrences(of: "statehost ", with: BuiltProducts.program + " ")],
      program: "/bin/sh")
  }

  @Test(arguments: [
    "--help", "plugins", "validate --list", "play \"$scenario\"",
    "play --timeline \"$scenario\"", "--snapshot - \"$scenario\"",
  ])
  func `is told, with the exit status`(arguments: String) throws {
    let scenario = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"
    let run = try shell("scenario='\(scenario)'; statehost \(arguments) >/dev/full")
    #expect(run.errors == Self.lost)
    #expect(run.status == 2)
  }

  @Test(arguments: [
    "--help", "plugins", "play \"$scenario\"", "--snapshot - \"$scenario\"",
    "-- seq 100000", "--plain --every 10ms -- echo a row",
  ])
  func `is no reason to complain when its reader has gone away`(arguments: String) throws {
    let folder = try ScratchFolder()
    let scenario = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"
    let run = try shell(
      """
      cd '\(folder.path)'; scenario='\(scenario)'; mkfifo gone
      { read x <gone; statehost \(arguments); echo status:$? >&2; } | { exec <&-; echo >gone; }
      """)
    let lines = run.errors.split(separator: "\n").filter { !$0.hasPrefix("statehost: content: ") }
    #expect(lines == ["status:0"] || lines == ["status:141"])
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
    let run = try shell("statehost --events /dev/full -- echo a row")
    #expect(run.output == "a row\n")
    #expect(run.errors == Self.lost(by: "/dev/full"))
    #expect(run.status == 2)
    let failed = try shell("statehost --events /dev/full -- sh -c 'exit 3'")
    #expect(failed.errors.hasSuffix(Self.lost(by: "/dev/full")))
    #expect(failed.status == 3)
  }

  @Test func `is told of the log`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.initialise = "puts(\"first\"); puts(\"second\");"
    try plugin.compile(into: folder)
    let run = try shell("statehost --plugins '\(folder.path)' --log /dev/full -- echo a row")
    #expect(run.output == "a row\n")
    #expect(run.errors.hasSuffix(Self.lost(by: "/dev/full")))
    #expect(run.errors.components(separatedBy: "No space left").count == 2)
    #expect(run.status == 2)
  }
}
