internal import HostSystem

/// The rows of a load, read by number, wherever they are: in memory or a temporary file, in their
/// own file, or written to an output as they arrive, and then only counted and not readable.
package enum Rows {
  case kept(RowStore)
  case file(FileRows)
  case written(RowWriter)

  package var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .file(let rows): rows.count
    case .written(let writer): writer.rowCount
    }
  }

  /// Whether no more rows are taken: a limit is reached, or the output has failed.
  var isFull: Bool {
    switch self {
    case .kept(let rows): rows.isFull
    case .file(let rows): rows.isFull
    case .written(let writer): writer.failure != nil
    }
  }

  /// Why no more rows can be kept; nil where they can, or a limit is reached.
  var problem: SystemError? { if case .kept(let rows) = self { rows.problem } else { nil } }

  /// Whether the rows are still those that were read; false once their file has been written anew.
  package var areIntact: Bool { if case .file(let rows) = self { rows.isIntact } else { true } }

  /// How many rows were too long and are cut; unknown, so 0, for a file.
  var cutRowCount: Int {
    switch self {
    case .kept(let rows): rows.cutRowCount
    case .file: 0
    case .written(let writer): writer.cutRowCount
    }
  }

  /// Whether pending output must be written before more is read.
  var isBlocked: Bool { if case .written(let writer) = self { writer.hasPending } else { false } }

  /// Calls `body` with the bytes of a row, valid during the call, and its length before it was cut.
  ///
  /// A row number out of range gives an empty row.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    switch self {
    case .kept(let rows): rows.withRow(row, body)
    case .file(let rows): rows.withRow(row, body)
    case .written: body([UInt8]().span, 0)
    }
  }

  /// Complete rows from `row` or before, or, backward, to `row` or after it; nil if there is none.
  ///
  /// - Throws: the error of opening the file for another thread.
  func slice(
    at row: Int, maxBytes: Int = RowSlice.maxBytes, isBackward: Bool = false
  ) throws(SystemError) -> RowSlice? {
    guard row >= 0, row < count else { return nil }
    return switch self {
    case .kept(let rows): rows.slice(at: row, maxBytes: maxBytes, isBackward: isBackward)
    case .file(let rows): try rows.slice(at: row, maxBytes: maxBytes, isBackward: isBackward)
    case .written: nil
    }
  }
}

/// Limits on what is kept of a data source: the rows and bytes after which a load ends, and the
/// bytes in memory after which rows are kept in a temporary file.
package struct RowLimits: Equatable, Sendable {
  /// The longest row in bytes; longer rows are cut.
  package static let maxRowBytes = 1 << 20

  package var rows: Int
  /// The most bytes, including line ends.
  package var bytes: Int
  /// Rows beyond this size are kept in a temporary file.
  package var memoryBytes = 256 << 20

  package init(rows: Int, bytes: Int) {
    self.rows = max(0, min(rows, 4_000_000_000))
    self.bytes = max(0, bytes)
  }

  /// For rows in memory and in a temporary file: 4,000 million rows, 1 TiB.
  package static let kept = RowLimits(rows: 4_000_000_000, bytes: 1 << 40)
  /// For an indexed file: 4,000 million rows, 64 GiB.
  package static let indexed = RowLimits(rows: 4_000_000_000, bytes: 64 << 30)
}

/// Consecutive rows, which of them to search, and a reference to their bytes in memory or a file,
/// or to none if the search skips them: the unit of work of a background search.
///
/// Bytes of complete rows never change, so any thread may read them while rows are added.
struct RowSlice: Sendable {
  /// The place of the bytes of a slice of rows: in a chunk of memory, in a file, or `none` if the
  /// search skips these rows.
  enum Bytes: Sendable {
    case kept(ByteChunk, Range<Int>)
    case file(any FileReader, FileFacts, offset: Int, count: Int)
    case none
  }

  /// The most bytes of a slice with more than one block.
  static let maxBytes = 256 << 10

  let bytes: Bytes
  /// The rows in `bytes`.
  let rows: Range<Int>
  /// The rows to search.
  var wanted: Range<Int>
  /// Reads a long last row beyond `bytes`.
  var readRest: LongRow.Reader = { _, _ in [] }

  var isSearched: Bool { if case .none = bytes { false } else { true } }

  var byteCount: Int {
    switch bytes {
    case .kept(_, let range): range.count
    case .file(_, _, _, let count): count
    case .none: 0
    }
  }

  /// A reusable buffer into which a search reads a file's rows; records whether the file changed.
  struct Buffer: Sendable {
    fileprivate var bytes: [UInt8] = []
    /// Whether a file has changed since it was opened.
    private(set) var hasSeenChange = false

    fileprivate mutating func read(
      _ reader: any FileReader, _ facts: FileFacts, offset: Int, count: Int
    ) -> Int {
      if bytes.count < count { bytes = [UInt8](repeating: 0, count: max(count, maxBytes)) }
      let filled = unsafe bytes.withUnsafeMutableBytes { room in
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<count]).filled(from: offset) {
          unsafe reader.read(into: $0, at: $1)
        }
      }
      if filled < count || reader.facts != facts { hasSeenChange = true }
      return filled
    }
  }

  /// Calls `body` with the bytes of all rows, as far as the file still has them.
  func withBytes<Result>(
    in buffer: inout Buffer, _ body: (borrowing Span<UInt8>) -> Result
  ) -> Result {
    switch bytes {
    case .none: return body([UInt8]().span)
    case .kept(let chunk, let range): return unsafe body(chunk.bytes(range).span)
    case .file(let reader, let facts, let offset, let count):
      let length = buffer.read(reader, facts, offset: offset, count: count)
      return body(buffer.bytes.span.extracting(0..<length))
    }
  }
}
