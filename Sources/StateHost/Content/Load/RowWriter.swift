internal import CHostSystem
package import HostSystem

/// Rows on their way to an output, as they come: what a run without an interface does instead of
/// keeping them.
///
/// Without a cleaner every byte passes as it is. With one, each row that is not plain ASCII goes
/// through it, a row that is too long is cut and says so, and the last row gets an end.
package final class RowWriter {
  /// Appends the harmless form of a row's bytes to the array.
  package typealias Cleaner = (_ row: Span<UInt8>, _ clean: inout [UInt8]) -> Void

  private let output: any OutputPort
  private let cleaner: Cleaner?
  private var openRow: [UInt8] = []
  private var droppedBytes = 0
  private var pending: [UInt8] = []
  private var written = 0

  private var endsInRow = false
  /// How many rows have passed, an unfinished one not counted.
  package private(set) var rowCount = 0
  /// How many bytes have come in.
  package private(set) var byteCount = 0
  /// How many rows were too long and were cut.
  package private(set) var cutRowCount = 0
  /// Why nothing can be written any more; `EPIPE` says that nobody reads it.
  package private(set) var failure: SystemError?

  /// - Parameters:
  ///   - output: where rows go; it stays its owner's.
  ///   - cleaner: makes rows harmless; nil lets every byte pass.
  package init(output: any OutputPort, cleaner: Cleaner? = nil) {
    self.output = output
    self.cleaner = cleaner
  }

  /// A signal broke off the writing: call `flush` before more is passed.
  package var hasPending: Bool { written < pending.count && failure == nil }

  /// Passes `bytes` on; waits while the output is full, but not longer than to the next signal.
  package func pass(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    if let cleaner {
      passRows(bytes, cleaner)
    } else {
      rowCount += unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe pending.append(contentsOf: buffer)
        return unsafe buffer.baseAddress.map { unsafe host_newline_count($0, buffer.count) } ?? 0
      }
      if bytes.count > 0 { endsInRow = bytes[bytes.count - 1] != 0x0A }
    }
    flush()
  }

  /// Nothing follows: a last line without an end is a row.
  package func finish() {
    if let cleaner {
      if !openRow.isEmpty || droppedBytes > 0 { endRow(cleaner) }
    } else if endsInRow {
      rowCount += 1
    }
    flush()
  }

  /// Ends the row that stands unfinished on the output, so that a line of this program's own can
  /// follow.
  package func interruptRow() {
    guard endsInRow else { return }
    endsInRow = false
    pending.append(0x0A)
    flush()
  }

  /// Writes what is pending.
  ///
  /// After a signal something may be left; see `hasPending`.
  package func flush() {
    while written < pending.count, failure == nil {
      switch output.write(pending.span.extracting(written..<pending.count)) {
      case .bytes(let count): written += count
      case .interrupted: return
      case .failed(let error): failure = error
      }
    }
    pending.removeAll(keepingCapacity: true)
    written = 0
  }

  private func passRows(_ bytes: Span<UInt8>, _ cleaner: Cleaner) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      var offset = 0
      while offset < buffer.count {
        let rest = unsafe UnsafeBufferPointer(start: start + offset, count: buffer.count - offset)
        offset += unsafe passPlainRows(rest)
        guard offset < buffer.count else { return }
        let other = unsafe UnsafeBufferPointer(start: start + offset, count: buffer.count - offset)
        offset += unsafe passRow(other, cleaner)
      }
    }
  }

  /// Passes the whole rows at the beginning that nothing needs to be done to.
  ///
  /// - Returns: how many bytes these are.
  private func passPlainRows(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard openRow.isEmpty, droppedBytes == 0, let start = bytes.baseAddress else { return 0 }
    let plain = unsafe host_plain_length(start, bytes.count)
    let whole = unsafe host_newline_after_last(start, plain)
    rowCount += unsafe host_newline_count(start, whole)
    unsafe pending.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<whole]))
    return whole
  }

  /// Takes up one row, or the beginning of one.
  ///
  /// - Returns: how many bytes it has here, with its end.
  private func passRow(_ bytes: UnsafeBufferPointer<UInt8>, _ cleaner: Cleaner) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let length = unsafe host_newline_first(start, bytes.count)
    let kept = min(length, RowLimits.longestRow - openRow.count)
    unsafe openRow.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[..<kept]))
    droppedBytes += length - kept
    guard length < bytes.count else { return length }
    endRow(cleaner)
    return length + 1
  }

  private func endRow(_ cleaner: Cleaner) {
    if droppedBytes == 0, openRow.last == 0x0D { openRow.removeLast() }
    let row = openRow
    cleaner(row.span, &pending)
    if droppedBytes > 0 {
      cutRowCount += 1
      pending.append(contentsOf: " [cut: \(openRow.count + droppedBytes) bytes]".utf8)
    }
    pending.append(0x0A)
    openRow.removeAll(keepingCapacity: true)
    droppedBytes = 0
    rowCount += 1
  }
}
