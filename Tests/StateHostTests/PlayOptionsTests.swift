import Foundation
import TestSupport
import Testing

@Suite struct `Playing with options` {
  private let example = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"

  @Test func `draws a timeline in place of the events`() throws {
    let run = try ProgramRun.run(["play", "--timeline", example])
    #expect(run.status == 0)
    #expect(run.output.contains("▼s2"))
    #expect(!run.output.contains("willTransition"))
  }

  @Test func `checks the rules`() throws {
    let run = try ProgramRun.run(["play", "--check", example])
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("no rule is broken: 18 events, 19 rules"))
  }

  @Test func `prints a random scenario that plays to the same events`() throws {
    let folder = try ScratchFolder()
    let events = folder.path + "/events.jsonl"
    let run = try ProgramRun.run(["play", "--seed", "9", "--steps", "60", "--events", events])
    #expect(run.status == 0)
    let file = try folder.write(run.output, to: "random.json")
    let again = try ProgramRun.run(["play", file])
    #expect(again.output == (try String(contentsOfFile: events, encoding: .utf8)))
    #expect(!again.output.isEmpty)
    #expect(try ProgramRun.run(["play", "--seed", "9", "--steps", "60"]).output == run.output)
    let usual = try ProgramRun.run(["play", "--seed", "9"])
    #expect(try ProgramRun.run(["play", "--seed", "9", "--steps", "40"]).output == usual.output)
  }

  @Test func `writes the surface at times, with boxes for blank children`() throws {
    let run = try ProgramRun.run(["play", "--frames", "0ms,1s", example])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2 * 25)
    #expect(lines[0].hasPrefix("── 0 ms, s1 ──"))
    #expect(lines[1].hasPrefix("┌─ A ──"))
    #expect(lines[25].hasPrefix("── 400 ms, s2 ──"))
    #expect(lines[26].hasPrefix("┌─ B ──"))
  }

  @Test func `writes a picture`() throws {
    let folder = try ScratchFolder()
    let picture = folder.path + "/run.svg"
    let run = try ProgramRun.run(["play", "--svg", picture, example])
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg "))
  }
}
