internal import HostPlugins
internal import HostSystem

/// A question of a worker process to the host about the content (loaded rows, selection, filtered view) where its
/// copy has no answer: the child, the generation of the rows, and the subject; the worker blocks until the answer.
package struct ContentQuestion: Equatable, Sendable {
  var child: UInt32
  /// The generation of the content that row numbers refer to; if it is outdated, the answer is `gone`.
  var generation: UInt64
  var subject: Subject

  /// The subject of a worker's question to the host: rows, a cell, text, selection, marks, view, place, or matches.
  enum Subject: Equatable, Sendable {
    /// Rows, as many as fit into the answer.
    case rows(RowRequest)
    /// The text of a cell; without a column, of the whole row.
    case cell(row: UInt64, column: UInt32?)
    case text(ContentText)
    case selection
    /// Which rows of a range are marked.
    case marks(from: UInt64, count: UInt32)
    /// Marked rows in order, from the given index among them.
    case markedRows(from: UInt64, count: UInt32)
    case view
    case place(ofRow: UInt64)
    /// Where a cell matches; without a column, where the row does.
    case matches(row: UInt64, column: UInt32?)

    /// The most row numbers in a question or an answer.
    static let rowNumbersLimit: UInt32 = 4096
  }
}

/// The function by which the mirrors in a worker question the host and wait for the answer; nil if that is `gone`.
typealias AskHost = (ContentQuestion.Subject) -> ContentAnswer?

/// The part of the content that a worker process requests from the host in one question: which rows, which columns, how
/// many bytes of each cell, and whether the matches too; it has nothing to do with the query that a user types.
struct RowRequest: Equatable, Sendable {
  /// The rows that a worker process requests: a range, single row numbers, or a range of places in the filtered view.
  enum Rows: Equatable, Sendable {
    /// Contiguous rows.
    case from(UInt64, count: UInt32)
    case these([UInt64])
    /// Contiguous places of the view.
    case places(from: UInt64, count: UInt32)
  }

  var rows: Rows
  /// The columns, in ascending order; `wholeRow` for the row itself.
  var columns: [UInt32]
  /// The most bytes of each text.
  var textBytes: UInt32
  /// Whether to include where the texts match the filter and the search.
  var wantsMatches = false

  /// Stands for the whole row in `columns`.
  static let wholeRow = UInt32.max
  /// The default limit of a text, in bytes.
  static let textBytes: UInt32 = 1 << 10
}

// MARK: - Encoding

extension RowRequest: WireStruct {
  static let fields = WireFields(
    {
      (rows: Rows, columns: [UInt32], textBytes: UInt32, wantsMatches: Bool)
        throws(ByteReader.Malformed) in
      guard columns.count <= Self.columnsLimit, zip(columns, columns.dropFirst()).allSatisfy(<)
      else { throw .init() }
      return Self(rows: rows, columns: columns, textBytes: textBytes, wantsMatches: wantsMatches)
    },
    { ($0.rows, $0.columns, $0.textBytes, $0.wantsMatches) })

  private static let columnsLimit = 65_537
}

extension RowRequest.Rows: WireValue {
  /// The first byte of encoded `Rows`: a range, single rows, or places of the view.
  private enum Tag: UInt8, WireRawValue {
    case from = 1
    case these, places
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .from(let row, let count): writer.append(Tag.from, row, count)
    case .these(let rows): writer.append(Tag.these, rows)
    case .places(let place, let count): writer.append(Tag.places, place, count)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .from: self = .from(try reader.next(), count: try reader.rowCount())
    case .these:
      let rows: [UInt64] = try reader.next()
      guard rows.count <= ContentQuestion.Subject.rowNumbersLimit else { throw .init() }
      self = .these(rows)
    case .places: self = .places(from: try reader.next(), count: try reader.rowCount())
    }
  }
}

extension ByteReader {
  fileprivate mutating func rowCount() throws(Malformed) -> UInt32 {
    let count = try uint32()
    guard count <= ContentQuestion.Subject.rowNumbersLimit else { throw .init() }
    return count
  }
}

extension ContentQuestion: WireStruct {
  static let fields = WireFields(Self.init(child:generation:subject:)) {
    ($0.child, $0.generation, $0.subject)
  }
}

extension ContentText: WireRawValue {}

extension ContentQuestion.Subject: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .rows(let query): writer.append(Tag.rows, query)
    case .cell(let row, let column): writer.append(Tag.cell, row, column)
    case .text(let text): writer.append(Tag.text, text)
    case .selection: writer.append(Tag.selection)
    case .marks(let first, let count): writer.append(Tag.marks, first, count)
    case .markedRows(let first, let count): writer.append(Tag.markedRows, first, count)
    case .view: writer.append(Tag.view)
    case .place(let row): writer.append(Tag.place, row)
    case .matches(let row, let column): writer.append(Tag.matches, row, column)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .rows: self = try reader.next(Self.rows)
    case .cell: self = try reader.next(Self.cell)
    case .text: self = try reader.next(Self.text)
    case .selection: self = .selection
    case .marks: self = .marks(from: try reader.next(), count: try reader.rowCount())
    case .markedRows: self = .markedRows(from: try reader.next(), count: try reader.rowCount())
    case .view: self = .view
    case .place: self = try reader.next(Self.place)
    case .matches: self = try reader.next(Self.matches)
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case rows = 1
    case cell, text, selection, marks, markedRows, view, place, matches
  }
}
