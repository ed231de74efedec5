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

func stored(_ bytes: [UInt8], slices: [Int], limits: RowLimits = .kept) -> RowStore {
  let store = RowStore(limits: limits)
  var start = 0
  for slice in slices {
    store.append(bytes.span.extracting(start..<start + slice))
    start += slice
  }
  store.append(bytes.span.extracting(start..<bytes.count))
  store.finish()
  return store
}

func allRows(_ store: RowStore) -> [ReadRow] {
  (0..<store.count).map { row in
    store.withRow(row) { bytes, length in
      ReadRow(bytes: bytes.indices.map { bytes[$0] }, fullLength: length)
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
    let bytes = Array(text.utf8)
    let store = stored(bytes, slices: [])
    #expect(allRows(store).map { String(decoding: $0.bytes, as: UTF8.self) } == rows)
    #expect(store.byteCount == bytes.count)
  }

  @Test func `every byte is kept as it came`() {
    let bytes = (UInt8.min...UInt8.max).filter { $0 != UInt8(0x0A) && $0 != UInt8(0x0D) }
    #expect(allRows(stored(bytes, slices: [])).map(\.bytes) == [bytes])
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

  @Test func `rows over many chunks are found again`() {
    var random = SeededGenerator(seed: 7)
    let store = RowStore()
    var lengths: [Int] = []
    while store.byteCount < 3 * ByteChunk.capacity {
      let length = Int.random(in: 0...30_000, using: &random)
      let row = [UInt8](repeating: UInt8(truncatingIfNeeded: length) | 0x80, count: length)
      store.append((row + [0x0A]).span)
      lengths.append(length)
    }
    store.finish()
    #expect(store.count == lengths.count)
    for (row, length) in lengths.enumerated() {
      let found = store.withRow(row) { bytes, _ in
        bytes.count == length
          && (length == 0 || bytes[0] == UInt8(truncatingIfNeeded: length) | 0x80)
      }
      #expect(found, "row \(row)")
    }
  }

  @Test func `slices of rows over many chunks have all their bytes, in both directions`() throws {
    let row = [UInt8](repeating: 0x61, count: 31) + [0x0A]
    let count = 5 * ByteChunk.capacity / 2 / row.count + 1234
    let rows = Rows.kept(stored(Array(repeatElement(row, count: count).joined()), slices: []))
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

  @Test(arguments: [
    RowLimits.maxRowBytes - 1, RowLimits.maxRowBytes, RowLimits.maxRowBytes + 1,
    3 * RowLimits.maxRowBytes + 12345,
  ])
  func `a huge row is cut and says how long it was`(length: Int) {
    let huge = [UInt8](repeating: 0x79, count: length)
    let bytes = Array("before\n".utf8) + huge + Array("\nafter\n".utf8)
    for slices in [[], [5, 1, 1], [7 + RowLimits.maxRowBytes, 1]] {
      let store = stored(bytes, slices: slices)
      let lengths = (0..<store.count).map { row in
        store.withRow(row) { bytes, length in [bytes.count, length] }
      }
      #expect(lengths == [[6, 6], [min(length, RowLimits.maxRowBytes), length], [5, 5]])
      #expect(store.withRow(2) { bytes, _ in string(bytes) } == "after")
      #expect(store.cutRowCount == (length > RowLimits.maxRowBytes ? 1 : 0))
    }
  }

  @Test func `each of several huge rows says how long it was`() {
    let lengths = [3, 1_100_000, 2, 1_200_000, 0, 1_300_000]
    let store = stored(
      lengths.flatMap { [UInt8](repeating: 0x79, count: $0) + [0x0A] }, slices: [])
    #expect(allRows(store).map(\.fullLength) == lengths)
    #expect(store.cutRowCount == 3)
  }

  @Test func `a huge last row without an end is cut too`() {
    let length = 2 * RowLimits.maxRowBytes
    let store = stored([UInt8](repeating: 0x7A, count: length), slices: [])
    #expect(store.count == 1)
    let lengths = store.withRow(0) { bytes, length in [bytes.count, length] }
    #expect(lengths == [RowLimits.maxRowBytes, length])
  }

  @Test func `the row limit cuts, and exactly as many rows do not`() {
    let limits = RowLimits(rows: 3, bytes: 1000)
    let exact = stored(Array("a\nb\nc\n".utf8), slices: [], limits: limits)
    #expect(exact.count == 3 && !exact.isFull)
    let more = stored(Array("a\nb\nc\nd\n".utf8), slices: [], limits: limits)
    #expect(more.count == 3 && more.isFull)
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

  @Test func `the byte limit cuts`() {
    let store = stored(Array("aaaa\nbbbb\n".utf8), slices: [], limits: RowLimits(rows: 9, bytes: 9))
    #expect(store.isFull)
    for bytes in [10, 11] {
      let limits = RowLimits(rows: 9, bytes: bytes)
      let store = stored(Array("aaaa\nbbbb\n".utf8), slices: [], limits: limits)
      #expect(!store.isFull && store.count == 2)
    }
    // The row that was cut off at the limit does not count.
    let open = stored(Array("aaaa\nbbbbb".utf8), slices: [], limits: RowLimits(rows: 9, bytes: 9))
    #expect(open.isFull && allRows(open).map(\.fullLength) == [4])
  }

  @Test func `a number that names no row reads as an empty row`() {
    let store = stored(Array("a\n".utf8), slices: [])
    for row in [-1, 1, Int.max] {
      #expect(store.withRow(row) { bytes, length in bytes.count + length } == 0)
    }
  }

  @Test func `the index takes little`() {
    let store = stored([UInt8](repeating: 0x0A, count: 1 << 20), slices: [])
    #expect(store.count == 1 << 20)
    #expect(store.memoryBytes - ByteChunk.capacity < 4096)
  }
}
