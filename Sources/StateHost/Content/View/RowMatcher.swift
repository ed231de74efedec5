internal import HostText

/// A compiled `RowFilter`, for a filter or a search: every row, a text, a regular expression or a
/// query; tests a text and finds matching ranges.
enum RowMatcher: Sendable {
  case every
  case text(TextPattern)
  case expression(RegularExpression)
  case query(RowQuery)

  /// `findsRanges` if `findRanges` will be called, not `matches`; a query may name `columns`.
  ///
  /// - Throws: what is wrong with the filter.
  init(_ filter: RowFilter?, columns: Columns? = nil, findsRanges: Bool) throws(ViewProblem) {
    guard let filter else {
      self = .every
      return
    }
    guard filter.text.count <= RowFilter.longestText else { throw .textTooLong }
    let ignoresCase = filter.ignoresCase
    switch filter.kind {
    case .text:
      self =
        filter.text.isEmpty ? .every : .text(TextPattern(filter.text, ignoresCase: ignoresCase))
    case .expression:
      self = .expression(
        try RegularExpression(filter.text, ignoresCase: ignoresCase, findsRanges: findsRanges))
    case .fuzzy, .query:
      let query =
        filter.kind == .query
        ? filter.query(columns) : RowQuery(words: filter.text, ignoresCase: ignoresCase)
      self = query.isEmpty ? .every : .query(query)
    }
  }

  var isEvery: Bool { if case .every = self { true } else { false } }

  /// The quoted expression that has given up because a row took too long; nil if none has.
  var abandonedPattern: String? {
    guard case .expression(let expression) = self, expression.hasGivenUp else { return nil }
    return HarmlessText.quoted(String(decoding: expression.pattern, as: UTF8.self), limit: 24)
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .every: true
    case .text(let pattern): pattern.range(in: text) != nil
    case .expression(let expression): expression.matches(text)
    case .query(let query): query.matches(text)
    }
  }

  /// Appends the ranges that match, in order; none is empty or adjacent to another.
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
    case .query(let query): query.findRanges(in: text, into: &ranges)
    }
  }

  /// Sorts ranges and joins adjacent ones.
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
  /// The ranges of a text that match, in order; none for an invalid filter.
  package func ranges(in text: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    (try? RowMatcher(self, findsRanges: true))?.findRanges(in: text, into: &ranges)
    return ranges
  }

  /// Why the filter is invalid; nil if it is valid.
  package var problem: ViewProblem? {
    do throws(ViewProblem) {
      _ = try RowMatcher(self, findsRanges: false)
      return nil
    } catch {
      return error
    }
  }

  var ignoresCase: Bool {
    letterCase.ignoresCase(in: kind == .expression ? textWithoutEscapes : text)
  }

  /// The expression without escapes such as `\W`.
  private var textWithoutEscapes: [UInt8] {
    var plain: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == "\\" {
        index += 2
      } else {
        plain.append(text[index])
        index += 1
      }
    }
    return plain
  }

  fileprivate func query(_ columns: Columns?) -> RowQuery {
    RowQuery(text, letterCase: letterCase, matchesExactly: matchesExactly, columns: columns)
  }

  /// Whether every row that matches this filter also matches the other.
  func refines(_ other: RowFilter, columns: Columns? = nil) -> Bool {
    if kind == .query, other.kind == .query, column == other.column {
      return query(columns).refines(other.query(columns))
    }
    guard kind == .text, other.kind == .text, column == other.column, !other.text.isEmpty,
      !ignoresCase || other.ignoresCase
    else { return false }
    let pattern = TextPattern(other.text, ignoresCase: other.ignoresCase)
    return pattern.range(in: text.span) != nil
  }
}

extension RowFilter.LetterCase {
  func ignoresCase(in text: [UInt8]) -> Bool {
    switch self {
    case .sensitive: false
    case .insensitive: true
    case .smart: !CaseFolding.hasCapital(text)
    }
  }
}

/// A `RowMatcher` with what it applies to, the cell of a column or the whole row: finds the
/// matching rows of a slice, or the matching ranges of a row.
struct RowScan: Sendable {
  let matcher: RowMatcher
  let selector: CellSelector

  /// The same scan with a query that no other thread uses.
  var forThisThread: RowScan {
    guard case .query(let query) = matcher else { return self }
    return RowScan(matcher: .query(RowQuery(copying: query)), selector: selector)
  }

  /// Appends the ranges of a row's bytes that match, as `RowMatcher.findRanges` does.
  func findRanges(in row: Span<UInt8>, into ranges: inout [Range<Int>]) {
    var found = self.ranges(in: row, selector) { matcher.findRanges(in: $0, into: &$1) }
    if case .query(let query) = matcher {
      for term in query.columnTerms {
        guard let selector = term.selector else { continue }
        found += self.ranges(in: row, selector) { $1 += term.ranges(in: $0) ?? [] }
      }
      RowMatcher.join(&found)
    }
    ranges += found
  }

