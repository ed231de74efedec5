import Foundation
import TestSupport
import Testing

@Suite struct `Playing a scenario` {
  static let folder = BuiltProducts.repository + "/Tests/Scenarios"

  @Test func `prints exactly the events of the worked example, or writes them to a file`() throws {
    let example = "\(Self.folder)/animated-basic"
    let expected = try String(contentsOfFile: example + ".events.jsonl", encoding: .utf8)
    let run = try ProgramRun.run(["play", example + ".json"])
    #expect(run.output == expected && run.errors.isEmpty && run.status == 0)
    let folder = try ScratchFolder()
    let events = folder.path + "/events"
    let written = try ProgramRun.run(["play", "--events", events, example + ".json"])
    #expect(written.output.isEmpty && written.errors.isEmpty && written.status == 0)
    #expect(try String(contentsOfFile: events, encoding: .utf8) == expected)
  }

  private static let bundled = """
    { "initial": "loading",
      "states": { "loading": ["list", "spinner"], "content": ["list"], "error": ["failure"],
                  "empty": ["nothing"] },
      "children": { "list": { "use": "org.statehost.list" },
                    "spinner": { "use": "org.statehost.loading" },
                    "failure": { "use": "org.statehost.error" },
                    "nothing": { "use": "org.statehost.empty" } },
      "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                   { "at": "0ms", "do": "didAppear" },
                   { "at": "50ms", "do": "resize", "columns": 1, "rows": 1 },
                   { "at": "60ms", "do": "key", "key": "down" },
                   { "at": "100ms", "do": "request", "state": "content", "animated": true },
                   { "at": "1s", "do": "request", "state": "error", "animated": true },
                   { "at": "2s", "do": "request", "state": "empty", "animated": false } ] }
    """

  @Test func `takes the bundled children and their own timing`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(Self.bundled, to: "bundled.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map(String.init)
    // The spinner says that it leaves in 200 ms, the error takes the usual 350 ms.
    #expect(
      lines.contains(
        #"{"t":300,"event":"didTransition","from":"loading","to":"content","animated":true}"#))
    #expect(
      lines.contains(#"{"t":300,"event":"childDidDisappear","child":"spinner","animated":true}"#))
    #expect(
      lines.contains(
        #"{"t":1350,"event":"didTransition","from":"content","to":"error","animated":true}"#))
    #expect(
      lines.last
        == #"{"t":2000,"event":"didTransition","from":"error","to":"empty","animated":false}"#)
  }

  @Test func `a child that no plugin offers is named with the nearest one`() throws {
    let folder = try ScratchFolder()
    let text = Self.bundled.replacingOccurrences(
      of: "org.statehost.list", with: "org.statehost.lst")
    let file = try folder.write(text, to: "wrong.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "statehost: no plugin offers the child org.statehost.lst: \(file) (children.list.use): "
        + "did you mean org.statehost.list?\n")
  }

  @Test(arguments: [
    ("{\n  \"initial\": \"a\",\n  \"states\": {\"a\": [}\n}", ":3:"),
    ("", ":1:1"),
  ])
  func `a file that is wrong is told with line and column`(text: String, place: String) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "wrong.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("statehost: "))
    #expect(run.errors.contains(file + place), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  /// Plays one appearance of a plugin's child.
  private func play(_ plugin: SmallPlugin) throws -> ProgramRun {
    let folder = try ScratchFolder()
    try plugin.compile(into: folder)
    let file = try folder.write(
      """
      { "initial": "a", "states": { "a": ["c"] }, "children": { "c": { "use": "\(plugin.id)" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" } ] }
      """, to: "scenario.json")
    return try ProgramRun.run(["play", "--plugins", folder.path, file])
  }

  @Test(.needsSandbox) func `a plugin that prints does not disturb the events`() throws {
    var plugin = SmallPlugin()
    plugin.willAppear = #"printf("printed words\n"); fflush(stdout);"#
    let run = try play(plugin)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"t\":0,\"event\":") })
    #expect(run.errors == "statehost: com.example.small: printed: printed words\n")
  }

  @Test func `what a plugin may not do is told once each`() throws {
    var plugin = SmallPlugin()
    plugin.willAppear = """
      for (int i = 0; i < 3; i += 1) {
        host->request_state(host, childplugin_text("nowhere"), false);
        host->wake_after(host, -7);
      }
      """
    let run = try play(plugin)
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("requests the unknown state nowhere") } == 1)
  }

  @Test func `rows are shown as they come, while loading has its time`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(
      """
      { "initial": "loading", "states": { "loading": ["list", "spinner"], "content": ["list"] },
        "children": { "list": { "use": "org.statehost.list" },
                      "spinner": { "use": "org.statehost.loading" } },
        "actions": [ { "at": "200ms", "do": "output", "text": "one\\ntwo\\n" },
                     { "at": "2s", "do": "end" } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--frames", "190ms,220ms,300ms,450ms", file])
    let frames = run.output.split(separator: "── ", omittingEmptySubsequences: true)
      .filter { $0.contains("\n") }
    try #require(frames.count == 4)
    #expect(frames[0].contains("╭") && !frames[0].contains("two"))
    for frame in frames.dropFirst() {
      #expect(frame.contains("two") && !frame.contains("╭"), "\(frame)")
    }
  }
}
