import ChildPluginAPI
import Testing

private func numbered(_ rows: Int) -> FakeContent {
  var content = FakeContent()
  content.rows = rows
  content.texts = [CHILDPLUGIN_CONTENT_TEXT_TITLE: "seq"]
  return content
}

private func table() -> FakeContent {
  var content = numbered(3)
  let cells = [
    ["web", "1", "ready"], ["日本", "20", "waiting for a volume"], ["db", "300", "ready"],
  ]
  content.columns = [
    .init(name: "NAME", width: 6), .init(name: "PODS", width: 4, alignsRight: true),
    .init(name: "STATUS", width: 8),
  ]
  content.row = { cells[$0].joined(separator: " ") }
  content.cell = { cells[$0][$1] }
  return content
}

@Suite struct `A key of the list` {
  /// The host offers it again then.
  @Test func `is left to others before the first rows, if it needs them`() throws {
    var content = numbered(0)
    content.flags = CHILDPLUGIN_CONTENT_LOADING
    let child = try list(content)
    for keys in ["j", "5k", " ", "d", "s", "S", "n", "m", "\t", "M", "y", "%", "50G"] {
      #expect(try !child.type(keys), "\(keys)")
    }
    // It drops the number.
    #expect(try child.key(CHILDPLUGIN_KEY_ESCAPE))
    #expect(try !child.key(CHILDPLUGIN_KEY_DOWN))
    #expect(try !child.key(100, modifiers: CHILDPLUGIN_MODIFIER_CONTROL))
    for keys in ["g", "G", "w", "#", "/"] { #expect(try child.type(keys), "\(keys)") }
  }

  @Test func `copies the row that the user is on`() throws {
    let child = try list(table())
    try child.type("jy")
    #expect(child.host.asked.contains("copy 日本 20 waiting for a volume"))
    #expect(child.screen(60, 6).last?.hasSuffix("1 row sent to the terminal's clipboard") == true)
    #expect(try child.screen(60, 6, after: "j").last?.hasSuffix("? keys") == true)
  }

  @Test(arguments: [
    (100 << 10, "1 row sent to the terminal's clipboard"),
    (100 << 10 | 1, "too much to copy: more than 100 KiB"),
  ])
  func `copies up to 100 KiB, and says where there is more`(bytes: Int, notice: String) throws {
    var content = numbered(1)
    content.row = { _ in String(repeating: "x", count: bytes) }
    let child = try list(content)
    #expect(try child.screen(80, 6, after: "y").last?.hasSuffix(notice) == true)
    #expect(child.host.asked.contains { $0.hasPrefix("copy ") } == (bytes == 100 << 10))
    #expect(try child.screen(80, 6, after: "j").last?.hasSuffix(notice) == false)
  }

  @Test func `shows the numbers of rows, with as many digits as they have`() throws {
    let child = try list(numbered(20_000))
    try child.type("#")
    for (row, text) in [("999g", "  999 row 998"), ("1234g", " 1234 row 1233")] {
      try child.type(row)
      #expect(child.screen(30, 5).contains { $0.hasPrefix(text) }, "\(child.screen(30, 5))")
    }
    #expect(try child.screen(30, 5, after: "G").contains { $0.hasPrefix("20000 row 19999") })
    for (rows, text) in [(9_999, "9999 row 9998"), (10_000, "10000 row 9999")] {
      let child = try list(numbered(rows))
      #expect(try child.screen(30, 5, after: "#G").contains { $0.hasPrefix(text) }, "\(rows)")
    }
  }

  @Test func `marks the selected row, all rows, or those that the filter leaves`() throws {
    let child = try list(FakeContent(["apple", "pear", "plum"]))
    func marked() -> [String] {
      defer { child.host.forgetRequests() }
      return child.host.asked.filter { $0.hasPrefix("mark") }
    }
    try child.type("jm")
    #expect(marked() == ["mark 1 1"])
    child.host.isPick = true
    for modifiers in [0, CHILDPLUGIN_MODIFIER_SHIFT] {
      #expect(try child.key(CHILDPLUGIN_KEY_TAB, modifiers: modifiers))
    }
    #expect(marked() == ["mark 1 1", "mark 1 1"])
    child.host.isPick = false
    try child.type("M")
    #expect(marked() == ["mark 0 3"])
    try child.type("&pl⏎M")
    // This host marks nothing: the selected row is tried again.
    #expect(marked() == ["mark 0 1", "mark 2 1", "mark 2 1"])
  }

  @Test(arguments: [
    ("j", "row 3", true), ("n", "row 3", true), ("k", "row 1", true), ("p", "row 1", true),
    ("e", "row 3", false), ("y", "row 1", false), ("f", "row 9", false), ("v", "row 9", false),
    ("b", "row 0", false),
  ])
  func `with control moves as in less, and some do in a pick`(
    letter: String, row: String, isInPick: Bool
  ) throws {
    for isPick in [false, true] {
      let child = try list(numbered(100), rows: 9)
      try child.type("jj")
      child.host.isPick = isPick
      let code = try #require(letter.unicodeScalars.first).value
      let isUsed = isInPick || !isPick
      #expect(try child.key(code, modifiers: CHILDPLUGIN_MODIFIER_CONTROL) == isUsed)
      #expect(selection(child, 20, 9) == (isUsed ? row : "row 2"))
    }
  }

  @Test func `goes to the ends by angle brackets, which are text in a search`() throws {
    let child = try list(numbered(100))
    try child.type(">")
    #expect(selection(child) == "row 99")
    try child.type("<")
    #expect(selection(child) == "row 0")
    #expect(try child.screen(20, 6, after: "/<").last?.hasPrefix("/<") == true)
    #expect(try !child.control("f"))
  }

  @Test func `names in the last line what the rows are sorted by`() throws {
    let child = try list(numbered(3))
    #expect(try child.screen(60, 6, after: "s").last?.contains("seq   ▲sorted") == true)
    #expect(try child.screen(60, 6, after: "S").last?.contains("seq   ▼sorted") == true)
    let columns = try list(table())
    #expect(try columns.screen(60, 6, after: "ss").last?.contains("seq   ▲PODS") == true)
  }

  /// Where its last column has no room to wrap in, the others can still be reached.
  @Test func `scrolls a wide table also where rows are wrapped`() throws {
    let child = try list(table(), columns: 14, rows: 6)
    try child.type("w")
    let before = child.screen(14, 6).dropLast()
    #expect(try child.screen(14, 6, after: "→").dropLast() != before)
    #expect(try child.screen(14, 6, after: "←").dropLast() == before)
  }

  @Test func `says that only the last column wraps, where others are cut`() throws {
    var wide = table()
    wide.columns[0].width = 30
    for (content, isCut) in [(table(), false), (wide, true)] {
      let child = try list(content, columns: 40, rows: 6)
      try child.type("w")
      let line = child.screen(40, 6).last ?? ""
      #expect(line.contains("only the last column wraps") == isCut, "\(line)")
    }
  }

  @Test(arguments: [false, true])
  func `scrolls a table to the end of its last column, and no further`(isSorted: Bool) throws {
    let child = try list(table(), columns: 24, rows: 6)
    child.host.view.cells = CHILDPLUGIN_CELLS_NUMBER
    // The label of the order widens the column that is sorted.
    if isSorted { try child.type("ss") }
    var screens = [child.screen(24, 6)]
    for _ in 0..<6 {
      try child.key(CHILDPLUGIN_KEY_RIGHT)
      screens.append(child.screen(24, 6))
    }
    let steps = isSorted ? 3 : 1
    #expect(screens[steps - 1].allSatisfy { !$0.hasSuffix("volume") })
    #expect(screens[steps].contains { $0.hasSuffix("volume") })
    #expect(screens[steps...].allSatisfy { $0 == screens[steps] })
  }
}

/// The text on the selection's background.
private func selection(_ child: TestChild, _ columns: Int = 20, _ rows: Int = 5) -> String {
  let canvas = child.canvas(columns, rows)
  let background = 0x0300_0000 | CHILDPLUGIN_ROLE_SELECTION_BACKGROUND
  var text = canvas.cells.filter { $0.background == background }.map(\.text).joined()
  // The bar stands over the end of the row.
  while let last = text.last, " │┃".contains(last) { text.removeLast() }
  return text
}

struct ListChildScreens {
  @Test func `rows, a scroll bar and the place`() throws {
    #expect(
      try list(numbered(100)).screen(20, 5) == [
        "row 0              ┃", "row 1              │", "row 2              │",
        "row 3              │", "1/100 seq",
      ])
  }

