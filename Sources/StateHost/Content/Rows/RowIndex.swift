internal import CHostSystem

/// Where rows begin in a run of bytes, with one entry for every 16 KiB of them however many rows
/// those are: 12 bytes an entry, so under a thousandth of the content.
///
/// A *block* begins at a row and ends at the first row that begins 16 KiB or more later, so only
/// the last row of a block can be long. To find a row, find its block, then count newlines in it.
struct RowIndex {
  /// Where the bytes of a block are.
  struct Block: Equatable {
    /// The block's number, from 0.
    var number: Int
    /// The first byte.
    var start: UInt64
    /// One past the last byte that belongs to it so far.
    var end: UInt64
    /// The number of the first row in it.
    var firstRow: Int
  }

  static let blockBytes: UInt64 = 16 << 10

  private var starts: [UInt64] = [0]
  private var firstRows: [UInt32] = [0]
  /// Rows that have ended.
  private(set) var rowCount = 0
  /// One past the last byte that was looked at.
  private(set) var end: UInt64 = 0
  /// Where the row begins that has not ended yet; `end` when there is none.
  private(set) var openRowStart: UInt64 = 0

  /// Bytes that the index itself takes.
  var memoryBytes: Int { starts.capacity * 8 + firstRows.capacity * 4 }

  /// Looks at the bytes that follow those seen so far.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe append(base, count: buffer.count)
    }
  }

  private mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var offset = 0
    while offset < count {
      // The newline that ends the block is the first at `boundary` or later.
      let boundary = starts[starts.count - 1] + Self.blockBytes - 1
      if end < boundary {
        let length = Int(min(UInt64(count - offset), boundary - end))
        unsafe countRows(in: bytes + offset, length)
        offset += length
        continue
      }
      let length = count - offset
      let newline = unsafe host_newline_first(bytes + offset, length)
      offset += min(newline + 1, length)
      end += UInt64(min(newline + 1, length))
      guard newline < length else { return }
      rowCount += 1
      openRowStart = end
      beginBlock()
    }
  }

  private mutating func countRows(in bytes: UnsafePointer<UInt8>, _ length: Int) {
    let start = end
    end += UInt64(length)
    let newlines = unsafe host_newline_count(bytes, length)
    guard newlines > 0 else { return }
    rowCount += newlines
    openRowStart = start + UInt64(unsafe host_newline_after_last(bytes, length))
  }

  private mutating func beginBlock() {
    starts.append(end)
    firstRows.append(UInt32(rowCount))
  }

  /// The row that has not ended was moved: it and what follows are now at `start`.
  mutating func moveOpenRow(to start: UInt64) {
    let length = end - openRowStart
    starts.append(start)
    firstRows.append(UInt32(rowCount))
    openRowStart = start
    end = start + length
  }

  /// Nothing follows: a last row without a line end is a row.
  mutating func finish() {
    guard end > openRowStart else { return }
    rowCount += 1
    openRowStart = end
  }

  /// No block follows `block`; if its last row is a long one, that has no line end.
  func isLast(_ block: Block) -> Bool { block.number == starts.count - 1 }

  /// The block that `row` is in; `row` is below `rowCount`.
  func block(of row: Int) -> Block {
    let number = blockNumber(of: row)
    let next = number + 1
    return Block(
      number: number, start: starts[number], end: next < starts.count ? starts[next] : end,
      firstRow: Int(firstRows[number]))
  }

  private func blockNumber(of row: Int) -> Int {
    var low = 0
    var high = firstRows.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(firstRows[middle]) <= row { low = middle } else { high = middle }
    }
    return low
  }

  /// Blocks that follow each other, as far as their rows have ended.
  struct Run: Equatable {
    var start: UInt64
    /// One past the last byte of their rows.
    var end: UInt64
    var rows: Range<Int>
  }

  /// The block that `row` is in, with as many of those after it, or before it, as make `mostBytes`
  /// together and are in the same `chunkBytes`.
  func run(
    at row: Int, mostBytes: UInt64, chunkBytes: UInt64 = .max, isBackward: Bool = false
  ) -> Run {
    var first = blockNumber(of: row)
    var last = first
    let chunk = starts[first] / chunkBytes
    let fits = { (first: Int, last: Int) in
      endOfRows(last) - starts[first] <= mostBytes
    }
    if isBackward {
      while first > 0, starts[first - 1] / chunkBytes == chunk, fits(first - 1, last) { first -= 1 }
    } else {
      while last + 1 < starts.count, starts[last + 1] / chunkBytes == chunk, fits(first, last + 1) {
        last += 1
      }
    }
    let nextRow = last + 1 < firstRows.count ? Int(firstRows[last + 1]) : rowCount
    return Run(start: starts[first], end: endOfRows(last), rows: Int(firstRows[first])..<nextRow)
  }

  private func endOfRows(_ block: Int) -> UInt64 {
    block + 1 < starts.count ? starts[block + 1] : openRowStart
  }
}

/// Finding rows in the bytes of one block.
enum BlockRows {
  /// The bytes of the row that has `index` rows before it in `block`, without its line end (LF or
  /// CR LF); empty when the block has fewer rows.
  static func range(of index: Int, in block: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    guard let base = block.baseAddress else { return 0..<0 }
    let start = unsafe host_newline_after(base, block.count, index)
    let length = unsafe host_newline_first(base + start, block.count - start)
    var end = start + length
    if end < block.count, end > start, unsafe block[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }
}

/// Rows in a run of bytes.
extension Span where Element == UInt8 {
  /// Where the row ends that `offset` is in: at its newline, or at the end.
  func rowEnd(from offset: Int) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, offset < bytes.count else { return bytes.count }
      return offset + (unsafe host_newline_first(base + offset, bytes.count - offset))
    }
  }

  /// Where the row begins that `offset` is in, which is not before `start`, where one begins.
  func rowStart(of offset: Int, notBefore start: Int) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return start }
      return start + (unsafe host_newline_after_last(base + start, offset - start))
    }
  }

  /// How many rows end in `range`.
  func rowEndCount(in range: Range<Int>) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe host_newline_count(base + range.lowerBound, range.count)
    }
  }

  /// Where the row begins that has `count` rows between it and `offset`, where one begins too.
  func rowStart(after count: Int, from offset: Int) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, offset < bytes.count, count > 0 else { return offset }
      return offset + (unsafe host_newline_after(base + offset, bytes.count - offset, count))
    }
  }

  /// A row is shown otherwise than its bytes stand: see `ShownText`.
  var movesOrStyles: Bool {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return unsafe host_movement_first(base, bytes.count) < bytes.count
    }
  }

  /// The row that begins at `start` and ends at `end`, as it is kept: without CR before its newline,
  /// and no more of it than `RowLimits.longestRow`.
  func keptRow(from start: Int, to end: Int) -> Range<Int> {
    var last = end
    if last < count, last > start, self[last - 1] == 0x0D { last -= 1 }
    return start..<Swift.min(last, start + RowLimits.longestRow)
  }
}
