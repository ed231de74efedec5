internal import CHostSystem

/// An index of where rows begin in a sequence of bytes, which stores 16 bytes for each block of 16 KiB, however many
/// rows it has.
///
/// A *block* begins at a row and ends at the first row that begins 16 KiB or more later, so only
/// the last row of a block can be long. To find a row, find its block and count newlines in it.
struct RowIndex {
  /// A block of about 16 KiB of indexed bytes, of rows kept in memory or of a large file: its number, byte range and
  /// first row.
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
  /// The number of bytes indexed.
  private(set) var end: UInt64 = 0
  /// Where the incomplete row begins; `end` when there is none.
  private(set) var openRowStart: UInt64 = 0

  var memoryBytes: Int { (starts.capacity + firstRows.capacity) * 8 }

  /// Indexes the bytes that follow.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe append(base, count: buffer.count)
    }
  }

  private mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var offset = 0
    while offset < count {
      // The block ends with the first newline at `boundary` or later.
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
    starts.append(start)
    firstRows.append(rowCount)
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
    let next = number + 1
    return Block(
      number: number, start: starts[number], end: next < starts.count ? starts[next] : end,
      firstRow: firstRows[number])
  }

  private func blockNumber(of row: Int) -> Int {
    var low = 0
    var high = firstRows.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstRows[middle] <= row { low = middle } else { high = middle }
    }
    return low
  }

  /// Consecutive blocks of indexed bytes, as a byte range and the complete rows in it.
  struct Run: Equatable {
    var start: UInt64
    var end: UInt64
    var rows: Range<Int>
  }

  /// The block of `row` and its neighbours after or before it, up to `maxBytes`, within one chunk
  /// of `chunkBytes`.
  func run(
    at row: Int, maxBytes: UInt64, chunkBytes: UInt64 = .max, isBackward: Bool = false
  ) -> Run {
    var first = blockNumber(of: row)
    var last = first
    let chunk = starts[first] / chunkBytes
    let fits = { (first: Int, last: Int) in
      endOfRows(last) - starts[first] <= maxBytes
    }
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

extension RowIndex.Block {
  /// The bytes of the row with this index in `block`, without its line end (LF or CR LF); empty
  /// when the block has fewer rows.
  static func range(of index: Int, in block: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    guard let base = block.baseAddress else { return 0..<0 }
    let start = unsafe host_newline_after(base, block.count, index)
    let length = unsafe host_newline_first(base + start, block.count - start)
    var end = start + length
    if end < block.count, end > start, unsafe block[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }
}

extension Span where Element == UInt8 {
  /// The end of the row that contains `offset`: its newline, or the end of the bytes.
  func rowEnd(from offset: Int) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, offset < bytes.count else { return bytes.count }
      return offset + (unsafe host_newline_first(base + offset, bytes.count - offset))
    }
  }

  /// The start of the row that contains `offset`; `start` is the start of a row before it.
  func rowStart(of offset: Int, notBefore start: Int) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return start }
      return start + (unsafe host_newline_after_last(base + start, offset - start))
    }
  }

  /// The number of newlines in `range`.
  func rowEndCount(in range: Range<Int>) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe host_newline_count(base + range.lowerBound, range.count)
    }
  }

  /// The start of the row `count` rows after the one that starts at `offset`.
  func rowStart(after count: Int, from offset: Int) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, offset < bytes.count, count > 0 else { return offset }
      return offset + (unsafe host_newline_after(base + offset, bytes.count - offset, count))
    }
  }

  /// Whether the text is displayed differently from its bytes: see `ShownText`.
  var needsRendering: Bool {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      return unsafe host_movement_first(base, bytes.count) < bytes.count
    }
  }

  /// The row from `start` to `end` without the CR before its newline, cut at
  /// `RowLimits.maxRowBytes`.
  func rowRange(from start: Int, to end: Int) -> Range<Int> {
    var last = end
    if last < count, last > start, self[last - 1] == 0x0D { last -= 1 }
    return start..<Swift.min(last, start + RowLimits.maxRowBytes)
  }
}
