internal import Glibc
internal import HostText

/// A reusable buffer for the text of a table cell or a whole row with doubled CSV quotes and JSON
/// escapes decoded; if requested, it keeps where each part comes from, to map matches in the text
/// back to bytes of the row.
///
/// A whole JSON row gives its values that are not empty, without keys, joined by the unit
/// separator, unlikely in a query.
struct DecodedText {
  static let memberSeparator: UInt8 = 0x1F

  private(set) var bytes: [UInt8] = []
  /// The source of the bytes, if requested.
  private var parts: [Part] = []
  private let keepsSources: Bool
  private var cells: [Range<Int>] = []

  /// A range of a decoded text and the bytes of the row from which it comes: byte for byte, or as a
  /// unit, such as an escape or what stands between two CSV cells.
  fileprivate struct Part {
    let decoded: Range<Int>
    let source: Range<Int>
    let isByteForByte: Bool

    func source(of range: Range<Int>) -> Range<Int> {
      guard isByteForByte else { return source }
      let part = range.clamped(to: decoded)
      let start = source.lowerBound + part.lowerBound - decoded.lowerBound
      return start..<start + part.count
    }
  }

  init(keepsSources: Bool = false) { self.keepsSources = keepsSources }

  mutating func read(_ cell: Range<Int>, of row: Span<UInt8>, as format: RowFormat) {
    clear()
    append(cell, of: row, as: format)
  }

  /// Decodes all cells of a row, with separators.
  mutating func readRow(_ row: Span<UInt8>, as format: RowFormat, count: Int) {
    clear()
    cells.removeAll(keepingCapacity: true)
    var separator: UInt8?
    if case .quoted(let byte) = format {
      separator = byte
      format.walk(row, count: count) { cell in
        cells.append(cell)
        return true
      }
    } else {
      format.findCells(of: row, count: count, into: &cells)
      cells.removeAll(where: \.isEmpty)
    }
    for number in cells.indices {
      let cell = cells[number]
      if number > 0 {
        // Members can be in another order than columns, with keys between them.
        let start = separator == nil ? cell.lowerBound : cells[number - 1].upperBound
        bytes.append(separator ?? Self.memberSeparator)
        appendPart(from: bytes.count - 1, start..<cell.lowerBound, isByteForByte: false)
      }
      append(cell, of: row, as: format)
    }
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ cell: Range<Int>, of row: Span<UInt8>, as format: RowFormat) {
    format.walkParts(of: cell, in: row) { source, meaning in
      let start = bytes.count
      switch meaning {
      case .bytes, .itself: bytes.append(bytes: row.extracting(source))
      case .scalar(let scalar): UTF8Scalar.append(scalar.value, to: &bytes)
      }
      appendPart(from: start, source, isByteForByte: meaning.isByteForByte)
      return true
    }
  }

  private mutating func appendPart(from start: Int, _ source: Range<Int>, isByteForByte: Bool) {
    guard keepsSources else { return }
    parts.append(Part(decoded: start..<bytes.count, source: source, isByteForByte: isByteForByte))
  }

  /// A decoded JSON key, without quotes; invalid UTF-8 is repaired.
  static func name(ofKey key: [UInt8]) -> String {
    let quoted = [UInt8(ascii: "\"")] + key
    var decoded = DecodedText()
    decoded.read(1..<quoted.count, of: quoted.span, as: .members([]))
    return String(decoding: decoded.bytes, as: UTF8.self)
  }

  /// Appends the ranges of the row from which decoded bytes come; several if they span members.
  func appendSources(of range: Range<Int>, to ranges: inout [Range<Int>]) {
    let first = ranges.count
    for part in parts[parts.partitioningIndex { $0.decoded.upperBound > range.lowerBound }...] {
      guard part.decoded.lowerBound < range.upperBound else { return }
      let source = part.source(of: range)
      if ranges.count > first, let last = ranges.last, last.upperBound == source.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<source.upperBound
      } else if !source.isEmpty {
        ranges.append(source)
      }
    }
  }
}

/// The decoded form of a part of a CSV or JSON string: its bytes unchanged, the character that an
/// escape gives (a blank for a newline or a tab), or the escape as written, as one unit, if it is
/// invalid or stands for a control character other than ESC.
enum DecodedPart {
  case bytes
  /// The escape as written, as a unit: it is invalid, or stands for such a control character.
  case itself
  case scalar(Unicode.Scalar)

  var isByteForByte: Bool { if case .bytes = self { true } else { false } }

  func count(of part: Range<Int>) -> Int {
    if case .scalar(let scalar) = self { UTF8.width(scalar) } else { part.count }
  }
}

extension RowFormat {
  /// Calls `body` with the parts of a cell, none of them empty, until it returns false.
  ///
  /// The text between two escapes is one part. Scanning stops when `body` returns false.
  func walkParts(
    of cell: Range<Int>, in row: Span<UInt8>, _ body: (Range<Int>, DecodedPart) -> Bool
  ) {
    guard !cell.isEmpty else { return }
    guard let escapeByte = escapeByte(of: cell, in: row) else {
      _ = body(cell, .bytes)
      return
    }
    var start = cell.lowerBound
    var index = start
    while let place = row.firstIndex(of: escapeByte, in: index..<cell.upperBound) {
      let (meaning, length) = meaning(row.extracting(place..<cell.upperBound))
      index = place + length
      if meaning.isByteForByte { continue }
      if start < place, !body(start..<place, .bytes) { return }
      guard body(place..<index, meaning) else { return }
      start = index
    }
    if start < cell.upperBound { _ = body(start..<cell.upperBound, .bytes) }
  }

