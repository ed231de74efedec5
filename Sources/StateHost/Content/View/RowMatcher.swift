internal import HostText

/// A filter, ready to be used on rows.
enum RowMatcher: Sendable {
  case every
  case text(TextPattern)
  case expression(Expression)
  case fuzzy([TextPattern])

  /// - Parameters:
  ///   - filter: whose text is looked for.
  ///   - findsPlaces: whether `findRanges` will be asked for.
  /// - Throws: what is wrong with the filter.
  init(_ filter: RowFilter, findsPlaces: Bool) throws(ViewProblem) {
    guard filter.text.count <= RowFilter.longestText else { throw .textTooLong }
    let ignoresCase = filter.ignoresCase
    switch filter.kind {
    case .text:
      self =
        filter.text.isEmpty ? .every : .text(TextPattern(filter.text, ignoresCase: ignoresCase))
    case .expression:
      self = .expression(
        try Expression(filter.text, ignoresCase: ignoresCase, findsPlaces: findsPlaces))
    case .fuzzy:
      let words = filter.text.split { CellText.isBlank($0) }
      self =
        words.isEmpty
        ? .every : .fuzzy(words.map { TextPattern(Array($0), ignoresCase: ignoresCase) })
    }
  }

  /// The pattern that finds nothing more, since a row has taken too long, in quotes; nil where there is none.
  var patternGivenUp: String? {
    guard case .expression(let expression) = self, expression.hasGivenUp else { return nil }
    return HarmlessText.quoted(String(decoding: expression.pattern, as: UTF8.self), limit: 24)
  }

  /// Whether a row, or a cell, matches.
  func matches(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .every: true
    case .text(let pattern): pattern.range(in: text) != nil
    case .expression(let expression): expression.matches(text)
    case .fuzzy(let words): words.allSatisfy { $0.isSubsequence(of: text) }
    }
  }

  /// Appends where a row or a cell matches, in order, none of the ranges empty or touching another; nothing
  /// where it does not match.
  func findRanges(in text: Span<UInt8>, into ranges: inout [Range<Int>]) {
    switch self {
    case .every: return
    case .text(let pattern):
      var start = 0
      while let found = pattern.range(in: text, from: start) {
        Self.append(found, to: &ranges)
        start = found.upperBound
      }
    case .expression(let expression):
      expression.forEachRange(in: text) { Self.append($0, to: &ranges) }
    case .fuzzy(let words):
      var places: [Range<Int>] = []
      for word in words {
        guard let found = word.subsequence(of: text) else { return }
        places += found
      }
      places.sort { $0.lowerBound < $1.lowerBound }
      for place in places { Self.append(place, to: &ranges) }
    }
  }

  /// Puts ranges in order, and makes one of those that touch.
  static func join(_ ranges: inout [Range<Int>]) {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range, to: &joined) }
    ranges = joined
  }

  private static func append(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }
}

extension RowFilter {
  /// Where a text matches, in order; nowhere where the filter is none that can be.
  package func ranges(in text: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    (try? RowMatcher(self, findsPlaces: true))?.findRanges(in: text, into: &ranges)
    return ranges
  }

  /// Capital and small letters are the same.
  var ignoresCase: Bool {
    switch letterCase {
    case .sensitive: false
    case .insensitive: true
    case .smart: !CaseFolding.hasCapital(kind == .expression ? textWithoutEscapes : text)
    }
  }

  /// The text of an expression without what a backslash gives another meaning (`\W`).
  private var textWithoutEscapes: [UInt8] {
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return plain
  }

  /// Every row that matches this filter matches another one too.
  func refines(_ other: RowFilter) -> Bool {
    guard kind == .text, other.kind == .text, column == other.column, !other.text.isEmpty,
      ignoresCase == other.ignoresCase || other.ignoresCase
    else { return false }
    let pattern = TextPattern(other.text, ignoresCase: other.ignoresCase)
    return pattern.range(in: text.span) != nil
  }
}

/// Looks at the rows of a piece, one after the other or only at those that can match.
struct RowScan: Sendable {
  let matcher: RowMatcher
  let choice: CellSelector

  /// Appends where a row matches: ranges of its bytes, in order, none of them empty or touching another.
  func findRanges(in row: Span<UInt8>, into ranges: inout [Range<Int>]) {
    let cell = choice.range(in: row)
    var meant = DecodedText(keepsSources: true)
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
    _ bytes: Span<UInt8>, of piece: RowSlice, isCancelled: () -> Bool, found: (Int) -> Void
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
    _ bytes: Span<UInt8>, of piece: RowSlice, holding pattern: TextPattern, isAll: Bool,
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
    _ bytes: Span<UInt8>, of piece: RowSlice, isCancelled: () -> Bool, found: (Int) -> Void
  ) {
    var room = CellBuffers()
    SliceRows.forEach(in: bytes, of: piece) { row, text in
      if isCancelled() { return false }
      if choice.withText(of: text, &room, { matcher.matches($0) }) { found(row) }
      return true
    }
  }

