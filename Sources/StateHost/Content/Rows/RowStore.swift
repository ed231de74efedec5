internal import CHostSystem
internal import Glibc

/// Rows kept in memory, in the order in which their bytes arrived.
///
/// A row ends with LF or CR LF, which is not part of it; an empty line is a row, and so is a last
/// line without an end. Every other byte is kept as it came. Rows longer than
/// `RowLimits.longestRow` are cut and remember their full length. Rows are only ever added.
package final class RowStore {
  /// The most that one call takes in.
  package static let receiveBytes = 256 << 10
  private static let leastFree = 64 << 10

  private let limits: RowLimits
  private var chunks: [ByteChunk] = []
  private var index = RowIndex()
  private var cuts = TruncatedRows()
  /// What was dropped of the open row, once that has reached its limit.
  private var droppedBytes: Int?
  /// The end of that.
  private var droppedEnd: [UInt8] = []
  private var keptBytes = 0

  /// Bytes that arrived, those that were dropped from long rows included.
  package private(set) var byteCount = 0

  package init(limits: RowLimits = .kept) {
    self.limits = limits
  }

  /// How many rows there are.
  package var count: Int { min(index.rowCount, limits.rows) }

  /// More arrived than the limits allow: the rows are not all that there were.
  package var isFull: Bool { index.rowCount > limits.rows || keptBytes > limits.bytes }

  /// How many rows were too long and are cut.
  package var cutRowCount: Int { cuts.count }

  /// Memory taken, for measuring.
  package var memoryBytes: Int { chunks.count * ByteChunk.capacity + index.memoryBytes }

  /// Lets `read` fill free memory; it says how many bytes it wrote, and that is the result.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let chunk = chunkWithSpace()
    let space = unsafe UnsafeMutableBufferPointer(rebasing: chunk.free.prefix(Self.receiveBytes))
    let received = unsafe read(UnsafeMutableRawBufferPointer(space))
    guard received > 0 else { return received }
    byteCount += received
    let kept = unsafe cutLongRow(UnsafeMutableBufferPointer(rebasing: space.prefix(received)))
    unsafe index.append(UnsafeBufferPointer(rebasing: space.prefix(kept)).span)
    chunk.used += kept
    keptBytes += kept
    return received
  }

  /// Takes in `bytes`, whatever their number.
  package func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let taken = unsafe receive { space in
          let length = unsafe min(space.count, rest.count)
          unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(length)))
          return length
        }
        unsafe rest = rest.dropFirst(taken)
      }
    }
  }

  /// Nothing follows.
  ///
  /// A last line without an end becomes a row, unless the store is full.
  package func finish() {
    guard !isFull else { return }
    if let dropped = droppedBytes {
      cuts.add(row: index.rowCount, fullLength: RowLimits.longestRow + dropped)
      droppedBytes = nil
    }
    index.finish()
  }

  /// Reads row `row`: its bytes, and its full length, which is more than their count if it was cut.
  ///
  /// A number that names no row reads as an empty row.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    guard row >= 0, row < count else { return body([UInt8]().span, 0) }
    let block = index.block(of: row)
    let number = Int(block.start) / ByteChunk.capacity
    let chunk = chunks[number]
    let base = number * ByteChunk.capacity
    let blockRange = Int(block.start) - base..<min(Int(block.end) - base, chunk.used)
    let bytes = unsafe chunk.bytes(blockRange)
    let range = unsafe BlockRows.range(of: row - block.firstRow, in: bytes)
    let rowBytes = unsafe UnsafeBufferPointer(rebasing: bytes[range])
    return unsafe body(rowBytes.span, cuts.fullLength(of: row) ?? range.count)
  }

  /// What there is of a line that has not ended, which is no row yet; empty where there is none.
  ///
  /// Of a longer one than `openLineBytes` it is the beginning, or, where a carriage return stands in its last bytes, as in
  /// a line of progress, what stands from that on.
  var openLine: [UInt8] {
    let length = Int(index.end - index.openRowStart)
    guard length > 0, !isFull, let chunk = chunks.last else { return [] }
    let line = unsafe chunk.bytes(chunk.used - length..<chunk.used)
    guard droppedBytes != nil || length > Self.openLineBytes else { return unsafe Array(line) }
    let end = unsafe droppedBytes == nil ? Array(line.suffix(Self.openLineBytes)) : droppedEnd
    if let start = end.firstIndex(of: 0x0D) { return Array(end[start...]) }
    return unsafe Array(line.prefix(Self.openLineBytes))
  }

  /// The most bytes of a line that has not ended.
  private static let openLineBytes = 4096

  /// The rows around `row`, below `count`, that have ended.
  func piece(at row: Int, mostBytes: Int, isBackward: Bool) -> RowSlice {
    let run = index.run(
      at: row, mostBytes: UInt64(mostBytes), chunkBytes: UInt64(ByteChunk.capacity),
      isBackward: isBackward)
    let number = Int(run.start) / ByteChunk.capacity
    let base = number * ByteChunk.capacity
    let range = Int(run.start) - base..<min(Int(run.end) - base, chunks[number].used)
    let rows = run.rows.clamped(to: 0..<count)
    return RowSlice(bytes: .kept(chunks[number], range), rows: rows, wanted: rows)
  }

  private func chunkWithSpace() -> ByteChunk {
    if let last = chunks.last, ByteChunk.capacity - last.used >= Self.leastFree { return last }
    // Who has filled one chunk is likely to fill another.
    let fresh = ByteChunk(isLarge: !chunks.isEmpty)
    if let last = chunks.last {
      let openLength = Int(index.end - index.openRowStart)
      let open = unsafe last.bytes(last.used - openLength..<last.used)
      _ = unsafe fresh.free.update(fromContentsOf: open)
      last.used -= openLength
      fresh.used = openLength
      index.moveOpenRow(to: UInt64(chunks.count * ByteChunk.capacity))
    }
    chunks.append(fresh)
    return fresh
  }

  /// Removes from `bytes`, which just arrived, what makes the open row too long, and says how many
  /// are left.
  ///
  /// Only the open row can be: fewer bytes arrive at once than a row may have.
  private func cutLongRow(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let openLength = Int(index.end - index.openRowStart)
    let room = RowLimits.longestRow - openLength
    guard droppedBytes != nil || bytes.count > room else { return bytes.count }
    let lineEnd = unsafe host_newline_first(base, bytes.count)
    guard droppedBytes != nil || lineEnd > room else { return bytes.count }
    let dropped = (droppedBytes ?? 0) + lineEnd - room
    guard lineEnd < bytes.count else {
      droppedBytes = dropped
      unsafe droppedEnd.append(contentsOf: bytes.suffix(Self.openLineBytes))
      droppedEnd.removeFirst(max(0, droppedEnd.count - Self.openLineBytes))
      return room
    }
    droppedBytes = nil
    droppedEnd = []
    cuts.add(row: index.rowCount, fullLength: RowLimits.longestRow + dropped)
    let rest = bytes.count - lineEnd
    unsafe memmove(base + room, base + lineEnd, rest)
    return room + rest
  }
}

