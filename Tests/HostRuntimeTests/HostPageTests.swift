import HostSurface
import HostText
import Testing

@testable import HostRuntime
@testable import HostTerminal

/// The host's own page of the children on screen.
@Suite struct `The page of the children on screen` {
  private static let own = ChildrenPage.Child(
    entry: 3, name: "list", file: "/lib/list.so", isBundled: true, grants: [], acts: [])
  private static let quiet = ChildrenPage.Child(
    entry: 5, name: "quiet", file: "/p/quiet\u{1B}[2J.so", isBundled: false, grants: [], acts: [])
  private static let busy = ChildrenPage.Child(
    entry: 7, name: "busy", file: "/p/busy.so", isBundled: false, grants: ["run", "network"],
    acts: ["copied once", "moved the cursor 3 times"])
  private static let all = [busy, quiet, own]

  /// What a page shows after keys, and what became of the last of them.
  private func page(
    _ keys: [Key], of children: [ChildrenPage.Child] = all,
    then others: [ChildrenPage.Child]? = nil,
    viewSetBy setter: String? = nil, rows: Int = 14
  ) -> (text: [String], answer: PageAnswer?) {
    var answer: PageAnswer?
    let text = shownText(columns: 60, rows: rows) { pool, bounds in
      var page = ChildrenPage(pool: pool)
      _ = page.placed(children, viewSetBy: setter, on: bounds)
      for key in keys { answer = page.receive(.key(key)) }
      return [page.placed(others ?? children, viewSetBy: setter, on: bounds)]
    }
    return (text, answer)
  }

  private func key(_ character: Unicode.Scalar) -> Key { Key(.character(character)) }

  @Test func `says of each where it comes from, what it may do and what it has done`() {
    #expect(
      page([]).text == [
        " children on screen", " > busy", "     from /p/busy.so", "     granted run, network",
        "     copied once, moved the cursor 3 times", "   quiet",
        "     from /p/quiet.so", "     nothing granted", "     has done nothing for you",
        "   list", "     bundled, from /lib/list.so", "", "",
        " x remove child   tab keys   escape back",
      ])
    #expect(page([], of: []).text[1] == "     none")
    let far = ChildrenPage.Child(
      entry: 1, name: "far", file: "/" + String(repeating: "folder/", count: 12) + "far.so",
      isBundled: false, grants: [], acts: [])
    let text = page([], of: [far]).text
    #expect(text[2].hasPrefix("     from /folder/") && text[2].count <= 59)
    #expect(text[3].hasSuffix("/far.so") && text[4].hasSuffix("nothing granted"))
  }

  @Test(arguments: [
    ("", 7), ("j", 5), ("jj", 3), ("jjj", 3), ("jk", 7), ("k", 7), ("G", 3), ("Gg", 7), ("Gk", 5),
  ])
  func `removes the child of the cursor, which stays within them`(keys: String, entry: Int) {
    let keys = keys.unicodeScalars.map { key($0) } + [key("x")]
    #expect(page(keys).answer == .removes(entry: entry))
  }

  @Test func `closes with its own keys, and lets nothing else through`() {
    for closing in [Key(.escape), key("q"), Key.hostPage] {
      #expect(page([closing]).answer == .closes)
    }
    for other in [key("z"), Key(.enter), Key(.left), key("u")] {
      #expect(page([other]).answer == .used, "\(other)")
    }
    for turning in [Key(.tab), key("?")] { #expect(page([turning]).answer == .turns) }
    #expect(page([key("x")], of: []).answer == .used)
    var page = ChildrenPage(pool: CellPool())
    let answers = [
      page.receive(.focus(true)), page.receive(.paste("x")),
    ]
    #expect(answers == [.unused, .used])
  }

  @Test func `gives the rows back to the user where a child has filtered them`() {
    let shown = page([key("u")], viewSetBy: "busy shows the rows with a", rows: 6)
    #expect(shown.answer == .restoresView)
    #expect(page([], viewSetBy: "busy shows the rows with a").text[1].contains("busy shows"))
    #expect(shown.text[5].contains("u show all rows"))
  }

  @Test func `keeps its cursor on the child, whichever others come or go`() {
    #expect(page([key("j")], then: [Self.quiet, Self.own]).text[1] == " > quiet")
    #expect(page([key("j")], then: [Self.own, Self.busy, Self.quiet]).text.contains(" > quiet"))
    #expect(page([key("G")], then: [Self.busy]).text[1] == " > busy")
  }

  @Test func `scrolls so far that all of the child is there, or its beginning`() {
    let shown = page([key("G")], rows: 6).text
    #expect(Array(shown[3...4]) == [" > list", "     bundled, from /lib/list.so"])
    #expect(page([key("G"), key("g")], rows: 6).text[1] == " > busy")
    #expect(page([key("j")], rows: 4).text[1] == " > quiet")
  }
}

