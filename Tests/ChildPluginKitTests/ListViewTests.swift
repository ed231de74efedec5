import ChildPluginAPI
import Testing

private func list(_ rows: [String]) throws -> TestChild { try list(FakeContent(rows)) }

struct ListSearches {
  @Test func `a typed text finds as it grows, n and N go on, escape ends`() throws {
    let child = try list(["apple", "pear", "Grape", "grapefruit", "plum"])
    #expect(try child.selected(after: "/gr") == "Grape")
    #expect(child.screen(20, 5).last == "/gr")
    #expect(try child.selected(after: "apef") == "grapefruit")
    #expect(try child.selected(after: "⌫") == "Grape")
    #expect(try child.key(CHILDPLUGIN_KEY_ENTER))
    #expect(child.host.requests == [])
    #expect(try child.type("n"))
    #expect(try child.selected() == "grapefruit")
    #expect(try child.selected(after: "n") == "Grape")
    #expect(try child.selected(after: "N") == "grapefruit")
    #expect(try child.key(CHILDPLUGIN_KEY_ESCAPE))
    #expect(try !child.key(CHILDPLUGIN_KEY_ESCAPE))
  }

  @Test func `escape while typing goes back to where it began`() throws {
    let child = try list(["apple", "pear", "plum"])
    #expect(try child.selected(after: "j/plum") == "plum")
    #expect(try child.selected(after: "⎋") == "pear")
  }

  @Test(arguments: [("", "pear", ["stay at 1"]), ("j", "plum", []), ("G", "apple", ["stay at 2"])])
  func `after a reload escape leaves the cursor on its row, or at the end where it was`(
    keys: String, row: String, asked: [String]
  ) throws {
    let child = try list(["apple", "pear", "plum", "fig"])
    try child.type(keys + "/plum")
    child.host.content = FakeContent(["pear", "fig", "plum", "apple"])
    child.host.content?.generation = 2
    try child.contentChanged()
    child.host.forgetRequests()
    #expect(try child.selected(after: "⎋") == row)
    #expect(child.host.asked.filter { $0.hasPrefix("stay") } == asked)
  }

  @Test func `escape keeps a cursor at the top that a search has not moved or has moved`() throws {
    let child = try list(["apple", "pear", "plum"])
    for (text, asked) in [("xyz", []), ("plum", ["stay at 1"])] {
      child.host.forgetRequests()
      try child.type("/" + text)
      #expect(try child.selected(after: "⎋") == "apple")
      #expect(Set(child.host.asked.filter { $0.hasPrefix("stay") }) == Set(asked))
    }
  }

  @Test func `a text that is not there leaves the cursor at the top where it was`() throws {
    let child = try list(["apple", "pear"])
    try child.type("/p")
    child.host.forgetRequests()
    try child.type("x")
    #expect(child.host.asked.contains("stay at 1"))
  }

  @Test func `a text that is not there leaves the cursor on its row when rows come`() throws {
    let child = try list(["plum", "pear"])
    #expect(try child.selected(after: "sj/x") == "plum")
    child.host.content?.rows = 3
    child.host.content?.row = { ["plum", "pear", "apple"][$0] }
    try child.contentChanged()
    #expect(try child.selected(after: "y") == "plum")
  }

  @Test func `it says where it went on from the other end`() throws {
    let child = try list(["apple", "pear", "Grape", "grapefruit", "plum"])
    func status() -> String { child.screen(60, 7).last ?? "" }
    try child.type("/gr⏎")
    #expect(!status().contains("continued"))
    #expect(try child.selected(after: "n") == "grapefruit" && !status().contains("continued"))
    #expect(try child.selected(after: "n") == "Grape" && status().hasSuffix("continued at the top"))
    try child.type("N")
    #expect(status().hasSuffix("continued at the end"))
    try child.type("#")
    #expect(!status().contains("continued"))
  }

