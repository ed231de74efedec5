import ChildPluginKit
import Testing

extension KitTests {
  /// The cells of many rows, through the kit.
  @Suite struct `Cells of many rows` {
    private let host = FakeHost()

    /// What a child on the host reads, one call after the other.
    private func read(
      _ rows: [Int], _ columns: Range<Int>?, limit: Int
    ) throws -> (batch: CellBatch, content: Content, child: TestChild) {
      let (child, probe) = try probe(on: host)
      let content = try #require(probe.host.content)
      var batch = CellBatch()
      content.read(rows: [0], columns: columns, limit: 3, into: &batch)
      content.read(rows: rows, columns: columns, limit: limit, into: &batch)
      return (batch, content, child)
    }

    private func table(_ count: Int) -> FakeContent {
      var content = FakeContent()
      content.rows = count
      content.columns = ["a", "b", "c"].map { FakeContent.Column(name: $0, width: 3) }
      content.cell = { row, column in
        String(repeating: "é你", count: row % 5) + "\(row).\(column)"
      }
      return content
    }

    @Test(arguments: [false, true], [nil, 0..<3, 1..<2, 2..<5] as [Range<Int>?])
    func `are what is read of each, also from an older host`(
      isOlder: Bool, columns: Range<Int>?
    ) throws {
      host.readsNoBatches = isOlder
      host.content = table(30)
      for limit in [0, 1, 2, 5, 12, 1000] {
        let rows = [7, 29, 30, -1, .max, 4, 4]
        let (batch, content, child) = try read(rows, columns, limit: limit)
        #expect(batch.rows == rows.count && batch.columns == columns)
        #expect(host.batchReads > 0 || isOlder)
        for (index, row) in rows.enumerated() {
          for column in columns.map({ Array($0) as [Int?] }) ?? [nil] {
            var (one, other) = (TextBuffer(), TextBuffer("before"))
            content.read(row: row, column: column, into: &one, limit: limit)
            let isWhole = batch.copy(row: index, column: column, into: &other)
            #expect(one == other, "row \(row) column \(String(describing: column)) limit \(limit)")
            #expect(!isWhole || limit > one.count)
            content.read(row: row, column: column, into: &one, limit: min(limit, 4))
            batch.copy(row: index, column: column, into: &other, limit: 4)
            #expect(one == other)
          }
        }
        withExtendedLifetime(child) {}
      }
    }

    @Test(arguments: [false, true])
    func `find room as they need it, up to a megabyte and 4,096`(isOlder: Bool) throws {
      host.readsNoBatches = isOlder
      var content = table(5000)
      content.cell = { row, _ in String(repeating: "a", count: row == 0 ? 1 : 1000) }
      host.content = content
      let (large, _, _) = try read(Array(1...100), 0..<2, limit: 2000)
      #expect(large.rows == 100)
      #expect(large.withCell(row: 99, column: 1) { $0.count } == 1000)
      #expect(try read(Array(1...2000), 0..<2, limit: 2000).batch.rows == 524)
      #expect(try read(Array(1...2000), 0..<3, limit: 1).batch.rows == 1365)
    }

    @Test func `are none where none were read`() throws {
      host.content = table(5)
      let (batch, content, child) = try read([1], 1..<2, limit: 9)
      var text = TextBuffer("before")
      #expect(batch.copy(row: 0, column: 0, into: &text) && text.isEmpty)
      #expect(batch.copy(row: 0, into: &text) && text.isEmpty)
      var other = batch
      other.clear()
      #expect(other.rows == 0)
      content.read(rows: [1], columns: 1..<1, limit: 9, into: &other)
      #expect(other.rows == 0)
      content.read(rows: [], limit: 9, into: &other)
      #expect(other.rows == 0)
      withExtendedLifetime(child) {}
    }
  }
}
