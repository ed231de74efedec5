internal import Glibc

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