  @Test func `named columns have headers, and numbers stand at the right`() throws {
    #expect(
      try list(table()).screen(60, 12) == [
        " NAME    PODS  STATUS", " web        1  ready", " 日本      20  waiting for a volume",
        " db       300  ready", "", "", "", "", "", "", "",
        " 1/3   seq                                           ? keys",
      ])
    #expect(
      try list(table()).screen(20, 5) == [
        "NAME   PODS STATUS", "web       1 ready", "日本     20 waiting…", "db      300 ready",
        "1/3 seq",
      ])
  }

  @Test func `the header says on which side there are more columns`() throws {
    let child = try list(table(), columns: 60, rows: 6)
    #expect(child.screen(60, 6)[0] == " NAME    PODS  STATUS")
    #expect(child.screen(30, 6)[0] == " NAME   PODS STATUS")
    var wide = table()
    wide.columns = "ABCDE".map { .init(name: String($0), width: 20) }
    wide.cell = { _, _ in "cell" }
    let cut = try list(wide, columns: 32, rows: 6)
    #expect(cut.screen(32, 6)[0].hasSuffix("›") && !cut.screen(32, 6)[0].contains("‹"))
    try cut.key(CHILDPLUGIN_KEY_RIGHT)
    #expect(cut.screen(32, 6)[0].hasPrefix("‹") && cut.screen(32, 6)[0].hasSuffix("›"))
    for _ in 0..<12 { try cut.key(CHILDPLUGIN_KEY_RIGHT) }
    #expect(cut.screen(32, 6)[0].hasPrefix("‹") && !cut.screen(32, 6)[0].hasSuffix("›"))
  }

  @Test func `a column grows for a cell that it would cut, where there is room, and stays so`()
    throws
  {
    var content = table()
    let short = content.cell
    content.rows = 8
    content.cell = { $1 == 2 ? "ok" : $0 == 7 && $1 == 0 ? "a-very-long-name" : short(2, $1) }
    content.row = { "row \($0)" }
    let child = try list(content, columns: 48, rows: 6)
    func texts(_ row: Int) -> [String] {
      let screen = child.screen(48, 6)
      return [screen[0], screen[row]].map { String($0.prefix(47)).trimmedAtEnd }
    }
    #expect(texts(1) == [" NAME    PODS  STATUS", " db       300  ok"])
    try child.key(CHILDPLUGIN_KEY_END)
    let header = " NAME              PODS  STATUS"
    #expect(texts(4) == [header, " a-very-long-name   300  ok"])
    try child.key(CHILDPLUGIN_KEY_HOME)
    #expect(texts(1) == [header, " db                 300  ok"])
    // Without room, the whole cell is shown where the list is scrolled to the right.
    #expect(try child.screen(24, 6, after: "⇲")[4].hasPrefix("a-very-l…  300 ok"))
    #expect(try child.screen(24, 6, after: "→")[4].hasPrefix("ong-name  300 ok"))
  }

  @Test(arguments: [
    (1, 1, ["r"]), (1, 2, ["r", "…"]), (3, 2, ["ro…", "1/1"]), (500, 1, ["row 0"]), (0, 0, []),
    (0, 3, ["", "", ""]),
  ])
  func `little room does no harm`(columns: Int, rows: Int, screen: [String]) throws {
    let shown = try list(numbered(1)).screen(columns, rows)
    #expect(shown.map { $0.trimmed } == screen)
  }

  @Test(arguments: [
    (29, "1/3 seq"), (30, " 1/3 seq"), (39, " 1/3 seq"), (40, " 1/3   seq"), (49, " 1/3   seq"),
    (50, " 1/3   seq"),
  ])
  func `more columns have more in the last line`(columns: Int, left: String) throws {
    let spaces = String(repeating: " ", count: max(0, columns - 17))
    let status = columns < 40 ? left : left + spaces + "? keys"
    #expect(try list(numbered(3)).screen(columns, 5).last == status)
  }

  @Test func `a header, a bar and a notice take what room is left for them`() throws {
    let child = try list(table())
    #expect(child.screen(20, 3)[0].hasPrefix("web") && child.screen(20, 4)[0].hasPrefix("NAME"))
    var content = numbered(100)
    content.row = { _ in "a" }
    let long = try list(content)
    #expect(long.screen(4, 5)[0] == "a  ┃" && long.screen(3, 5)[0] == "a")
    #expect(long.screen(20, 3)[0].hasSuffix("┃") && long.screen(20, 2)[0] == "a")
    content.flags |= CHILDPLUGIN_CONTENT_ERROR
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR] = "refused"
    let failed = try list(content)
    #expect(failed.screen(40, 4)[3] == " refused")
    #expect(failed.screen(40, 5)[3] == " refused")
    #expect(failed.screen(40, 5)[4] == " 1/100   seq                     ? keys")
    #expect(failed.screen(39, 5)[4] == " 1/100 seq")
  }

  @Test func `rows that a limit has cut off are told of`() throws {
    var content = numbered(3)
    content.flags |= CHILDPLUGIN_CONTENT_CUT
    #expect(try list(content).screen(60, 5).last?.hasSuffix("  not all rows") == true)
  }

  @Test func `while the first rows are awaited it is an empty list`() throws {
    var content = numbered(0)
    content.flags = CHILDPLUGIN_CONTENT_LOADING
    #expect(try list(content).screen(40, 3) == ["", "", " no rows yet   seq              loading"])
    #expect(try list(nil).screen(40, 2) == ["", " no rows                         ? keys"])
  }

  @Test func `a reload is told beside the rows, and the rows stay`() throws {
    let child = try list(numbered(2))
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    #expect(child.screen(40, 3) == ["row 0", "row 1", " 1/2   seq                    reloading"])
  }

  @Test func `an error with rows is a notice over them`() throws {
    var content = numbered(2)
    content.flags = CHILDPLUGIN_CONTENT_ERROR
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR] = "connection refused"
    content.texts[CHILDPLUGIN_CONTENT_TEXT_REMEDY] = "try later"
    let child = try list(content)
    #expect(
      child.screen(40, 5) == [
        "row 0", "row 1", "", " connection refused: try later",
        " 1/2   seq                       ? keys",
      ])
    #expect(child.screen(20, 3) == ["row 0", "row 1", "connection refused:…"])
    child.host.content?.texts[CHILDPLUGIN_CONTENT_TEXT_NOTICE] = "2 lines: e"
    child.host.content?.revision += 1
    #expect(child.screen(40, 5)[3] == " connection refused · 2 lines: e")
    #expect(child.screen(30, 5)[3] == " connection ref… · 2 lines: e")
    #expect(
      child.canvas(40, 5).cell(1, 3).foreground == 0x0300_0000 | CHILDPLUGIN_ROLE_ERROR)
  }

  @Test func `a long row goes on with a mark, a cut one ends with another`() throws {
    var content = FakeContent(["0123456789", "0123456789abcdefghij", "日本語日本語日本語日本語"])
    content.cutRows = [0, 1]
    #expect(
      try list(content).screen(16, 4) == [
        "0123456789»", "0123456789abcd…»", "日本語日本語日…", "1/3",
      ])
  }

  @Test func `without colours the selection is reversed, without UTF-8 all is ASCII`() throws {
    let child = try list(FakeContent((0..<9).map { $0 == 1 ? "a row that is long" : "row \($0)" }))
    child.host.terminalFlags = 0
    child.host.colours = 0
    let canvas = child.canvas(12, 3)
    #expect(canvas.screen == ["row 0      #", "a row that >", "1/9"])
    #expect(canvas.cell(0, 0).attributes & CHILDPLUGIN_ATTRIBUTE_REVERSE != 0)
    #expect(canvas.cell(0, 1).attributes & CHILDPLUGIN_ATTRIBUTE_REVERSE == 0)
  }

  @Test func `ten million rows cost what the visible ones do`() throws {
    let child = try list(numbered(10_000_000))
    _ = child.host.takeCellReads()
    #expect(
      child.screen(60, 12).last == " 1/10,000,000   seq                                  ? keys")
    #expect(child.host.takeCellReads() == 11)
    #expect(
      try child.screen(60, 12, after: "⇲")[10].trimmed
        == "row 9999999                                                ┃")
    #expect(child.host.takeCellReads() <= 12)
  }

  @Test func `a count beyond all bounds does not trap`() throws {
    let child = try list(numbered(.max))
    for key in [CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_PAGE_DOWN, CHILDPLUGIN_KEY_DOWN] {
      try child.key(key)
    }
    #expect(child.screen(20, 3).count == 3)
  }

  @Test func `a draw at another size leaves no trace`() throws {
    let child = try list(numbered(100), columns: 30, rows: 12)
    try child.type("jjjjjjjj")
    let before = child.screen(30, 12)
    _ = child.screen(10, 3)
    #expect(child.screen(30, 12) == before)
  }
}

