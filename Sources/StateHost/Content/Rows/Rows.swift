internal import CHostSystem
internal import HostSystem

/// Rows, wherever they are: kept in memory, or read from their file when asked for.
package enum Rows {
  case kept(RowStore)
  case file(FileRows)
  /// Only counted: they were written on as they came.
  case passed(Int)

  /// How many there are so far.
  package var count: Int {
    switch self {
    case .kept(let rows): rows.count
    case .file(let rows): rows.count
    case .passed(let count): count
    }
  }

  /// Reads row `row`: its bytes, which end with `body`, and its full length, which is more than
  /// their count if it was cut.
  ///
  /// A number that names no row reads as an empty row.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    switch self {
    case .kept(let rows): rows.withRow(row, body)
    case .file(let rows): rows.withRow(row, body)
    case .passed: body([UInt8]().span, 0)
    }
  }
}

/// How much content is taken before it is cut, so that nothing grows for ever.
package struct RowLimits: Equatable, Sendable {
  /// The longest part of one row that is shown, in bytes; a longer row is cut and says so.
  package static let longestRow = 1 << 20

  /// The most rows.
  package var rows: Int
  /// The most bytes, line ends included.
  package var bytes: Int

  package init(rows: Int, bytes: Int) {
    self.rows = max(0, min(rows, 4_000_000_000))
    self.bytes = max(0, bytes)
  }

  /// For rows that are kept in memory: 50 million rows, 1 GiB.
  package static let kept = RowLimits(rows: 50_000_000, bytes: 1 << 30)
  /// For a file of which only the index is kept: 4,000 million rows, 64 GiB.
  package static let indexed = RowLimits(rows: 4_000_000_000, bytes: 64 << 30)
}

/// Rows that follow each other, and where their bytes are: what a search looks at in one step.
///
/// The bytes of rows that have ended never change, so a piece may be read on any thread while more
/// rows are added.
struct RowSlice: Sendable {
  enum Bytes: Sendable {
    case kept(ByteChunk, Range<Int>)
    case file(any FileReader, FileFacts, offset: Int, count: Int)
    /// The rows need not be looked at.
    case none
  }

  /// The most bytes of a piece with more than one block.
  static let mostBytes = 256 << 10

  let bytes: Bytes
  /// The rows whose bytes these are.
  let rows: Range<Int>
  /// Those that are to be looked at.
  var wanted: Range<Int>

  /// Its rows can match.
  var isLookedAt: Bool { if case .none = bytes { false } else { true } }

  var byteCount: Int {
    switch bytes {
    case .kept(_, let range): range.count
    case .file(_, _, _, let count): count
    case .none: 0
    }
  }

  /// Memory that files are read into, used again and again.
  struct Buffer: Sendable {
    fileprivate var bytes: [UInt8] = []
    /// A file was changed after it was opened.
    private(set) var hasSeenChange = false

    fileprivate mutating func read(
      _ reader: any FileReader, _ facts: FileFacts, offset: Int, count: Int
    ) -> Int {
      if bytes.count < count { bytes = [UInt8](repeating: 0, count: max(count, mostBytes)) }
      let filled = unsafe bytes.withUnsafeMutableBytes { room in
        var filled = 0
        while filled < count {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled..<count])
          guard case .success(let length) = unsafe reader.read(into: rest, at: offset + filled),
            length > 0
          else { break }
          filled += length
        }
        return filled
      }
      if filled < count || reader.facts != facts { hasSeenChange = true }
      return filled
    }
  }

  /// Reads the bytes of all the rows; what a file does not have any more is left out.
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

extension Rows {
  /// The rows around `row` whose bytes are together, as far as they have ended: those that follow it,
  /// or that come before it; nil when there is no such row.
  ///
  /// - Throws: that the file cannot be read beside the loop.
  func piece(
    at row: Int, mostBytes: Int = RowSlice.mostBytes, isBackward: Bool = false
  ) throws(SystemError) -> RowSlice? {
    guard row >= 0, row < count else { return nil }
    switch self {
    case .kept(let rows):
      return rows.piece(at: row, mostBytes: mostBytes, isBackward: isBackward)
    case .file(let rows):
      return try rows.piece(at: row, mostBytes: mostBytes, isBackward: isBackward)
    case .passed: return nil
    }
  }
}
