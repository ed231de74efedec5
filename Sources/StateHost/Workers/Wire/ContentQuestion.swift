internal import HostPlugins
internal import HostSystem

/// What a child in a worker wants to know of the content and its worker does not know yet.
package struct ContentQuestion: Equatable, Sendable {
  /// Which rows are meant: those of another generation are not given.
  var generation: UInt64
  var subject: Subject

  enum Subject: Equatable, Sendable {
    /// Rows side by side, as many as are wanted and fit.
    case rows(from: UInt64, count: UInt32)
    /// Rows that lie anywhere, as many as fit, and so much of each of their texts.
    case scattered([UInt64], pieceBytes: UInt32)
    /// A whole cell; without a column the whole row.
    case cell(row: UInt64, column: UInt32?)
    /// A text, whole.
    case text(ContentText)
    /// What a child is shown beside the rows: the columns, and the beginning of each text.
    case overview
    /// The selection as it is now.
    case selection
    /// Which of so many rows are marked.
    case marks(from: UInt64, count: UInt32)
    /// The marked rows in order, from the `first`-th on.
    case markedRows(from: UInt64, count: UInt32)
    /// The view as it is now.
    case view
    /// Rows at places of the view side by side, as many as are wanted and fit.
    case viewRows(fromPlace: UInt64, count: UInt32)
    /// The place of a row in the view.
    case place(ofRow: UInt64)
    /// Where a cell matches; without a column the whole row.
    case matches(row: UInt64, column: UInt32?)

    /// How many numbers of rows are asked for at a time.
    static let rowNumbersLimit: UInt32 = 4096
  }
}

extension ContentQuestion {
  func write(to writer: inout ByteWriter) {
    writer.append(generation)
    switch subject {
    case .rows(let first, let count):
      writer.append(Tag.rows.rawValue)
      writer.append(first)
      writer.append(count)
    case .scattered(let rows, let pieceBytes):
      writer.append(Tag.scattered.rawValue)
      writer.append(pieceBytes)
      writer.append(UInt32(rows.count))
      for row in rows { writer.append(row) }
    case .cell(let row, let column):
      writer.append(Tag.cell.rawValue)
      writer.append(row)
      writer.append(column ?? .max)
    case .text(let text):
      writer.append(Tag.text.rawValue)
      writer.append(text.rawValue)
    case .overview: writer.append(Tag.overview.rawValue)
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
    case .viewRows(let place, let count):
      writer.append(Tag.viewRows.rawValue)
      writer.append(place)
      writer.append(count)
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
    generation = try reader.uint64()
    switch Tag(rawValue: try reader.uint8()) {
    case .rows: subject = .rows(from: try reader.uint64(), count: try reader.uint32())
    case .scattered:
      let pieceBytes = try reader.uint32()
      var rows: [UInt64] = []
      for _ in 0..<(try Self.rowNumbers(&reader)) { rows.append(try reader.uint64()) }
      subject = .scattered(rows, pieceBytes: pieceBytes)
    case .cell:
      let row = try reader.uint64()
      let column = try reader.uint32()
      subject = .cell(row: row, column: column == .max ? nil : column)
    case .text:
      guard let text = ContentText(rawValue: try reader.uint32()) else { throw .init() }
      subject = .text(text)
    case .overview: subject = .overview
    case .selection: subject = .selection
    case .marks: subject = .marks(from: try reader.uint64(), count: try Self.rowNumbers(&reader))
    case .markedRows:
      subject = .markedRows(from: try reader.uint64(), count: try Self.rowNumbers(&reader))
    case .view: subject = .view
    case .viewRows:
      subject = .viewRows(fromPlace: try reader.uint64(), count: try Self.rowNumbers(&reader))
    case .place: subject = .place(ofRow: try reader.uint64())
    case .matches:
      let row = try reader.uint64()
      let column = try reader.uint32()
      subject = .matches(row: row, column: column == .max ? nil : column)
    case nil: throw .init()
    }
  }

  private static func rowNumbers(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> UInt32
  {
    let count = try reader.uint32()
    guard count <= Subject.rowNumbersLimit else { throw .init() }
    return count
  }

  private enum Tag: UInt8 {
    case rows = 1
    case cell, text, overview, selection, marks, markedRows
    case view, viewRows, place, matches, scattered
  }
}
