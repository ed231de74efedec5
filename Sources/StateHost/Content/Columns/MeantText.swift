internal import Glibc

/// What a cell or a row means where that is not what is written: quotes of CSV once that stand twice, the
/// escapes of JSON read, and of a whole row neither the quotes around its cells nor the names of members.
///
/// Members of JSON that hold something are joined by the unit separator, which nobody types.
struct MeantText {
  /// Stands between two members of a row.
  static let joint: UInt8 = 0x1F

  /// What is meant.
  private(set) var bytes: [UInt8] = []
  /// Where each of these bytes comes from in the row; empty where nobody asks.
  private var sources: [Range<Int>] = []
  private let keepsSources: Bool

  init(keepsSources: Bool = false) { self.keepsSources = keepsSources }

  /// Takes a cell in whose quotes something stands for another thing.
  mutating func read(_ cell: Range<Int>, of row: Span<UInt8>, as division: ColumnDivision) {
    clear()
    append(cell, of: row, as: division)
  }

  /// Takes all cells of a row, with what divides them.
  mutating func readRow(_ row: Span<UInt8>, as division: ColumnDivision, count: Int) {
    clear()
    var cells: [Range<Int>] = []
    var joint = Self.joint
    if case .quoted(let separator) = division {
      joint = separator
      SeparatedCells.walkQuoted(row, separator: separator, count: count) { cell in
        cells.append(cell)
        return true
      }
    } else {
      division.findCells(of: row, count: count, into: &cells)
      cells.removeAll(where: \.isEmpty)
    }
    for (number, cell) in cells.enumerated() {
      if number > 0 { append(joint, from: cell.lowerBound..<cell.lowerBound) }
      append(cell, of: row, as: division)
    }
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
  }

  private mutating func append(
    _ cell: Range<Int>, of row: Span<UInt8>, as division: ColumnDivision
  ) {
    guard division.isWrittenOtherwise(cell, in: row) else {
      for index in cell { append(row[index], from: index..<index + 1) }
      return
    }
    switch division {
    case .quoted: appendQuoted(cell, of: row)
    case .members: appendEscaped(cell, of: row)
    case .aligned, .words, .separated: break
    }
  }

  private mutating func append(_ byte: UInt8, from source: Range<Int>) {
    bytes.append(byte)
    if keepsSources { sources.append(source) }
  }
}

extension MeantText {
  /// What the key of a member means, as it is written between its quotes; invalid UTF-8 is repaired.
  static func name(ofKey key: [UInt8]) -> String {
    let quoted = [UInt8(ascii: "\"")] + key
    var meant = MeantText()
    meant.read(1..<quoted.count, of: quoted.span, as: .members([]))
    return String(decoding: meant.bytes, as: UTF8.self)
  }
}

// MARK: - Where it comes from

extension MeantText {
  /// The range of the row that some of its bytes come from.
  func source(of range: Range<Int>) -> Range<Int> {
    guard let first = sources[range].first, let last = sources[range].last else { return 0..<0 }
    return first.lowerBound..<max(first.lowerBound, last.upperBound)
  }

  /// Which of its bytes come from a range of the row.
  func range(from source: Range<Int>) -> Range<Int> {
    let start = sources.firstIndex { $0.upperBound > source.lowerBound } ?? bytes.count
    let end = sources[start...].firstIndex { $0.lowerBound >= source.upperBound } ?? bytes.count
    return start..<end
  }
}

// MARK: - What stands for another thing

extension MeantText {
  private mutating func appendQuoted(_ cell: Range<Int>, of row: Span<UInt8>) {
    var index = cell.lowerBound
    while index < cell.upperBound {
      let isTwice =
        row[index] == UInt8(ascii: "\"") && index + 1 < cell.upperBound
        && row[index + 1] == UInt8(ascii: "\"")
      let length = isTwice ? 2 : 1
      append(row[index], from: index..<index + length)
      index += length
    }
  }

  private mutating func appendEscaped(_ cell: Range<Int>, of row: Span<UInt8>) {
    var index = cell.lowerBound
    while index < cell.upperBound {
      guard row[index] == UInt8(ascii: "\\") else {
        append(row[index], from: index..<index + 1)
        index += 1
        continue
      }
      let (scalar, length) = Self.escape(row.extracting(index..<cell.upperBound))
      let source = index..<index + length
      if let scalar {
        for byte in UTF8.encode(scalar) ?? .init() { append(byte, from: source) }
      } else {
        for offset in source { append(row[offset], from: source) }
      }
      index += length
    }
  }

  /// What the escape that `text` begins with stands for, and how long it is; nil where it stands for itself:
  /// it is none, or a control character that would move what follows.
  private static func escape(_ text: Span<UInt8>) -> (scalar: Unicode.Scalar?, length: Int) {
    guard text.count > 1 else { return (nil, text.count) }
    switch text[1] {
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "r")
    where text.count > 3 && text[2] == UInt8(ascii: "\\")
      && text[3] == UInt8(ascii: "n"):
      return ("\n", 4)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return (Unicode.Scalar(text[1]), 2)
    case UInt8(ascii: "u"):
      guard let unit = unit(text) else { return (nil, 2) }
      if let scalar = Unicode.Scalar(unit) { return (isShown(scalar) ? scalar : nil, 6) }
      guard text.count >= 12, let next = Self.unit(text.extracting(6..<12)),
        UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next)
      else { return (nil, 6) }
      let number = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(next) - 0xDC00)
      return (Unicode.Scalar(number), 12)
    default: return (nil, 2)
    }
  }

  /// Newlines and tabs are blanks of a text, and an ESC begins a colour.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x1B: true
    case 0..<0x20, 0x7F..<0xA0: false
    default: true
    }
  }

  private static func unit(_ text: Span<UInt8>) -> UInt16? {
    guard text.count >= 6, text[0] == UInt8(ascii: "\\"), text[1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt16 = 0
    for index in 2..<6 {
      guard let digit = Character(Unicode.Scalar(text[index])).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension ColumnDivision {
  /// What a cell means is not what is written: it is in quotes, and some in it stand twice, or a backslash.
  func isWrittenOtherwise(_ cell: Range<Int>, in row: Span<UInt8>) -> Bool {
    guard let mark = mark, cell.lowerBound > 0, row[cell.lowerBound - 1] == UInt8(ascii: "\"")
    else { return false }
    return row.extracting(cell).holds(mark)
  }

  /// A row as a whole means something else than what is written; of members every one does.
  func isWrittenOtherwise(_ row: Span<UInt8>) -> Bool {
    switch self {
    case .aligned, .words, .separated: false
    case .quoted: row.holds(UInt8(ascii: "\""))
    case .members: true
    }
  }

  /// Without this byte a cell means what is written.
  var mark: UInt8? {
    switch self {
    case .aligned, .words, .separated: nil
    case .quoted: UInt8(ascii: "\"")
    case .members: UInt8(ascii: "\\")
    }
  }
}

extension Span where Element == UInt8 {
  func holds(_ byte: UInt8) -> Bool {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return unsafe memchr(base, Int32(byte), bytes.count) != nil
    }
  }
}
