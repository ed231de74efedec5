internal import HostText

/// A reusable copy of a row without its escape sequences, in which the cells of the row are found;
/// it maps ranges of its bytes back to those of the row.
struct PlainRow: Sendable {
  private(set) var bytes: [UInt8] = []
  /// Where sequences were removed, and how many bytes in all up to there.
  private var gaps: [(index: Int, removed: Int)] = []

  init() {}

  init(_ row: Span<UInt8>) { read(row) }

  mutating func read(_ row: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    gaps.removeAll(keepingCapacity: true)
    var start = 0
    while let escape = row.firstIndex(of: 0x1B, in: start..<row.count) {
      bytes.append(bytes: row.extracting(start..<escape))
      start = HarmlessScanner.sequenceEnd(at: escape, in: row)
      if gaps.last?.index == bytes.count { gaps.removeLast() }
      gaps.append((bytes.count, start - bytes.count))
    }
    bytes.append(bytes: row.extracting(start...))
  }

  /// The index in the row after the byte before `index`, and so before sequences there.
  func sourceEnd(_ index: Int) -> Int {
    index + removed(gaps.partitioningIndex { $0.index >= index })
  }

  /// The index in the row of the byte at `index`, after sequences before it.
  func sourceStart(_ index: Int) -> Int {
    index + removed(gaps.partitioningIndex { $0.index > index })
  }

  private func removed(_ gapCount: Int) -> Int { gapCount > 0 ? gaps[gapCount - 1].removed : 0 }

  /// The bytes of the row from which a range comes, with sequences at both ends; empty if that is.
  func source(of range: Range<Int>) -> Range<Int> {
    let end = sourceStart(range.upperBound)
    return (range.isEmpty ? end : sourceEnd(range.lowerBound))..<end
  }

  /// Appends the ranges of the row from which a range comes, without sequences.
  func appendSources(of range: Range<Int>, to ranges: inout [Range<Int>]) {
    var start = range.lowerBound
    for gap in gaps[gaps.partitioningIndex { $0.index > range.lowerBound }...] {
      guard gap.index < range.upperBound else { break }
      ranges.append(sourceStart(start)..<sourceEnd(gap.index))
      start = gap.index
    }
    ranges.append(sourceStart(start)..<sourceEnd(range.upperBound))
  }
}

extension Span where Element == UInt8 {
  /// Whether there are escape sequences, such as those of colours.
  var hasSequences: Bool { contains(0x1B) }

  /// Calls `body` with the text without its escape sequences.
  func withoutSequences<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    guard hasSequences else { return body(self) }
    let plain = PlainRow(self)
    return body(plain.bytes.span)
  }
}

/// The text of a cell of a row with escape sequences, as children read it: the sequences that set
/// the style in which the cell begins, then the decoded cell with those in it; maps ranges of the
/// row, such as matches, to ranges of this text.
struct StyledCell {
  private(set) var bytes: [UInt8] = []
  /// The index in the row of each byte, -1 in the sequences before the cell.
  private var sources: [Int] = []

  /// The most sequences before a cell that are kept, the last ones.
  private static let maxStyles = 32

  init(_ cell: Range<Int>, of row: Span<UInt8>, as format: RowFormat) {
    guard !cell.isEmpty else { return }
    bytes += Self.styles(before: cell.lowerBound, of: row)
    sources = Array(repeating: -1, count: bytes.count)
    // A quote before the cell decides how it is decoded.
    let start = max(0, cell.lowerBound - 1)
    let plain = PlainRow(row.extracting(start..<cell.upperBound))
    var next = cell.lowerBound
    format.walkParts(of: cell.lowerBound - start..<plain.bytes.count, in: plain.bytes.span) {
      part, meaning in
      let end = start + plain.sourceEnd(part.upperBound)
      if case .scalar(let scalar) = meaning {
        let first = start + plain.sourceStart(part.lowerBound)
        append(next..<first, of: row)
        UTF8Scalar.append(scalar.value, to: &bytes)
        sources += Array(repeating: first, count: bytes.count - sources.count)
        for index in part.dropFirst() {
          append(start + plain.sourceEnd(index)..<start + plain.sourceStart(index), of: row)
        }
      } else {
        append(next..<end, of: row)
      }
      next = end
      return true
    }
    append(next..<cell.upperBound, of: row)
  }

  private mutating func append(_ range: Range<Int>, of row: Span<UInt8>) {
    bytes.append(bytes: row.extracting(range))
    sources += range
  }

  /// Appends the ranges of this text that come from ranges of the row, which are in order.
  func appendPlaces(of ranges: [Range<Int>], to places: inout [Range<Int>]) {
    var number = 0
    for (index, source) in sources.enumerated() {
      while number < ranges.count, ranges[number].upperBound <= source { number += 1 }
      guard number < ranges.count else { return }
      guard ranges[number].contains(source) else { continue }
      if let last = places.last, last.upperBound == index {
        places[places.count - 1] = last.lowerBound..<index + 1
      } else {
        places.append(index..<index + 1)
      }
    }
  }

  /// The sequences before `end` that set the style there, as in a terminal: the link that is open,
  /// and the styles since the last reset, the last one of equal ones.
  private static func styles(before end: Int, of row: Span<UInt8>) -> [UInt8] {
    var link: [UInt8] = []
    var styles: [Range<Int>] = []
    var index = 0
    while let start = row.firstIndex(of: 0x1B, in: index..<end) {
      index = HarmlessScanner.sequenceEnd(at: start, in: row)
      let sequence = row.extracting(start..<index)
      if sequence.byte(at: 1) == "]", sequence.byte(at: 2) == "8", sequence.byte(at: 3) == ";" {
        link = sequence.copied
      } else if sequence.byte(at: 1) == "[", sequence[sequence.count - 1] == "m" {
        if isReset(sequence) { styles.removeAll(keepingCapacity: true) }
        styles.append(start..<index)
      }
    }
    var kept: [[UInt8]] = []
    for style in styles.reversed() where kept.count < maxStyles {
      let text = row.extracting(style)
      if !kept.contains(where: { text.isSame(as: $0) }) { kept.append(text.copied) }
    }
    return link + kept.reversed().joined()
  }

  /// Whether a style's first number is 0 or missing.
  private static func isReset(_ style: Span<UInt8>) -> Bool {
    var index = 2
    style.skip(from: &index) { $0 == "0" }
    return style.byte(at: index) == ";" || style.byte(at: index) == "m"
  }
}