  @Test func `the only match is told to be that`() throws {
    let child = try list(["apple", "pear"])
    #expect(try child.screen(60, 5, after: "/pe⏎n").last?.hasSuffix("continued at the top") == true)
  }

  @Test func `ctrl-w removes a word that is typed, ctrl-u all of them`() throws {
    let child = try list(["one two", "one three", "four"])
    func prompt() -> String { child.screen(30, 5).last ?? "" }
    try child.type("/one  thr")
    try child.control("w")
    #expect(prompt().hasPrefix("/one "))
    try child.type("three")
    try child.control("u")
    #expect(prompt() == "/")
    #expect(try child.selected(after: "fo") == "four")
  }

  @Test func `a match that is out of view on the right is scrolled to`() throws {
    let far = String(repeating: "-", count: 90) + "needle"
    let child = try list(["first", far, "last"])
    #expect(try child.screen(20, 5, after: "/needle")[1].contains("needle"))
    try child.type("N⎋")
  }

  @Test func `a capital in the text finds it as written`() throws {
    let child = try list(["grape", "Grape"])
    #expect(try child.selected(after: "/Gr") == "Grape")
  }

  @Test func `what is not there is told, and nothing moves`() throws {
    let child = try list(["apple", "pear"])
    #expect(try child.screen(20, 5, after: "j/xyz").last == "/xyz        no match")
    #expect(try child.selected() == "pear")
  }

  @Test(arguments: [false, true])
  func `what is not there yet is looked for once more as rows come, or when all have`(
    areMany: Bool
  ) throws {
    // Of many rows, a few new ones are no reason to search all of them again.
    let before = areMany ? 200_000 : 2
    let child = try list([])
    child.host.content?.rows = before
    child.host.content?.row = { $0 == before ? "plum" : "pear" }
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    #expect(try child.screen(40, 5, after: "/plum⏎").last?.hasSuffix("no match yet") == true)
    child.host.content?.rows = before + 1
    try child.contentChanged()
    #expect(try child.selected() == (areMany ? "pear" : "plum"))
    child.host.content?.flags = CHILDPLUGIN_CONTENT_COMPLETE
    try child.contentChanged()
    #expect(try child.selected() == "plum")
  }

  @Test func `a search from before the first row finds that row once it has come`() throws {
    let child = try list([])
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    try child.type("/pe⏎")
    child.host.content?.rows = 3
    child.host.content?.row = { ["pear", "plum", "pepper"][$0] }
    try child.contentChanged()
    #expect(try child.selected() == "pear")
  }

  @Test func `enter in a pick accepts a row of a query newer than a vain search`() throws {
    let child = try list(["apple", "pear"])
    child.host.isPick = true
    try child.type("/xyz⏎")
    #expect(try !child.key(CHILDPLUGIN_KEY_ENTER))
    child.host.view.filter = FakeView.Pattern(text: "pl")
    try child.viewChanged()
    #expect(try child.key(CHILDPLUGIN_KEY_ENTER))
    #expect(child.host.requests == [.action(CHILDPLUGIN_ACTION_ACCEPT_ROW, 0)])
  }

  @Test func `a search is kept by an escape in the next one, and repeated by one without a text`()
    throws
  {
    let child = try list(["apple", "pear", "plum", "pepper"])
    #expect(try child.selected(after: "/pe⏎") == "pear")
    #expect(try child.selected(after: "/pl⎋") == "pear")
    #expect(try child.selected(after: "n") == "pepper")
    #expect(try child.selected(after: "/⏎") == "pear")
    // Without a search before, there is nothing to repeat.
    #expect(try child.selected(after: "⎋/⏎") == "pear" && !child.type("n"))
  }

  @Test func `matches are marked and the cursor stands after the text`() throws {
    let child = try list(["one two one", "日本 one"])
    try child.type("/one")
    let canvas = child.canvas(20, 5)
    let marked = (0..<2).map { row in
      (0..<20).filter { canvas.cell($0, row).attributes & CHILDPLUGIN_ATTRIBUTE_UNDERLINE != 0 }
    }
    #expect(marked == [[0, 1, 2, 8, 9, 10], [5, 6, 7]])
    #expect(canvas.cursor?.column == 4)
    #expect(canvas.cursor?.row == 4)
  }