/// The rows that were too long, in order, and how long they really are.
struct TruncatedRows {
  private var rows: [Int] = []
  private var fullLengths: [Int] = []

  var count: Int { rows.count }

  /// Marks `row`, which comes after all that were marked before.
  mutating func add(row: Int, fullLength: Int) {
    rows.append(row)
    fullLengths.append(fullLength)
  }

  /// The length in bytes of a cut row before it was cut; `nil` for a row that is whole.
  func fullLength(of row: Int) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low] == row ? fullLengths[low] : nil
  }
}

/// Memory for rows: allocated whole, used from the front, never moved.
///
/// Untouched memory costs nothing: the system gives pages when they are first written.
///
/// Bytes of rows that have ended never change: once they are handed over they may be read on any thread
/// (`bytes`). Everything else belongs to the thread that fills the chunk.
@safe final class ByteChunk: @unchecked Sendable {
  /// Twice the longest row, so that an open row always fits in a fresh chunk with room to read; and
  /// the size of a large page.
  static let capacity = 2 * RowLimits.longestRow

  private let memory: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes hold rows.
  var used = 0

  /// A chunk that will be filled (`isLarge`) is asked for as one large page, which the system gives
  /// several times faster than many small ones.
  init(isLarge: Bool) {
    let alignment = isLarge ? Self.capacity : MemoryLayout<UInt64>.alignment
    let raw = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.capacity, alignment: alignment)
    if isLarge { _ = unsafe madvise(raw.baseAddress, raw.count, MADV_HUGEPAGE) }
    unsafe memory = raw.bindMemory(to: UInt8.self)
  }

  deinit {
    unsafe UnsafeMutableRawBufferPointer(memory).deallocate()
  }

  /// The bytes from `range`, which is inside the chunk; valid while the chunk lives.
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: memory[range])
  }

  /// The bytes after those that are used; valid while the chunk lives.
  var free: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(rebasing: memory[used...])
  }
}
