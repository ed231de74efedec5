import ChildPluginAPI
import Testing

/// Long rows on several lines.
///
/// Plain rows lack a margin: continuations begin with a mark. A fake host gives each byte a column.
@Suite struct `A wrapped row` {
  /// The lines of rows on a screen without a scroll bar.
  private static func lines(_ rows: [String], columns: Int = 28) throws -> [String] {
    let child = try undrawnList(rows)
    try child.type("w")
    return child.screen(columns, 30).filter { !$0.isEmpty }.dropLast()
  }

  @Test func `is broken at spaces, and a word that is longer anywhere`() throws {
    let letters = String(repeating: "x", count: 30)
    for (row, lines) in [
      ("short", ["short"]), ("", []),
      ("one two three four five six seven", ["one two three four five six", "↳seven"]),
      ("one two three four five sixty", ["one two three four five", "↳sixty"]),
      (letters, [String(repeating: "x", count: 28), "↳xx"]),
      ("a \(letters)", ["a", "↳" + String(repeating: "x", count: 27), "↳xxx"]),
      ("  " + letters, ["  " + String(repeating: "x", count: 26), "↳xxxx"]),
    ] {
      #expect(try Self.lines([row]) == lines, "\(row)")
    }
  }

  /// A batch of cells has up to 65,536 columns.
  @Test(arguments: [60_000, 70_000])
  func `is shown to its end, however long it is`(length: Int) throws {
    let child = try undrawnList([String(repeating: "x", count: length - 1) + "E", "after"])
    try child.type("w")
    _ = child.screen(40, 10)
    try child.type("G")
    let screen = child.screen(40, 10)
    let line = screen.lastIndex { $0.contains("after") } ?? 0
    #expect(line > 0 && screen[max(0, line - 1)].contains("xE"))
  }

  @Test func `of two long ones, each takes its own lines, also after a change of the width`() throws
  {
    let rows = [4_200, 8_000].map { String(repeating: "x", count: $0) } + ["after"]
    let child = try undrawnList(rows)
    try child.type("w")
    for columns in [100, 80, 100] {
      _ = child.screen(columns, 200)
      try child.type("g")
      let screen = child.screen(columns, 200)
      // The first line of a row has no mark.
      let lines = rows.dropLast().map { ($0.utf8.count - 2) / (columns - 1) + 1 }
      #expect(screen[lines[0] + lines[1]].hasPrefix("after"), "\(columns)")
    }
  }