struct ListChildKeys {
  @Test(arguments: [
    ("↓↓", "row 2"), ("jjk", "row 1"), ("↑", "row 0"), ("⇟", "row 3"), ("  b", "row 3"),
    ("⇲", "row 99"), ("Gg", "row 0"), ("⇲↓⇞", "row 96"), ("⇲⇱", "row 0"), ("ff⇞", "row 3"),
    ("Gk", "row 98"), ("3↓", "row 3"), ("3⏎", "row 3"), ("G9↑", "row 90"), ("5⇲", "row 4"),
  ])
  func `keys move the selection`(keys: String, row: String) throws {
    let child = try list(numbered(100))
    #expect(try child.type(keys))
    #expect(selection(child) == row)
  }

  @Test func `enter accepts the selected row in a pick`() throws {
    let child = try list(numbered(100))
    child.host.isPick = true
    #expect(try child.keyHelp().first == "enter accept")
    #expect(try child.keyHelp().contains { $0.hasPrefix("left/right") })
    child.host.view.filter = .init(text: "row", kind: CHILDPLUGIN_MATCH_QUERY)
    try child.viewChanged()
    #expect(try !child.keyHelp().contains { $0.hasPrefix("left/right") })
    try child.type("jj")
    #expect(try child.key(CHILDPLUGIN_KEY_ENTER))
    #expect(child.host.requests == [.action(CHILDPLUGIN_ACTION_ACCEPT_ROW, 2)])
    child.host.performs = false
    #expect(try !child.key(CHILDPLUGIN_KEY_ENTER))
    child.host.content?.rows = 0
    #expect(try !child.key(CHILDPLUGIN_KEY_ENTER))
  }

