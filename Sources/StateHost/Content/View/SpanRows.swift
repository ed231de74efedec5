internal import CHostSystem

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
