internal import CHostSystem

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
