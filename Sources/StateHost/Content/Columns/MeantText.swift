internal import HostText

/// What a cell or a row means where that is not what is written: quotes of CSV once that stand twice, the
/// escapes of JSON read, and of a whole row neither the quotes around its cells nor the names of members.
///
/// Members of JSON that hold something are joined by the unit separator, which nobody types.
struct MeantText {
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
  mutating func read(_ cell: Range<Int>, of row: Span<UInt8>, as division: ColumnDivision) {
    clear()
    append(cell, of: row, as: division)
  }

  /// Takes all cells of a row, with what divides them.
  mutating func readRow(_ row: Span<UInt8>, as division: ColumnDivision, count: Int) {
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
    _ cell: Range<Int>, of row: Span<UInt8>, as division: ColumnDivision
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

extension MeantText.Part {
  /// Where the bytes in `range` come from, as far as they are its own.
  fileprivate func source(of range: Range<Int>) -> Range<Int> {
    guard isByteForByte else { return source }
    let part = range.clamped(to: meant)
    let start = source.lowerBound + part.lowerBound - meant.lowerBound
    return start..<start + part.count
  }
}
