internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The rows of a load, split from bytes as they arrive and held in memory, or in a temporary file
/// beyond a size; a large or followed regular file whose rows are its lines has `FileRows` instead.
///
/// A row ends with LF or CR LF, which is not part of it; empty lines and an unterminated last line
/// are rows. Other bytes are kept unchanged. A row longer than `RowLimits.maxRowBytes` is cut; its
/// rest is kept apart, only for searches. Rows are appended and keep their numbers; `drop` frees
/// the first ones.
package final class RowStore {
  /// The most bytes that one call accepts.
  package static let receiveBytes = 256 << 10
  private static let leastFree = 64 << 10

  private let limits: RowLimits
  private var chunks: [ByteChunk] = []
  /// The number of chunks after the first one that were dropped.
  private var droppedChunkCount = 0
  private var droppedRowCount = 0
  private var index = RowIndex()
  /// The rows that were too long, in ascending order, with full lengths and their rests' ends.
  private var cuts: [(row: Int, fullLength: Int, restEnd: Int)] = []
  /// The rests of these rows, one after the other, in chunks of which all but the last are full.
  private var restChunks: [ByteChunk] = []
  private var restCount = 0
  private var droppedRestChunkCount = 0
  /// How many bytes of the incomplete row are kept apart; nil below its limit.
  private var droppedBytes: Int?
  /// The last of these bytes.
  private var droppedEnd: [UInt8] = []
  private var keptBytes = 0
  /// The file for rows beyond `limits.memoryBytes`; nil until needed.
  private var file: TemporaryFile?
  private var fileBytes = 0
  private var mappedChunkCount = 0
  /// Why no more rows can be kept; nil while they can.
  private(set) var problem: SystemError?

  /// Bytes that arrived, including dropped ones.
  package private(set) var byteCount = 0

  package init(limits: RowLimits = .kept) { self.limits = limits }

  package var count: Int { min(index.rowCount, limits.rows + droppedRowCount) }

  /// Whether more arrived than the limits allow.
  package var isFull: Bool {
    index.rowCount > limits.rows + droppedRowCount || keptBytes > limits.bytes || problem != nil
  }

  package var cutRowCount: Int { cuts.count }

  package var memoryBytes: Int {
    (chunks.count + restChunks.count - mappedChunkCount) * ByteChunk.capacity + index.memoryBytes
  }

  /// Lets `read` fill free memory; returns its result, the number of bytes written.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    guard let chunk = chunkWithSpace() else { return 0 }
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

  package func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty, problem == nil {
        let taken = unsafe receive { space in
          let length = unsafe min(space.count, rest.count)
          unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(length)))
          return length
        }
        unsafe rest = rest.dropFirst(taken)
      }
    }
  }

  /// Completes an unterminated last line, unless the store is full.
  package func finish() {
    guard !isFull else { return }
    if let dropped = droppedBytes {
      cuts.append((index.rowCount, RowLimits.maxRowBytes + dropped, restCount))
      droppedBytes = nil
    }
    index.finish()
  }

  /// As `Rows.withRow`.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    guard row >= 0, row < count else { return body([UInt8]().span, 0) }
    let block = index.block(of: row)
    let (chunk, blockRange) = chunk(from: block.start, to: block.end)
    let bytes = unsafe chunk.bytes(blockRange)
    let span = unsafe bytes.span
    let range = span.rowRange(at: row - block.firstRow)
    let cut = cuts.partitioningIndex { $0.row >= row }
    let isCut = cut < cuts.count && cuts[cut].row == row
    return body(span.extracting(range), isCut ? cuts[cut].fullLength : range.count)
  }

  /// The unfinished last line, which is not a row yet; empty if there is none.
  ///
  /// Of a line longer than `openLineBytes` it is the beginning, or, if a carriage return is among
  /// its last bytes as in a progress line, what follows that.
  var openLine: [UInt8] {
    let length = Int(index.end - index.openRowStart)
    guard length > 0, !isFull, let chunk = chunks.last else { return [] }
    let line = unsafe chunk.bytes(chunk.used - length..<chunk.used)
    guard droppedBytes != nil || length > Self.openLineBytes else { return unsafe Array(line) }
    let end = unsafe droppedBytes == nil ? Array(line.suffix(Self.openLineBytes)) : droppedEnd
    if let start = end.firstIndex(of: 0x0D) { return Array(end[start...]) }
    return unsafe Array(line.prefix(Self.openLineBytes))
  }

  private static let openLineBytes = 4096

  /// A slice of complete rows around `row`, which is less than `count`.
  func slice(at row: Int, maxBytes: Int, isBackward: Bool) -> RowSlice {
    let run = index.run(
      at: row, maxBytes: UInt64(maxBytes), chunkBytes: UInt64(ByteChunk.capacity),
      isBackward: isBackward)
    let (chunk, range) = chunk(from: run.start, to: run.end)
    let rows = run.rows.clamped(to: 0..<count)
    var slice = RowSlice(bytes: .kept(chunk, range), rows: rows, wanted: rows)
    let cut = cuts.partitioningIndex { $0.row >= rows.upperBound - 1 }
    if cut < cuts.count, cuts[cut].row == rows.upperBound - 1 { slice.readRest = restReader(cut) }
    return slice
  }

  /// Reads the rest of a long row, with its newline.
  private func restReader(_ cut: Int) -> LongRow.Reader {
    let dropped = droppedRestChunkCount * ByteChunk.capacity
    let start = (cut == 0 ? 0 : cuts[cut - 1].restEnd) - dropped
    let end = cuts[cut].restEnd - dropped
    return { [restChunks] _, offset in
      let place = start + offset - RowLimits.maxRowBytes
      guard place >= 0, place < end else { return [] }
      let first = place % ByteChunk.capacity
      let chunk = restChunks[place / ByteChunk.capacity]
      return unsafe Array(chunk.bytes(first..<min(ByteChunk.capacity, first + end - place)))
    }
  }

  /// The chunk of indexed bytes, and their range in it.
  private func chunk(from start: UInt64, to end: UInt64) -> (ByteChunk, Range<Int>) {
    let number = Int(start) / ByteChunk.capacity
    let chunk = chunks[number == 0 ? 0 : number - droppedChunkCount]
    let base = number * ByteChunk.capacity
    return (chunk, Int(start) - base..<min(Int(end) - base, chunk.used))
  }

  /// Frees the memory of the rows before `row`, which then read as empty rows.
  ///
  /// The first chunk stays: it has the header and the rows for column detection.
  package func drop(before row: Int) {
    guard row > droppedRowCount, row < index.rowCount else { return }
    droppedRowCount = row
    dropRests(before: row)
    let end = Int(index.block(of: row).start) / ByteChunk.capacity
    let count = end - 1 - droppedChunkCount
    guard count > 0 else { return }
    uncount(chunks[1...count])
    let first = UInt64((1 + droppedChunkCount) * ByteChunk.capacity)
    index.dropBlocks(in: first..<UInt64(end * ByteChunk.capacity))
    chunks.removeSubrange(1...count)
    droppedChunkCount += count
  }

  private func dropRests(before row: Int) {
    let next = cuts.partitioningIndex { $0.row >= row }
    let end = next == 0 ? 0 : cuts[next - 1].restEnd
    let count = end / ByteChunk.capacity - droppedRestChunkCount
    uncount(restChunks.prefix(count))
    restChunks.removeFirst(count)
    droppedRestChunkCount += count
  }

  private func uncount(_ dropped: ArraySlice<ByteChunk>) {
    keptBytes -= dropped.reduce(0) { $0 + $1.used }
    mappedChunkCount -= dropped.count(where: \.isMapped)
  }

  /// Keeps a part of the rest of a long row; without room, `problem` has the reason.
  private func keepRest(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      if restChunks.last.map({ $0.used == ByteChunk.capacity }) ?? true {
        guard let fresh = freshChunk() else { return }
        restChunks.append(fresh)
      }
      let chunk = restChunks[restChunks.count - 1]
      let count = unsafe min(rest.count, ByteChunk.capacity - chunk.used)
      _ = unsafe chunk.free.update(fromContentsOf: rest.prefix(count))
      unsafe rest = rest.dropFirst(count)
      chunk.used += count
      keptBytes += count
      restCount += count
    }
  }

  /// Nil when there is no room for more; `problem` has the reason.
  private func chunkWithSpace() -> ByteChunk? {
    if let last = chunks.last, ByteChunk.capacity - last.used >= Self.leastFree { return last }
    guard let fresh = freshChunk() else { return nil }
    if let last = chunks.last {
      let openLength = Int(index.end - index.openRowStart)
      let open = unsafe last.bytes(last.used - openLength..<last.used)
      _ = unsafe fresh.free.update(fromContentsOf: open)
      last.used -= openLength
      fresh.used = openLength
      index.moveOpenRow(to: UInt64((chunks.count + droppedChunkCount) * ByteChunk.capacity))
    }
    chunks.append(fresh)
    return fresh
  }

  /// A chunk in memory, or, beyond `limits.memoryBytes`, in a temporary file.
  private func freshChunk() -> ByteChunk? {
    guard keptBytes >= limits.memoryBytes else {
      // A source that has filled one chunk is likely to fill another.
      return ByteChunk(isLarge: !chunks.isEmpty)
    }
    do throws(SystemError) {
      let file: TemporaryFile = if let known = self.file { known } else { try TemporaryFile() }
      self.file = file
      chunks.last?.pageOut()
      let chunk = try ByteChunk(in: file, at: fileBytes)
      fileBytes += ByteChunk.capacity
      mappedChunkCount += 1
      return chunk
    } catch {
      problem = error
      return nil
    }
  }

  /// Sets aside bytes that make the incomplete row too long; returns how many new bytes stay.
  ///
  /// Only that row can become too long: one read is smaller than the limit of a row.
  private func cutLongRow(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let openLength = Int(index.end - index.openRowStart)
    let room = RowLimits.maxRowBytes - openLength
    guard droppedBytes != nil || bytes.count > room else { return bytes.count }
    let lineEnd = unsafe host_newline_first(base, bytes.count)
    guard droppedBytes != nil || lineEnd > room else { return bytes.count }
    unsafe keepRest(bytes[room..<min(lineEnd + 1, bytes.count)])
    let dropped = (droppedBytes ?? 0) + lineEnd - room
    guard lineEnd < bytes.count else {
      droppedBytes = dropped
      unsafe droppedEnd.append(contentsOf: bytes.suffix(Self.openLineBytes))
      droppedEnd.removeFirst(max(0, droppedEnd.count - Self.openLineBytes))
      return room
    }
    droppedBytes = nil
    droppedEnd = []
    cuts.append((index.rowCount, RowLimits.maxRowBytes + dropped, restCount))
    let rest = bytes.count - lineEnd
    unsafe memmove(base + room, base + lineEnd, rest)
    return room + rest
  }
}

