internal import Glibc
internal import HostText

/// What a cell or a row means where that is not what is written: quotes of CSV once that stand twice, the
/// escapes of JSON read, and of a whole row neither the quotes around its cells nor the names of members.
///
/// Members of JSON that hold something are joined by the unit separator, which nobody types.
struct DecodedText {
  /// Stands between two members of a row.
  static let joint: UInt8 = 0x1F

  /// What is meant.
  private(set) var bytes: [UInt8] = []
  /// What the bytes come from, part after part; empty where nobody asks.
  private var parts: [Part] = []
  private let keepsSources: Bool
  /// Filled for each row.
  private var cells: [Range<Int>] = []

  fileprivate struct Part {
    /// Where it is in the bytes, and in the row.
    let meant: Range<Int>
    let source: Range<Int>
    let isByteForByte: Bool
  }

  init(keepsSources: Bool = false) { self.keepsSources = keepsSources }

  /// Takes a cell in whose quotes something stands for another thing.
  mutating func read(_ cell: Range<Int>, of row: Span<UInt8>, as division: RowFormat) {
    clear()
    append(cell, of: row, as: division)
  }

  /// Takes all cells of a row, with what divides them.
  mutating func readRow(_ row: Span<UInt8>, as division: RowFormat, count: Int) {
    clear()
    cells.removeAll(keepingCapacity: true)
    var separator: UInt8?
    if case .quoted(let byte) = division {
      separator = byte
      SeparatedCells.walkQuoted(row, separator: byte, count: count) { cell in
        cells.append(cell)
        return true
      }
    } else {
      division.findCells(of: row, count: count, into: &cells)
      cells.removeAll(where: \.isEmpty)
    }
    for number in cells.indices {
      let cell = cells[number]
      if number > 0 {
        // Members may stand in another order, with names between them.
        let start = separator == nil ? cell.lowerBound : cells[number - 1].upperBound
        append(separator ?? Self.joint, from: start..<cell.lowerBound)
      }
      append(cell, of: row, as: division)
    }
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func append(
    _ cell: Range<Int>, of row: Span<UInt8>, as division: RowFormat
  ) {
    division.walkParts(of: cell, in: row) { source, meaning in
      let start = bytes.count
      var isByteForByte = false
      switch meaning {
      case .bytes:
        isByteForByte = true
        append(row.extracting(source))
      case .itself: append(row.extracting(source))
      case .scalar(let scalar): UTF8Scalar.append(scalar.value, to: &bytes)
      }
      if keepsSources {
        parts.append(
          Part(meant: start..<bytes.count, source: source, isByteForByte: isByteForByte))
      }
      return true
    }
  }

  private mutating func append(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ joint: UInt8, from source: Range<Int>) {
    bytes.append(joint)
    if keepsSources {
      parts.append(
        Part(meant: bytes.count - 1..<bytes.count, source: source, isByteForByte: false))
    }
  }
}

extension DecodedText {
  /// What the key of a member means, as it is written between its quotes; invalid UTF-8 is repaired.
  static func name(ofKey key: [UInt8]) -> String {
    let quoted = [UInt8(ascii: "\"")] + key
    var meant = DecodedText()
    meant.read(1..<quoted.count, of: quoted.span, as: .members([]))
    return String(decoding: meant.bytes, as: UTF8.self)
  }
}

// MARK: - Where it comes from

extension DecodedText {
  /// Appends the ranges of the row that some of its bytes come from: one, or where they are of members, one of
  /// each.
  func appendSources(of range: Range<Int>, to ranges: inout [Range<Int>]) {
    var number = parts.partitioningIndex(where: { $0.meant.upperBound > range.lowerBound })
    let first = ranges.count
    while number < parts.count, parts[number].meant.lowerBound < range.upperBound {
      let source = parts[number].source(of: range)
      if ranges.count > first, ranges[ranges.count - 1].upperBound == source.lowerBound {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<source.upperBound
      } else if !source.isEmpty {
        ranges.append(source)
      }
      number += 1
    }
  }
}

extension DecodedText.Part {
  /// Where the bytes in `range` come from, as far as they are its own.
  fileprivate func source(of range: Range<Int>) -> Range<Int> {
    guard isByteForByte else { return source }
    let part = range.clamped(to: meant)
    let start = source.lowerBound + part.lowerBound - meant.lowerBound
    return start..<start + part.count
  }
}

/// What a part of a cell means.
enum DecodedPart {
  /// Each byte of it itself.
  case bytes
  /// What is written, but all of it together: an escape that is none.
  case itself
  /// Another thing.
  case scalar(Unicode.Scalar)

