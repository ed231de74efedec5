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
