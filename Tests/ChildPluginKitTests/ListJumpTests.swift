import ChildPluginAPI
import Testing

/// Numbers before keys, the way back, and the numbers of rows.
@Suite struct `A jump in the list` {
  private static let rows = (1...200).map { "line \($0)" }

  private static func child(
    _ rows: [String] = rows, options: [String: String] = [:]
  ) throws -> TestChild {
    let host = FakeHost()
    host.options = options
    return try list(FakeContent(rows), on: host, columns: 30, rows: 8)
  }

  @Test(arguments: [
    ("150g", "line 150"), ("150G", "line 150"), ("0g", "line 1"),
    ("99999999999999999999g", "line 200"),
    ("50%", "line 100"), ("100%", "line 200"), ("1%", "line 2"), ("700%", "line 200"),
    ("10j", "line 11"), ("50g10k", "line 40"), ("10j5j", "line 16"),
  ])
  func `goes to the row of the number before it, or as far`(keys: String, row: String) throws {
    let child = try Self.child()
    try child.type(keys)
    #expect(try child.selected() == row)
  }

  @Test(arguments: [("60g", "line 69"), ("69g", "line 69"), ("1g", "line 9"), ("500g", "line 199")])
  func `goes to the row of that number, or to the next one that the filter leaves`(
    keys: String, row: String
  ) throws {
    let child = try Self.child()
    try child.type("&9⏎")
    try child.type(keys)
    #expect(try child.selected() == row)
  }

  @Test(arguments: [
    ("&9⏎60g", "row 60 does not match"), ("&9⏎500g", "there is no row 500"),
    ("201g", "there is no row 201"), ("&9⏎69g", "? keys"), ("200g", "? keys"), ("201gk", "? keys"),
  ])
  func `says that its row does not match or does not exist`(keys: String, message: String) throws {
    let child = try Self.child()
    #expect(try child.screen(60, 8, after: keys).last?.hasSuffix(message) == true)
  }

  @Test func `goes to the row of that number also where rows are sorted`() throws {
    let child = try Self.child()
    #expect(try child.selected(after: "sS40g") == "line 40")
  }

  @Test func `is gone back from after a search with one match, however often that is repeated`()
    throws
  {
    let child = try Self.child()
    #expect(try child.selected(after: "3j/line 150⏎nn") == "line 150")
    #expect(try child.selected(after: "''") == "line 4")
  }

  @Test func `shows the number while it is typed, and escape drops it`() throws {
    let child = try Self.child()
    #expect(try child.screen(40, 8, after: "15").last?.hasPrefix("15  g: go to this row") ?? false)
    #expect(try child.key(CHILDPLUGIN_KEY_ESCAPE))
    #expect(child.screen(40, 8).last?.contains("1/200") ?? false)
    #expect(try child.selected(after: "g") == "line 1")
    #expect(try !child.type("0"))
  }

