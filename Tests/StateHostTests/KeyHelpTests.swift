import Foundation
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import StateHost

@Suite struct `The line of keys` {
  private static let items = [
    KeyHelpItem(key: "enter", action: "accept"), KeyHelpItem(key: "/", action: "search"),
    KeyHelpItem(key: "r", action: "reload"),
  ]

  private func rows(_ layout: KeyHelpLayout) -> [String] {
    (0..<layout.rows).map { row in
      layout.places.filter { $0.row == row }.map { "\($0.column):\($0.item.key)" }
        .joined(separator: " ")
    }
  }

  @Test(arguments: [
    (80, 3, ["1:enter 16:/ 27:r"]), (30, 3, ["1:enter 16:/", "1:r"]),
    (14, 3, ["1:enter", "1:/", "1:r"]), (14, 2, ["1:enter", "1:/"]), (5, 1, ["1:enter"]),
    (0, 1, ["1:enter"]), (80, 0, []),
  ])
  func `takes the rows that it needs`(columns: Int, maximumRows: Int, expected: [String]) {
    let layout = KeyHelpLayout(Self.items, columns: columns, maximumRows: maximumRows)
    #expect(rows(layout) == expected)
  }

  @Test func `names a key once, and none without a name`() {
    let items = [
      KeyHelpItem(key: "r", action: "try again"), KeyHelpItem(key: "", action: "nothing"),
      KeyHelpItem(key: "r", action: "reload"),
    ]
    let layout = KeyHelpLayout(items, columns: 80, maximumRows: 1)
    #expect(layout.places.map(\.item.action) == ["try again"])
  }

  @Test func `stands below the children for the whole run`() throws {
    let terminal = try TmuxTerminal(
      columns: 60, rows: 8, command: "printf 'apple\\nbanana\\n' | statehost --keys --title fruit -"
    )
    let rows = try terminal.wait(for: "the keys") { $0[5].hasPrefix(" / search   & filter") }
    #expect(rows[4].contains("1/2   fruit"))
    #expect(rows[7].contains("q quit   ? all keys"))
    try terminal.press("/")
    try terminal.wait(for: "the keys of a search, in less room") { rows in
      rows[6].hasPrefix("/") && rows[7].contains("enter keep   escape cancel")
    }
    try terminal.type("?")
    try terminal.wait(for: "typed text") { $0[6].hasPrefix("/?") }
    try terminal.press("Escape")
    try terminal.wait(for: "the keys of the list") { $0[5].hasPrefix(" / search   & filter") }
  }

  @Test func `names the keys of a states file`() throws {
    let folder = try ScratchFolder()
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": ["list"], "pause": [] },
        "children": { "list": { "use": "org.statehost.list" } }, "keys": { "p": "pause" } }
      """, to: "states.json")
    let rows = try folder.write("apple\n", to: "rows")
    let run = try ProgramRun.run(
      ["--states", states, "--keys", "--snapshot", "-", "--size", "110x8", rows])
    #expect(
      run.output.contains("   p pause   ") && run.output.contains("? all keys"), "\(run.output)")
  }
  @Test func `does not name the keys of a child that is on its way out`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(
      """
      { "initial": "content", "states": { "content": ["list"], "pause": [] },
        "children": { "list": { "use": "org.statehost.list", "disappear": { "duration": "1s" } } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" },
                     { "at": "0ms", "do": "resize", "columns": 120, "rows": 24 },
                     { "at": "0ms", "do": "output", "text": "one\\ntwo\\n" },
                     { "at": "100ms", "do": "key", "key": "?" },
                     { "at": "1s", "do": "request", "state": "pause", "animated": true } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--frames", "500ms,1500ms", file])
    let frames = run.output.components(separatedBy: "1500 ms")
    try #require(frames.count == 2, "\(run.output)")
    #expect(frames[0].contains("filter") && frames[0].contains("reload"))
    #expect(!frames[1].contains("filter") && frames[1].contains("reload"))
  }
}
