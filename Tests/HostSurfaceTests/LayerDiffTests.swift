import HostSurface
import Testing

@Suite struct `What has changed of a layer` {
  private let pool = CellPool()

  private func taken(_ changes: LayerDiff, of layer: Layer) -> [String] {
    var rows: [String] = []
    changes.takeChanges(of: layer) { row, texts in
      let texts = texts.map { "\($0.column)\(String(decoding: $0.bytes, as: UTF8.self))" }
      rows.append("\(row): " + texts.joined(separator: " "))
    }
    return rows
  }

  @Test func `is every row with text in another size, and texts between what is transparent`() {
    let layer = Layer(columns: 9, rows: 2, pool: pool)
    let changes = LayerDiff(pool: pool)
    for (columns, rows, isOther) in [(9, 2, true), (9, 3, true), (12, 3, true), (12, 3, false)] {
      layer.resize(columns: columns, rows: rows)
      layer.put("a", column: 0, row: 0, style: Style())
      layer.put("b", column: 5, row: 0, style: Style())
      #expect(taken(changes, of: layer) == (isOther ? ["0: 0a 5b"] : []))
    }
    let area = CellRectangle(2, 1, 3, 1)
    layer.fill(area, style: Style(background: .rgb(1, 2, 3)))
    #expect(taken(changes, of: layer) == ["1: 2   "])
    layer.clear(area)
    #expect(taken(changes, of: layer) == ["1: "])
  }
}