  @Test func `elsewhere enter scrolls a line, d, u, Ctrl-D and Ctrl-U half a page`() throws {
    let child = try list(numbered(100), rows: 9)
    func press(_ keys: [UInt32], control: Bool = false) throws -> String {
      for key in keys {
        #expect(try child.key(key, modifiers: control ? CHILDPLUGIN_MODIFIER_CONTROL : 0))
      }
      let first = child.screen(20, 9)[0].split(separator: " ").prefix(2).joined(separator: " ")
      return "\(first), \(selection(child, 20, 9))"
    }
    let (down, up) = (UInt32(UInt8(ascii: "d")), UInt32(UInt8(ascii: "u")))
    #expect(try press([CHILDPLUGIN_KEY_ENTER, CHILDPLUGIN_KEY_ENTER]) == "row 2, row 2")
    for (isPick, control) in [(false, true), (true, true), (false, false)] {
      child.host.isPick = isPick
      #expect(try press([down, down], control: control) == "row 10, row 10")
      #expect(try press([up, up], control: control) == "row 2, row 2")
    }
    child.host.isPick = false
    #expect(try press([CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_ENTER]) == "row 92, row 99")
    try child.type("/")
    #expect(try !child.key(down, modifiers: CHILDPLUGIN_MODIFIER_CONTROL))
    #expect(child.host.requests == [])
  }

