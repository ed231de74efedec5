/// Which cells of a row a filter or a sort looks at.
struct CellChoice: Sendable, Equatable {
  private let division: ColumnDivision?
  private let columnCount: Int
  private let column: Int

  /// - Parameters:
  ///   - column: nil for whole rows, as is one that there is not where there are no columns at all.
  ///   - columns: how rows divide.
  init(_ column: Int?, of columns: Columns?) {
    self.column = column ?? 0
    columnCount = columns?.columns.count ?? 0
    division = column == nil ? nil : columns?.division
  }

  /// The range of bytes to look at in `row`.
  func range(in row: Span<UInt8>) -> Range<Int> {
    division?.cell(column, of: row, count: columnCount) ?? 0..<row.count
  }

  var isWholeRow: Bool { division == nil }
}

/// Looks at the rows of a piece, one after the other or only at those that can match.
struct RowScan: Sendable {
  let matcher: RowMatcher
  let choice: CellChoice

  func matches(_ row: Span<UInt8>) -> Bool {
    choice.isWholeRow
      ? matcher.matches(row) : matcher.matches(row.extracting(choice.range(in: row)))
  }

  /// Gives the wanted rows of `piece` that match, in order.
  ///
  /// - Parameters:
  ///   - bytes: those of the piece.
  ///   - piece: whose rows they are.
  ///   - isCancelled: asked between rows; nothing more is given then.
  ///   - found: gets each row.
  func scan(
    _ bytes: Span<UInt8>, of piece: RowPiece, isCancelled: () -> Bool, found: (Int) -> Void
  ) {
    switch matcher {
    case .every:
      for row in piece.wanted { found(row) }
    case .text(let pattern) where pattern.isBytewise:
      jump(bytes, of: piece, to: pattern, isCancelled: isCancelled, found: found)
    case .text, .fuzzy, .expression:
      PieceRows.forEach(in: bytes, of: piece) { row, text in
        if isCancelled() { return false }
        if matches(text) { found(row) }
        return true
      }
    }
  }

  /// Looks for the pattern in all the bytes at once, and at the rows where it stands alone.
  private func jump(
    _ bytes: Span<UInt8>, of piece: RowPiece, to pattern: TextPattern, isCancelled: () -> Bool,
    found: (Int) -> Void
  ) {
    var row = piece.rows.lowerBound
    // Where `row` begins.
    var start = 0
    var place = 0
    while let hit = pattern.range(in: bytes, from: place) {
      var rowEnd = bytes.rowEnd(from: start)
      // Rows in between are counted only where there are some.
      if hit.lowerBound > rowEnd {
        let rowStart = bytes.rowStart(of: hit.lowerBound, notBefore: start)
        row += bytes.rowEndCount(in: start..<rowStart)
        start = rowStart
        rowEnd = bytes.rowEnd(from: hit.lowerBound)
      }
      if row >= piece.wanted.upperBound { return }
      let shown = bytes.shownRow(from: start, to: rowEnd)
      let isInside = choice.isWholeRow && hit.upperBound <= shown.upperBound
      if row >= piece.wanted.lowerBound, isInside || matches(bytes.extracting(shown)) { found(row) }
      if isCancelled() { return }
      place = min(rowEnd + 1, bytes.count)
      start = place
      row += 1
    }
  }
}

/// The rows of a piece, one after the other.
enum PieceRows {
  /// Gives the wanted rows with their bytes until `body` has enough; a row that a file does not have any
  /// more is empty.
  static func forEach(
    in bytes: Span<UInt8>, of piece: RowPiece, _ body: (Int, Span<UInt8>) -> Bool
  ) {
    var start = bytes.rowStart(after: piece.wanted.lowerBound - piece.rows.lowerBound, from: 0)
    for row in piece.wanted {
      let end = bytes.rowEnd(from: start)
      guard body(row, bytes.extracting(bytes.shownRow(from: start, to: end))) else { return }
      start = Swift.min(end + 1, bytes.count)
    }
  }
}
