import HostSurface
import HostTerminal
import HostText
import Testing

@testable import HostPlugins
@testable import HostRuntime

@Suite struct `What the program shows over the children` {
  private static let keys = [
    KeyHelpItem(key: "a", action: "one"), KeyHelpItem(key: "b", action: "two"),
  ]
  private static let presenters = PresenterLine(
    state: "content", presenters: [.init(name: "List", file: "/opt/list.so")])

  private func help(
    columns: Int, rows: Int, _ items: [KeyHelpItem] = keys
  ) -> (isOther: Bool, rows: Int, text: [String]) {
    var isOther = false
    var height = 0
    let text = shownText(columns: columns, rows: rows) { pool, bounds in
      var line = KeyHelpLine(pool: pool)
      isOther = line.show(items, Self.presenters, on: bounds)
      let isOtherAgain = line.show(items, Self.presenters, on: bounds)
      #expect(!isOtherAgain)
      height = line.rows
      return [line.placed(on: bounds)]
    }
    return (isOther, height, text)
  }

  @Test
  func `of keys leaves four rows to the children, and has who presents them in a further one`() {
    #expect(help(columns: 40, rows: 4) == (false, 0, ["", "", "", ""]))
    #expect(help(columns: 40, rows: 5).text == ["", "", "", "", " a one   b two"])
    #expect(help(columns: 40, rows: 6).rows == 1)
    let whole = help(columns: 40, rows: 7)
    #expect(whole.isOther && whole.rows == 2)
    #expect(
      whole.text == ["", "", "", "", "", " content  List from /opt/list.so", " a one   b two"])
  }

  @Test func `of keys takes three rows at most`() {
    let many = (0..<9).map { KeyHelpItem(key: "\($0)", action: "act") }
    #expect(help(columns: 14, rows: 20, many).rows == 4)
    #expect(
      help(columns: 14, rows: 20, many).text.suffix(4)
        == [" content  List", " 0 act", " 1 act", " 2 act"])
  }

  @Test func `of keys says the first of two with one key, and none without a key`() {
    let items = [("", "none"), ("a", "one"), ("b", "two"), ("a", "three")].map {
      KeyHelpItem(key: $0, action: $1)
    }
    #expect(help(columns: 40, rows: 20, items).text.last == " a one   b two")
  }

  @Test func `of keys ends a column before the edge`() {
    #expect(help(columns: 15, rows: 6).text[5] == " a one   b two")
    #expect(help(columns: 14, rows: 6).text[4...5] == [" a one", " b two"])
    let line = " content  List from /opt/list.so"
    #expect(help(columns: line.utf8.count + 1, rows: 8).text[6] == line)
    #expect(help(columns: line.utf8.count, rows: 8).text[6] == " content  List from list.so")
  }

  @Test func `of keys is drawn anew where only the width is another`() {
    let pool = GraphemePool()
    var line = KeyHelpLine(pool: pool)
    for columns in [30, 40] {
      let bounds = CellRectangle(column: 0, row: 0, columns: columns, rows: 5)
      let isOther = line.show(Self.keys, nil, on: bounds)
      #expect(isOther == (columns == 30))
      #expect(line.layer.columns == columns)
    }
  }

  @Test func `to be said lies on the last row, between its edges`() {
    let text = shownText(columns: 8, rows: 3) { pool, bounds in
      [NoticeLine("abcdefghij", pool: pool).placed(on: bounds)]
    }
    #expect(text == ["", "", " abcdef"])
  }

  @Test func `to be said is a warning over the whole row, whatever its text`() {
    let bounds = CellRectangle(column: 0, row: 0, columns: 4, rows: 3)
    let placed = NoticeLine("a", pool: GraphemePool()).placed(on: bounds)
    #expect(placed.clip == CellRectangle(column: 0, row: 2, columns: 4, rows: 1))
    for column in 0..<4 {
      let cell = placed.layer.cell(column: column, row: 0)
      #expect(cell?.foreground == .role(.warning) && cell?.background == .default)
    }
  }
}
