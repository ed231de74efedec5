import HostSurface
import Testing

@testable import HostPlugins
@testable import HostRuntime

@Suite struct `What the program shows over the children` {
  private static let keys = [
    KeyHelpItem(key: "a", action: "one"), KeyHelpItem(key: "b", action: "two"),
  ]

  private func help(
    columns: Int, rows: Int, _ items: [KeyHelpItem] = keys
  ) -> (isOther: Bool, rows: Int, text: [String]) {
    var isOther = false
    var height = 0
    let text = shownText(columns: columns, rows: rows) { pool, bounds in
      var line = KeyHelpLine(pool: pool)
      isOther = line.show(items, on: bounds)
      let isOtherAgain = line.show(items, on: bounds)
      #expect(!isOtherAgain)
      height = line.rows
      return [line.placed(on: bounds)]
    }
    return (isOther, height, text)
  }

  @Test func `of keys leaves four rows to the children`() {
    #expect(help(columns: 40, rows: 4) == (false, 0, ["", "", "", ""]))
    #expect(help(columns: 40, rows: 5).text == ["", "", "", "", " a one   b two"])
    let whole = help(columns: 40, rows: 7)
    #expect(whole.isOther && whole.rows == 1)
    #expect(whole.text == ["", "", "", "", "", "", " a one   b two"])
  }

  @Test func `of keys takes three rows at most`() {
    let many = (0..<9).map { KeyHelpItem(key: "\($0)", action: "act") }
    #expect(help(columns: 14, rows: 20, many).rows == 3)
    #expect(
      help(columns: 14, rows: 20, many).text.suffix(4) == ["", " 0 act", " 1 act", " 2 act"])
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
  }

  @Test func `of keys is drawn anew where only the width is another`() {
    let pool = CellPool()
    var line = KeyHelpLine(pool: pool)
    for columns in [30, 40] {
      let bounds = CellRectangle(column: 0, row: 0, columns: columns, rows: 5)
      let isOther = line.show(Self.keys, on: bounds)
      #expect(isOther == (columns == 30))
      #expect(line.layer.columns == columns)
    }
  }

  @Test(arguments: [
    (8, ["abcdefghij"], [], " abcde…"), (14, ["abc", "def"], [], " abc · def"),
    (14, ["abc", "defghij"], [], " abc · defgh…"),
    (30, ["abc"], ["longer hint", "F12"], " abc              longer hint"),
    (14, ["abc"], ["longer hint", "F12"], " abc      F12"), (3, ["abc"], ["longer", "F12"], "F12"),
    (12, [], ["longer hint", "F12"], "        F12"), (5, [], [], ""),
  ])
  func `of the host says the most important first, with the key of its page at the right`(
    columns: Int, messages: [String], hints: [String], expected: String
  ) {
    let row = HostRow(messages: messages.map { .init(text: $0, role: .warning) }, hints: hints)
    let text = shownText(columns: columns, rows: 1) { pool, bounds in
      let layer = Layer(columns: bounds.columns, rows: 1, pool: pool)
      row.draw(on: layer)
      return [PlacedLayer(layer, in: bounds)]
    }
    #expect(text == [expected])
  }

  @Test func `of the host is drawn anew where only the width is another`() {
    var overlays = Overlays(pool: CellPool())
    let hint = HostRow(messages: [.init(text: "abc", role: .warning)], hints: ["longer", "F12"])
    _ = overlays.show(hint)
    for columns in [14, 12, 20] {
      let bounds = CellRectangle(column: 0, row: 0, columns: columns, rows: 3)
      let layers = overlays.placed(on: bounds)
      #expect(layers.map { $0.layer.columns } == [columns])
    }
  }

  @Test(arguments: [(9, 3, 5), (4, 2, 1), (3, 1, 1), (2, 1, 0), (1, 1, 0)])
  func `of a header is left out where the rows of the children would have none`(
    rows: Int, promptRows: Int, childRows: Int
  ) {
    var overlays = Overlays(pool: CellPool())
    var prompt = PromptRow()
    prompt.query.header = ["Choose", "one"]
    _ = (overlays.show(prompt), overlays.reserveRow(true))
    let bounds = CellRectangle(column: 0, row: 0, columns: 9, rows: rows)
    #expect(overlays.room(of: bounds).rows == childRows)
    #expect(overlays.placed(on: bounds).last?.layer.rows == promptRows)
  }

  @Test func `of the host covers the last row of the surface, whatever lies there`() throws {
    let pool = CellPool()
    var overlays = Overlays(pool: pool)
    let bounds = CellRectangle(column: 0, row: 0, columns: 4, rows: 3)
    func placed() -> [PlacedLayer] { overlays.placed(on: bounds) }
    func isOther(_ row: HostRow?) -> Bool { overlays.show(row) }
    let row = HostRow(messages: [.init(text: "a", role: .warning)])
    #expect(placed().isEmpty && overlays.room(of: bounds).rows == 3)
    #expect(isOther(row))
    #expect(!isOther(row))
    #expect(overlays.room(of: bounds).rows == 3)
    let last = try #require(placed().last)
    #expect(last.clip == CellRectangle(column: 0, row: 2, columns: 4, rows: 1))
    for column in 0..<4 { #expect(last.layer.cell(column: column, row: 0)?.background == .default) }
    #expect(isOther(nil))
    #expect(placed().isEmpty)
    let changes = [overlays.reserveRow(true), overlays.reserveRow(true)]
    #expect(changes == [true, false])
    #expect(overlays.room(of: bounds).rows == 2 && placed().count == 1)
  }
}
