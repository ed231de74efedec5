package import HostContent
package import HostPlugins
internal import HostText

/// The content as children see it through their host functions.
package final class ContentWindow {
  private let loader: ContentLoader
  private let title: String
  private let everyNanoseconds: Int64
  private let stripsRows: Bool

  /// - Parameters:
  ///   - loader: what has the content.
  ///   - title: what the source is called.
  ///   - everyNanoseconds: how often it is loaded again by itself; nil: never.
  ///   - stripsRows: rows are shown and printed without escape sequences.
  package init(
    _ loader: ContentLoader, title: String, everyNanoseconds: Int64? = nil,
    stripsRows: Bool = false
  ) {
    self.loader = loader
    self.title = title
    self.everyNanoseconds = everyNanoseconds ?? 0
    self.stripsRows = stripsRows
  }

  /// Elapsed time stops with the load.
  private var endedNanoseconds: Int64?

  /// To be told of every change, with the time.
  package func contentChanged(at now: Int64) {
    if loader.content.isLoading {
      endedNanoseconds = nil
    } else if endedNanoseconds == nil {
      endedNanoseconds = now
    }
  }

  /// It can be loaded again.
  var canReload: Bool { loader.canReload }

  /// What its rows come from: another one has other rows.
  var source: AnyObject { loader }

  /// What it shows, to be read at once.
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

  /// Answers what a child asks of the content.
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
    case .notice:
      return unsafe copy(joined(content.notices.map(\.text), "; "), into: buffer)
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

  /// Whether one of the rows is this text, byte for byte: looks at all of them.
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

  /// Where the cells of a row are; filled again and again.
  private var cells: [Range<Int>] = []

  /// Looks for each row once, and once over it for all its cells.
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

  /// How many loads have failed.
  var failureCount: Int { loader.content.failureCount }

  /// The last lines that the command wrote to standard error.
  var standardErrorLines: [String] { loader.standardErrorLines }

  /// How many lines it wrote there.
  var standardErrorLineCount: Int { loader.standardErrorLineCount }

  /// A row's bytes as they came.
  package func bytes(ofRow row: UInt64) -> [UInt8] {
    guard let row = known(row) else { return [] }
    return loader.content.withRow(row) { bytes, _ in
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.count)
      for index in bytes.indices { copy.append(bytes[index]) }
      return copy
    }
  }

  /// The first of these columns that there is not; nil: all are there.
  package func missingColumn(of columns: [String], in rows: [Range<UInt64>]) -> String? {
    loader.content.missingColumn(of: columns, in: rows)
  }

  /// A row as it leaves the program, printed or given to another one: its bytes as they came, or without escape
  /// sequences where the run asks for that.
  ///
  /// - Parameters:
  ///   - row: its number.
  ///   - columns: the names or numbers of the only columns that are wanted; empty for the whole row.
  /// - Returns: the bytes, without a newline.
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

  /// Mostly there are none, and `joined` of none takes the first frame a tenth of a millisecond.
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
  /// Why, in the words of the plugin ABI.
  fileprivate var failure: ContentFacts.Failure {
    switch kind {
    case .commandNotFound, .fetcherNotFound, .fileNotFound: .notFound
    case .notExecutable, .notReadable: .notAllowed
    case .exited(let status): .exitStatus(status)
    case .killed(let signal): .signal(signal)
    case .readFailed, .notFetched, .isDirectory: .read
    case .cannotStart, .standardInputIsTerminal, .source, .stopped: .other
    }
  }
}
