package import HostPlugins
package import HostSystem

/// What a worker is told of the content.
package enum ContentAnswer: Equatable {
  /// Rows from the one on that was asked for: none where there is none.
  case rows([Row])
  /// A cell or a text, whole.
  case text([UInt8])
  /// The columns, and the pieces of all texts in the order of their numbers.
  case overview([Column], texts: [Piece])
  case selection(SelectionFacts)
  case rowNumbers([UInt64])

  /// A row as far as it is sent without being asked for.
  package struct Row: Equatable {
    var facts: ContentRowFacts
    var start: Piece
    /// Of every column.
    var cells: [Piece]
  }

  /// The first bytes of a text, and how long the whole is.
  package struct Piece: Equatable {
    var length: UInt64
    var bytes: [UInt8]
  }

  package struct Column: Equatable {
    var facts: ContentColumnFacts
    var name: [UInt8]
  }
}

// MARK: - Finding it

extension ContentAnswer {
  /// Bytes of rows that are sent at a time, and of one text of theirs.
  private static let rowsBytes = 60 << 10
  private static let pieceBytes = 1 << 10
  /// What a row and a piece of it take besides.
  private static let rowHeadBytes = 24
  private static let pieceHeadBytes = 12

  /// The host's answer.
  init(to question: ContentQuestion, from services: any ChildServices) {
    let isKnown = services.contentFacts?.generation == question.generation
    switch question.subject {
    case .rows(let first, let count):
      self = .rows(isKnown ? Self.rows(from: first, count, of: services) : [])
    case .cell(let row, let column):
      self = .text(
        isKnown
          ? unsafe Self.whole { unsafe services.copyCell(row: row, column: column, into: $0) } : [])
    case .text(let text):
      self = .text(unsafe Self.whole { unsafe services.copyContentText(text, into: $0) })
    case .overview:
      var columns: [Column] = []
      while let facts = services.contentColumn(UInt32(columns.count)) {
        let index = UInt32(columns.count)
        let name = unsafe Self.whole { unsafe services.copyColumnName(index, into: $0) }
        columns.append(Column(facts: facts, name: name))
      }
      let texts = ContentText.allCases.map { text in
        unsafe Self.piece { unsafe services.copyContentText(text, into: $0) }
      }
      self = .overview(columns, texts: texts)
    case .selection: self = .selection(services.selection)
    case .marks(let first, let count):
      let (end, overflows) = first.addingReportingOverflow(UInt64(count))
      self = .rowNumbers((first..<(overflows ? .max : end)).filter(services.isMarked))
    case .markedRows(let first, let count):
      self = .rowNumbers(services.markedRows(from: first, count: UInt64(count)))
    }
  }

  private static func rows(
    from first: UInt64, _ count: UInt32, of services: any ChildServices
  ) -> [Row] {
    let columns = services.contentFacts?.columns ?? 0
    var rows: [Row] = []
    var byteCount = 0
    for index in 0..<UInt64(count) {
      let (row, overflows) = first.addingReportingOverflow(index)
      guard !overflows, byteCount < rowsBytes, let facts = services.contentRow(row) else { break }
      let start = unsafe piece { unsafe services.copyCell(row: row, column: nil, into: $0) }
      let cells = (0..<columns).map { column in
        unsafe piece { unsafe services.copyCell(row: row, column: column, into: $0) }
      }
      byteCount += ([start] + cells).reduce(rowHeadBytes) {
        $0 + pieceHeadBytes + $1.bytes.count
      }
      rows.append(Row(facts: facts, start: start, cells: cells))
    }
    return rows
  }

  private static func piece(
    _ fill: (UnsafeMutableRawBufferPointer) -> UInt64
  ) -> Piece {
    var length: UInt64 = 0
    let bytes = unsafe filled(pieceBytes) { room in
      length = unsafe fill(room)
      return length
    }
    return Piece(length: length, bytes: bytes)
  }

  /// A text whole, however long it is.
  private static func whole(_ fill: (UnsafeMutableRawBufferPointer) -> UInt64) -> [UInt8] {
    let length = unsafe fill(UnsafeMutableRawBufferPointer(start: nil, count: 0))
    return unsafe filled(Int(clamping: length), fill)
  }

  private static func filled(
    _ capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> UInt64
  ) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
      let length = unsafe fill(UnsafeMutableRawBufferPointer(room))
      count = min(capacity, Int(clamping: length))
    }
  }
}

// MARK: - As bytes

extension ContentAnswer {
  var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .rows(let rows):
      writer.append(Tag.rows.rawValue)
      writer.append(UInt32(rows.count))
      for row in rows {
        writer.append(row.facts.length)
        writer.append(row.facts.fullLength)
        writer.append(UInt32(row.cells.count))
        row.start.write(to: &writer)
        for cell in row.cells { cell.write(to: &writer) }
      }
    case .text(let text):
      writer.append(Tag.text.rawValue)
      writer.append(text)
    case .overview(let columns, let texts):
      writer.append(Tag.overview.rawValue)
      writer.append(UInt32(columns.count))
      for column in columns {
        writer.append(column.facts.isRightAligned)
        writer.append(Int32(clamping: column.facts.width))
        writer.append(column.name)
      }
      for text in texts { text.write(to: &writer) }
    case .selection(let facts):
      writer.append(Tag.selection.rawValue)
      facts.write(to: &writer)
    case .rowNumbers(let rows):
      writer.append(Tag.rowNumbers.rawValue)
      writer.append(UInt32(rows.count))
      for row in rows { writer.append(row) }
    }
    return writer.bytes
  }

  package init(_ bytes: [UInt8]) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes[...])
    switch Tag(rawValue: try reader.uint8()) {
    case .rows:
      var rows: [Row] = []
      for _ in 0..<(try reader.count(limit: .max)) { rows.append(try Row(from: &reader)) }
      self = .rows(rows)
    case .text: self = .text(Array(try reader.bytes()))
    case .overview:
      var columns: [Column] = []
      for _ in 0..<(try reader.count(limit: .max)) {
        let facts = ContentColumnFacts(
          isRightAligned: try reader.flag(), width: Int(try reader.int32()))
        columns.append(Column(facts: facts, name: Array(try reader.bytes())))
      }
      var texts: [Piece] = []
      for _ in ContentText.allCases { texts.append(try Piece(from: &reader)) }
      self = .overview(columns, texts: texts)
    case .selection: self = .selection(try SelectionFacts(from: &reader))
    case .rowNumbers:
      var rows: [UInt64] = []
      for _ in 0..<(try reader.count(limit: Int(ContentQuestion.Subject.rowNumbersLimit))) {
        rows.append(try reader.uint64())
      }
      self = .rowNumbers(rows)
    case nil: throw .init()
    }
    try reader.finish()
  }

  private enum Tag: UInt8 {
    case rows = 1
    case text, overview, selection, rowNumbers
  }
}

extension ContentAnswer.Row {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    facts = ContentRowFacts(length: try reader.uint64(), fullLength: try reader.uint64())
    let count = try reader.count(limit: .max)
    start = try ContentAnswer.Piece(from: &reader)
    cells = []
    for _ in 0..<count { cells.append(try ContentAnswer.Piece(from: &reader)) }
  }
}

extension ContentAnswer.Piece {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    length = try reader.uint64()
    bytes = Array(try reader.bytes())
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(length)
    writer.append(bytes)
  }

  /// Whether a buffer of this size gets all that it can hold of the text.
  func fills(_ capacity: Int) -> Bool { UInt64(bytes.count) >= min(length, UInt64(capacity)) }
}