/// A block of 2 MiB, allocated or mapped to a temporary file, filled with rows from the front.
///
/// Untouched pages take no memory. The bytes of complete rows never change, so other threads may
/// read them (`bytes`); everything else belongs to the thread that fills the chunk.
@safe final class ByteChunk: @unchecked Sendable {
  /// A large page, and twice the longest row, so that an incomplete one fits in a fresh chunk.
  static let capacity = 2 * RowLimits.maxRowBytes

  private let memory: UnsafeMutableBufferPointer<UInt8>
  let isMapped: Bool
  var used = 0

  /// If likely to be filled (`isLarge`), a large page, which is several times faster.
  init(isLarge: Bool) {
    let alignment = isLarge ? Self.capacity : MemoryLayout<UInt64>.alignment
    let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.capacity, alignment: alignment)
    if isLarge { _ = unsafe madvise(raw.baseAddress, raw.count, MADV_HUGEPAGE) }
    unsafe memory = raw.bindMemory(to: UInt8.self)
    isMapped = false
  }

  /// A chunk that is mapped to a file, so that the system can reclaim its memory.
  init(in file: TemporaryFile, at offset: Int) throws(SystemError) {
    unsafe memory = try file.map(offset: offset, count: Self.capacity).bindMemory(to: UInt8.self)
    isMapped = true
  }

  /// Releases the memory of a chunk that is in a file (`MADV_DONTNEED`).
  func pageOut() {
    if isMapped { _ = unsafe madvise(memory.baseAddress, memory.count, MADV_DONTNEED) }
  }

  deinit {
    if isMapped {
      // Frees the space in the file.
      _ = unsafe madvise(memory.baseAddress, memory.count, MADV_REMOVE)
      _ = unsafe munmap(memory.baseAddress, memory.count)
    } else {
      unsafe UnsafeMutableRawBufferPointer(memory).deallocate()
    }
  }

  /// The bytes in a range, valid while the chunk lives.
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: memory[range])
  }

  /// The unused bytes, valid while the chunk lives.
  var free: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(rebasing: memory[used...])
  }
}
