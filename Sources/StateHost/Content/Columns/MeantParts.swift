internal import Glibc

/// What a part of a cell means.
enum PartMeaning {
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

extension ColumnDivision {
  /// Gives the parts of a cell in order, none of them empty, until `body` has enough.
  ///
  /// Without a mark in it the cell is one part, as is what lies between two marks: it is looked at no further
  /// than is asked for.
  func walkParts(
    of cell: Range<Int>, in row: Span<UInt8>, _ body: (Range<Int>, PartMeaning) -> Bool
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
  private func meaning(_ text: Span<UInt8>) -> (PartMeaning, length: Int) {
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
