package import HostContent
package import HostPlugins
internal import HostText

/// The host's read-only access to the loaded content of the data source: answers children's queries
/// for rows, cells, columns, progress and errors, copying text into their buffers, and returns
/// single rows in the form in which the host prints them or passes them to other programs.
package final class ContentReader {
  private let loader: ContentLoader
  private let title: String
  private let everyNanoseconds: Int64
  private let stripsRows: Bool

  /// The interval of automatic loads is nil for none.
  package init(
    _ loader: ContentLoader, title: String, everyNanoseconds: Int64? = nil,
    stripsRows: Bool = false
  ) {
    self.loader = loader
    self.title = title
    self.everyNanoseconds = everyNanoseconds ?? 0
    self.stripsRows = stripsRows
  }

  /// When the load ended, at which the elapsed time stops; nil while it runs.
  private var endedNanoseconds: Int64?

  /// Must be called after every change of the content.
  package func contentChanged(at now: Int64) {
    if loader.content.isLoading {
      endedNanoseconds = nil
    } else if endedNanoseconds == nil {
      endedNanoseconds = now
    }
  }

  var canReload: Bool { loader.canReload }

  /// The identity of the source: a different one has different rows.
  var source: AnyObject { loader }
  var content: Content { loader.content }
  var rowCount: UInt64 { UInt64(loader.content.rowCount) }
  var generation: UInt64 { UInt64(loader.content.generation) }

  package func facts(at now: Int64) -> ContentFacts {
    let content = loader.content
    var facts = ContentFacts()
    facts.isLoading = content.isLoading
    facts.isComplete = content.isComplete
    facts.isCut = content.notices.contains { if case .cutAfter = $0 { true } else { false } }
    facts.isReadOnce = !canReload
    facts.isPlain = stripsRows
    facts.failure = content.error.map(\.failure)
    facts.fraction = content.fraction
    facts.revision = UInt64(content.revision)
    facts.generation = UInt64(content.generation)
    facts.columnsRevision = UInt64(content.columnsRevision)
    facts.rows = UInt64(content.rowCount)
    facts.bytes = UInt64(content.byteCount)
    facts.columns = UInt32(clamping: content.columns?.columns.count ?? 0)
    facts.beganNanoseconds = content.loadingBeganAt ?? now
    facts.elapsedNanoseconds = max(0, (endedNanoseconds ?? now) - facts.beganNanoseconds)
    facts.loadedNanoseconds = content.loadedAt ?? 0
    facts.failedNanoseconds = content.failedAt ?? 0
    facts.everyNanoseconds = everyNanoseconds
    facts.failures = UInt64(content.failureCount)
    return facts
  }

  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .text(let text, let room): return .length(unsafe copyText(text, into: room))
    case .column(let index): return column(index).map { .column($0) } ?? .none
    case .columnName(let index, let room): return .length(unsafe copyColumnName(index, into: room))
    case .row(let number): return row(number).map { .row($0) } ?? .none
    case .cell(let row, let column, let room):
      return .length(unsafe copyCell(row: row, column: column, into: room))
    case .cells(let batch):
      copyCells(into: batch)
      return .length(UInt64(batch.rowCount))
    default: return .none
    }
  }

  package func copyText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    let content = loader.content
    switch text {
    case .title: return unsafe copy(title, into: buffer)
    case .error: return unsafe copy(content.error?.message ?? "", into: buffer)
    case .errorDetail:
      let lines = content.error?.standardError ?? content.standardError
      return unsafe copy(joined(lines, "\n"), into: buffer)
    case .remedy: return unsafe copy(content.error?.remedy ?? "", into: buffer)
    case .notice: return unsafe copy(joined(content.notices.map(\.text), "; "), into: buffer)
    case .openLine: return unsafe copyBytes(loader.openLine.span, into: buffer)
    }
  }

  package func column(_ index: UInt32) -> ContentColumnFacts? {
    guard let columns = loader.content.columns?.columns, index < columns.count else { return nil }
    let column = columns[Int(index)]
    return ContentColumnFacts(isRightAligned: column.alignment == .right, width: column.width)
  }

  package func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  {
    guard let columns = loader.content.columns?.columns, index < columns.count else { return 0 }
    return unsafe copy(columns[Int(index)].name, into: buffer)
  }

  /// Whether a row equals this text byte for byte; scans all rows.
  package func hasRow(_ text: [UInt8]) -> Bool {
    (0..<loader.content.rowCount).contains { row in
      loader.content.withRow(row) { bytes, _ in
        bytes.count == text.count && text.indices.allSatisfy { bytes[$0] == text[$0] }
      }
    }
  }

  package func row(_ row: UInt64) -> ContentRowFacts? {
    guard let row = known(row) else { return nil }
    return loader.content.withRow(row) { bytes, fullLength in
      ContentRowFacts(length: UInt64(bytes.count), fullLength: UInt64(fullLength))
    }
  }

  package func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    guard let row = known(row) else { return 0 }
    let columns = loader.content.columns
    return loader.content.withRow(row) { bytes, _ in
      guard let column else { return unsafe copyBytes(bytes, into: buffer) }
      guard let columns, column < columns.columns.count else { return 0 }
      let cell = columns.cell(Int(column), of: bytes)
      return UInt64(unsafe columns.copyText(of: cell, in: bytes, into: buffer))
    }
  }

  /// A reused buffer for the cells of a row.
  private var cells: [Range<Int>] = []

  /// Copies cells; each row is located and split only once.
  package func copyCells(into batch: CellBatch) {
    let columns = loader.content.columns
    var hasRoom = true
    while hasRoom, let row = batch.nextRow {
      cells.removeAll(keepingCapacity: true)
      hasRoom = loader.content.withRow(known(row) ?? -1) { bytes, _ in
        columns?.findCells(of: bytes, before: batch.columnEnd, into: &cells)
        return unsafe batch.addRow { column, room in
          guard let column else { return unsafe copyBytes(bytes, into: room) }
          guard let columns, column < cells.count else { return 0 }
          return UInt64(unsafe columns.copyText(of: cells[Int(column)], in: bytes, into: room))
        }
      }
    }
  }

  var failureCount: Int { loader.content.failureCount }
  /// Whether the user has begun to follow the source.
  var followsSource: Bool { loader.followsFile }
  var standardErrorLines: [String] { loader.standardErrorLines }

  /// The number of all lines of the command's standard error, of which the last ones are kept.
  var standardErrorLineCount: Int { loader.standardErrorLineCount }

  package func bytes(ofRow row: UInt64) -> [UInt8] {
    guard let row = known(row) else { return [] }
    return loader.content.withRow(row) { bytes, _ in bytes.indices.map { bytes[$0] } }
  }

  /// The first of these columns that does not exist; nil if all exist.
  package func missingColumn(of columns: [String], in rows: [Range<UInt64>]) -> String? {
    loader.content.missingColumn(of: columns, in: rows)
  }

  /// A row as printed or passed to a program: no newline, and escape sequences may be stripped.
  ///
  /// The columns are names or numbers; none for the whole row.
  package func printedBytes(ofRow row: UInt64, columns: [String] = []) -> [UInt8] {
    let bytes =
      columns.isEmpty
      ? bytes(ofRow: row)
      : known(row).map { loader.content.text(ofRow: $0, columns: columns) } ?? []
    guard stripsRows else { return bytes }
    var stripped: [UInt8] = []
    StrippedRow.append(bytes.span, to: &stripped)
    return stripped
  }

  private func known(_ row: UInt64) -> Int? {
    row < UInt64(loader.content.rowCount) ? Int(row) : nil
  }

  /// Joins texts; a fast path for none, because `joined` adds 0.1 ms to the first frame.
  private func joined(_ texts: [String], _ separator: String) -> String {
    texts.isEmpty ? "" : texts.joined(separator: separator)
  }

  private func copyBytes(_ bytes: Span<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  {
    unsafe bytes.withUnsafeBytes { source in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: source.prefix(buffer.count)))
    }
    return UInt64(bytes.count)
  }
}

extension ContentError {
  fileprivate var failure: ContentFacts.Failure {
    switch kind {
    case .commandNotFound, .fetcherNotFound, .fileNotFound, .fileAwaited: .notFound
    case .notExecutable, .notReadable: .notAllowed
    case .exited(let status): .exitStatus(status)
    case .killed(let signal): .signal(signal)
    case .readFailed, .notFetched, .isDirectory: .read
    case .cannotStart, .standardInputIsTerminal, .source, .stopped: .other
    }
  }
}