  @Test func `a find that takes its time is gone to when it is there, unless something moves`()
    throws
  {
    let child = try list((0..<50).map { "row \($0)" })
    child.host.view.findsLater = true
    try child.type("/row 49")
    try child.viewChanged()
    #expect(try child.selected() == "row 0")
    #expect(child.screen(20, 5).last == "/row 49    searching")
    child.host.view.find(from: 0, isBackward: false, in: try #require(child.host.content))
    try child.viewChanged()
    #expect(try child.selected() == "row 49")
    try child.type("⏎ng")
    child.host.view.find(from: 0, isBackward: false, in: try #require(child.host.content))
    try child.viewChanged()
    #expect(try child.selected() == "row 0")
  }

  /// The last rows come while a search of the others runs, and nothing comes after them.
  @Test(arguments: [false, true])
  func `a search ends at a match that has come meanwhile`(isBackward: Bool) throws {
    let child = try list((0..<9).map { "row \($0)" })
    child.host.view.findsLater = true
    try child.type("jj/plum⏎")
    if isBackward { try child.type("N") }
    child.host.view.findFlags = CHILDPLUGIN_VIEW_NO_MATCH
    child.host.content?.rows = 12
    child.host.content?.row = { $0 < 9 ? "row" : "plum \($0)" }
    try child.contentChanged()
    child.host.view.findsLater = false
    try child.viewChanged()
    #expect(try child.selected() == (isBackward ? "plum 11" : "plum 9"))
  }

  @Test func `pasted text goes into the search, and nowhere else`() throws {
    let child = try list(["apple", "pear"])
    #expect(try !child.paste("pear"))
    try child.type("/")
    #expect(try child.paste("pea\nr"))
    #expect(child.screen(20, 5).last == "/pea")
    #expect(try child.selected() == "pear")
  }
}

struct ListFilters {
  private let fruits = ["apple", "pear", "Grape", "grapefruit", "plum"]

  @Test func `a typed text leaves the rows that hold it, and escape shows all again`() throws {
    let child = try list(fruits)
    #expect(try child.screen(20, 5, after: "j&gr") == ["Grape", "grapefruit", "", "", "&gr"])
    #expect(try child.selected() == "Grape")
    // The row that the user was on is gone back to while nobody has moved.
    #expect(try child.selected(after: "⌫⌫") == "pear")
    try child.type("gr↓")
    #expect(try child.key(CHILDPLUGIN_KEY_ENTER))
    #expect(child.screen(40, 5).last == " 2/2 of 5   &gr                  ? keys")
    #expect(try child.keyHelp().contains("escape end filter"))
    #expect(try child.key(CHILDPLUGIN_KEY_ESCAPE))
    #expect(child.screen(20, 5).last == "4/5")
    #expect(try child.selected() == "grapefruit")
  }

  @Test
  func `in a pick enter accepts the row of the content; what is typed is cancelled with escape`()
    throws
  {
    let child = try list(fruits)
    #expect(try child.selected(after: "&gr⏎&plu") == "plum")
    #expect(try child.screen(20, 3, after: "⎋") == ["Grape", "grapefruit", "1/2 &gr"])
    try child.type("j")
    child.host.isPick = true
    #expect(try child.key(CHILDPLUGIN_KEY_ENTER))
    #expect(child.host.requests == [.action(CHILDPLUGIN_ACTION_ACCEPT_ROW, 3)])
    child.host.isPick = false
    // Nothing typed is no filter.
    #expect(try child.screen(20, 3, after: "&⏎").last == "4/5")
  }

  @Test func `tab means the text otherwise, and what is no expression is told`() throws {
    let child = try list(fruits)
    try child.type("&gr⇥")
    #expect(child.host.view.filter?.kind == CHILDPLUGIN_MATCH_EXPRESSION)
    #expect(child.screen(30, 5).last == "&regex gr")
    child.host.view.problem = "no such class"
    #expect(child.screen(30, 5).last == "&regex gr        no such class")
    child.host.view.problem = ""
    try child.key(CHILDPLUGIN_KEY_TAB)
    #expect(child.host.view.filter?.kind == CHILDPLUGIN_MATCH_QUERY)
    try child.key(CHILDPLUGIN_KEY_TAB)
    #expect(child.host.view.filter?.kind == CHILDPLUGIN_MATCH_TEXT)
  }

  @Test func `a problem that is longer than the line is cut`() throws {
    let child = try list(fruits)
    child.host.view.problem = "your filter takes too long"
    #expect(child.screen(30, 5).last == " 1/5  your filter takes too …")
    #expect(try child.screen(25, 5, after: "&").last == "&   your filter takes to…")
    #expect(child.screen(22, 5).last == "&")
  }

  @Test func `an invalid expression leaves the rows, and the prompt says what is wrong`() throws {
    let child = try list(fruits)
    child.host.view.invalidExpression = "gr("
    try child.type("&gr⏎")
    let before = child.screen(60, 6).dropLast()
    try child.type("&gr(")
    #expect(child.screen(60, 6).last == "&gr(" + String(repeating: " ", count: 48) + "no match")
    try child.key(CHILDPLUGIN_KEY_TAB)
    let prompt = "&regex gr(        invalid regular expression: the ( has no )"
    for _ in 0..<2 {
      #expect(child.screen(60, 6).last == prompt && child.screen(60, 6).dropLast() == before)
      try child.key(CHILDPLUGIN_KEY_ENTER)
    }
    #expect(try child.screen(40, 6, after: "⌫⏎").last == " 1/2 of 5   &regex gr            ? keys")
  }

  @Test func `the position is shorter where there is no room for its words, and not cut`() throws {
    let child = try list(fruits)
    child.host.goneCount = 444
    child.host.view.problem = "your filter takes too long"
    for columns in 30...80 {
      let status = child.screen(columns, 6).last ?? ""
      let forms = columns >= 60 ? [" 1/5, 444 gone "] : [" 1/5, 444 gone ", " 1/5 -444 "]
      let isWhole = forms.contains { status.hasPrefix($0) }
      #expect(isWhole || columns < 60 && status.contains("…"), "\(columns): \(status)")
      #expect(columns != 40 || status.hasPrefix(" 1/5 -444 "), "\(status)")
    }
  }

  @Test func `the prompt of a search stays with an invalid expression, too`() throws {
    let child = try list(fruits)
    child.host.view.invalidExpression = "gr("
    for (keys, key) in [("/gr(⇥⏎", CHILDPLUGIN_KEY_BACKSPACE), ("/gr(⏎", CHILDPLUGIN_KEY_ESCAPE)] {
      try child.type(keys)
      #expect(child.screen(60, 6).last?.hasPrefix("/regex gr(        invalid regular") == true)
      try child.key(key)
      let text = key == CHILDPLUGIN_KEY_BACKSPACE ? "/regex gr" : " 1/5"
      #expect(child.screen(60, 6).last?.hasPrefix(text) == true)
      #expect(child.screen(60, 6).last?.contains("invalid") == false)
      #expect(try child.screen(60, 6, after: "⏎").last?.hasPrefix(" ") == true)
      try child.type("⎋g")
    }
  }

  @Test(arguments: [
    (60, "&level:error", "no match as text; tab twice: query"), (40, "&level:error", "no match"),
    (60, "/ok !LEVEL:error", "no match as text; tab twice: query"),
    (60, "&level:error⇥", "no match as regex; tab: query"), (60, "&level:error⇥⇥", "no match"),
    (60, "&lev:error", "no match"), (60, "&ap+le", "no match as text; tab: regex"),
    (60, "/ap+le", "no match as text; tab: regex"), (60, "&ap+lx⇥", "no match"),
    (60, "&a.c(", "no match"), (80, "/^x⏎", "no match as text; / tab: regex"),
    (75, "/^x⏎", "no match"), (80, "&^x⏎", "as text; & tab: regex"),
    (80, "&level:x⏎", "as text; & tab twice: query"), (75, "&^x⏎", "? keys"),
    (80, "&x⏎", "? keys"), (80, "&ap.*⇥⏎", "? keys"),
  ])
  func `without a match it says which other kind the text looks like`(
    columns: Int, keys: String, message: String
  ) throws {
    let child = try list(fruits)
    child.host.content?.columns = [.init(name: "msg", width: 4), .init(name: "Level", width: 5)]
    let status = try #require(try child.screen(columns, 5, after: keys).last)
    #expect(status.hasSuffix("  " + message), "\(status)")
  }

  @Test func `a search and a filter each begin with the kind that was chosen last`() throws {
    let child = try list(fruits)
    func prompt(after keys: String) throws -> String? { try child.screen(40, 5, after: keys).last }
    #expect(try prompt(after: "/gr⇥⏎/") == "/regex")
    #expect(try prompt(after: "⎋&") == "&")
    #expect(try prompt(after: "⇥⇥") == "&query")
    #expect(try prompt(after: "⎋/pl") == "/regex pl")
    #expect(try prompt(after: "⇥⇥⎋&") == "&query")
    #expect(try prompt(after: "⎋/") == "/")
  }

  @Test func `a problem and the key that shows all rows do not run together`() throws {
    let child = try list(fruits)
    try child.type("&xyz⏎")
    #expect(child.screen(45, 5).last == " no rows match: escape shows all   &xyz")
    // Escape is offered to the child in front first.
    child.host.performs = false
    #expect(child.screen(45, 5).last?.contains("escape") == false)
    child.host.performs = true
    child.host.view.problem = "your filter takes too long"
    #expect(child.screen(45, 5).last == " no rows match    your filter takes too long")
  }

  @Test func `rows that match nothing are told of, and matches are marked after a tab`() throws {
    let child = try list(["a\tone", "two"])
    #expect(try child.screen(20, 3, after: "&xyz") == ["", "", "&xyz        no match"])
    #expect(try child.screen(30, 3, after: "⏎").last == " no rows match &xyz")
    try child.type("&one")
    let canvas = child.canvas(20, 3)
    let marked = (0..<20).filter {
      canvas.cell($0, 0).attributes & CHILDPLUGIN_ATTRIBUTE_UNDERLINE != 0
    }
    #expect(marked == [8, 9, 10])
  }

  @Test func `while rows are followed, the filtering of a few new ones is not shown`() throws {
    let child = try list([])
    child.host.content?.rows = 2000
    child.host.content?.row = { "row \($0)" }
    child.host.isFollowing = true
    try child.type("&row⏎")
    for (looked, message) in [(1001, "following"), (1000, "filtering 50%")] {
      child.host.view.lookedRows = looked
      #expect(child.screen(60, 5).last?.hasSuffix(message) == true)
    }
  }

  @Test(arguments: [(false, "not following: F"), (true, "not following: alt-F")])
  func `the key to follow again is shown once a match has ended that`(
    isPick: Bool, message: String
  ) throws {
    let child = try list(fruits)
    #expect(!child.screen(60, 5).contains { $0.contains("following") })
    (child.host.isFollowing, child.host.isPick) = (true, isPick)
    #expect(child.screen(60, 5).last?.hasSuffix(" following") == true)
    child.host.isFollowing = false
    #expect(child.screen(60, 5).last?.hasSuffix("  " + message) == true)
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    #expect(child.screen(60, 5).last?.hasSuffix("  reloading, " + message) == true)
    #expect(child.screen(40, 5).last?.hasSuffix("  reloading") == true)
    child.host.content?.flags = CHILDPLUGIN_CONTENT_CUT
    #expect(child.screen(60, 5).last?.hasSuffix("  not all rows") == true)
    child.host.content?.flags = CHILDPLUGIN_CONTENT_COMPLETE
    child.host.content?.generation = 2
    #expect(child.screen(60, 5).last?.hasSuffix(" keys") == true)
  }

  @Test func `what another child asks for is shown, and its row is followed`() throws {
    let child = try list(fruits)
    try child.type("jjj")
    child.host.view.filter = FakeView.Pattern(text: "gr")
    child.host.view.revision += 1
    try child.viewChanged()
    #expect(try child.selected() == "grapefruit")
    #expect(child.screen(20, 5).last == "2/2 &gr")
  }
}

struct ListOrders {
  /// Two columns, which come after an empty list was drawn.
  private static func table() throws -> TestChild {
    var content = FakeContent(["b 1", "a 3", "c 2"])
    content.columns = [
      .init(name: "NAME", width: 4), .init(name: "SIZE", width: 4, alignsRight: true),
    ]
    content.cell = { [["b", "1"], ["a", "3"], ["c", "2"]][$0][$1] }
    content.revision = 2
    let child = try list([])
    child.host.content = content
    try child.contentChanged()
    return child
  }

  @Test func `s sorts by one column after the other, S turns it round`() throws {
    let child = try Self.table()
    func names() -> [String] { child.screen(20, 5)[1...3].map { String($0.prefix(1)) } }
    #expect(try !child.type("S"))
    #expect(try child.screen(20, 5, after: "s")[0] == "NAME▲SIZE")
    #expect(names() == ["a", "b", "c"])
    // The list stays on its row.
    #expect(try child.selected() == "b 1")
    try child.type("s")
    #expect(child.host.view.sort?.key == CHILDPLUGIN_SORT_NATURAL)
    #expect(names() == ["b", "c", "a"])
    #expect(try child.keyHelp().contains("S reverse"))
    #expect(try child.screen(20, 5, after: "S")[0] == "NAME SIZE▼")
    #expect(names() == ["a", "c", "b"])
    try child.type("s")
    #expect(child.host.view.sort == nil)
    #expect(names() == ["b", "a", "c"])
  }

  @Test func `a number before s is that of the column, or of the word in rows without columns`()
    throws
  {
    let child = try Self.table()
    #expect(try child.screen(20, 5, after: "2s")[0] == "NAME SIZE▲")
    #expect(try child.screen(20, 5, after: "S1s")[0] == "NAME▲SIZE")
    #expect(try child.screen(40, 5, after: "3s").last?.hasSuffix("there is no column 3") == true)
    #expect(try child.screen(20, 5, after: "s")[0] == "NAME SIZE▲")
    let words = try list(["b 1", "a 2"])
    try words.type("2s")
    #expect(words.host.view.sort?.column == 1)
    try words.type("1s")
    #expect(words.host.view.sort?.column == UInt32.max)
  }

  @Test func `the header says how a column was sorted, and has no arrow before it is`() throws {
    let child = try Self.table()
    child.host.view.cells = CHILDPLUGIN_CELLS_SIZE
    #expect(try child.screen(20, 5, after: "ss")[0] == "NAME SIZE ▲ size")
    #expect(try child.screen(20, 5, after: "S")[0] == "NAME SIZE ▼ size")
    #expect(child.screen(20, 5)[1] == "a              3")
    // While the rows are not in order there is no arrow, and nothing moves.
    child.host.view.isInOrder = false
    #expect(child.screen(20, 5)[0] == "NAME SIZE")
    #expect(child.screen(20, 5)[1] == "a              3")
    child.host.view.isInOrder = true
    // Without room the arrow stands alone.
    #expect(child.screen(12, 5)[0] == "NAME SIZE▼")
    #expect(try child.screen(20, 5, after: "s")[0] == "NAME SIZE")
  }
}
