import HostSurface
import Testing

@Suite struct `What has changed of a layer` {
  private let pool = GraphemePool()

  private func taken(_ changes: LayerDiff, of layer: Layer) -> [String] {
    var rows: [String] = []
    changes.takeChanges(of: layer) { row, texts in
      let texts = texts.map { "\($0.column)\(String(decoding: $0.bytes, as: UTF8.self))" }
      rows.append("\(row): " + texts.joined(separator: " "))
    }
    return rows
  }

  @Test
  func `is a row for each that is another, in texts of one style, and nothing where there is none`()
  {
    let layer = Layer(columns: 9, rows: 3, pool: pool)
    let changes = LayerDiff(pool: pool)
    #expect(taken(changes, of: layer) == [])
    layer.put("abc", column: 1, row: 1, style: Style())
    layer.put("de", column: 4, row: 1, style: Style(attributes: .bold))
    layer.put("你é", column: 6, row: 1, style: Style())
    #expect(taken(changes, of: layer) == ["1: 1abc 4de 6你 8é"])
    #expect(taken(changes, of: layer) == [])
    layer.clear()
    layer.put("f", column: 0, row: 2, style: Style())
    #expect(taken(changes, of: layer) == ["1: ", "2: 0f"])
    layer.resize(columns: 9, rows: 2)
    #expect(taken(changes, of: layer) == [])
  }
}
