internal import HostSystem

/// The rows of a large or followed file, which stay in the file: an index of where they begin,
/// built by `scan`, and a small cache of blocks that were read.
///
/// The file is not mapped, so it may shrink: missing bytes read as empty rows, and `hasChanged`
/// becomes true unless the file is followed. Another file renamed over it does not change the rows,
/// since it stays open. `findGrowth` reports both for a followed file, to load it anew.
package final class FileRows {
  /// The most bytes that one call of `scan` reads.
  static let scanBytes = 256 << 10

  private let file: any FilePort
  private let limits: RowLimits
  private let start: Int
  private var facts: FileFacts
  /// Whether the file may grow: an unterminated last line is no row then, and changes are expected.
  let grows: Bool
  private var index = RowIndex()
  private var cache = BlockCache()
  private var scanBuffer: [UInt8] = []
  /// The first bytes that were scanned, and the last ones, with their offsets in the file.
  private var samples: [(offset: Int, bytes: [UInt8])] = []
  private static let sampleBytes = 4096
  /// For reading on other threads; opened when first needed.
  private var reader: (any FileReader)?

  /// Whether the file has changed since it was opened: rows may be wrong, and a reload is due.
  package private(set) var hasChanged = false

  /// The rows from the byte `start` up to the size in `facts`.
  init(
    file: any FilePort, facts: FileFacts, from start: Int, limits: RowLimits, grows: Bool = false
  ) {
    self.grows = grows
    self.file = file
    self.facts = facts
    self.start = start
    self.limits = limits
  }

  package var count: Int { min(index.rowCount, limits.rows) }
  package var byteCount: Int { Int(index.end) }
  /// Whether the file holds more than the limits allow.
  package var isFull: Bool { index.rowCount > limits.rows || byteCount > limits.bytes }
  /// The part of the file that has been scanned, 0…1.
  package var fraction: Double {
    let size = facts.size - start
    return size <= 0 ? 1 : min(1, Double(byteCount) / Double(size))
  }

  /// Scans the next `scanBytes`; returns whether there may be more.
  ///
  /// At the end, an unterminated line is a row unless the file `grows`.
  func scan() throws(SystemError) -> Bool {
    let wanted = min(Self.scanBytes, facts.size - start - byteCount)
    guard wanted > 0, !isFull else { return finish() }
    if scanBuffer.isEmpty { scanBuffer = [UInt8](repeating: 0, count: Self.scanBytes) }
    let offset = start + byteCount
    let length = try unsafe scanBuffer.withUnsafeMutableBytes { buffer in
      unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
    }.get()
    if length == 0 {
      recordChange()
      return finish()
    }
    let scanned = scanBuffer
    for range in [0..<min(length, Self.sampleBytes), max(0, length - Self.sampleBytes)..<length] {
      samples.append((offset + range.lowerBound, Array(scanned[range])))
    }
    samples.removeSubrange(1..<samples.count - 1)
    index.append(scanned.span.extracting(0..<length))
    return true
  }

  private func finish() -> Bool {
    if !isFull, !grows { index.finish() }
    scanBuffer = []
    return false
  }

  /// The change of a followed file since the last check: none, it has more to scan, it was
  /// truncated or overwritten, or its path names another file.
  enum Growth { case none, grown, truncated, replaced }

  /// Checks the size of the file, whether it was written over, and which file the path names.
  ///
  /// `named` is the file that the path names now; nil for none.
  func findGrowth(named: FileFacts?) -> Growth {
    guard let now = file.facts else { return .none }
    if now.size < start + byteCount { return .truncated }
    if let named, named.identity != facts.identity { return .replaced }
    let isUnchanged =
      now.size == facts.size && now.modifiedNanoseconds == facts.modifiedNanoseconds
    if isUnchanged { return .none }
    guard hasScannedBytes else { return .truncated }
    facts = now
    return .grown
  }

  /// The unterminated line at the end of a growing file; empty if there is none.
  var openLine: [UInt8] {
    let length = min(4096, Int(index.end - index.openRowStart))
    guard grows, length > 0 else { return [] }
    var line = [UInt8](repeating: 0, count: length)
    let offset = start + Int(index.openRowStart)
    let count = unsafe line.withUnsafeMutableBytes { unsafe file.read(into: $0, at: offset) }
    guard case .success(let read) = count else { return [] }
    return Array(line.prefix(read))
  }

  /// Whether the rows are still those that were read: the file is unchanged, or has only grown.
  ///
  /// It has only grown if what was read first and last is still in its place.
  package var isIntact: Bool {
    guard let now = file.facts else { return false }
    if now.size == facts.size, !grows {
      return now.modifiedNanoseconds == facts.modifiedNanoseconds
    }
    return now.size >= facts.size && hasScannedBytes
  }

  /// Whether the file still has the bytes that were scanned first and last where they were.
  private var hasScannedBytes: Bool {
    samples.allSatisfy { offset, bytes in
      var found = [UInt8](repeating: 0, count: bytes.count)
      let count = unsafe found.withUnsafeMutableBytes { buffer in
        unsafe buffer.filled(from: offset) { unsafe file.read(into: $0, at: $1) }
      }
      return count == bytes.count && found == bytes
    }
  }

  /// As `Rows.withRow`.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    guard row >= 0, row < count else { return body([UInt8]().span, 0) }
    let block = index.block(of: row)
    let contents = unsafe cache.contents(of: block) { buffer in
      let offset = start + Int(block.start)
      let filled = unsafe buffer.filled(from: offset) { unsafe file.read(into: $0, at: $1) }
      if filled < buffer.count || file.facts != facts { recordChange() }
      return filled
    }
    let bytes = contents.bytes.span.extracting(0..<contents.length)
    let range = bytes.rowRange(at: row - block.firstRow)
    var fullLength = range.count
    if fullLength == RowLimits.maxRowBytes {
      // Only the last row of a block can be long, so it ends where the block does.
      let lineEnd = index.isLast(block) ? 0 : 1
      fullLength = Int(block.end - block.start) - range.lowerBound - lineEnd
    }
    return body(bytes.extracting(range), fullLength)
  }

  /// A slice of rows around `row`, which is less than `count`; throws if the file cannot be opened.
  func slice(at row: Int, maxBytes: Int, isBackward: Bool) throws(SystemError) -> RowSlice {
    let reader = try openReader()
    let run = index.run(at: row, maxBytes: UInt64(maxBytes), isBackward: isBackward)
    // A single block is as long as its last row, of which only the first part is read.
    let length = min(Int(run.end - run.start), max(maxBytes, BlockCache.maxBytes))
    let rows = run.rows.clamped(to: 0..<count)
    let (offset, end) = (start + Int(run.start), start + Int(run.end))
    var slice = RowSlice(
      bytes: .file(reader, facts, offset: offset, count: length), rows: rows, wanted: rows)
    guard end - offset > RowLimits.maxRowBytes else { return slice }
    slice.readRest = { rowStart, rowOffset in
      let place = offset + rowStart + rowOffset
      let room = max(0, min(RowSlice.maxBytes, end - place))
      var bytes = [UInt8](repeating: 0, count: room)
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe buffer.filled(from: place) { unsafe reader.read(into: $0, at: $1) }
      }
      bytes.removeLast(room - count)
      return bytes
    }
    return slice
  }

  private func openReader() throws(SystemError) -> any FileReader {
    if let reader { return reader }
    let opened = try file.makeReader()
    reader = opened
    return opened
  }

  /// Records that a reader has seen a change.
  func recordChange() { if !grows { hasChanged = true } }
}

