import TestSupport
import Testing

@testable import HostContent

/// A row as returned by a store.
struct ReadRow: Equatable {
  var bytes: [UInt8]
  var fullLength: Int
}

/// The reference implementation of rows.
func plainRows(_ bytes: [UInt8]) -> [ReadRow] {
  var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  let last = lines.removeLast()
  lines = lines.map { $0.last == 0x0D ? Array($0.dropLast()) : $0 }
  if !last.isEmpty { lines.append(last) }
  return lines.map {
    ReadRow(bytes: Array($0.prefix(RowLimits.maxRowBytes)), fullLength: $0.count)
  }
}

func allRows(_ store: RowStore) -> [ReadRow] {
  (0..<store.count).map { row in
    store.withRow(row) { bytes, length in
      ReadRow(bytes: bytes.copied, fullLength: length)
    }
  }
}

@Suite struct RowTests {
  @Test(arguments: [
    ("", []),
    ("a", ["a"]),
    ("a\n", ["a"]),
    ("a\nb", ["a", "b"]),
    ("\n", [""]),
    ("\n\n\na\n\n", ["", "", "", "a", ""]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("a\rb\r\r\n", ["a\rb\r"]),
    ("\r\n\r\n", ["", ""]),
    ("end\r", ["end\r"]),
    ("nul\0in\0it\n", ["nul\0in\0it"]),
  ])
  func `bytes become rows`(text: String, rows: [String]) {
    let store = stored(text)
    #expect(allRows(store).map { string($0.bytes.span) } == rows)
    #expect(store.byteCount == text.utf8.count)
  }

  @Test func `every byte is kept as it came`() {
    let bytes = (UInt8.min...UInt8.max).filter { $0 != UInt8(0x0A) && $0 != UInt8(0x0D) }
    #expect(allRows(stored(bytes)).map(\.bytes) == [bytes])
  }

  @Test(arguments: 1...20)
  func `the slices in which bytes arrive make no difference`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    let longest = [3, 40, 300, 9000].randomElement(using: &random) ?? 3
    while bytes.count < 25_000 {
      for _ in 0..<Int.random(in: 0...longest, using: &random) {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      }
      if Bool.random(using: &random) { bytes.append(0x0D) }
      bytes.append(0x0A)
    }
    var slices: [Int] = []
    var left = bytes.count
    while left > 0 {
      slices.append(min(left, Int.random(in: 0...9000, using: &random)))
      left -= slices[slices.count - 1]
    }
    #expect(allRows(stored(bytes, slices: slices)) == plainRows(bytes), "seed \(seed)")
  }

  @Test func `slices of rows over many chunks have all their bytes, in both directions`() throws {
    let row = [UInt8](repeating: 0x61, count: 31) + [0x0A]
    let count = 5 * ByteChunk.capacity / 2 / row.count + 1234
    let rows = Rows.kept(stored(Array(repeatElement(row, count: count).joined())))
    #expect(rows.count == count)
    for isBackward in [false, true] {
      var way = ScanPlan([ScanPlan.Segment(rows: 0..<count)], isBackward: isBackward)
      var seen = 0
      while let slice = try way.next(in: rows) {
        #expect(slice.byteCount == slice.rows.count * row.count)
        seen += slice.wanted.count
      }
      #expect(seen == count)
    }
  }

  @Test(
    arguments: [
      [RowLimits.maxRowBytes - 1], [RowLimits.maxRowBytes], [RowLimits.maxRowBytes + 1],
      [3 * RowLimits.maxRowBytes + 12345], [3, 1_100_000, 2, 1_200_000, 0, 1_300_000],
    ], [true, false])
  func `huge rows are cut and say how long they were`(lengths: [Int], hasEnd: Bool) {
    let rows = [6] + lengths + (hasEnd ? [5] : [])
    var bytes = rows.flatMap { [UInt8](repeating: 0x79, count: $0) + [0x0A] }
    if !hasEnd { bytes.removeLast() }
    for slices in hasEnd ? [[], [5, 1, 1], [7 + RowLimits.maxRowBytes, 1]] : [[]] {
      let store = stored(bytes, slices: slices)
      let isRight = allRows(store) == plainRows(bytes)
      #expect(isRight && store.count == rows.count)
      #expect(store.cutRowCount == lengths.count { $0 > RowLimits.maxRowBytes })
    }
  }

  @Test func `the row limit cuts, and exactly as many rows do not`() {
    let limits = RowLimits(rows: 3, bytes: 1000)
    for (text, isFull) in [("a\nb\nc\n", false), ("a\nb\nc\nd\n", true)] {
      let store = stored(Array(text.utf8), limits: limits)
      #expect(store.count == 3 && store.isFull == isFull)
    }
  }

  @Test func `rows that are dropped make room for as many`() {
    let store = RowStore(limits: RowLimits(rows: 10, bytes: 1000))
    for row in 0..<15 {
      if row == 8 { store.drop(before: 5) }
      store.append(Array("\(row)\n".utf8).span)
    }
    #expect(store.count == 15 && !store.isFull)
    #expect(store.withRow(14) { bytes, _ in string(bytes) } == "14")
    store.append(Array("15\n".utf8).span)
    #expect(store.count == 15 && store.isFull)
  }

  /// The row that was cut off at the limit does not count.
  @Test(arguments: [
    ("aaaa\nbbbb\n", 9, true, [4, 4]), ("aaaa\nbbbb\n", 10, false, [4, 4]),
    ("aaaa\nbbbb\n", 11, false, [4, 4]), ("aaaa\nbbbbb", 9, true, [4]),
  ])
  func `the byte limit cuts`(text: String, most: Int, isFull: Bool, lengths: [Int]) {
    let store = stored(Array(text.utf8), limits: RowLimits(rows: 9, bytes: most))
    #expect(store.isFull == isFull && allRows(store).map(\.fullLength) == lengths)
  }

  @Test func `a number that names no row reads as an empty row`() {
    let store = stored("a\n")
    for row in [-1, 1, Int.max] {
      #expect(store.withRow(row) { bytes, length in bytes.count + length } == 0)
    }
  }

  @Test func `the index takes little`() {
    let store = stored([UInt8](repeating: 0x0A, count: 1 << 20))
    #expect(store.count == 1 << 20 && store.memoryBytes - ByteChunk.capacity < 4096)
  }
}
