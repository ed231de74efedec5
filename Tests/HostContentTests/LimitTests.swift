import TestSupport
import Testing

@testable import HostContent

/// Contents of which only the last rows are kept.
@Suite struct `A limit of rows` {
  private func limited(_ count: Int) -> FedContent {
    FedContent(.with { $0.keptRowCount = count })
  }

  @Test func `keeps the last ones, and counts the header for none`() {
    let content = limited(3)
    content.start("ID  SIZE  NAME\n1   20    a\n2   30    b\n3   40    c\n")
    #expect(content.rows.count == 3 && content.content.droppedRowCount == 0)
    let before = content.content
    content.feed("4   50    d\n5   60    e\n")
    #expect(content.content.columns?.names == ["ID", "SIZE", "NAME"])
    #expect(content.rows == ["3   40    c", "4   50    d", "5   60    e"])
    #expect(content.content.generation > before.generation)
    #expect(content.content.rowShift(since: before) == 2)
    content.end()
    #expect(content.content.isComplete && content.rows.count == 3)
  }

  @Test func `holds for each revision, also where a load begins while rows are held`() {
    let content = limited(2)
    content.start("a\nb\n")
    let revision = content.content.revision
    content.loader.isHeld = true
    content.feed("c\n")
    content.start()
    #expect(content.content.revision == revision)
    content.loader.isHeld = false
    #expect(content.loader.catchUp(at: 0).contains(.content))
    #expect(content.rows == ["b", "c"] && content.content.revision > revision)
  }

  @Test func `begins anew with each load`() {
    let content = limited(2)
    content.load("a\nb\nc\n")
    let before = content.content
    #expect(content.rows == ["b", "c"])
    content.load("x\n")
    #expect(content.rows == ["x"] && content.content.droppedRowCount == 0)
    #expect(content.content.rowShift(since: before) == nil)
  }

  /// Whatever the pieces, and though dropping waits for many rows where many are kept.
  @Test(arguments: [1, 100, 20_000])
  func `holds at the end, and nearly until then`(count: Int) {
    let content = limited(count)
    content.start()
    var sent = 0
    let part = max(10, count / 133)
    // The last ones are fewer than what is dropped at once.
    for piece in (1...40).reversed() {
      let rows = (sent..<sent + piece * part).map { "row \($0)\n" }.joined()
      sent += piece * part
      content.feed(rows)
      #expect(content.content.rowCount <= count + (count > 16_384 ? count / 8 : 0))
      let last = content.content.rowCount - 1
      #expect(content.content.withRow(last) { bytes, _ in string(bytes) } == "row \(sent - 1)")
    }
    content.end()
    #expect(content.rows == (sent - count..<sent).map { "row \($0)" })
  }

  @Test func `lets memory go, also that of the temporary file`() throws {
    var limits = RowLimits.kept
    limits.memoryBytes = 4 << 20
    let store = RowStore(limits: limits)
    let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
    let block = Array(repeating: line, count: 10_000).flatMap(\.self)
    var most = 0
    for _ in 0..<60 {
      store.append(block.span)
      store.drop(before: store.count - 5_000)
      most = max(most, store.memoryBytes)
    }
    #expect(store.count == 600_000 && !store.isFull && most <= 10 << 20)
    for row in [0, 100, store.count - 5_000, store.count - 1] {
      #expect(store.withRow(row) { bytes, _ in bytes.count } == 99, "row \(row)")
    }
    // Dropped rows are empty ones.
    #expect(store.withRow(store.count / 2) { bytes, _ in bytes.count } == 0)
  }

  @Test func `lets the rests of long rows go, and a search reads those that stay`() throws {
    let store = RowStore()
    for number in 0..<6 {
      let row = String(repeating: "\(number)", count: 3 << 20) + "end\(number)\n"
      store.append(Array(row.utf8).span)
    }
    let before = store.memoryBytes
    store.drop(before: 4)
    #expect(before - store.memoryBytes >= 8 << 20)
    var buffer = RowSlice.Buffer()
    for row in 4...5 {
      let slice = store.slice(at: row, maxBytes: 1, isBackward: false)
      for (text, isFound) in [("\(row)end\(row)", true), ("\(row - 1)", false)] {
        let matcher = try RowMatcher(RowFilter(text), findsRanges: false)
        let scan = RowScan(matcher: matcher, selector: CellSelector(nil, of: nil))
        let matches = slice.withBytes(in: &buffer) { bytes in
          LongRow(endOf: slice, bytes).flatMap { scan.matches($0, isCancelled: { false }) }
        }
        #expect(matches == isFound, "\(text)")
      }
    }
  }

  /// Random drops between random pieces, held against all rows.
  @Test(arguments: UInt64(1)...8)
  func `leaves the rows behind it as they were`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = RowStore()
    var sent: [String] = []
    var first = 0
    for _ in 0..<12 {
      let rows = (0..<Int.random(in: 1...4000, using: &random)).map { number in
        "\(sent.count + number) "
          + String(repeating: "y", count: Int.random(in: 0...900, using: &random))
      }
      sent += rows
      store.append(Array((rows.joined(separator: "\n") + "\n").utf8).span)
      first = Int.random(in: first...sent.count, using: &random)
      store.drop(before: first)
      for _ in 0..<50 where first < sent.count {
        let row = Int.random(in: first..<sent.count, using: &random)
        #expect(
          store.withRow(row) { bytes, _ in string(bytes) }
            == sent[row])
        let slice = store.slice(
          at: row, maxBytes: 256 << 10, isBackward: Bool.random(using: &random))
        #expect(slice.rows.contains(row))
        var buffer = RowSlice.Buffer()
        let count = slice.withBytes(in: &buffer) { $0.rowEndCount(in: 0..<$0.count) }
        #expect(slice.rows.lowerBound < first || count >= slice.rows.count, "seed \(seed)")
      }
    }
  }
}
