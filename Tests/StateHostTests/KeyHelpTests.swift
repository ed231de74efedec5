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
}