/// The row of a pick in which text is typed.
@Suite struct `The prompt of a pick` {
  private func shown(_ prompt: PromptRow, columns: Int = 40, rows: Int = 1) -> [String] {
    shownText(columns: columns, rows: rows) { pool, bounds in
      let layer = Layer(columns: bounds.columns, rows: bounds.rows, pool: pool)
      prompt.draw(on: layer)
      return [PlacedLayer(layer, in: bounds)]
    }
  }

  /// Where the cursor stands.
  private func cursor(_ prompt: PromptRow, columns: Int) -> CellPlace? {
    let layer = Layer(columns: columns, rows: 1, pool: CellPool())
    prompt.draw(on: layer)
    return layer.cursor
  }

  @Test func `has the text, and how many rows match and are marked`() {
    var prompt = PromptRow(query: PickQuery("ab"), found: 12, all: 2503)
    #expect(shown(prompt) == ["> ab                           12/2,503"])
    prompt.marked = 1234
    #expect(shown(prompt)[0].hasSuffix("12/2,503 · 1,234 marked"))
    prompt.percent = 7
    #expect(shown(prompt)[0].hasSuffix("7% · 12/2,503 · 1,234 marked"))
    (prompt.found, prompt.all) = (100, 1_000_000)
    #expect(shown(prompt)[0].hasSuffix("100/1,000,000 · 1,234 marked"))
    // Where there is no room for both, the text stays.
    #expect(shown(prompt, columns: 12) == ["> ab"])
  }

  @Test(arguments: [
    (80, "enter waits for a match · escape drops it · 0/9"), (40, " enter waits · 0/9"),
    (16, "  0/9"), (9, "> ab"),
  ])
  func `says that Enter waits for a match`(columns: Int, end: String) {
    let prompt = PromptRow(query: PickQuery("ab"), enterWaits: true, all: 9)
    #expect(shown(prompt, columns: columns)[0].hasSuffix(end))
  }

  @Test func `says that the text is an expression, and has lines of a header below it`() {
    var prompt = PromptRow(query: PickQuery("a"), found: 1, all: 1)
    _ = prompt.query.edit(Key(.character("r"), .control))
    prompt.query.prompt = "name: "
    prompt.query.header = ["Choose", "one"]
    #expect(prompt.rows == 3)
    #expect(
      shown(prompt, rows: 3) == ["name: regex a                       1/1", " Choose", " one"])
  }

  @Test func `scrolls a long text so that its cursor is in view`() {
    var prompt = PromptRow(query: PickQuery("abcdefghijklmnop"))
    #expect(shown(prompt, columns: 12) == ["> hijklmnop"])
    #expect(cursor(prompt, columns: 12) == CellPlace(column: 11, row: 0))
    _ = prompt.query.edit(Key(.character("a"), .control))
    #expect(shown(prompt, columns: 12) == ["> abcdefghi"])
    #expect(cursor(prompt, columns: 12) == CellPlace(column: 2, row: 0))
    prompt.showsCursor = false
    #expect(cursor(prompt, columns: 12) == nil)
    // A wide character is cut whole.
    let wide = PromptRow(query: PickQuery("你你你"))
    #expect(shown(wide, columns: 8) == ["> 你你"])
    #expect(cursor(wide, columns: 8) == CellPlace(column: 6, row: 0))
  }
}
