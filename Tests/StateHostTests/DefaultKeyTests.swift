import TestSupport
import Testing

/// Keys that plugins bring along.
@Suite struct `A key of a plugin` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func viewer(
    _ id: String = "viewer", keys: [(key: String, state: String, label: String)]
  ) throws {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(id)"
    plugin.places = [("viewer", 0, "0")]
    plugin.keys = keys
    plugin.text = "this is the \(id)"
    try plugin.compile(into: folder, as: "\(id).so")
  }

  @Test(arguments: ["auto", "none"])
  func `opens its state and goes back from there to the one before`(isolation: String) throws {
    try viewer(keys: [("v", "viewer", "open it"), ("q", "viewer", "not its own")])
    let terminal = try TmuxTerminal(
      columns: 90, rows: 40,
      command: "statehost --isolation \(isolation) --plugins '\(folder.path)' -- seq 11 19")
    try terminal.wait(forText: "1/9")
    try terminal.type("?")
    try terminal.wait(for: "the key") {
      $0.contains { $0.contains("v ") && $0.contains("open it") }
    }
    try terminal.type("?v")
    try terminal.wait(forText: "this is the viewer")
    try terminal.type("?")
    try terminal.wait(for: "the way back") {
      $0.contains { $0.contains("v ") && $0.contains("back") }
    }
    try terminal.type("qv")
    try terminal.wait(forText: "1/9")
    // What is typed is text.
    try terminal.type("/v")
    try terminal.wait(forText: "no match")
    try terminal.press("Escape")
    try terminal.wait(forText: "1/9")
    try terminal.type("q")
    try terminal.wait(forText: "ended:0")
  }

  /// The states that keys lead to, as `play` tells.
  private func states(after keys: [String], bound: String) throws -> [String] {
    let actions = keys.enumerated().map { index, key in
      #"{ "at": "\#(100 * (index + 1))ms", "do": "key", "key": "\#(key)" }"#
    }
    let file = try folder.write(
      """
      { "initial": "one", "states": { "one": [], "viewer": ["child"], "other": [] },
        "keys": \(bound), "children": { "child": { "use": "com.example.viewer" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, \(actions.joined(separator: ", ")) ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    try #require(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").compactMap { line in
      guard line.contains(#""event":"willTransition""#) else { return nil }
      return ["one", "viewer", "other"].first { line.contains(#""to":"\#($0)""#) }
    }
  }

  @Test func `gives way to the states file`() throws {
    try viewer(keys: [("v", "viewer", ""), ("w", "viewer", ""), ("x", "nowhere", "")])
    #expect(try states(after: ["v", "v", "x"], bound: "{}") == ["one", "viewer", "one"])
    #expect(
      try states(after: ["v", "w"], bound: #"{ "v": "other" }"#) == ["one", "other", "viewer"])
  }

  @Test func `is the first found plugin's, and the other one is named`() throws {
    try viewer("a", keys: [("v", "viewer", "open a")])
    try viewer("b", keys: [("v", "viewer", "open b"), ("f2", "viewer", "")])
    let text = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(
      text.output.contains(
        "com.example.b does not get the key v, which com.example.a of \(folder.path)/a.so has, too"),
      "\(text.output)")
    #expect(text.output.contains("com.example.b: v viewer (open b), f2 viewer\n"))
    let json = try ProgramRun.run(["plugins", "--json", "--plugins", folder.path])
    #expect(json.output.contains(#"{"key":"f2","state":"viewer","label":""}"#), "\(json.output)")
    let report = try ProgramRun.run(["inspect", folder.path + "/b.so"])
    #expect(report.output.contains("opens      v viewer (open b), f2 viewer\n"), "\(report.output)")
    // What is remembered of it says the same.
    let again = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(again.output == text.output)
  }
}