extension UnsafeMutableRawBufferPointer {
  /// Fills the buffer from an offset of a file, as far as that goes; returns the number of bytes.
  func filled(
    from offset: Int, by read: (UnsafeMutableRawBufferPointer, Int) -> Result<Int, SystemError>
  ) -> Int {
    var filled = 0
    while filled < count,
      case .success(let length) = unsafe read(Self(rebasing: self[filled...]), offset + filled),
      length > 0
    {
      filled += length
    }
    return filled
  }
}

/// A cache of the 8 most recently used blocks of a file's `RowIndex`, with buffers that are reused.
struct BlockCache {
  /// The most bytes read of one block: all before its last row, and what is shown of that row.
  static let maxBytes = Int(RowIndex.blockBytes) + RowLimits.maxRowBytes + 1
  private static let maxBlocks = 8

  /// The block that was used last is the last; the first `length` of its bytes are valid.
  private var blocks: [(block: RowIndex.Block, bytes: [UInt8], length: Int)] = []

  /// The bytes of a block, of which the first `length` are valid, also when the buffer is reused;
  /// `load` fills a buffer with them unless they are cached, and returns their number.
  mutating func contents(
    of block: RowIndex.Block, load: (UnsafeMutableRawBufferPointer) -> Int
  ) -> (bytes: [UInt8], length: Int) {
    if let index = blocks.lastIndex(where: { $0.block == block }) {
      if index < blocks.count - 1 { blocks.append(blocks.remove(at: index)) }
    } else {
      var bytes = blocks.count < Self.maxBlocks ? [] : blocks.removeFirst().bytes
      let wanted = min(Int(block.end - block.start), Self.maxBytes)
      if bytes.count < wanted {
        bytes = [UInt8](repeating: 0, count: max(wanted, 2 * Int(RowIndex.blockBytes)))
      }
      let length = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe load(UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      }
      blocks.append((block, bytes, length))
    }
    let (_, bytes, length) = blocks[blocks.count - 1]
    return (bytes, length)
  }
}
