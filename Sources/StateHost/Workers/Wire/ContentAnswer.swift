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
  case view(ViewFacts)
  /// Rows of the view from the place on that was asked for: none where there is none.
  case viewRows([ViewRow])
  case matches([Range<Int>])

  /// A row as far as it is sent without being asked for.
  package struct Row: Equatable {
    var facts: ContentRowFacts
    var start: Piece
    /// Of every column.
    var cells: [Piece]
  }

  /// A row of the view, with all that is drawn of it.
  package struct ViewRow: Equatable {
    /// Its number in the content.
    var number: UInt64
    var row: Row
    /// Where it matches, and then where each of its cells does.
    var matches: [[Range<Int>]]
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
  static let pieceBytes = 1 << 10
  /// No piece is longer, whatever is asked for.
  private static let longestPieceBytes = 1 << 20
  /// What the matches of a text take, and each of them.
  private static let matchHeadBytes = 4
  private static let matchBytes = 8

  /// The host's answer.
  init(to question: ContentQuestion, from services: any ChildServices) {
    let isKnown = services.contentFacts?.generation == question.generation
    switch question.subject {
    case .rows(let first, let count):
      let (end, overflows) = first.addingReportingOverflow(UInt64(count))
      self = .rows(isKnown ? Self.rows(first..<(overflows ? .max : end), of: services) : [])
    case .scattered(let rows, let pieceBytes):
      let pieceBytes = min(max(Int(pieceBytes), Self.pieceBytes), Self.longestPieceBytes)
      self = .rows(isKnown ? Self.rows(rows, pieceBytes: pieceBytes, of: services) : [])
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
    case .view: self = .view(services.view?.facts ?? ViewFacts())
    case .viewRows(let place, let count):
      self = .viewRows(isKnown ? Self.viewRows(from: place, Int(count), of: services) : [])
    case .place(let row):
      self = .rowNumbers([services.view?.place(of: row)].compactMap(\.self))
    case .matches(let row, let column):
      self = .matches(services.view?.matches(in: row, column: column) ?? [])
    }
  }

  private static func rows(
    _ numbers: some Sequence<UInt64>, pieceBytes: Int = Self.pieceBytes,
    of services: any ChildServices
  ) -> [Row] {
    let columns = services.contentFacts?.columns ?? 0
    var rows: [Row] = []
    var byteCount = 0
    for number in numbers {
      guard byteCount < rowsBytes,
        let row = row(number, columns: columns, pieceBytes: pieceBytes, of: services)
      else { break }
      byteCount += row.byteCount
      rows.append(row)
    }
    return rows
  }

  private static func row(
    _ row: UInt64, columns: UInt32, pieceBytes: Int = Self.pieceBytes,
    of services: any ChildServices
  ) -> Row? {
    guard let facts = services.contentRow(row) else { return nil }
    let most = min(pieceBytes, Int(clamping: facts.length))
    let start = unsafe piece(most) {
      unsafe services.copyCell(row: row, column: nil, into: $0)
    }
    if facts.length <= pieceBytes {
      // Nothing is cut, so all is there at one look over the row.
      let cells = CellBatch.cells(of: row, bytes: most, columns: columns, from: services)
      if cells.count == columns {
        return Row(
          facts: facts, start: start,
          cells: cells.map { Piece(length: UInt64($0.count), bytes: $0) })
      }
    }
    let cells = (0..<columns).map { column in
      unsafe piece(most) { unsafe services.copyCell(row: row, column: column, into: $0) }
    }
    return Row(facts: facts, start: start, cells: cells)
  }

  private static func viewRows(
    from place: UInt64, _ count: Int, of services: any ChildServices
  ) -> [ViewRow] {
    guard let view = services.view else { return [] }
    let columns = services.contentFacts?.columns ?? 0
    let numbers = unsafe [UInt64](unsafeUninitializedCapacity: count) { room, count in
      count = unsafe view.copyRows(from: place, into: room)
    }
    var rows: [ViewRow] = []
    var byteCount = 0
    for number in numbers {
      guard byteCount < rowsBytes, let row = row(number, columns: columns, of: services) else {
        break
      }
      var matches = [view.matches(in: number, column: nil)]
      for column in 0..<columns { matches.append(view.matches(in: number, column: column)) }
      byteCount += matches.reduce(row.byteCount) {
        $0 + matchHeadBytes + matchBytes * $1.count
      }
      rows.append(ViewRow(number: number, row: row, matches: matches))
    }
    return rows
  }

  private static func piece(
    _ limit: Int = Self.pieceBytes, _ fill: (UnsafeMutableRawBufferPointer) -> UInt64
  ) -> Piece {
    var length: UInt64 = 0
    let bytes = unsafe filled(limit) { room in
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
      for row in rows { row.write(to: &writer) }
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
    case .view(let facts):
      writer.append(Tag.view.rawValue)
      facts.write(to: &writer)
    case .viewRows(let rows):
      writer.append(Tag.viewRows.rawValue)
      writer.append(UInt32(rows.count))
      for row in rows { row.write(to: &writer) }
    case .matches(let ranges):
      writer.append(Tag.matches.rawValue)
      writer.append(ranges)
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
    case .view: self = .view(try ViewFacts(from: &reader))
    case .viewRows:
      var rows: [ViewRow] = []
      for _ in 0..<(try reader.count(limit: .max)) { rows.append(try ViewRow(from: &reader)) }
      self = .viewRows(rows)
    case .matches: self = .matches(try reader.ranges())
    case nil: throw .init()
    }
    try reader.finish()
  }

  private enum Tag: UInt8 {
    case rows = 1
    case text, overview, selection, rowNumbers, view, viewRows, matches
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

  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(facts.length)
    writer.append(facts.fullLength)
    writer.append(UInt32(cells.count))
    start.write(to: &writer)
    for cell in cells { cell.write(to: &writer) }
  }

  /// What it takes in a message.
  fileprivate var byteCount: Int {
    cells.reduce(Self.headBytes + start.byteCount) { $0 + $1.byteCount }
  }

  private static let headBytes = 24
}

extension ContentAnswer.ViewRow {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    number = try reader.uint64()
    row = try ContentAnswer.Row(from: &reader)
    matches = []
    for _ in 0...row.cells.count { matches.append(try reader.ranges()) }
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(number)
    row.write(to: &writer)
    for ranges in matches { writer.append(ranges) }
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ ranges: [Range<Int>]) {
    append(UInt32(ranges.count))
    for range in ranges {
      append(UInt32(clamping: range.lowerBound))
      append(UInt32(clamping: range.upperBound))
    }
  }
}

extension ByteReader {
  fileprivate mutating func ranges() throws(Malformed) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for _ in 0..<(try count(limit: ViewFacts.mostMatches)) {
      let (start, end) = (Int(try uint32()), Int(try uint32()))
      guard start <= end else { throw .init() }
      ranges.append(start..<end)
    }
    return ranges
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

  /// What it takes in a message.
  fileprivate var byteCount: Int { Self.headBytes + bytes.count }

  private static let headBytes = 12

  /// Whether a buffer of this size gets all that it can hold of the text.
  func fills(_ capacity: Int) -> Bool { UInt64(bytes.count) >= min(length, UInt64(capacity)) }
}
