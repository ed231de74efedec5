package import HostPlugins
package import HostSystem

/// The host's answer to a `ContentQuestion` of a worker process: rows, a text, the selection, row
/// numbers, the view or matches, or `gone` if the rows were replaced or the child has ended; looked
/// up and encoded in the host, decoded in the worker.
package enum ContentAnswer: Equatable, Sendable {
  /// Rows in the requested order, up to the first that does not exist or no longer fits.
  case rows([Row])
  /// A cell or a text, complete.
  case text([UInt8])
  case selection(SelectionFacts)
  case rowNumbers([UInt64])
  case view(ViewFacts)
  case matches([Range<Int>])
  /// The rows were replaced, or the child has ended.
  case gone

  /// One row in the host's answer to a worker process: its number and length, the beginnings of the
  /// requested cells, and the ranges in them that match the filter or search.
  package struct Row: Equatable, Sendable {
    var number: UInt64
    var facts: ContentRowFacts
    /// The texts of the columns, in the order of the query.
    var texts: [Piece]
    /// The matches in each text; empty if they were not requested.
    var matches: [[Range<Int>]] = []
  }

  /// The beginning of a cell or text of the content, with the full length in bytes, for a worker.
  package struct Piece: Equatable, Sendable {
    var length: UInt64
    var bytes: [UInt8]
  }
}

// MARK: - Reading the content

extension ContentAnswer {
  /// The size in bytes at which no more rows are added to an answer.
  private static let rowsBytes = 60 << 10
  /// The longest text in a row, whatever limit is requested.
  private static let longestTextBytes = 1 << 20

  init(to question: ContentQuestion, from services: any ChildHost) {
    let isKnown = services.facts.content?.generation == question.generation
    switch question.subject {
    case .rows(let query): self = isKnown ? .rows(Self.rows(query, of: services)) : .gone
    case .cell(let row, let column):
      self =
        isKnown
        ? .text(unsafe Self.whole { unsafe services.copyCell(row: row, column: column, into: $0) })
        : .gone
    case .text(let text):
      self = .text(unsafe Self.whole { unsafe services.copyContentText(text, into: $0) })
    case .selection: self = .selection(services.selection)
    case .marks(let first, let count):
      let (end, overflows) = first.addingReportingOverflow(UInt64(count))
      self = .rowNumbers((first..<(overflows ? .max : end)).filter(services.isMarked))
    case .markedRows(let first, let count):
      self = .rowNumbers(services.markedRows(from: first, count: UInt64(count)))
    case .view: self = .view(services.viewFacts ?? ViewFacts())
    case .place(let row): self = .rowNumbers([services.place(of: row)].compactMap(\.self))
    case .matches(let row, let column): self = .matches(services.matches(in: row, column: column))
    }
  }

  private static func rows(_ query: RowRequest, of services: any ChildHost) -> [Row] {
    switch query.rows {
    case .from(let first, let count):
      let (end, overflows) = first.addingReportingOverflow(UInt64(count))
      return rows(first..<(overflows ? .max : end), query, of: services)
    case .these(let numbers): return rows(numbers, query, of: services)
    case .places(let place, let count):
      let numbers = unsafe [UInt64](unsafeUninitializedCapacity: Int(count)) { room, count in
        count = Int(unsafe services.copyViewRows(from: place, into: room))
      }
      return rows(numbers, query, of: services)
    }
  }

  private static func rows(
    _ numbers: some Sequence<UInt64>, _ query: RowRequest, of services: any ChildHost
  ) -> [Row] {
    var rows: [Row] = []
    var byteCount = 0
    for number in numbers {
      guard byteCount < rowsBytes, var row = row(number, query, of: services) else { break }
      if query.wantsMatches {
        row.matches = query.columns.map {
          services.matches(in: number, column: $0 == RowRequest.wholeRow ? nil : $0)
        }
      }
      byteCount += row.byteCount
      rows.append(row)
    }
    return rows
  }

