internal import HostContent
internal import HostPlugins
internal import HostSystem

extension ViewFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&request)
    try visitor.visit(&revision)
    try visitor.visit(&rows)
    try visitor.visit(&lookedRows)
    try visitor.visit(&allRows)
    try visitor.visit(&isComplete)
    try visitor.visit(&isInOrder)
    try visitor.visit(&sortedType)
    try visitor.visit(&isContent)
    try visitor.visit(&hasMatches)
    try visitor.visit(&finds)
    try visitor.visit(&find)
    try visitor.visit(&problem)
  }
}

extension CellType: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(UInt8(rawValue)) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let type = Self(rawValue: Int(try reader.uint8())) else { throw .init() }
    self = type
  }
}

extension ViewFacts.Find: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .none: writer.append(Tag.none)
    case .running: writer.append(Tag.running)
    case .found(let row): writer.append(Tag.found, row)
    case .noMatch: writer.append(Tag.noMatch)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .none: self = .none
    case .running: self = .running
    case .found: self = .found(row: try reader.next())
    case .noMatch: self = .noMatch
    }
  }

  /// The byte that says in a message whether a search in the view is running, has found a row or has no match.
  private enum Tag: UInt8, WireTag {
    case none
    case running, found, noMatch
  }
}

extension ViewRequest: WireRecord {
  init() { self.init(filter: nil, sort: nil) }

  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&filter)
    try visitor.visit(&sort)
  }
}

extension RowFilter: WireValue {
  private static let kinds: [Kind] = [.text, .expression, .fuzzy, .query]
  private static let letterCases: [LetterCase] = [.smart, .sensitive, .insensitive]

  func write(to writer: inout ByteWriter) {
    writer.append(text)
    writer.append(UInt8(Self.kinds.firstIndex(of: kind) ?? 0))
    writer.append(UInt8(Self.letterCases.firstIndex(of: letterCase) ?? 0))
    writer.append(column: column)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let text = try reader.bytes()
    guard text.count <= Self.longestText else { throw .init() }
    self.init(
      Array(text), kind: try reader.choice(of: Self.kinds),
      letterCase: try reader.choice(of: Self.letterCases), column: try reader.column())
  }
}

extension RowSort: WireValue {
  private static let keys: [Key] = [.text, .number, .score, .natural]

  func write(to writer: inout ByteWriter) {
    writer.append(UInt8(Self.keys.firstIndex(of: key) ?? 0))
    writer.append(column: column)
    writer.append(isDescending)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      by: try reader.choice(of: Self.keys), column: try reader.column(),
      isDescending: try reader.flag())
  }
}

extension ByteWriter {
  fileprivate mutating func append(column: Int?) {
    append(column.map { UInt32(clamping: $0) } ?? .max)
  }
}

extension ByteReader {
  fileprivate mutating func column() throws(Malformed) -> Int? {
    let column = try uint32()
    return column == .max ? nil : Int(column)
  }

  fileprivate mutating func choice<Value>(of values: [Value]) throws(Malformed) -> Value {
    let index = Int(try uint8())
    guard index < values.count else { throw .init() }
    return values[index]
  }
}