  @Test(arguments: [
    UInt32(UInt8(ascii: "q")), UInt32(UInt8(ascii: "r")), UInt32(UInt8(ascii: "n")),
    CHILDPLUGIN_KEY_ESCAPE, CHILDPLUGIN_KEY_TAB, CHILDPLUGIN_KEY_F1, 0x11_FFFF, 0xD800,
  ])
  func `a key that it does not use goes on to others`(key: UInt32) throws {
    #expect(try !list(numbered(3)).key(key))
  }

  @Test(arguments: [CHILDPLUGIN_MODIFIER_CONTROL, CHILDPLUGIN_MODIFIER_ALT])
  func `a letter with control or alt goes on to others`(modifiers: UInt32) throws {
    #expect(try !list(numbered(3)).key(UInt32(UInt8(ascii: "x")), modifiers: modifiers))
  }

  @Test func `a wider terminal shows again what was scrolled out to the left`() throws {
    let child = try list(table(), columns: 10)
    for _ in 0..<2 { try child.key(CHILDPLUGIN_KEY_RIGHT) }
    #expect(child.screen(10, 5)[0] == "US")
    #expect(child.screen(9, 5)[0] == "US")
    #expect(child.screen(60, 5)[0] == " NAME    PODS  STATUS")
    // What still goes on there stays scrolled, by as many steps as it takes.
    var content = numbered(2)
    content.row = { _ in String(repeating: "0123456789", count: 6) }
    let long = try list(content, columns: 10)
    for _ in 0..<9 { try long.key(CHILDPLUGIN_KEY_RIGHT) }
    #expect(long.screen(10, 5)[0] == "6789")
    #expect(long.screen(20, 5)[0] == "01234567890123456789")
    #expect(long.screen(80, 5)[0] == String(repeating: "0123456789", count: 6))
  }

