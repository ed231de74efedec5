import TestSupport
import Testing

@Suite("The examples")
struct ExampleTests {
  private static let table = """
    NAME   SIZE  FILES
    alpha   100      1
    beta     50      4
    gamma    25      2

    """

  @Test func `a clock in C lies over the rows`() throws {
    let clock = try BuiltExample("clock", rows: "one\ntwo\n")
    let rows = try clock.frame("40x6")
    #expect(rows[0].hasPrefix(" one"))
    let time = rows[0].split(separator: " ").last?.split(separator: ":").map { Int($0) ?? -1 } ?? []
    #expect(time.count == 3)
    #expect(zip(time, [24, 60, 61]).allSatisfy { 0..<$1 ~= $0 })
  }

  @Test func `the clock is large where a states file asks for it`() throws {
    let clock = try BuiltExample("clock", rows: "one\ntwo\n")
    _ = try clock.folder.write(
      """
      { "initial": "content", "states": { "content": ["clock"] },
        "children": { "clock": { "use": "org.statehost.example.clock",
                                 "options": { "size": "big" } } } }
      """, to: "states.json")
    let rows = try clock.frame("60x7", "--states", "states.json")
    #expect(rows.count { $0.contains("██") } == 5)
    #expect(!rows.contains { $0.contains(":") })
  }

  @Test func `a bar chart in C++ draws the column that the arrows choose`() throws {
    let bars = try BuiltExample("bars", rows: Self.table)
    #expect(
      try bars.frame("44x6").prefix(5) == [
        " SIZE  1 of 2", "", " alpha 100 ████████████████████████████████",
        " beta   50 ████████████████",
        " gamma  25 ████████",
      ])
    let terminal = try bars.terminal()
    try terminal.wait(forText: "SIZE")
    try terminal.press("Right")
    let rows = try terminal.wait(forText: "FILES")
    #expect(rows[3] == " beta  4 ██████████████████████████████████████████████████")
    try terminal.press("Right")
    try terminal.wait(forText: "SIZE")
  }

  @Test(.enabled(if: Tools.have("rustc"), "rustc is not installed"))
  func `a difference in Rust shows what a reload changed`() throws {
    let changes = try BuiltExample("changes", rows: "one\ntwo\nthree\n")
    #expect(
      try changes.frame("40x6").prefix(5) == [
        " 3 lines, no change", "", "   one", "   two", "   three",
      ])
    let terminal = try changes.terminal()
    try terminal.wait(forText: "3 lines, no change")
    _ = try changes.folder.write("one\n2\nthree\nfour\n", to: "rows")
    try terminal.press("r")
    let rows = try terminal.wait(forText: "2 added, 1 removed")
    #expect(rows.prefix(7).dropFirst(2) == ["   one", " - two", " + 2", "   three", " + four"])
    try terminal.press("r")
    try terminal.wait(forText: "4 lines, no change")
  }

  @Test func `details in Swift show every column of the chosen row`() throws {
    let details = try BuiltExample("details", rows: Self.table)
    let terminal = try details.terminal()
    let first = try terminal.wait(forText: "FILES")
    #expect(
      first.prefix(4) == [
        " alpha              │ NAME   alpha",
        " beta               │ SIZE   100",
        " gamma              │ FILES  1",
        "                    │",
      ])
    try terminal.press("Down")
    let second = try terminal.wait(forText: "│ NAME   beta")
    #expect(second[1] == " beta               │ SIZE   50")
    try terminal.press("End")
    try terminal.wait(forText: "│ NAME   gamma")
    try terminal.press("Enter")
    try terminal.wait(for: "the row that was taken") { $0.first == "gamma    25      2" }
  }

  @Test func `details of a row that is one text go on over lines`() throws {
    let details = try BuiltExample("details", rows: "one 漢字 and more\n")
    #expect(
      try details.frame("20x4").prefix(4) == [
        " one 漢字 │ one 漢字", "          │  and mor", "          │ e", "          │",
      ])
  }
}
