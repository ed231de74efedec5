import Foundation
import TestSupport
import Testing

/// Children of plugins in the loop, on a virtual clock.
@Suite struct `Children that are played` {
  private static let told = """
    { "initial": "content", "states": { "content": ["c"] },
      "children": { "c": { "use": "com.example.small" } },
      "actions": [ { "at": "100ms", "do": "output", "text": "one\\ntwo\\n" },
                   { "at": "200ms", "do": "key", "key": "x" },
                   { "at": "300ms", "do": "mouse", "kind": "press", "column": 3, "row": 4 },
                   { "at": "400ms", "do": "paste", "text": "words" },
                   { "at": "500ms", "do": "resize", "columns": 40, "rows": 10 },
                   { "at": "600ms", "do": "output", "text": "three\\n" },
                   { "at": "700ms", "do": "end" } ] }
    """

  @Test(.needsSandbox) func `a child is told all that it is told in a run, at its time`() throws {
    let folder = try ScratchFolder()
    try SmallPlugin.listening.compile(into: folder)
    let file = try folder.write(Self.told, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n").map {
      $0.replacingOccurrences(of: "statehost: com.example.small: ", with: "")
    }
    let inputs = lines.filter { !$0.hasPrefix("content") }
    #expect(
      inputs == [
        "size 80 23", "focus 1 0", "key 120 0", "mouse 3 4", "woke 350 0", "paste 5 0",
        "size 40 9", "focus 0 0",
      ], "\(run.errors)")
    // The first rows may have been there before it was.
    let contents = lines.filter { $0.hasPrefix("content") && $0 != "content 2 0" }
    #expect(contents.first == "content 3 0", "\(run.errors)")
  }

  @Test func `its frames have the size of the terminal and the graphemes that were drawn`() throws {
    let folder = try ScratchFolder()
    try SmallPlugin.listening.compile(into: folder)
    let file = try folder.write(Self.told, to: "scenario.json")
    let run = try ProgramRun.run([
      "play", "--plugins", folder.path, "--frames", "450ms,550ms", file,
    ])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 1 + 24 + 1 + 10 + 1)
    #expect(lines.first?.hasPrefix("── 450 ms, content ──") == true)
    #expect(lines.count > 26 && lines[1] == "👨‍👩‍👧‍👦 e\u{301}" && lines[26] == "👨‍👩‍👧‍👦 e\u{301}")
  }

  @Test func `a drag goes to the child under it once the pressed one has gone`() throws {
    let folder = try ScratchFolder()
    try SmallPlugin.listening.compile(into: folder)
    let mouse = #""do": "mouse", "column": 3, "row": 4, "kind""#
    let file = try folder.write(
      """
      { "initial": "one", "states": { "one": ["c"], "two": ["d"] },
        "children": { "c": { "use": "com.example.small" }, "d": { "use": "com.example.small" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, { "at": "1ms", \(mouse): "press" },
                     { "at": "2ms", "do": "request", "state": "two", "animated": false },
                     { "at": "3ms", \(mouse): "drag" }, { "at": "4ms", \(mouse): "release" } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.errors.split(separator: "\n").count { $0.hasSuffix("mouse 3 4") } == 3)
  }

  /// What the children of a scenario log, in order, the id of each before it; those of a plugin
  /// `com.example.small` and of another one, `com.example.other`.
  private func heard(_ scenario: String) throws -> [String] {
    let folder = try ScratchFolder()
    try SmallPlugin.listening.compile(into: folder)
    var other = SmallPlugin.listening
    other.id = "com.example.other"
    try other.compile(into: folder, as: "other.so")
    let file = try folder.write(scenario, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    try #require(run.status == 0, "\(run.errors)")
    return run.errors.split(separator: "\n").map {
      $0.replacingOccurrences(of: "statehost: com.example.", with: "")
    }
  }

  private static let appears = """
    { "at": "0ms", "do": "willAppear", "animated": false }, { "at": "0ms", "do": "didAppear" }
    """

  private func mouse(_ kind: String, at time: String, _ column: Int, _ row: Int) -> String {
    """
    { "at": "\(time)", "do": "mouse", "kind": "\(kind)", "column": \(column), "row": \(row) }
    """
  }

  @Test func `the mouse is told in cells of the child's own layer, until it is released`() throws {
    let lines = try heard(
      """
      { "initial": "one", "states": { "one": ["c"] },
        "children": { "c": { "use": "com.example.small", "insets": [2, 0, 0, 10] } },
        "actions": [ \(Self.appears), \(mouse("press", at: "1ms", 3, 6)),
                     \(mouse("press", at: "2ms", 13, 6)), \(mouse("drag", at: "3ms", 0, 0)),
                     \(mouse("release", at: "4ms", 1, 1)), \(mouse("drag", at: "5ms", 0, 0)) ] }
      """)
    #expect(
      lines.filter { $0.contains("mouse") } == [
        "small: mouse 3 4", "small: mouse -10 -2", "small: mouse -9 -1",
      ])
  }

  @Test func `a child that has gone is not woken`() throws {
    let lines = try heard(
      """
      { "initial": "one", "states": { "one": ["small"], "two": ["other"] },
        "children": { "small": { "use": "com.example.small" },
                      "other": { "use": "com.example.other" } },
        "actions": [ \(Self.appears),
                     { "at": "100ms", "do": "request", "state": "two", "animated": false },
                     { "at": "600ms", "do": "key", "key": "x" } ] }
      """)
    #expect(lines.filter { $0.contains("woke") } == ["other: woke 350 0"])
  }

  @Test func `the time that loading takes stands still when it has ended`() throws {
    let lines = try heard(
      """
      { "initial": "content", "states": { "content": ["c"] },
        "children": { "c": { "use": "com.example.small" } },
        "actions": [ { "at": "0ms", "do": "output", "text": "one\\n" },
                     { "at": "300ms", "do": "key", "key": "t" }, { "at": "500ms", "do": "end" },
                     { "at": "900ms", "do": "key", "key": "t" } ] }
      """)
    #expect(
      lines.filter { $0.contains("elapsed") } == ["small: elapsed 300 0", "small: elapsed 500 0"])
  }
}
