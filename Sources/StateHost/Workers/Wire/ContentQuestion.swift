internal import HostPlugins
internal import HostSystem

/// A question of a worker process to the host about content that it has no copy of; the worker waits for the answer.
package struct ContentQuestion: Equatable, Sendable {
  /// The child that needs the answer.
  var child: UInt32
  /// The generation of the content that row numbers refer to; if it is outdated, the answer is `gone`.
  var generation: UInt64
  var subject: Subject

  /// What a worker process asks of the content: rows, a cell, the selection, marks, the view, a place or matches.
  enum Subject: Equatable, Sendable {
    /// Rows, as many as fit into the answer.
    case rows(RowQuery)
    /// The text of a cell; without a column, of the whole row.
    case cell(row: UInt64, column: UInt32?)
    case text(ContentText)
    /// The current selection.
    case selection
    /// Which rows of a range are marked.
    case marks(from: UInt64, count: UInt32)
    /// Marked rows in order, from the given index among them.
    case markedRows(from: UInt64, count: UInt32)
    /// The current view.
    case view
    /// The place of a row in the view.
    case place(ofRow: UInt64)
    /// Where a cell matches; without a column, where the row does.
    case matches(row: UInt64, column: UInt32?)

    /// The most row numbers in a question or an answer.
    static let rowNumbersLimit: UInt32 = 4096
  }
}

/// Which rows a worker process asks the host for, and which columns and how many bytes of each.
struct RowQuery: Equatable, Sendable {
  /// How a worker process selects the rows it asks for: a range, single row numbers, or a range of the filtered view.
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

extension RowQuery: WireValue {
  /// The byte that says in a message how the requested rows are selected.
  private enum Tag: UInt8, WireTag {
    case from = 1
    case these, places
  }

  func write(to writer: inout ByteWriter) {
    switch rows {
    case .from(let row, let count): writer.append(Tag.from, row, count)
    case .these(let rows): writer.append(Tag.these, rows)
    case .places(let place, let count): writer.append(Tag.places, place, count)
    }
    writer.append(columns, textBytes, wantsMatches)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .from: rows = .from(try reader.next(), count: try ContentQuestion.rowNumbers(&reader))
    case .these:
      rows = .these(try reader.next())
    case .places:
      rows = .places(from: try reader.next(), count: try ContentQuestion.rowNumbers(&reader))
    }
    columns = try reader.next()
    textBytes = try reader.next()
    wantsMatches = try reader.next()
    guard columns.count <= Self.columnsLimit, zip(columns, columns.dropFirst()).allSatisfy(<) else {
      throw .init()
    }
    if case .these(let rows) = rows, rows.count > ContentQuestion.Subject.rowNumbersLimit {
      throw .init()
    }
  }

  private static let columnsLimit = 65_537
}

extension ContentQuestion {
  func write(to writer: inout ByteWriter) {
    writer.append(child, generation)
    switch subject {
    case .rows(let query):
      writer.append(Tag.rows.rawValue)
      query.write(to: &writer)
    case .cell(let row, let column):
      writer.append(Tag.cell.rawValue)
      writer.append(row)
      writer.append(column ?? .max)
    case .text(let text):
      writer.append(Tag.text.rawValue)
      writer.append(text.rawValue)
    case .selection: writer.append(Tag.selection.rawValue)
    case .marks(let first, let count):
      writer.append(Tag.marks.rawValue)
      writer.append(first)
      writer.append(count)
    case .markedRows(let first, let count):
      writer.append(Tag.markedRows.rawValue)
      writer.append(first)
      writer.append(count)
    case .view: writer.append(Tag.view.rawValue)
    case .place(let row):
      writer.append(Tag.place.rawValue)
      writer.append(row)
    case .matches(let row, let column):
      writer.append(Tag.matches.rawValue)
      writer.append(row)
      writer.append(column ?? .max)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    child = try reader.next()
    generation = try reader.next()
    switch Tag(rawValue: try reader.uint8()) {
    case .rows: subject = .rows(try RowQuery(from: &reader))
    case .cell:
      let row = try reader.uint64()
      let column = try reader.uint32()
      subject = .cell(row: row, column: column == .max ? nil : column)
    case .text:
      guard let text = ContentText(rawValue: try reader.uint32()) else { throw .init() }
      subject = .text(text)
    case .selection: subject = .selection
    case .marks: subject = .marks(from: try reader.uint64(), count: try Self.rowNumbers(&reader))
    case .markedRows:
      subject = .markedRows(from: try reader.uint64(), count: try Self.rowNumbers(&reader))
    case .view: subject = .view
    case .place: subject = .place(ofRow: try reader.uint64())
    case .matches:
      let row = try reader.uint64()
      let column = try reader.uint32()
      subject = .matches(row: row, column: column == .max ? nil : column)
    case nil: throw .init()
    }
  }

  fileprivate static func rowNumbers(_ reader: inout ByteReader) throws(ByteReader.Malformed)
    -> UInt32
  {
    let count = try reader.uint32()
    guard count <= Subject.rowNumbersLimit else { throw .init() }
    return count
  }

  /// The byte that identifies what a worker process asks for in a question about content.
  private enum Tag: UInt8 {
    case rows = 1
    case cell, text, selection, marks, markedRows, view, place, matches
  }
}
