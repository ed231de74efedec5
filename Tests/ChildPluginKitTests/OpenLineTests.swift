import ChildPluginAPI
import Testing

/// A list of so many rows that still loads, with a line that has not ended.
private func list(rows: Int, _ openLine: String) throws -> TestChild {
  var content = FakeContent((0..<rows).map { "row \($0)" })
  content.flags = CHILDPLUGIN_CONTENT_LOADING
  content.texts = [
    CHILDPLUGIN_CONTENT_TEXT_TITLE: "it", CHILDPLUGIN_CONTENT_TEXT_OPEN_LINE: openLine,
  ]
  return try list(content, columns: 40)
}

private func rows(_ child: TestChild) -> [String] { Array(child.screen(40, 5).dropLast()) }

@Suite struct `A line that has not ended, in the list` {
  @Test(arguments: [
    (0, "Password: ", ["Password:", "", "", ""]),
    (2, "9%\r10%\r", ["row 0", "row 1", "10%", ""]),
    (3, "three", ["row 0", "row 1", "row 2", "three"]),
    (2, "abcdef\rxy", ["row 0", "row 1", "xycdef", ""]),
  ])
  func `stands below the last row, printed`(count: Int, line: String, shown: [String]) throws {
    #expect(rows(try list(rows: count, line)) == shown)
  }

  @Test func `takes the last row of the view while the last row of the list is selected`() throws {
    let child = try list(rows: 9, "9%")
    func begins(_ numbers: ClosedRange<Int>, _ rest: [String] = []) -> Bool {
      let lines = numbers.map { "row \($0)" } + rest
      return zip(rows(child), lines).allSatisfy { $0.hasPrefix($1) } && lines.count == 4
    }
    #expect(begins(0...3))
    try child.type("G")
    #expect(begins(6...8, ["9%"]) && child.host.selected == 8)
    try child.type("j")
    #expect(child.host.selected == 8)
    child.host.content?.texts[CHILDPLUGIN_CONTENT_TEXT_OPEN_LINE] = nil
    #expect(begins(5...8))
    try child.type("k")
    child.host.content?.texts[CHILDPLUGIN_CONTENT_TEXT_OPEN_LINE] = "9%"
    #expect(begins(5...8))
  }

  @Test func `is not shown among rows that are filtered or sorted`() throws {
    let child = try list(rows: 2, "9%")
    child.host.view.filter = FakeView.Pattern(text: "row")
    #expect(!rows(child).contains { $0.contains("9%") })
  }
}
