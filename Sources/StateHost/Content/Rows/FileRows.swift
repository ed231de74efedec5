internal import HostSystem

/// The rows of a large regular file, of which only an index is kept; a row is read from the file
/// when it is asked for, through a few blocks that are remembered.
///
/// The file is never mapped, so it may shrink at any time: what is gone then reads as empty rows
/// and `hasChanged` turns true. A file that another one takes the place of (a rename) stays what it
/// was, since it is read by its port.
package final class FileRows {
  /// The most that one call of `scan` reads.
  package static let scanBytes = 256 << 10

  private let file: any FilePort
  private let limits: RowLimits
  private let start: Int
  private let facts: FileFacts
  private var index = RowIndex()
  private var cache = BlockCache()
  private var scanBuffer: [UInt8] = []
  /// Reads the file beside the loop; made when it is first needed.
  private var reader: (any FileReader)?

  /// The file was changed after it was opened: rows may be wrong, and a reload is due.
  package private(set) var hasChanged = false

  /// Rows of `file` from the byte `start` to its end as it is now, which `facts` tell.
  init(file: any FilePort, facts: FileFacts, from start: Int, limits: RowLimits) {
    self.file = file
    self.facts = facts
    self.start = start
    self.limits = limits
  }

  /// How many rows there are so far.
  package var count: Int { min(index.rowCount, limits.rows) }
  /// Bytes that have been scanned.
  package var byteCount: Int { Int(index.end) }
  /// The file holds more than the limits allow.
  package var isFull: Bool { index.rowCount > limits.rows || byteCount > limits.bytes }
  /// The part of the file that has been scanned, 0…1.
  package var fraction: Double {
    let size = facts.size - start
    return size <= 0 ? 1 : min(1, Double(byteCount) / Double(size))
  }

  /// Memory taken, for measuring.
  package var memoryBytes: Int { index.memoryBytes + cache.memoryBytes + scanBuffer.capacity }

  /// What a scan found.
  enum Scan: Equatable {
    case more
    case end
    case failed(SystemError)
  }

  /// Scans on, by at most `scanBytes`.
  ///
  /// At the end the last line becomes a row.
  func scan() -> Scan {
    let wanted = min(Self.scanBytes, facts.size - start - byteCount)
    guard wanted > 0, !isFull else { return finish() }
    if scanBuffer.isEmpty { scanBuffer = [UInt8](repeating: 0, count: Self.scanBytes) }
    let offset = start + byteCount
    let length = unsafe scanBuffer.withUnsafeMutableBytes { buffer in
      unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
    }
    switch length {
    case .failure(let error): return .failed(error)
    case .success(0):
      hasChanged = true
      return finish()
    case .success(let length):
      let scanned = scanBuffer
      index.append(scanned.span.extracting(0..<length))
      return .more
    }
  }

  private func finish() -> Scan {
    if !isFull { index.finish() }
    scanBuffer = []
    return .end
  }

  /// Reads row `row`: its bytes, and its full length, which is more than their count if it is cut.
  ///
  /// A number that names no row reads as an empty row.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    guard row >= 0, row < count else { return body([UInt8]().span, 0) }
    let block = index.block(of: row)
    let slot = unsafe cache.slot(of: block) { buffer in unsafe load(block, into: buffer) }
    let contents = cache.contents(of: slot)
    return unsafe contents.bytes.withUnsafeBufferPointer { slotBytes in
      let bytes = unsafe UnsafeBufferPointer(rebasing: slotBytes[..<contents.length])
      let range = unsafe BlockRows.range(of: row - block.firstRow, in: bytes)
      guard range.count >= RowLimits.longestRow else {
        return unsafe body(UnsafeBufferPointer(rebasing: bytes[range]).span, range.count)
      }
      // Only the last row of a block is long, so it ends where the block does.
      let whole = Int(block.end - block.start) - range.lowerBound
      let shown = range.prefix(RowLimits.longestRow)
      let fullLength = whole - (index.isLast(block) ? 0 : 1)
      return unsafe body(UnsafeBufferPointer(rebasing: bytes[shown]).span, fullLength)
    }
  }

  /// The rows around `row`, below `count`.
  ///
  /// - Throws: that the file cannot be opened once more.
  func piece(at row: Int, mostBytes: Int, isBackward: Bool) throws(SystemError) -> RowSlice {
    let reader = try openReader()
    let run = index.run(at: row, mostBytes: UInt64(mostBytes), isBackward: isBackward)
    // A single block may be as long as its last row, of which only so much is shown.
    let length = min(Int(run.end - run.start), max(mostBytes, BlockCache.mostBytes))
    let rows = run.rows.clamped(to: 0..<count)
    return RowSlice(
      bytes: .file(reader, facts, offset: start + Int(run.start), count: length), rows: rows,
      wanted: rows)
  }

  private func openReader() throws(SystemError) -> any FileReader {
    if let reader { return reader }
    let opened = try file.makeReader()
    reader = opened
    return opened
  }

  /// Who read the file beside the loop found that it was changed.
  func noteChange() { hasChanged = true }

  private func load(_ block: RowIndex.Block, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let offset = start + Int(block.start)
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      guard case .success(let length) = unsafe file.read(into: rest, at: offset + filled),
        length > 0
      else { break }
      filled += length
    }
    if filled < buffer.count || file.facts != facts { hasChanged = true }
    return filled
  }
}

/// The blocks of a file that were read last, in memory that is used again and again.
struct BlockCache {
  /// What is read of one block: all that is before its last row, and as much of that as is shown.
  static let mostBytes = Int(RowIndex.blockBytes) + RowLimits.longestRow + 1
  private static let slotCount = 8

  private struct Slot {
    var block: RowIndex.Block?
    var length = 0
    var lastUse = 0
    var bytes: [UInt8] = []
  }

  private var slots = [Slot](repeating: Slot(), count: Self.slotCount)
  private var uses = 0

  var memoryBytes: Int { slots.reduce(0) { $0 + $1.bytes.capacity } }

  /// The slot that holds `block`; if none does, `load` fills one and says how many bytes it got.
  mutating func slot(
    of block: RowIndex.Block, load: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    uses += 1
    var oldest = 0
    for number in slots.indices {
      if slots[number].block == block {
        slots[number].lastUse = uses
        return number
      }
      if slots[number].lastUse < slots[oldest].lastUse { oldest = number }
    }
    unsafe fill(oldest, with: block, load: load)
    return oldest
  }

  private mutating func fill(
    _ number: Int, with block: RowIndex.Block, load: (UnsafeMutableRawBufferPointer) -> Int
  ) {
    let wanted = min(Int(block.end - block.start), Self.mostBytes)
    if slots[number].bytes.count < wanted {
      slots[number].bytes = [UInt8](repeating: 0, count: max(wanted, 2 * Int(RowIndex.blockBytes)))
    }
    slots[number].length = unsafe slots[number].bytes.withUnsafeMutableBytes { bytes in
      unsafe load(UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
    }
    slots[number].block = block
    slots[number].lastUse = uses
  }

  /// The bytes that slot `number` got are the first `length` of `bytes`, which is shared: it stays
  /// what it is when the slot is filled again.
  func contents(of number: Int) -> (bytes: [UInt8], length: Int) {
    (slots[number].bytes, slots[number].length)
  }
}
