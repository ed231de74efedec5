internal import HostText

/// Looks at the rows of a piece, one after the other or only at those that can match.
struct RowScan: Sendable {
  let matcher: RowMatcher
  let choice: CellChoice

  /// Appends where a row matches: ranges of its bytes, in order, none of them empty or touching another.
  func findRanges(in row: Span<UInt8>, into ranges: inout [Range<Int>]) {
    let cell = choice.range(in: row)
    var meant = MeantText(keepsSources: true)
    guard choice.read(cell, of: row, into: &meant) else {
      for range in foundRanges(in: row.extracting(cell)) {
        ranges.append(cell.lowerBound + range.lowerBound..<cell.lowerBound + range.upperBound)
      }
      return
    }
    var found: [Range<Int>] = []
    for range in foundRanges(in: meant.bytes.span) { meant.appendSources(of: range, to: &found) }
    RowMatcher.join(&found)
    ranges += found
  }

  /// Where a text matches that may go back or be styled.
  private func foundRanges(in text: Span<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard text.movesOrStyles else {
      matcher.findRanges(in: text, into: &found)
      return found
    }
    var shown = ShownText()
    shown.read(text)
    var shownRanges: [Range<Int>] = []
    matcher.findRanges(in: shown.bytes.span, into: &shownRanges)
    for range in shownRanges { shown.appendSources(of: range, to: &found) }
    RowMatcher.join(&found)
    return found
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
      scan(
        bytes, of: piece, holding: pattern, isAll: true, isCancelled: isCancelled, found: found)
    case .expression(let expression):
      let isCancelled = { expression.hasGivenUp || isCancelled() }
      if let required = expression.required {
        scan(
          bytes, of: piece, holding: required, isAll: false, isCancelled: isCancelled, found: found)
      } else {
        look(bytes, of: piece, isCancelled: isCancelled, found: found)
      }
    case .text, .fuzzy: look(bytes, of: piece, isCancelled: isCancelled, found: found)
    }
  }

  /// Looks only at the rows that hold a text, where that is possible; `isAll` says that these match.
  private func scan(
    _ bytes: Span<UInt8>, of piece: RowPiece, holding pattern: TextPattern, isAll: Bool,
    isCancelled: () -> Bool, found: (Int) -> Void
  ) {
    guard !bytes.movesOrStyles, let part = choice.part(of: pattern, in: bytes) else {
      return look(bytes, of: piece, isCancelled: isCancelled, found: found)
    }
    let isEnough = isAll && part.isSame(as: pattern) && choice.isWritten(pattern)
    jump(bytes, of: piece, to: part, isEnough: isEnough, isCancelled: isCancelled, found: found)
  }

  /// Looks at one row after the other.
  private func look(
    _ bytes: Span<UInt8>, of piece: RowPiece, isCancelled: () -> Bool, found: (Int) -> Void
  ) {
    var room = LookedText()
    PieceRows.forEach(in: bytes, of: piece) { row, text in
      if isCancelled() { return false }
      if choice.withText(of: text, &room, { matcher.matches($0) }) { found(row) }
      return true
    }
  }

  /// Looks only at the rows that hold the pattern; it may be enough that they do.
  private func jump(
    _ bytes: Span<UInt8>, of piece: RowPiece, to pattern: TextPattern, isEnough: Bool,
    isCancelled: () -> Bool, found: (Int) -> Void
  ) {
    var room = LookedText()
    PieceRows.forEach(in: bytes, of: piece, holding: pattern) { row, text, holdsAll in
      if isEnough && holdsAll || choice.withText(of: text, &room, { matcher.matches($0) }) {
        found(row)
      }
      return !isCancelled()
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
      guard body(row, bytes.extracting(bytes.keptRow(from: start, to: end))) else { return }
      start = Swift.min(end + 1, bytes.count)
    }
  }

  /// Looks for the pattern in all the bytes at once, and gives the wanted rows in which it stands until `body` has
  /// enough; its last argument tells that it stands in the text of the row, and not in what ends it.
  static func forEach(
    in bytes: Span<UInt8>, of piece: RowPiece, holding pattern: TextPattern,
    _ body: (Int, Span<UInt8>, Bool) -> Bool
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
      if row >= piece.wanted.lowerBound,
        !body(row, bytes.extracting(kept), hit.upperBound <= kept.upperBound)
      {
        return
      }
      place = min(rowEnd + 1, bytes.count)
      start = place
      row += 1
    }
  }
}
