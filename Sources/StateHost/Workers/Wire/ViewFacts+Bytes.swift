internal import HostContent
internal import HostPlugins
internal import HostSystem

/// The view as bytes.
extension ViewFacts {
  func write(to writer: inout ByteWriter) {
    request.write(to: &writer)
    for number in [revision, rows, lookedRows, allRows, finds] { writer.append(number) }
    for flag in [isComplete, isInOrder, isContent, hasMatches] { writer.append(flag) }
    writer.append(UInt8((sortedType?.rawValue ?? -1) + 1))
    let (tag, row) = find.bits
    writer.append(tag)
    writer.append(row)
    writer.append(problem ?? "")
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    request = try ViewRequest(from: &reader)
    revision = try reader.uint64()
    rows = try reader.uint64()
    lookedRows = try reader.uint64()
    allRows = try reader.uint64()
    finds = try reader.uint64()
    isComplete = try reader.flag()
    isInOrder = try reader.flag()
    isContent = try reader.flag()
    hasMatches = try reader.flag()
    let type = try reader.uint8()
    if type > 0 {
      guard let sorted = CellType(rawValue: Int(type) - 1) else { throw .init() }
      sortedType = sorted
    }
    find = try Find(tag: try reader.uint8(), row: try reader.uint64())
    let text = try reader.text()
    problem = text.isEmpty ? nil : text
  }
}

extension ViewFacts.Find {
  fileprivate var bits: (tag: UInt8, row: UInt64) {
    switch self {
    case .none: (0, 0)
    case .running: (1, 0)
    case .found(let row): (2, row)
    case .noMatch: (3, 0)
    }
  }

  fileprivate init(tag: UInt8, row: UInt64) throws(ByteReader.Malformed) {
    switch (tag, row) {
    case (0, 0): self = .none
    case (1, 0): self = .running
    case (2, _): self = .found(row: row)
    case (3, 0): self = .noMatch
    default: throw .init()
    }
  }
}

extension ViewRequest: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(filter != nil)
    filter?.write(to: &writer)
    writer.append(sort != nil)
    sort?.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    if try reader.flag() { filter = try RowFilter(from: &reader) }
    if try reader.flag() { sort = try RowSort(from: &reader) }
  }
}

extension RowFilter: WireValue {
  private static let kinds: [Kind] = [.text, .expression, .fuzzy]
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

extension RowSort {
  private static let keys: [Key] = [.text, .number, .score, .natural]

  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(UInt8(Self.keys.firstIndex(of: key) ?? 0))
    writer.append(column: column)
    writer.append(isDescending)
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
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