  private static func row(
    _ number: UInt64, _ query: RowRequest, of services: any ChildHost
  ) -> Row? {
    guard let facts = services.contentRow(number) else { return nil }
    let limit = min(max(Int(query.textBytes), Int(RowRequest.textBytes)), longestTextBytes)
    let most = min(limit, Int(clamping: facts.length))
    // A row below the limit needs no truncation, so one pass over it yields all its cells.
    let end = (query.columns.last { $0 != RowRequest.wholeRow }).map { $0 + 1 } ?? 0
    let cells =
      facts.length <= limit && end > 0
      ? CellBatch.cells(of: number, bytes: most, columns: end, from: services) : []
    let texts = query.columns.map { column in
      if column < cells.count {
        return Piece(length: UInt64(cells[Int(column)].count), bytes: cells[Int(column)])
      }
      return unsafe piece(most) {
        unsafe services.copyCell(
          row: number, column: column == RowRequest.wholeRow ? nil : column, into: $0)
      }
    }
    return Row(number: number, facts: facts, texts: texts)
  }

  /// The first `limit` bytes of a text.
  static func piece(_ limit: Int, _ fill: (UnsafeMutableRawBufferPointer) -> UInt64) -> Piece {
    var length: UInt64 = 0
    let bytes = unsafe filled(limit) { room in
      length = unsafe fill(room)
      return length
    }
    return Piece(length: length, bytes: bytes)
  }

  static func whole(_ fill: (UnsafeMutableRawBufferPointer) -> UInt64) -> [UInt8] {
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

extension ContentAnswer.Row {
  /// The approximate encoded size.
  var byteCount: Int {
    let texts = texts.reduce(32) { $0 + 12 + $1.bytes.count }
    return matches.reduce(texts) { $0 + 4 + 8 * $1.count }
  }
}

extension ContentAnswer.Piece {
  /// Whether a buffer of this size gets as much of the text as it can hold.
  func fills(_ capacity: Int) -> Bool { UInt64(bytes.count) >= min(length, UInt64(capacity)) }
}

// MARK: - Encoding

extension ContentAnswer: GeneratedWireValue {
  var bytes: [UInt8] { encoded() }
  package init(_ bytes: [UInt8]) throws(ByteReader.Malformed) {
    try self.init(decoding: bytes[...])
  }
}

extension ContentAnswer.Row: GeneratedWireValue {}
extension ContentRowFacts: GeneratedWireValue {}
extension ContentAnswer.Piece: GeneratedWireValue {}

extension Range<Int>: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(UInt32(clamping: lowerBound), UInt32(clamping: upperBound))
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (start, end): (UInt32, UInt32) = (try reader.next(), try reader.next())
    guard start <= end else { throw .init() }
    self = Int(start)..<Int(end)
  }
}

/// The overview of the content (loaded rows) sent to a worker process whenever it changes: name,
/// alignment and width of each column, and the beginnings of texts such as title and error.
package struct ContentOverview: Equatable, Sendable {
  /// One column of the content as sent to a worker process: name, alignment and width.
  struct Column: Equatable, Sendable {
    var facts: ContentColumnFacts
    var name: [UInt8]
  }

  var columns: [Column] = []
  /// The beginning of each text, in the order of `ContentText.allCases`.
  var texts: [ContentAnswer.Piece] = []

  init() {}

  init(of services: any ChildHost) {
    while let facts = services.contentColumn(UInt32(columns.count)) {
      let index = UInt32(columns.count)
      let name = unsafe ContentAnswer.whole { unsafe services.copyColumnName(index, into: $0) }
      columns.append(Column(facts: facts, name: name))
    }
    texts = ContentText.allCases.map { text in
      unsafe ContentAnswer.piece(Int(RowRequest.textBytes)) {
        unsafe services.copyContentText(text, into: $0)
      }
    }
  }
}

extension ContentOverview: GeneratedWireValue {
  var isWithinLimits: Bool { texts.isEmpty || texts.count == ContentText.allCases.count }
}

extension ContentOverview.Column: GeneratedWireValue {}
extension ContentColumnFacts: GeneratedWireValue {}