  /// How many bytes that is of the part that means it.
  func count(of part: Range<Int>) -> Int {
    if case .scalar(let scalar) = self { UTF8.width(scalar) } else { part.count }
  }
}

extension RowFormat {
  /// Gives the parts of a cell in order, none of them empty, until `body` has enough.
  ///
  /// Without a mark in it the cell is one part, as is what lies between two marks: it is looked at no further
  /// than is asked for.
  func walkParts(
    of cell: Range<Int>, in row: Span<UInt8>, _ body: (Range<Int>, DecodedPart) -> Bool
  ) {
    guard !cell.isEmpty else { return }
    guard let mark, cell.lowerBound > 0, row[cell.lowerBound - 1] == UInt8(ascii: "\"") else {
      _ = body(cell, .bytes)
      return
    }
    var start = cell.lowerBound
    var index = start
    while let place = row.firstIndex(of: mark, in: index..<cell.upperBound) {
      let (meaning, length) = meaning(row.extracting(place..<cell.upperBound))
      index = place + length
      if case .bytes = meaning { continue }
      if start < place, !body(start..<place, .bytes) { return }
      guard body(place..<index, meaning) else { return }
      start = index
    }
    if start < cell.upperBound { _ = body(start..<cell.upperBound, .bytes) }
  }

  /// What the mark that `text` begins with means, with what belongs to it.
  private func meaning(_ text: Span<UInt8>) -> (DecodedPart, length: Int) {
    switch self {
    case .quoted:
      return text.count > 1 && text[1] == UInt8(ascii: "\"") ? (.scalar("\""), 2) : (.bytes, 1)
    case .members:
      let (scalar, length) = Self.escape(text)
      return (scalar.map { .scalar($0) } ?? .itself, length)
    case .aligned, .words, .separated: return (.bytes, 1)
    }
  }

  /// What the escape that `text` begins with stands for, and how long it is; nil where it stands for itself:
  /// it is none, or a control character that would move what follows.
  private static func escape(_ text: Span<UInt8>) -> (scalar: Unicode.Scalar?, length: Int) {
    guard text.count > 1 else { return (nil, text.count) }
    switch text[1] {
    case UInt8(ascii: "n"), UInt8(ascii: "t"): return (" ", 2)
    case UInt8(ascii: "r")
    where text.count > 3 && text[2] == UInt8(ascii: "\\")
      && text[3] == UInt8(ascii: "n"):
      return (" ", 4)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return (Unicode.Scalar(text[1]), 2)
    case UInt8(ascii: "u"):
      guard let unit = unit(text) else { return (nil, 2) }
      if let scalar = Unicode.Scalar(unit) { return (shown(scalar), 6) }
      guard text.count >= 12, let next = Self.unit(text.extracting(6..<12)),
        UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next)
      else { return (nil, 6) }
      let number = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(next) - 0xDC00)
      return (Unicode.Scalar(number), 12)
    default: return (nil, 2)
    }
  }

  /// What stands in a cell for a scalar: a blank for a newline or a tab, for a cell is a line; an ESC begins a
  /// colour.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09, 0x0A: " "
    case 0x1B: scalar
    case 0..<0x20, 0x7F..<0xA0: nil
    default: scalar
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

extension RowFormat {
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
  func holds(_ byte: UInt8) -> Bool { firstIndex(of: byte, in: 0..<count) != nil }

  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard !range.isEmpty, let base = bytes.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

/// Where ranges of a row are in what one of its cells means.
package struct DecodedRanges {
  /// How many bytes of cells it has looked at in all: of each no more than up to the last of its ranges.
  package private(set) var readCount = 0

  package init() {}

  /// Appends which of the bytes that `Columns.withText` gives of a cell come from ranges of the row.
  ///
  /// - Parameters:
  ///   - sources: in order, none of them touching another.
  ///   - cell: the range of the cell in the row.
  ///   - row: the bytes of the row.
  ///   - columns: how it divides.
  ///   - places: gets a range for each that is in the cell, if only in part; none of them is empty.
  package mutating func append(
    _ sources: [Range<Int>], in cell: Range<Int>, of row: Span<UInt8>, _ columns: Columns,
    to places: inout [Range<Int>]
  ) {
    var number = sources.firstIndex { $0.upperBound > cell.lowerBound } ?? sources.count
    guard number < sources.count, sources[number].lowerBound < cell.upperBound else { return }
    var readCount = 0
    // Of what is meant, what lies before the part, and where the range in hand begins.
    var count = 0
    var start: Int?
    columns.division.walkParts(of: cell, in: row) { part, meaning in
      readCount += part.count
      let length = meaning.count(of: part)
      while number < sources.count, sources[number].lowerBound < part.upperBound {
        let source = sources[number]
        let isWhole = if case .bytes = meaning { false } else { true }
        if start == nil {
          start = count + (isWhole ? 0 : max(0, source.lowerBound - part.lowerBound))
        }
        // It goes on in the next part.
        if source.upperBound > part.upperBound { break }
        let end = count + (isWhole ? length : source.upperBound - part.lowerBound)
        Self.append(start ?? end, end, to: &places)
        start = nil
        number += 1
      }
      count += length
      return number < sources.count && sources[number].lowerBound < cell.upperBound
    }
    if let start { Self.append(start, count, to: &places) }
    self.readCount += readCount
  }

  /// Two may be in the same escape.
  private static func append(_ start: Int, _ end: Int, to places: inout [Range<Int>]) {
    if let last = places.last, last.upperBound > start {
      places[places.count - 1] = last.lowerBound..<end
    } else if start < end {
      places.append(start..<end)
    }
  }
}