  /// The ranges that `find` appends for the selected text, as ranges of the row.
  private func ranges(
    in row: Span<UInt8>, _ selector: CellSelector,
    by find: (Span<UInt8>, inout [Range<Int>]) -> Void
  ) -> [Range<Int>] {
    if selector.isOfCells, row.hasSequences {
      let plain = PlainRow(row)
      var found: [Range<Int>] = []
      for range in ranges(in: plain.bytes.span, selector, by: find) {
        plain.appendSources(of: range, to: &found)
      }
      return found
    }
    let cell = selector.range(in: row)
    var decoded = DecodedText(keepsSources: true)
    guard selector.read(cell, of: row, into: &decoded) else {
      return foundRanges(in: row.extracting(cell), by: find).map {
        cell.lowerBound + $0.lowerBound..<cell.lowerBound + $0.upperBound
      }
    }
    var found: [Range<Int>] = []
    for range in foundRanges(in: decoded.bytes.span, by: find) {
      decoded.appendSources(of: range, to: &found)
    }
    RowMatcher.join(&found)
    return found
  }

  /// Matches the text as displayed if that differs from its bytes.
  private func foundRanges(
    in text: Span<UInt8>, by find: (Span<UInt8>, inout [Range<Int>]) -> Void
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard text.needsRendering else {
      find(text, &found)
      return found
    }
    var shown = DisplayedText()
    shown.read(text)
    var shownRanges: [Range<Int>] = []
    find(shown.bytes.span, &shownRanges)
    for range in shownRanges { shown.appendSources(of: range, to: &found) }
    RowMatcher.join(&found)
    return found
  }

  /// Calls `found` with each wanted row of `slice`, which has these bytes, that matches, in order.
  ///
  /// Without a query, score and length are 0; the score is also 0 unless `isScored`.
  func scan(
    _ bytes: Span<UInt8>, of slice: RowSlice, isScored: Bool = false, isCancelled: () -> Bool,
    found: (_ row: Int, _ score: Int, _ length: Int) -> Void
  ) {
    switch matcher {
    case .every: for row in slice.wanted { found(row, 0, 0) }
    case .text(let pattern):
      scan(
        bytes, of: slice, holding: pattern.isBytewise ? pattern : nil, isAll: true,
        isCancelled: isCancelled, found: found)
    case .expression(let expression):
      scan(
        bytes, of: slice, holding: expression.required, isAll: false,
        isCancelled: { expression.hasGivenUp || isCancelled() }, found: found)
    case .query(let query):
      var buffers = CellBuffers()
      var scores = MatchScorer(isWanted: isScored, mayHaveAccents: !bytes.isASCII)
      slice.forEachRow(in: bytes) { row, text in
        if isCancelled() { return false }
        if let score = query.score(text, selector, &buffers, &scores) {
          found(row, score, text.count)
        }
        return true
      }
    }
  }

  /// Searches only rows that contain a text, if possible; `isAll` means that these match.
  private func scan(
    _ bytes: Span<UInt8>, of slice: RowSlice, holding pattern: TextPattern?, isAll: Bool,
    isCancelled: () -> Bool, found: (_ row: Int, _ score: Int, _ length: Int) -> Void
  ) {
    var buffers = CellBuffers()
    let part = pattern.flatMap { bytes.needsRendering ? nil : selector.part(of: $0, in: bytes) }
    let isEnough = part.map { isAll && $0 == pattern && selector.isWritten($0) } ?? false
    slice.forEachRow(in: bytes, holding: part) { row, text, holdsAll in
      if isCancelled() { return false }
      if isEnough && holdsAll || selector.withText(of: text, &buffers, { matcher.matches($0) }) {
        found(row, 0, 0)
      }
      return true
    }
  }
}

extension RowSlice {
  /// Calls `body` with each wanted row until it returns false; rows that a file lacks are empty.
  func forEachRow(in bytes: Span<UInt8>, _ body: (Int, Span<UInt8>) -> Bool) {
    var start = bytes.rowStart(after: wanted.lowerBound - rows.lowerBound, from: 0)
    for row in wanted {
      let end = bytes.rowEnd(from: start)
      guard body(row, bytes.extracting(bytes.rowRange(from: start, to: end))) else { return }
      start = min(end + 1, bytes.count)
    }
  }

