import HostPlugins
import HostText
import Testing

@testable import HostRuntime
@testable import HostTerminal

@Suite struct `The page of keys` {
  private static let sections = [
    KeyPage.Section(
      title: "find",
      items: [
        KeyHelpItem(key: "/", action: "search"), KeyHelpItem(key: "&", action: "filter"),
      ]),
    KeyPage.Section(title: "columns", items: [KeyHelpItem(key: "s", action: "sort")]),
    KeyPage.Section(
      title: "program",
      items: [
        KeyHelpItem(key: "q", action: "quit"), KeyHelpItem(key: "ctrl-l", action: "draw anew"),
        KeyHelpItem(key: "f12", action: "children"),
      ]),
  ]

  /// What it shows after keys, and what became of the last of them.
  private func page(
    columns: Int, rows: Int, after keys: [Key] = [], _ events: [InputEvent] = []
  ) -> (text: [String], answer: PageAnswer?) {
    var answer: PageAnswer?
    let text = shownText(columns: columns, rows: rows) { pool, bounds in
      var page = KeyPage(pool: pool)
      var placed = page.placed(Self.sections, "content · rows by PID", on: bounds)
      for event in keys.map({ InputEvent.key($0) }) + events {
        answer = page.receive(event)
        placed = page.placed(Self.sections, "content · rows by PID", on: bounds)
      }
      return [placed]
    }
    return (text, answer)
  }

  private func typed(_ text: String) -> [Key] {
    text.unicodeScalars.map { Key(.character($0)) }
  }

  @Test func `has each section whole, in as many columns as there is room for`() {
    #expect(
      page(columns: 68, rows: 6).text == [
        " keys  content · rows by PID",
        " find                  columns               program",
        "   /       search        s       sort          q       quit",
        "   &       filter                              ctrl-l  draw anew",
        "                                               f12     children",
        " / search   tab children   escape back",
      ])
    #expect(
      page(columns: 45, rows: 9).text == [
        " keys  content · rows by PID",
        " find                  program",
        "   /       search        q       quit",
        "   &       filter        ctrl-l  draw anew",
        "                         f12     children",
        " columns", "   s       sort", "",
        " / search   tab children   escape back",
      ])
  }

  @Test func `is scrolled where it is higher than the screen, and no further`() {
    let whole = [
      " find", "   /       search", "   &       filter", "", " columns", "   s       sort", "",
      " program", "   q       quit", "   ctrl-l  draw anew", "   f12     children",
    ]
    func lines(after keys: [Key], _ events: [InputEvent] = []) -> [String] {
      Array(page(columns: 40, rows: 6, after: keys, events).text[1...4])
    }
    let last = whole.count - 4
    #expect(lines(after: []) == Array(whole[0..<4]))
    for (key, first) in [
      (Key(.down), 1), (Key(.character("j")), 1), (Key(.enter), 1), (Key(.pageDown), 3),
      (Key(.character(" ")), 3), (Key(.end), last), (Key(.character("G")), last),
    ] {
      #expect(lines(after: [key]) == Array(whole[first..<first + 4]), "\(key.name)")
    }
    for (key, first) in [
      (Key(.up), last - 1), (Key(.character("k")), last - 1), (Key(.pageUp), last - 3),
      (Key(.character("b")), last - 3), (Key(.home), 0), (Key(.character("g")), 0),
      (Key(.down), last),
    ] {
      #expect(lines(after: [Key(.end), key]) == Array(whole[first..<first + 4]), "\(key.name)")
    }
    #expect(lines(after: [Key(.up)]) == Array(whole[0..<4]))
    let wheel = MouseEvent(.wheelDown, column: 0, row: 0)
    #expect(lines(after: [], [.mouse(wheel)]) == Array(whole[3..<7]))
    let back = MouseEvent(.wheelUp, column: 0, row: 0)
    #expect(lines(after: [Key(.end)], [.mouse(back)]) == Array(whole[last - 3..<last + 1]))
    // What is pasted while nothing is typed is for nobody.
    #expect(lines(after: [], [.paste("so")]) == Array(whole[0..<4]))
    #expect(page(columns: 68, rows: 6).text.last?.contains("scroll") == false)
    #expect(page(columns: 68, rows: 5).text.last?.hasPrefix(" / search   up down scroll") == true)
  }

  @Test func `has what is looked for alone, by key, action or heading`() {
    func found(_ text: String) -> [String] {
      page(columns: 22, rows: 12, after: typed("/" + text)).text[1..<11].filter { !$0.isEmpty }
        .map { $0.split(separator: " ").joined(separator: " ") }
    }
    #expect(found("So") == ["columns", "s sort"])
    #expect(found("ctrl") == ["program", "ctrl-l draw anew"])
    #expect(found("fi") == ["find", "/ search", "& filter"])
    let none = page(columns: 40, rows: 12, after: typed("/zz"))
    #expect(none.text[1] == "" && none.text[11] == " /zz   no match")
    let ended = page(columns: 40, rows: 12, after: typed("/so") + [Key(.enter)])
    #expect(ended.text[11] == " /so" && ended.text[1] == " columns")
    for keys in [
      [Key(.escape)], [Key(.backspace), Key(.backspace), Key(.backspace)],
      [Key(.enter), Key(.escape)],
    ] {
      let all = page(columns: 40, rows: 12, after: typed("/so") + keys)
      #expect(all.answer == .used && all.text[1] == " find")
    }
    let pasted = page(
      columns: 40, rows: 12, after: typed("/"), [.paste("so\nx")])
    #expect(pasted.text[11] == " /so")
  }

  @Test func `is closed or turned by a key, and keeps all else from others`() {
    for key in [
      Key(.escape), Key(.character("q")), Key(.character("?")), Key(.function(1)),
    ] { #expect(page(columns: 40, rows: 9, after: [key]).answer == .closes, "\(key.name)") }
    for key in [Key(.tab), Key(.function(6))] {
      #expect(page(columns: 40, rows: 9, after: [key]).answer == .turns)
    }
    for key in [Key(.character("x")), Key(.left)] {
      #expect(page(columns: 40, rows: 9, after: [key]).answer == .used)
    }
    // While a text is typed they are text.
    #expect(page(columns: 40, rows: 9, after: typed("/q?")).answer == .used)
    #expect(page(columns: 40, rows: 9, after: [], [.focus(true)]).answer == .unused)
  }
}