  /// Decodes the escape, if it is one, at the start of `text`.
  private func meaning(_ text: Span<UInt8>) -> (DecodedPart, length: Int) {
    switch self {
    case .quoted: return text.count > 1 && text[1] == "\"" ? (.scalar("\""), 2) : (.bytes, 1)
    case .members:
      let (scalar, length) = Self.escape(text)
      return (scalar.map { .scalar($0) } ?? .itself, length)
    case .aligned, .words, .separated: return (.bytes, 1)
    }
  }

  /// The character of a JSON escape, nil if it is shown as written, and the length of the escape.
  private static func escape(_ text: Span<UInt8>) -> (scalar: Unicode.Scalar?, length: Int) {
    guard text.count > 1 else { return (nil, text.count) }
    switch text[1] {
    case "n", "t": return (" ", 2)
    case "r" where text.count > 3 && text[2] == "\\" && text[3] == "n": return (" ", 4)
    case "\"", "\\", "/": return (Unicode.Scalar(text[1]), 2)
    case "u":
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

  /// A blank for a newline or a tab, since a cell is one line; ESC begins a colour.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09, 0x0A: " "
    case 0x1B: scalar
    case 0..<0x20, 0x7F..<0xA0: nil
    default: scalar
    }
  }

  private static func unit(_ text: Span<UInt8>) -> UInt16? {
    guard text.count >= 6, text[0] == "\\", text[1] == "u" else { return nil }
    var index = 2
    let unit = text.hexadecimal(at: &index)
    return index == 6 ? unit : nil
  }

  /// Calls `body` with the decoded text of a cell.
  func withText<Result>(
    of cell: Range<Int>, in row: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard needsDecoding(cell, in: row) else { return body(row.extracting(cell)) }
    var decoded = DecodedText()
    decoded.read(cell, of: row, as: self)
    return body(decoded.bytes.span)
  }

  func needsDecoding(_ cell: Range<Int>, in row: Span<UInt8>) -> Bool {
    guard let escapeByte = escapeByte(of: cell, in: row) else { return false }
    return row.extracting(cell).contains(escapeByte)
  }

  /// Whether a row has escapes; JSON always needs decoding.
  func needsDecoding(_ row: Span<UInt8>) -> Bool {
    if case .members = self { return true }
    return escapeByte.map { row.contains($0) } ?? false
  }

  /// The byte that every escape has; nil if there are none.
  var escapeByte: UInt8? {
    switch self {
    case .aligned, .words, .separated: nil
    case .quoted: UInt8(ascii: "\"")
    case .members: UInt8(ascii: "\\")
    }
  }

  /// The byte that every escape of a cell has; nil for a cell without quotes.
  private func escapeByte(of cell: Range<Int>, in row: Span<UInt8>) -> UInt8? {
    cell.lowerBound > 0 && row[cell.lowerBound - 1] == "\"" ? escapeByte : nil
  }
}

extension Span where Element == UInt8 {
  func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte, in: 0..<count) != nil }

  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    unsafe withUnsafeBytes { bytes in
      guard !range.isEmpty, let base = bytes.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}

/// A converter of ranges of a row's raw bytes, such as matches to highlight, to ranges of the
/// decoded text of a cell as children read it; counts the bytes scanned, for tests.
package struct DecodedRangeConverter {
  /// Bytes scanned so far; each cell is scanned only up to its last range.
  package private(set) var readCount = 0

  package init() {}

  /// Appends the ranges of a cell's decoded text that come from ranges of the row.
  ///
  /// `sources` are in order and not adjacent; the ranges in `places` are never empty.
  package mutating func append(
    _ sources: [Range<Int>], in cell: Range<Int>, of row: Span<UInt8>, _ columns: Columns,
    to places: inout [Range<Int>]
  ) {
    var number = sources.firstIndex { $0.upperBound > cell.lowerBound } ?? sources.count
    guard number < sources.count, sources[number].lowerBound < cell.upperBound else { return }
    if row.extracting(0..<cell.upperBound).hasSequences {
      readCount += cell.count
      return StyledCell(cell, of: row, as: columns.format).appendPlaces(of: sources, to: &places)
    }
    // The decoded length before the part, and whether the range continues in it.
    var count = 0
    var continues = false
    columns.format.walkParts(of: cell, in: row) { part, meaning in
      readCount += part.count
      while number < sources.count, sources[number].lowerBound < part.upperBound {
        let both = sources[number].clamped(to: part)
        let start = count + (meaning.isByteForByte ? both.lowerBound - part.lowerBound : 0)
        let end = meaning.isByteForByte ? start + both.count : count + meaning.count(of: part)
        // Two ranges may share an escape.
        if let last = places.last, continues || last.upperBound > start {
          places[places.count - 1] = last.lowerBound..<end
        } else {
          places.append(start..<end)
        }
        continues = sources[number].upperBound > part.upperBound
        if continues { break }
        number += 1
      }
      count += meaning.count(of: part)
      return number < sources.count && sources[number].lowerBound < cell.upperBound
    }
  }
}