  /// Calls `body` with each wanted row that contains the pattern, if any, until it returns false.
  ///
  /// The last argument is whether the match is inside the row rather than its line end.
  func forEachRow(
    in bytes: Span<UInt8>, holding pattern: TextPattern?, _ body: (Int, Span<UInt8>, Bool) -> Bool
  ) {
    guard let pattern else { return forEachRow(in: bytes) { body($0, $1, false) } }
    var row = rows.lowerBound
    // The start of `row`.
    var start = 0
    var place = 0
    while let hit = pattern.range(in: bytes, from: place) {
      var rowEnd = bytes.rowEnd(from: start)
      // Rows in between are counted only if there are some.
      if hit.lowerBound > rowEnd {
        let rowStart = bytes.rowStart(of: hit.lowerBound, notBefore: start)
        row += bytes.rowEndCount(in: start..<rowStart)
        start = rowStart
        rowEnd = bytes.rowEnd(from: hit.lowerBound)
      }
      if row >= wanted.upperBound { return }
      let kept = bytes.rowRange(from: start, to: rowEnd)
      if row >= wanted.lowerBound,
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

/// A selector of the text that a filter, sort or key applies to (the cell of a column, or the whole
/// row), which also decodes it.
struct CellSelector: Sendable, Equatable {
  private let format: RowFormat?
  private let columnCount: Int
  /// Nil for whole rows.
  private let column: Int?

  /// `column` is nil for whole rows; without `columns` it is a word.
  init(_ column: Int?, of columns: Columns?) {
    let isRead = column != nil || columns?.format.escapeByte != nil
    format = isRead ? columns?.format ?? .words : nil
    columnCount = isRead ? columns?.columns.count ?? .max : 0
    self.column = column
  }

  var isOfWholeRows: Bool { column == nil }

  /// Whether rows are split into cells, which are found in rows without escape sequences.
  var isOfCells: Bool { format != nil }

  /// The selected text's bytes in `row`, which has no escape sequences if it is split into cells.
  func range(in row: Span<UInt8>) -> Range<Int> {
    guard let column, let format else { return 0..<row.count }
    return format.cell(column, of: row, count: columnCount)
  }

  /// Decodes `cell`, the selected range, if it has escapes; returns whether it has.
  func read(_ cell: Range<Int>, of row: Span<UInt8>, into decoded: inout DecodedText) -> Bool {
    guard let format else { return false }
    if column != nil {
      guard format.needsDecoding(cell, in: row) else { return false }
      decoded.read(cell, of: row, as: format)
    } else {
      guard format.needsDecoding(row) else { return false }
      decoded.readRow(row, as: format, count: columnCount)
    }
    return true
  }

  /// Calls `body` with the selected text, decoded and as displayed.
  func withText<Result>(
    of row: Span<UInt8>, _ buffers: inout CellBuffers, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard isOfCells, row.hasSequences else { return withPlainText(of: row, &buffers, body) }
    buffers.plain.read(row)
    let plain = buffers.plain.bytes
    return withPlainText(of: plain.span, &buffers, body)
  }

  @inline(__always)
  private func withPlainText<Result>(
    of row: Span<UInt8>, _ buffers: inout CellBuffers, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let cell = range(in: row)
    if read(cell, of: row, into: &buffers.decoded) {
      let bytes = buffers.decoded.bytes
      return CellBuffers.withShown(of: bytes.span, &buffers.shown, body)
    }
    return CellBuffers.withShown(of: row.extracting(cell), &buffers.shown, body)
  }

  /// A text that the bytes of every row have whose selected text has `pattern`; nil without one.
  func part(of pattern: TextPattern, in bytes: Span<UInt8>) -> TextPattern? {
    switch format {
    case nil, .aligned, .words, .separated: pattern
    case .members: isInBytes(pattern, of: bytes) ? pattern : nil
    case .quoted(let separator):
      // Decoding removes characters only beside separators and quotes.
      bytes.contains(UInt8(ascii: "\""))
        ? pattern.longestPart(without: [UInt8(ascii: "\""), separator]) : pattern
    }
  }

  /// Whether the pattern is never escaped in JSON members, and does not span them.
  private func isInBytes(_ pattern: TextPattern, of bytes: Span<UInt8>) -> Bool {
    if pattern.contains(DecodedText.memberSeparator) { return false }
    guard bytes.contains(UInt8(ascii: "\\")) else { return true }
    // The characters with short escapes; a numeric escape can be any character.
    return !"\"\\/ ".utf8.contains(where: pattern.contains) && Self.numbered.range(in: bytes) == nil
  }

  /// The start of a numeric escape.
  private static let numbered = TextPattern(Array("\\u".utf8), ignoresCase: false)

  /// Whether a row whose bytes contain `pattern`, which is its own `part`, always matches.
  func isWritten(_ pattern: TextPattern) -> Bool {
    switch format {
    case .members: false
    case .quoted: column == nil && !pattern.beginsOrEndsBlank
    case nil, .aligned, .words, .separated: column == nil
    }
  }
}

/// Buffers for `CellSelector.withText`: a row without escape sequences, a cell's decoded and its
/// displayed text; some callers reuse them for many rows.
struct CellBuffers {
  fileprivate var plain = PlainRow()
  var decoded = DecodedText()
  var shown = DisplayedText()

  static func withShown<Result>(
    of text: Span<UInt8>, _ shown: inout DisplayedText, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard text.needsRendering else { return body(text) }
    shown.read(text)
    return body(shown.bytes.span)
  }
}
