internal import CHostSystem

/// An index of where rows begin in the bytes of a load (`RowStore`, `FileRows`), which takes 16
/// bytes for each block of 16 KiB.
///
/// A *block* begins at a row and ends at the first row that begins 16 KiB or more later, so only
/// the last row of a block can be long. To find a row, find its block and count newlines in it.
struct RowIndex {
  /// A block of about 16 KiB of indexed bytes: its number, byte range and first row.
  struct Block: Equatable {
    var number: Int
    var start: UInt64
    /// The end of its bytes so far.
    var end: UInt64
    var firstRow: Int
  }

  static let blockBytes: UInt64 = 16 << 10

  private var starts: [UInt64] = [0]
  private var firstRows = [0]
  /// Complete rows.
  private(set) var rowCount = 0
  private(set) var end: UInt64 = 0
  /// Where the incomplete row begins; `end` when there is none.
  private(set) var openRowStart: UInt64 = 0

  var memoryBytes: Int { (starts.capacity + firstRows.capacity) * 8 }

  mutating func append(_ bytes: Span<UInt8>) {
    var offset = 0
    while offset < bytes.count {
      // The block ends with the first newline at `boundary` or later.
      let boundary = starts[starts.count - 1] + Self.blockBytes - 1
      if end < boundary {
        let length = Int(min(UInt64(bytes.count - offset), boundary - end))
        countRows(in: bytes.extracting(offset..<offset + length))
        offset += length
        continue
      }
      let newline = bytes.rowEnd(from: offset)
      let next = min(newline + 1, bytes.count)
      end += UInt64(next - offset)
      offset = next
      guard newline < bytes.count else { return }
      rowCount += 1
      openRowStart = end
      beginBlock(at: end)
    }
  }

  private mutating func countRows(in bytes: Span<UInt8>) {
    let newlines = bytes.rowEndCount(in: 0..<bytes.count)
    if newlines > 0 {
      rowCount += newlines
      openRowStart = end + UInt64(bytes.rowStart(of: bytes.count, notBefore: 0))
    }
    end += UInt64(bytes.count)
  }

  private mutating func beginBlock(at start: UInt64) {
    starts.append(start)
    firstRows.append(rowCount)
  }

  /// Forgets the blocks with bytes in a range; their rows become empty ones.
  mutating func dropBlocks(in bytes: Range<UInt64>) {
    let first = starts.partitioningIndex { $0 >= bytes.lowerBound }
    let last = starts.partitioningIndex { $0 >= bytes.upperBound }
    starts.removeSubrange(first..<last)
    firstRows.removeSubrange(first..<last)
  }

  /// Records that the incomplete row was moved to `start`.
  mutating func moveOpenRow(to start: UInt64) {
    let length = end - openRowStart
    beginBlock(at: start)
    openRowStart = start
    end = start + length
  }

  /// Completes a last row without a newline.
  mutating func finish() {
    guard end > openRowStart else { return }
    rowCount += 1
    openRowStart = end
  }

  /// Whether this is the last block, whose last row has no newline if it is a long one.
  func isLast(_ block: Block) -> Bool { block.number == starts.count - 1 }

  /// The block of `row`, which is less than `rowCount`.
  func block(of row: Int) -> Block {
    let number = blockNumber(of: row)
    return Block(
      number: number, start: starts[number],
      end: number + 1 < starts.count ? starts[number + 1] : end, firstRow: firstRows[number])
  }

  private func blockNumber(of row: Int) -> Int { firstRows.partitioningIndex { $0 > row } - 1 }

  /// The result of `run(at:maxBytes:)`, not part of the index: the block of a row with those after
  /// it, or before it, up to a number of bytes, to be read at once; their byte range, which ends
  /// with the last complete row, and the numbers of the rows in it.
  struct Run: Equatable {
    var start: UInt64
    var end: UInt64
    var rows: Range<Int>
  }

  /// The block of `row` and its neighbours after or before it, up to `maxBytes`, within one chunk.
  func run(
    at row: Int, maxBytes: UInt64, chunkBytes: UInt64 = .max, isBackward: Bool = false
  ) -> Run {
    var first = blockNumber(of: row)
    var last = first
    let chunk = starts[first] / chunkBytes
    let fits = { (first: Int, last: Int) in endOfRows(last) - starts[first] <= maxBytes }
    if isBackward {
      while first > 0, starts[first - 1] / chunkBytes == chunk, fits(first - 1, last) { first -= 1 }
    } else {
      while last + 1 < starts.count, starts[last + 1] / chunkBytes == chunk, fits(first, last + 1) {
        last += 1
      }
    }
    let nextRow = last + 1 < firstRows.count ? firstRows[last + 1] : rowCount
    return Run(start: starts[first], end: endOfRows(last), rows: firstRows[first]..<nextRow)
  }

  private func endOfRows(_ block: Int) -> UInt64 {
    block + 1 < starts.count ? starts[block + 1] : openRowStart
  }
}

extension Span where Element == UInt8 {
  /// Calls a C function with the bytes and their number.
  @inline(__always)
  func withPointer<Result>(_ function: (UnsafePointer<UInt8>?, Int) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe function($0.baseAddress, $0.count) }
  }

  /// The end of the row that contains `offset`: its newline, or the end of the bytes.
  func rowEnd(from offset: Int) -> Int {
    guard offset < count else { return count }
    return offset + (unsafe extracting(offset...).withPointer(host_newline_first))
  }

  /// The start of the row that contains `offset`; `start` is the start of a row before it.
  func rowStart(of offset: Int, notBefore start: Int) -> Int {
    start + (unsafe extracting(start..<offset).withPointer(host_newline_after_last))
  }

  func rowEndCount(in range: Range<Int>) -> Int {
    unsafe extracting(range).withPointer(host_newline_count)
  }

  /// The start of the row `count` rows after the one that starts at `offset`.
  func rowStart(after count: Int, from offset: Int) -> Int {
    guard offset < self.count, count > 0 else { return offset }
    return offset
      + (unsafe extracting(offset...).withPointer { unsafe host_newline_after($0, $1, count) })
  }

  /// Whether the text is displayed differently from its bytes: see `DisplayedText`.
  var needsRendering: Bool { unsafe withPointer(host_movement_first) < count }

  var isASCII: Bool { unsafe withPointer(host_text_is_ascii) }

  /// The row from `start` to `end` without its CR, cut at `RowLimits.maxRowBytes`.
  func rowRange(from start: Int, to end: Int) -> Range<Int> {
    var last = end
    if last < count, last > start, self[last - 1] == 0x0D { last -= 1 }
    return start..<Swift.min(last, start + RowLimits.maxRowBytes)
  }

  /// The row with this index in a block; empty if the block has fewer rows.
  func rowRange(at index: Int) -> Range<Int> {
    let start = rowStart(after: index, from: 0)
    return rowRange(from: start, to: rowEnd(from: start))
  }
}
