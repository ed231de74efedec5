internal import CHostSystem
package import HostSystem

/// A writer of rows, or of a command's standard error, to an output as they arrive, for runs
/// without an interface; rows are then only counted, and a write blocks while the output is full.
///
/// Without a sanitizer all bytes are written unchanged. With one, rows that are not plain ASCII
/// pass through it, rows that are too long are cut and marked, and the last row gets a newline.
/// With a filter, rows are cut and ended in the same way, and only those that match are written,
/// and the header of a table in a requested format.
package final class RowWriter {
  /// A function that appends the form of a row that is harmless on a terminal to an array.
  package typealias Sanitizer = (_ row: Span<UInt8>, _ clean: inout [UInt8]) -> Void

  private let output: any OutputPort
  private let sanitizer: Sanitizer?
  private let matcher: RowMatcher
  private let columns: Columns.Request
  /// The text that the filter applies to; nil until the first row, which may be a header.
  private var selector: CellSelector?
  /// Whether the filter applies to the text of rows, for there are no columns.
  private var comparesRows = false
  private var buffers = CellBuffers()
  private var openRow: [UInt8] = []
  private var droppedBytes = 0
  private var pending: [UInt8] = []
  private var written = 0

  private var endsInRow = false
  /// Complete rows received.
  package private(set) var rowCount = 0
  /// Bytes received.
  package private(set) var byteCount = 0
  /// How many rows were too long and were cut.
  package private(set) var cutRowCount = 0
  /// Why nothing can be written any more; `EPIPE` when the reader has closed the pipe.
  package private(set) var failure: SystemError?

  /// The owner of `output` closes it; `sanitizer` makes rows harmless, nil writes their bytes
  /// unchanged; an invalid `filter` matches every row.
  package init(
    output: any OutputPort, sanitizer: Sanitizer? = nil, filter: RowFilter? = nil,
    columns: Columns.Request = .none
  ) {
    self.output = output
    self.sanitizer = sanitizer
    // The keys of later objects are not known at the first.
    self.columns = columns == .members ? .none : columns
    matcher = (try? RowMatcher(filter, findsRanges: false)) ?? .every
  }

  private var splitsRows: Bool { sanitizer != nil || !matcher.isEvery }

  /// Whether a signal interrupted the writing: call `flush` before writing more.
  package var hasPending: Bool { written < pending.count && failure == nil }

  /// Writes bytes; blocks while the output is full, at most until the next signal.
  package func write(_ bytes: Span<UInt8>) {
    byteCount += bytes.count
    if splitsRows {
      writeRows(bytes)
    } else {
      pending.append(bytes: bytes)
      rowCount += bytes.rowEndCount(in: 0..<bytes.count)
      if bytes.count > 0 { endsInRow = bytes[bytes.count - 1] != 0x0A }
    }
    flush()
  }

  /// Completes an unterminated last row.
  package func finish() {
    if splitsRows {
      if !openRow.isEmpty || droppedBytes > 0 { endRow() }
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

  private func writeRows(_ bytes: Span<UInt8>) {
    var offset = 0
    while offset < bytes.count {
      let rest = bytes.extracting(offset...)
      offset += matcher.isEvery ? writePlainRows(rest) : skipPlainRows(rest)
      guard offset < bytes.count else { return }
      offset += takeRow(bytes.extracting(offset...))
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

  /// Skips complete plain ASCII rows at the start, before the first match; returns their length.
  private func skipPlainRows(_ bytes: Span<UInt8>) -> Int {
    guard case .text(let pattern) = matcher, comparesRows, openRow.isEmpty, droppedBytes == 0
    else { return 0 }
    // Limited, for the search is repeated after each row that is written.
    let near = bytes.extracting(0..<min(bytes.count, 4096))
    let plain = near.extracting(0..<(unsafe near.withPointer(host_plain_length)))
    let end = pattern.range(in: plain)?.lowerBound ?? plain.count
    let skipped = plain.rowStart(of: end, notBefore: 0)
    rowCount += plain.rowEndCount(in: 0..<skipped)
    return skipped
  }

  /// Takes one row, or the beginning of one; returns how many bytes it has here, with its newline.
  private func takeRow(_ bytes: Span<UInt8>) -> Int {
    let length = bytes.rowEnd(from: 0)
    let kept = min(length, RowLimits.maxRowBytes - openRow.count)
    openRow.append(bytes: bytes.extracting(0..<kept))
    droppedBytes += length - kept
    guard length < bytes.count else { return length }
    endRow()
    return length + 1
  }

  private func endRow() {
    // Moved out, so that it is not copied.
    var row: [UInt8] = []
    swap(&row, &openRow)
    let hasReturn = droppedBytes == 0 && row.last == 0x0D
    if hasReturn { row.removeLast() }
    if passes(row.span) {
      if let sanitizer { sanitizer(row.span, &pending) } else { pending += row }
      if droppedBytes > 0 {
        pending.append(contentsOf: " [cut: \(row.count + droppedBytes) bytes]".utf8)
      }
      if hasReturn, sanitizer == nil { pending.append(0x0D) }
      pending.append(0x0A)
    }
    if droppedBytes > 0 { cutRowCount += 1 }
    row.removeAll(keepingCapacity: true)
    swap(&row, &openRow)
    droppedBytes = 0
    rowCount += 1
  }

  /// Whether a row is written; the first one gives the columns.
  private func passes(_ row: Span<UInt8>) -> Bool {
    if matcher.isEvery { return true }
    guard let selector else {
      let first = RowStore()
      first.append(row)
      first.finish()
      let found = Columns.detect(in: .kept(first), as: columns, isWhole: false)
      self.selector = CellSelector(nil, of: found)
      comparesRows = found == nil
      return found.map { $0.headerRowCount > 0 } ?? false || passes(row)
    }
    return selector.withText(of: row, &buffers) { matcher.matches($0) }
  }
}