  /// Looks only at the rows that hold the pattern; it may be enough that they do.
  private func jump(
    _ bytes: Span<UInt8>, of piece: RowSlice, to pattern: TextPattern, isEnough: Bool,
    isCancelled: () -> Bool, found: (Int) -> Void
  ) {
    var room = CellBuffers()
    SliceRows.forEach(in: bytes, of: piece, holding: pattern) { row, text, holdsAll in
      if isEnough && holdsAll || choice.withText(of: text, &room, { matcher.matches($0) }) {
        found(row)
      }
      return !isCancelled()
    }
  }
}

/// The rows of a piece, one after the other.
enum SliceRows {
  /// Gives the wanted rows with their bytes until `body` has enough; a row that a file does not have any
  /// more is empty.
  static func forEach(
    in bytes: Span<UInt8>, of piece: RowSlice, _ body: (Int, Span<UInt8>) -> Bool
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
    in bytes: Span<UInt8>, of piece: RowSlice, holding pattern: TextPattern,
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

/// Which cells of a row a filter or a sort looks at.
struct CellSelector: Sendable, Equatable {
  private let division: RowFormat?
  private let columnCount: Int
  /// Nil for whole rows.
  private let column: Int?

  /// - Parameters:
  ///   - column: nil for whole rows, as is one that there is not where there are no columns at all.
  ///   - columns: how rows divide.
  init(_ column: Int?, of columns: Columns?) {
    let isRead = column != nil || columns?.division.mark != nil
    division = isRead ? columns?.division : nil
    columnCount = isRead ? columns?.columns.count ?? 0 : 0
    self.column = columns == nil ? nil : column
  }

  /// Whole rows are looked at.
  var isOfWholeRows: Bool { column == nil }

  /// The range of bytes to look at in `row`.
  func range(in row: Span<UInt8>) -> Range<Int> {
    guard let column, let division else { return 0..<row.count }
    return division.cell(column, of: row, count: columnCount)
  }

  /// Reads what `cell`, the range to look at, means, if that is not what is written there.
  ///
  /// - Returns: false where it is; `meant` is as it was then.
  func read(_ cell: Range<Int>, of row: Span<UInt8>, into meant: inout DecodedText) -> Bool {
    guard let division else { return false }
    if column != nil {
      guard division.isWrittenOtherwise(cell, in: row) else { return false }
      meant.read(cell, of: row, as: division)
    } else {
      guard division.isWrittenOtherwise(row) else { return false }
      meant.readRow(row, as: division, count: columnCount)
    }
    return true
  }

  /// Gives what is looked at of `row`: what it means, or, where that goes back or is styled, what is shown of it.
  func withText<Result>(
    of row: Span<UInt8>, _ room: inout CellBuffers, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let cell = range(in: row)
    if read(cell, of: row, into: &room.meant) {
      let bytes = room.meant.bytes
      return CellBuffers.withShown(of: bytes.span, &room.shown, body)
    }
    return CellBuffers.withShown(of: row.extracting(cell), &room.shown, body)
  }

  /// A text that is in the bytes of a row wherever `pattern` is in what is looked at, so that the other rows need
  /// not be looked at; nil where there is none.
  func part(of pattern: TextPattern, in bytes: Span<UInt8>) -> TextPattern? {
    switch division {
    case nil, .aligned, .words, .separated: pattern
    case .members: isInBytes(pattern, of: bytes) ? pattern : nil
    case .quoted(let separator):
      // What is left out stands beside separators and quotes.
      bytes.holds(UInt8(ascii: "\""))
        ? pattern.longestPart(without: [UInt8(ascii: "\""), separator]) : pattern
    }
  }

  /// What is looked for in members stands in the bytes of a row as it is: it neither reaches over a joint nor into
  /// an escape.
  private func isInBytes(_ pattern: TextPattern, of bytes: Span<UInt8>) -> Bool {
    if pattern.holds(DecodedText.joint) { return false }
    guard bytes.holds(UInt8(ascii: "\\")) else { return true }
    // What the short escapes stand for; one with a number may stand for anything.
    return !"\"\\/ ".utf8.contains(where: pattern.holds)
      && Self.numbered.range(in: bytes) == nil
  }

  /// What an escape with a number begins with.
  private static let numbered = TextPattern(Array("\\u".utf8), ignoresCase: false)

  /// A row matches wherever `pattern`, which is its own `part`, is in its bytes.
  func isWritten(_ pattern: TextPattern) -> Bool {
    switch division {
    case .members: false
    case .quoted: column == nil && !pattern.beginsOrEndsBlank
    case nil, .aligned, .words, .separated: column == nil
    }
  }
}

/// Room for what is looked at of one row after the other.
struct CellBuffers {
  var meant = DecodedText()
  var shown = ShownText()

  static func withShown<Result>(
    of text: Span<UInt8>, _ shown: inout ShownText, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard text.movesOrStyles else { return body(text) }
    shown.read(text)
    return body(shown.bytes.span)
  }
}