  @Test(arguments: [("", "line 300"), ("k", "line 199"), ("5g", "line 5")])
  func `is made once its row has arrived, unless something else has moved the cursor`(
    keys: String, row: String
  ) throws {
    let child = try Self.child()
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    child.host.content?.row = { "line \($0 + 1)" }
    #expect(try child.selected(after: "300g") == "line 200")
    try child.type(keys)
    for rows in [250, 299, 400] {
      child.host.content?.rows = rows
      try child.contentChanged()
      if rows < 300 { #expect(try child.selected() == (keys.isEmpty ? "line 200" : row)) }
    }
    #expect(try child.selected() == row)
  }

  @Test func `waits for the first row, as the keys behind it do`() throws {
    let child = try Self.child([])
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    try child.type("300")
    #expect(try !child.type("g"))
    child.host.content?.rows = 400
    child.host.content?.row = { "line \($0 + 1)" }
    try child.contentChanged()
    #expect(try child.type("g"))
    #expect(try child.selected() == "line 300")
  }

  @Test(arguments: [("m", "mark 299 1"), ("y", "copy line 300")])
  func `refuses keys of the cursor's row until its row has arrived`(key: String, asked: String)
    throws
  {
    let child = try Self.child()
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    child.host.content?.row = { "line \($0 + 1)" }
    try child.type("300g")
    child.host.forgetRequests()
    #expect(try child.type(key))
    #expect(child.host.asked == [])
    #expect(child.screen(60, 8).last?.hasSuffix("row 300 has not arrived") == true)
    child.host.content?.rows = 400
    try child.contentChanged()
    #expect(try child.selected() == "line 300")
    #expect(try child.type(key))
    #expect(child.host.asked == [asked])
  }

  @Test func `goes to the last row where all have come and there are fewer`() throws {
    let child = try Self.child()
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    child.host.content?.row = { "line \($0 + 1)" }
    try child.type("300g")
    child.host.content?.rows = 250
    child.host.content?.flags = CHILDPLUGIN_CONTENT_COMPLETE
    try child.contentChanged()
    #expect(try child.selected() == "line 250")
  }

  @Test(arguments: [("", "line 300"), ("⎋", "line 200"), ("k", "line 20")])
  func `is made once a sorted view has its row, unless escape or another key drops it`(
    keys: String, row: String
  ) throws {
    let child = try Self.child()
    child.host.content?.row = { "line \($0 + 1)" }
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    #expect(try child.selected(after: "s300g") == "line 200")
    child.host.content?.rows = 400
    child.host.content?.flags = CHILDPLUGIN_CONTENT_COMPLETE
    child.host.view.lookedRows = 200
    try child.contentChanged()
    #expect(try child.selected() == "line 200")
    child.host.forgetRequests()
    #expect(try child.type("m"))
    #expect(child.host.asked == [])
    if !keys.isEmpty { #expect(try child.type(keys)) }
    child.host.view.lookedRows = nil
    try child.viewChanged()
    #expect(try child.selected() == row)
    #expect(child.screen(60, 8).last?.hasSuffix("? keys") == true)
  }

  @Test func `is made once a filter has come past its row, also if more rows arrive`() throws {
    let child = try Self.child()
    try child.type("&9⏎")
    child.host.view.lookedRows = 60
    #expect(try child.selected(after: "61g") == "line 9")
    child.host.view.lookedRows = 199
    try child.viewChanged()
    #expect(try child.selected() == "line 69")
    child.host.view.lookedRows = nil
    #expect(child.screen(60, 8).last?.hasSuffix("row 61 does not match") == true)
  }

  @Test func `is not made any more once something else has moved the cursor`() throws {
    let child = try Self.child()
    try child.type("15")
    try child.control("d")
    #expect(try child.selected(after: "g") == "line 1")
  }

  @Test func `puts a row in the middle of the view, unless it is in view`() throws {
    let child = try Self.child()
    #expect(try child.screen(28, 8, after: "100g")[3] == "line 100                   ┃")
    #expect(try child.screen(28, 8, after: "102g")[3] == "line 100                   ┃")
    #expect(try child.selected(after: "/line 15") == "line 150")
    #expect(child.screen(28, 8)[3].hasPrefix("line 150"))
  }

  @Test func `is gone back from, and forth again, by two quotes`() throws {
    let child = try Self.child()
    #expect(try child.selected(after: "j50g''") == "line 2")
    #expect(try child.selected(after: "''") == "line 50")
    #expect(try child.selected(after: "/line 7⏎") == "line 70")
    #expect(try child.selected(after: "n") == "line 71")
    #expect(try child.selected(after: "''") == "line 70")
    // One quote before another key is nothing.
    #expect(try child.selected(after: "'j'") == "line 71")
    #expect(try child.selected(after: "'") == "line 71")
    #expect(try child.selected(after: "G''") == "line 71")
  }

  @Test func `is not gone back from after a reload, which is said until the next key`() throws {
    let child = try Self.child()
    try child.type("jG")
    child.host.content?.generation = 2
    try child.contentChanged()
    #expect(try child.selected(after: "''") == "line 200")
    #expect(child.screen(60, 8).last?.hasSuffix("no way back: the rows have changed") == true)
    #expect(try child.screen(60, 8, after: "k").last?.contains("no way back") == false)
  }

  @Test func `has the numbers of rows on request, by a key or an option`() throws {
    let child = try Self.child(["one", "two"])
    #expect(child.screen(28, 4)[0] == "one")
    try child.type("#")
    #expect(Array(child.screen(28, 4)[0...1]) == ["   1 one", "   2 two"])
    #expect(try child.screen(28, 4, after: "#")[0] == "one")
    let numbered = try Self.child(options: ["line-numbers": "true"])
    #expect(numbered.screen(28, 4)[1] == "   2 line 2                │")
    let long = try Self.child(["one two three four five six"], options: ["line-numbers": "true"])
    try long.type("w")
    #expect(Array(long.screen(20, 4)[0...1]) == ["   1 one two three", "    ↳four five six"])
  }

  /// A bar stands where the text leaves room for it.
  @Test func `leaves rows that are no table all columns, also beside the bar`() throws {
    let child = try Self.child(["short", String(repeating: "x", count: 40), "a", "b", "c", "d"])
    let screen = child.screen(40, 4)
    #expect(screen[0] == "short" + String(repeating: " ", count: 34) + "┃")
    #expect(screen[1] == String(repeating: "x", count: 40))
    #expect(screen[2].hasPrefix("a") && screen[2].hasSuffix("│"))
  }
}
