/// Finds the blanks that all rows have at the same positions.
struct AlignedLayout {
  /// Positions are in Unicode scalars; a header is not looked at beyond this one.
  private static let mostPositions = 1024

  /// The header's text at each position, and which positions are blank in every row.
  private let headerIsBlank: [Bool]
  private let gaps: [Bool]
  private let rows: [[Bool]]

  /// `nil` if nothing in the first row looks like two names with two blanks between them.
  init?(_ sample: RowSample) {
    let header = Self.blanks(sample, 0, most: Self.mostPositions)
    guard Self.hasWideGap(header) else { return nil }
    let first = SampledTable.hasRule(sample) ? 2 : 1
    rows = (first..<max(first, sample.count)).map {
      Self.blanks(sample, $0, most: header.count)
    }.filter { $0.contains(false) }
    headerIsBlank = header
    let allowed = SampledTable.allowedExceptions(rows.count)
    var gaps = header
    for position in header.indices where header[position] {
      let taken = rows.count { $0.count > position && !$0[position] }
      gaps[position] = taken <= allowed
    }
    self.gaps = gaps
  }

  /// The division into two or more columns, if there is one.
  var division: ColumnDivision? {
    let segments = mergedSegments()
    guard segments.count > 1 else { return nil }
    var borders: [ColumnDivision.Border] = []
    for (left, right) in zip(segments, segments.dropFirst()) {
      borders.append(
        ColumnDivision.Border(position: left.upperBound, nextStandsRight: standsRight(right)))
    }
    return .aligned(borders)
  }

  /// Runs of positions that are no gap, joined where only one of two neighbours has a name.
  private func mergedSegments() -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for segment in segments() {
      guard let last = merged.last else {
        merged.append(segment)
        continue
      }
      let gap = segment.lowerBound - last.upperBound
      let isNameless = !hasName(segment)
      let isEmptyWord = gap == 1 && rows.allSatisfy { isBlank($0, segment) }
      if isNameless || isEmptyWord {
        merged[merged.count - 1] = last.lowerBound..<segment.upperBound
      } else {
        merged.append(segment)
      }
    }
    return merged
  }

  private func segments() -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start: Int?
    for position in gaps.indices {
      if gaps[position], let begun = start {
        segments.append(begun..<position)
        start = nil
      } else if !gaps[position], start == nil {
        start = position
      }
    }
    if let start { segments.append(start..<gaps.count) }
    return segments
  }

  private func hasName(_ segment: Range<Int>) -> Bool {
    segment.contains { !headerIsBlank[$0] }
  }

  private func isBlank(_ row: [Bool], _ segment: Range<Int>) -> Bool {
    segment.allSatisfy { $0 >= row.count || row[$0] }
  }

  /// The name of the column ends where its segment does, and does not begin where that begins.
  private func standsRight(_ segment: Range<Int>) -> Bool {
    headerIsBlank[segment.lowerBound] && !headerIsBlank[segment.upperBound - 1]
  }

  private static func blanks(_ sample: RowSample, _ row: Int, most: Int) -> [Bool] {
    sample.withRow(row) { bytes in
      var blanks: [Bool] = []
      for index in 0..<bytes.count where bytes[index] & 0xC0 != 0x80 {
        if blanks.count == most { break }
        blanks.append(CellText.isBlank(bytes[index]))
      }
      while blanks.last == true { blanks.removeLast() }
      return blanks
    }
  }

  private static func hasWideGap(_ header: [Bool]) -> Bool {
    guard let first = header.firstIndex(of: false) else { return false }
    let named = header[first...]
    return zip(named, named.dropFirst()).contains { $0 && $1 }
  }
}
