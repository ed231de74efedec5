internal import Glibc
internal import HostSystem

/// Rows on their way to an output, as they come: what `--plain` does instead of keeping them.
///
/// Without a cleaner every byte passes as it is. With one, each row goes through it, a row longer
/// than `RowLimits.longestRow` is cut and says so, and every row ends with a newline.
package final class RowPassage {
  /// Appends the harmless form of a row's bytes to the array.
  package typealias Cleaner = (_ row: Span<UInt8>, _ clean: inout [UInt8]) -> Void

  private let output: Int32
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
  /// Why nothing can be written any more, as an errno; EPIPE says that nobody reads it.
  package private(set) var failure: Int32?

  /// Writes to `output`, which stays its owner's.
  package init(output: Int32, cleaner: Cleaner? = nil) {
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
        unsafe buffer.baseAddress.map { unsafe host_newline_count($0, buffer.count) } ?? 0
      }
      if bytes.count > 0 { endsInRow = bytes[bytes.count - 1] != 0x0A }
      for index in 0..<bytes.count { pending.append(bytes[index]) }
    }
    flush()
  }

  /// Nothing follows: a last line without an end is a row, and with a cleaner gets one.
  package func finish() {
    if let cleaner {
      if !openRow.isEmpty || droppedBytes > 0 { endRow(cleaner) }
    } else if endsInRow {
      rowCount += 1
      endsInRow = false
    }
    flush()
  }

  /// Writes what is pending.
  ///
  /// After a signal something may be left; see `hasPending`.
  package func flush() {
    while written < pending.count, failure == nil {
      let length = unsafe pending.withUnsafeBytes { bytes in
        unsafe write(output, bytes.baseAddress.map { unsafe $0 + written }, bytes.count - written)
      }
      if length >= 0 {
        written += length
        continue
      }
      switch errno {
      case EINTR: return
      case EAGAIN:
        var watch = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        if unsafe poll(&watch, 1, -1) < 0 { return }
      default: failure = errno
      }
    }
    pending.removeAll(keepingCapacity: true)
    written = 0
  }

  private func passRows(_ bytes: Span<UInt8>, _ cleaner: Cleaner) {
    for index in 0..<bytes.count {
      if bytes[index] == 0x0A {
        endRow(cleaner)
      } else if openRow.count < RowLimits.longestRow {
        openRow.append(bytes[index])
      } else {
        droppedBytes += 1
      }
    }
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