  @Test func `marks the lines that go on, and is one row for the selection`() throws {
    let child = try undrawnList(["one two three four five six seven eight nine", "last"])
    try child.type("w")
    let canvas = child.canvas(30, 8)
    #expect(
      Array(canvas.screen.prefix(3))
        == ["one two three four five six", "↳seven eight nine", "last"])
    let selection = 0x0300_0000 | CHILDPLUGIN_ROLE_SELECTION_BACKGROUND
    #expect((0..<3).map { canvas.cell(5, $0).background == selection } == [true, true, false])
    try child.type("j")
    let moved = child.canvas(30, 8)
    #expect((0..<3).map { moved.cell(1, $0).background == selection } == [false, false, true])
  }

  @Test func `has its styles on each line`() throws {
    let child = try undrawnList(["", "one two \u{1B}[31mthree four five six seven\u{1B}[m eight"])
    try child.type("w")
    let canvas = child.canvas(28, 8)
    #expect(Array(canvas.screen[1...2]) == ["one two three four five six", "↳seven eight"])
    #expect(
      (0..<27).filter { canvas.cell($0, 1).foreground == FakeStyles.red } == Array(8..<27))
    #expect(
      (0..<27).filter { canvas.cell($0, 2).foreground == FakeStyles.red } == Array(1..<6))
  }

  @Test func `that fills the view is scrolled line by line, and left at its ends`() throws {
    let words = (0..<20).map { "word-number-of-twenty-\($0 + 10)" }
    let child = try undrawnList(["first", words.joined(separator: " "), "last"])
    try child.type("w")
    func shown(_ line: Int) -> String {
      let text = child.screen(28, 5)[line].prefix { $0 != "│" && $0 != "┃" }
      return String((text.first == "↳" ? text.dropFirst() : text).trimmed())
    }
    func top() -> String { shown(0) }
    #expect(top() == "first")
    try child.type("j")
    #expect(top() == words[0])
    try child.type("jj")
    #expect(top() == words[2])
    try child.type(" ")
    #expect(top() == words[5])
    for _ in 0..<11 { try child.type("j") }
    #expect(top() == words[16])
    try child.type("j")
    #expect((0..<4).map(shown) == [words[17], words[18], words[19], "last"])
    // Who comes from below sees the end.
    try child.type("k")
    #expect(top() == words[16])
    try child.type("g")
    #expect(top() == "first")
    try child.type("G")
    #expect(shown(3) == "last")
  }

  /// Rows of one line, of a few, and of more than the view has, also one after the other.
  @Test(arguments: [(" b", 7), ("du", 4)])
  func `is paged through by lines of the screen`(keys: String, step: Int) throws {
    let sizes = [1, 30, 1, 2, 30, 30, 3, 6, 30, 7, 7, 7, 1, 1, 1, 1, 1, 1, 30]
    let lines = sizes.enumerated().map { row, count in
      (0..<count).map { "row-\(row)-of-nineteen-line-\($0)" }
    }
    let child = try undrawnList(lines.map { $0.joined(separator: " ") })
    try child.type("w")
    let all = lines.flatMap { $0 }
    func top() throws -> Int {
      let top = child.screen(28, 9)[0].drop { $0 == "↳" }.prefix { !" │┃".contains($0) }
      return try #require(all.firstIndex(of: String(top)))
    }
    let last = all.count - 8
    for (key, places) in zip(
      keys,
      [
        Array(stride(from: 0, to: last, by: step)) + [last],
        Array(stride(from: last, to: 0, by: -step)) + [0],
      ])
    {
      for (index, place) in places.enumerated() {
        #expect(try top() == place, "\(key) \(index)")
        try child.type(String(key))
      }
    }
    try child.type("G")
    for _ in 0...last { try child.type("u") }
    #expect(try child.accessibilityText().hasPrefix("List, row 1 of"))
    for _ in 0...last { try child.type("d") }
    #expect(try child.accessibilityText().hasPrefix("List, row 19 of"))
  }

  @Test func `has lines of half of the screen below a narrow last column of a table`() throws {
    let cells = [["web", "1", "waiting for a volume"], ["db", "2", "ready"]]
    var content = FakeContent(cells.map { $0.joined(separator: " ") })
    content.columns = [
      .init(name: "NAME", width: 14), .init(name: "PODS", width: 4, alignsRight: true),
      .init(name: "STATUS", width: 8),
    ]
    content.cell = { cells[$0][$1] }
    let child = try undrawnList([])
    child.host.content = content
    #expect(
      try child.screen(30, 6, after: "w").prefix(4) == [
        " NAME           PODS STATUS",
        " web               1 waiting",
        "              ↳for a volume",
        " db                2 ready",
      ])
    child.host.content?.columns += (0..<5).map { .init(name: "C\($0)", width: 8) }
    child.host.content?.revision += 1
    child.host.content?.cell = { "\($0) \($1)" }
    try child.type("ww")
    #expect(child.screen(60, 6).last?.hasSuffix("no room to wrap: right shows more") == true)
  }

  @Test func `is remembered as an option, and cut again by the same key`() throws {
    let child = try undrawnList(
      ["one two three four five six seven"], options: ["wrap": "true", "line-numbers": "false"])
    #expect(child.screen(28, 5)[1] == "↳seven")
    #expect(try child.screen(28, 5, after: "w")[0] == "one two three four five six…")
    try child.type("w##")
    #expect(
      child.host.asked.filter { $0.hasPrefix("remember") } == [
        "remember wrap false", "remember wrap true", "remember line-numbers true",
        "remember line-numbers false",
      ])
  }

  /// Whatever is pressed, and however long rows are, the selected row is in view, no room is left
  /// below the last row, and each line is the one that follows the line above it.
  @Test(arguments: 1...20) func `is in view whatever is pressed`(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let rows = (0..<40).map { row in
      let words = random(4) == 0 ? random(60) : random(12)
      return (["row\(row)"] + (0..<words).map { "w\(row)-\($0)" }).joined(separator: " ")
    }
    let child = try undrawnList(rows)
    try child.type("w")
    let size = (columns: 20, rows: 9)
    let all = rows.flatMap { row in
      // Words here are short, so lines are as many words as fit.
      row.split(separator: " ").reduce(into: [String]()) { lines, word in
        if let last = lines.last, last.count + 1 + word.count <= size.columns {
          lines[lines.count - 1] += " " + word
        } else {
          lines.append((lines.isEmpty ? "" : "↳") + word)
        }
      }
    }
    let selection = 0x0300_0000 | CHILDPLUGIN_ROLE_SELECTION_BACKGROUND
    for _ in 0..<60 {
      for _ in 0...random(3) {
        try child.type(["j", "k", " ", "b", "g", "G", "j", "k"][random(8)])
      }
      let canvas = child.canvas(size.columns, size.rows)
      let shown = canvas.screen.prefix(size.rows - 1).map {
        $0.prefix { $0 != "│" && $0 != "┃" }.trimmed()
      }
      let first = all.indices.first { all[$0...].prefix(shown.count).elementsEqual(shown) }
      #expect(first != nil, "\(shown)")
      #expect((0..<size.rows - 1).contains { canvas.cell(0, $0).background == selection })
    }
  }
}

extension Substring {
  fileprivate func trimmed() -> String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return String(text)
  }
}
