import ChildPluginAPI
import Testing

/// A row as the list shows it, and under each of its columns how it looks: b bold, u underlined, x
/// both.
private func shown(_ row: String, columns: Int = 29) throws -> [String] {
  let canvas = try undrawnList([row]).canvas(columns, 2)
  let text = canvas.screen[0]
  let marks = (0..<columns).map { column in
    let attributes = canvas.cell(column, 0).attributes
    let isBold = attributes & CHILDPLUGIN_ATTRIBUTE_BOLD != 0
    let isUnderlined = attributes & CHILDPLUGIN_ATTRIBUTE_UNDERLINE != 0
    return isBold ? isUnderlined ? "x" : "b" : isUnderlined ? "u" : " "
  }.joined()
  return [text, String(marks.reversed().drop { $0 == " " }.reversed())].filter { !$0.isEmpty }
}

@Suite struct `Printed text` {
  @Test(arguments: [
    ("a\tb", "a       b"),
    ("\tb", "        b"),
    ("1234567\tb", "1234567 b"),
    ("12345678\tb", "12345678        b"),
    ("日本\tb", "日本    b"),
    ("e\u{301}\tb", "e\u{301}       b"),
    ("👩‍👩‍👧é\tb", "👩‍👩‍👧é     b"),
    ("a\t\tb\t", "a               b"),
  ])
  func `has tabs that reach to their stops`(_ row: String, _ line: String) throws {
    #expect(try shown(row) == [line])
  }

  @Test(arguments: [
    ("N\u{8}NA\u{8}AME", ["NAME", "bb"]),
    ("_\u{8}a_\u{8}bc", ["abc", "uu"]),
    ("a\u{8}_b", ["ab", "u"]),
    ("_\u{8}N\u{8}N", ["N", "x"]),
    ("abc\u{8}\u{8}\u{8}abc", ["abc", "bbb"]),
    ("_\u{8}_", ["_", "b"]),
    ("日\u{8}日x", ["日x", "bb"]),
    ("日\u{8}\u{8}日x", ["日x", "bb"]),
    ("__\u{8}\u{8}日x", ["日x", "uu"]),
    ("é\u{8}éx", ["éx", "b"]),
    ("a\u{8}b", ["b"]),
    ("abc\u{8} ", ["ab"]),
    ("|\u{8}/\u{8}-\u{8}\\", ["\\"]),
    ("\u{8}\u{8}a", ["a"]),
    ("a\u{1B}[1mb\u{8}b\u{1B}]0;title\u{7}c", ["abc", " bb"]),
  ])
  func `is bold or underlined where it was struck twice`(_ row: String, _ lines: [String]) throws {
    #expect(try shown(row) == lines)
  }

  @Test(arguments: [
    ("1%\r2%", "2%"),
    ("100%\r 50%", " 50%"),
    ("abcdef\rxy", "xycdef"),
    ("10%\r10%", "10%"),
    ("done\r", "done"),
    ("ab\u{8}\rab", "ab"),
    ("loading\r\u{1B}[Kok", "ok"),
    ("loading\r\u{1B}[0Kok\u{1B}[31m!", "ok!"),
    ("日本\rx", "x 本"),
    ("a\tb\rx", "x       b"),
    ("abc\r\u{1B}]0;never ended", "0;never ended"),
  ])
  func `stands as the last that was written over it`(_ row: String, _ line: String) throws {
    #expect(try shown(row) == [line])
  }

  @Test func `has all of a row that says the same place very often`() throws {
    let row = (0...20_000).map { "\($0) of 20000" }.joined(separator: "\r")
    #expect(try shown(row) == ["20000 of 20000"])
  }

  @Test func `goes on to the right of the view, tabs and all`() throws {
    let child = try undrawnList(["\t\t\tfar"])
    #expect(child.screen(20, 2)[0] == "                   …")
    #expect(try child.screen(20, 2, after: "→")[0] == "                far")
    #expect(try child.screen(20, 2, after: "→")[0] == "                far")
  }
}

@Suite struct `A row with escape sequences` {
  /// The list with a row that the cursor is not on, in the second line.
  private static func canvas(_ row: String, columns: Int = 29) throws -> FakeCanvas {
    try undrawnList(["", row]).canvas(columns, 3)
  }

  private static let red = FakeStyles.red

  @Test func `has each style where it begins, also behind wide characters and tabs`() throws {
    for (row, line, places) in [
      ("日\u{1B}[31mab\u{1B}[mc", "日abc", [2, 3]), ("\t\u{1B}[31ma\u{1B}[mb", "        ab", [8]),
      ("50%\r\u{1B}[31mok\u{1B}[m", "ok%", [0, 1]), ("a\u{1B}[31m\u{1B}[1Gb", "ab", [1]),
      ("\u{1B}]0;title\u{7}a\u{1B}[31mb", "ab", [1]),
    ] {
      let canvas = try Self.canvas(row)
      #expect(canvas.screen[1] == line)
      let red = (0..<29).filter { canvas.cell($0, 1).foreground == Self.red }
      #expect(red == places, "\(line)")
    }
  }

  @Test func `fills the width though sequences take most of its bytes`() throws {
    let letters = String(repeating: "\u{1B}[38;2;1;2;3m\u{1B}[48;2;4;5;6mx", count: 29)
    let canvas = try Self.canvas(letters)
    #expect(canvas.screen[1] == String(repeating: "x", count: 29))
    #expect((0..<29).allSatisfy { canvas.cell($0, 1).foreground == Self.red })
  }

  @Test func `is readable on the selection's background, under the cursor`() throws {
    let cell = try undrawnList(["\u{1B}[1;31mx\u{1B}[m"]).canvas(29, 2).cell(0, 0)
    #expect(cell.foreground == Self.red)
    #expect(cell.background == 0x0300_0000 | CHILDPLUGIN_ROLE_SELECTION_BACKGROUND)
    let attributes = CHILDPLUGIN_ATTRIBUTE_BOLD | CHILDPLUGIN_ATTRIBUTE_READABLE
    #expect(cell.attributes & attributes == attributes)
  }
}
