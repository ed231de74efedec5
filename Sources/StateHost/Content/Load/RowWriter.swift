internal import CHostSystem
package import HostSystem

/// A writer of rows, or of a command's standard error, to an output as they arrive, for a run that shows no interface;
/// rows are then counted and not stored, and a write blocks while the output is full.
///
/// Without a sanitizer all bytes are written unchanged. With one, rows that are not plain ASCII
/// pass through it, rows that are too long are cut and marked, and the last row gets a newline.
package final class RowWriter {
  /// Appends the harmless form of a row to the array.
  package typealias Sanitizer = (_ row: Span<UInt8>, _ clean: inout [UInt8]) -> Void

  private let output: any OutputPort
  private let sanitizer: Sanitizer?
  private var openRow: [UInt8] = []
  private var droppedBytes = 0
  private var pending: [UInt8] = []
  private var written = 0

  private var endsInRow = false
  /// Complete rows written.
  package private(set) var rowCount = 0
  /// Bytes received.
  package private(set) var byteCount = 0
  /// How many rows were too long and were cut.
  package private(set) var cutRowCount = 0
  /// Why nothing can be written any more; `EPIPE` when the reader has closed the pipe.
  package private(set) var failure: SystemError?

  /// The owner of `output` closes it; `sanitizer` makes rows harmless, nil writes all bytes unchanged.
  package init(output: any OutputPort, sanitizer: Sanitizer? = nil) {
    self.output = output
    self.sanitizer = sanitizer
  }

  /// Whether a signal interrupted the writing: call `flush` before writing more.
  package var hasPending: Bool { written < pending.count && failure == nil }

  /// Writes bytes; blocks while the output is full, at most until the next signal.
  package func write(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    if let sanitizer {
      writeRows(bytes, sanitizer)
    } else {
      pending.append(bytes: bytes)
      rowCount += bytes.rowEndCount(in: 0..<bytes.count)
      if bytes.count > 0 { endsInRow = bytes[bytes.count - 1] != 0x0A }
    }
    flush()
  }

  /// Completes an unterminated last row.
  package func finish() {
    if let sanitizer {
      if !openRow.isEmpty || droppedBytes > 0 { endRow(sanitizer) }
    } else if endsInRow {
      rowCount += 1
    }
    flush()
  }

  /// Ends the unfinished row on the output, so that a message of this program can follow.
  package func interruptRow() {
    guard endsInRow else { return }
    endsInRow = false
    pending.append(0x0A)
    flush()
  }

  /// Writes what is pending; after a signal some may be left, see `hasPending`.
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

  private func writeRows(_ bytes: Span<UInt8>, _ sanitizer: Sanitizer) {
    var offset = 0
    while offset < bytes.count {
      offset += writePlainRows(bytes.extracting(offset...))
      guard offset < bytes.count else { return }
      offset += takeRow(bytes.extracting(offset...), sanitizer)
    }
  }

  /// Writes the complete rows at the beginning that are plain ASCII; returns their length.
  private func writePlainRows(_ bytes: Span<UInt8>) -> Int {
    guard openRow.isEmpty, droppedBytes == 0 else { return 0 }
    let plain = unsafe bytes.withPointer(host_plain_length)
    let whole = bytes.rowStart(of: plain, notBefore: 0)
    rowCount += bytes.rowEndCount(in: 0..<whole)
    pending.append(bytes: bytes.extracting(0..<whole))
    return whole
  }

  /// Takes one row, or the beginning of one; returns how many bytes it has here, with its newline.
  private func takeRow(_ bytes: Span<UInt8>, _ sanitizer: Sanitizer) -> Int {
    let length = bytes.rowEnd(from: 0)
    let kept = min(length, RowLimits.maxRowBytes - openRow.count)
    openRow.append(bytes: bytes.extracting(0..<kept))
    droppedBytes += length - kept
    guard length < bytes.count else { return length }
    endRow(sanitizer)
    return length + 1
  }

  private func endRow(_ sanitizer: Sanitizer) {
    if droppedBytes == 0, openRow.last == 0x0D { openRow.removeLast() }
    let row = openRow
    sanitizer(row.span, &pending)
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