  @Test func `right and left scroll long rows, no further than they go`() throws {
    let child = try list(
      FakeContent(["0123456789abcdefghijklmnopq", "short"]), columns: 20, rows: 3)
    #expect(try child.screen(20, 3, after: "→") == ["89abcdefghijklmnopq", "", "1/2"])
    #expect(try child.screen(20, 3, after: "→")[0] == "89abcdefghijklmnopq")
    #expect(try child.screen(20, 3, after: "←")[0] == "0123456789abcdefghi…")
  }

  @Test func `the wheel moves the view, a click selects`() throws {
    let child = try list(numbered(100))
    #expect(try child.mouse(CHILDPLUGIN_MOUSE_WHEEL, 3, 1, wheel: 3))
    #expect(child.screen(20, 5)[0].hasPrefix("row 3 "))
    #expect(selection(child) == "row 3")
    #expect(try child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, 3, 2))
    #expect(selection(child) == "row 5")
    #expect(child.host.requests == [])
    #expect(try !child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, 3, 4))
    #expect(try !child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_RIGHT, 3, 2))
  }

  @Test(arguments: [(0, nil), (1, 0), (3, 2), (4, nil), (9, nil)] as [(Int, Int?)])
  func `a click on a row selects it, and one beside the rows nothing`(line: Int, row: Int?) throws {
    let child = try list(table(), columns: 60, rows: 12)
    let left = CHILDPLUGIN_BUTTON_LEFT
    #expect(try child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: left, 3, line) == (row != nil))
    #expect(child.host.selected == row)
  }

  @Test func `the scroll bar can be held`() throws {
    let child = try list(numbered(100))
    #expect(try !child.mouse(CHILDPLUGIN_MOUSE_DRAG, button: CHILDPLUGIN_BUTTON_LEFT, 19, 2))
    #expect(try child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, 19, 0))
    #expect(try child.mouse(CHILDPLUGIN_MOUSE_DRAG, button: CHILDPLUGIN_BUTTON_LEFT, 19, 90))
    #expect(child.screen(20, 5)[0].hasPrefix("row 96 "))
    #expect(try child.mouse(CHILDPLUGIN_MOUSE_RELEASE, button: CHILDPLUGIN_BUTTON_LEFT, 19, 90))
    #expect(try !child.mouse(CHILDPLUGIN_MOUSE_DRAG, button: CHILDPLUGIN_BUTTON_LEFT, 19, 0))
  }
}

struct ListChildWords {
  @Test func `it names its keys, and others while a search is typed`() throws {
    let child = try list(numbered(3))
    #expect(
      try child.keyHelp() == [
        "/ search", "& filter", "s sort", "w wrap", "# numbers", "left/right rest of long rows",
        "m mark", "M mark all, or none", "y copy", "g first", "G last", "space/b page down, up",
        "d/u half a page", "j/k row", "enter line", "50g row 50", "50% half way",
        "'' back from a jump",
      ])
    try child.type("w")
    #expect(try !child.keyHelp().contains { $0.hasPrefix("left/right") })
    try child.type("/")
    #expect(try child.keyHelp() == ["enter keep", "escape cancel", "tab text, regex, query"])
  }

  @Test func `it says in words what it shows`() throws {
    let child = try list(numbered(1_200))
    try child.type("jj")
    #expect(try child.accessibilityText() == "List, row 3 of 1,200: row 2")
    #expect(try list(nil).accessibilityText() == "List, no rows")
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
