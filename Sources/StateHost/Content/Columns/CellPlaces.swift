/// Where ranges of a row are in what one of its cells means.
package struct CellPlaces {
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
