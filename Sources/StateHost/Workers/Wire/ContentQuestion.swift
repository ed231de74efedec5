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
    /// A whole cell; without a column the whole row.
    case cell(row: UInt64, column: UInt32?)
    case text(ContentText)
    case columns
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
    case .cell(let row, let column):
      writer.append(Tag.cell.rawValue)
      writer.append(row)
      writer.append(column ?? .max)
    case .text(let text):
      writer.append(Tag.text.rawValue)
      writer.append(text.rawValue)
    case .columns: writer.append(Tag.columns.rawValue)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    generation = try reader.uint64()
    switch Tag(rawValue: try reader.uint8()) {
    case .rows: subject = .rows(from: try reader.uint64(), count: try reader.uint32())
    case .cell:
      let row = try reader.uint64()
      let column = try reader.uint32()
      subject = .cell(row: row, column: column == .max ? nil : column)
    case .text:
      guard let text = ContentText(rawValue: try reader.uint32()) else { throw .init() }
      subject = .text(text)
    case .columns: subject = .columns
    case nil: throw .init()
    }
  }

  private enum Tag: UInt8 {
    case rows = 1
    case cell, text, columns
  }
}
