internal import HostPlugins
internal import HostSystem

/// What a child in a worker wants to know of the content and its worker does not know yet.
package struct ContentQuestion: Equatable, Sendable {
  /// The child that asks.
  var child: UInt32
  /// Which rows are meant: about those of another generation the answer is `gone`.
  var generation: UInt64
  var subject: Subject

  enum Subject: Equatable, Sendable {
    /// Rows, as many of them as fit.
    case rows(RowQuery)
    /// A whole cell; without a column the whole row.
    case cell(row: UInt64, column: UInt32?)
    /// A text, whole.
    case text(ContentText)
    /// The selection as it is now.
    case selection
    /// Which of so many rows are marked.
    case marks(from: UInt64, count: UInt32)
    /// The marked rows in order, from the `first`-th on.
    case markedRows(from: UInt64, count: UInt32)
    /// The view as it is now.
    case view
    /// The place of a row in the view.
    case place(ofRow: UInt64)
    /// Where a cell matches; without a column the whole row.
    case matches(row: UInt64, column: UInt32?)

    /// How many numbers of rows are asked for at a time.
    static let rowNumbersLimit: UInt32 = 4096
  }
}

/// Which rows a child reads, and what of each.
struct RowQuery: Equatable, Sendable {
  enum Rows: Equatable, Sendable {
    /// Rows side by side.
    case from(UInt64, count: UInt32)
    /// Rows that lie anywhere.
    case these([UInt64])
    /// Rows at places of the view side by side.
    case places(from: UInt64, count: UInt32)
  }

  var rows: Rows
  /// The columns, in ascending order; `wholeRow` for the row itself.
  var columns: [UInt32]
  /// The most bytes of each text.
  var textBytes: UInt32
  /// Where the texts match the filter and the search is wanted, too.
  var wantsMatches = false

  /// Stands for the whole row among columns.
  static let wholeRow = UInt32.max
  /// The most bytes of a text that are sent unless more are asked for.
  static let textBytes: UInt32 = 1 << 10
}

// MARK: - As bytes

extension RowQuery: WireValue {
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

  private enum Tag: UInt8 {
    case rows = 1
    case cell, text, selection, marks, markedRows, view, place, matches
  }
}
