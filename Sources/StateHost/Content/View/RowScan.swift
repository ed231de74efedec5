internal import HostText

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

  /// Gives what is looked at of `row`: its bytes, or, where they go back or are styled, what is shown of them.
  func withText<Result>(
    of row: Span<UInt8>, _ shown: inout ShownText, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let cell = row.extracting(range(in: row))
    guard cell.movesOrStyles else { return body(cell) }
    shown.read(cell)
    return body(shown.bytes.span)
  }
}

/// Looks at the rows of a piece, one after the other or only at those that can match.
struct RowScan: Sendable {
  let matcher: RowMatcher
  let choice: CellChoice

  /// Appends where a row matches: ranges of its bytes, in order, none of them empty or touching another.
  func findRanges(in row: Span<UInt8>, into ranges: inout [Range<Int>]) {
    let cell = choice.range(in: row)
    var shown = ShownText()
    var found: [Range<Int>] = []
    choice.withText(of: row, &shown) { matcher.findRanges(in: $0, into: &found) }
    if row.extracting(cell).movesOrStyles {
      let shownRanges = found
      found = []
      for range in shownRanges { shown.appendSources(of: range, to: &found) }
      RowMatcher.join(&found)
    }
    for range in found {
      ranges.append(cell.lowerBound + range.lowerBound..<cell.lowerBound + range.upperBound)
    }
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
    case .text(let pattern) where pattern.isBytewise && !bytes.movesOrStyles:
      jump(bytes, of: piece, to: pattern, isCancelled: isCancelled, found: found)
    case .text, .fuzzy, .expression:
      var shown = ShownText()
      PieceRows.forEach(in: bytes, of: piece) { row, text in
        if isCancelled() { return false }
        if choice.withText(of: text, &shown, { matcher.matches($0) }) { found(row) }
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
      let kept = bytes.keptRow(from: start, to: rowEnd)
      let isInside = choice.isWholeRow && hit.upperBound <= kept.upperBound
      if row >= piece.wanted.lowerBound, isInside || matchesPlainly(bytes.extracting(kept)) {
        found(row)
      }
      if isCancelled() { return }
      place = min(rowEnd + 1, bytes.count)
      start = place
      row += 1
    }
  }

  /// Whether a row matches that is shown as its bytes stand.
  private func matchesPlainly(_ row: Span<UInt8>) -> Bool {
    matcher.matches(row.extracting(choice.range(in: row)))
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
      guard body(row, bytes.extracting(bytes.keptRow(from: start, to: end))) else { return }
      start = Swift.min(end + 1, bytes.count)
    }
  }
}
