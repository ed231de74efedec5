internal import CHostSystem

/// A compiled query in the style of fzf, words with operators, or the words of a `fuzzy` filter,
/// with which the host tests and scores a row, and finds matching ranges.
///
/// Blanks separate words (`\ ` is a blank in a word). All must match, or one of `a | b`. `word`
/// matches its characters in order, with gaps; `'word` the exact text; `^word` and `word$` the
/// beginning and the end; `!word` rows without it; `name:word` the cells of a column. Latin letters
/// with accents match a word without accents.
struct RowQuery: Sendable {
  /// A row matches when it matches a term of each group.
  private let groups: [[QueryTerm]]

  /// `text` is the query in UTF-8; `columns` are those that `name:` refers to.
  ///
  /// With `matchesExactly`, `word` matches the exact text, and `'word` its characters with gaps.
  init(_ text: [UInt8], letterCase: RowFilter.LetterCase, matchesExactly: Bool, columns: Columns?) {
    var groups: [[QueryTerm]] = []
    var isAlternative = false
    for word in Self.words(of: text) {
      if word == [UInt8(ascii: "|")] {
        isAlternative = !groups.isEmpty
        continue
      }
      guard let term = QueryTerm(word, letterCase, matchesExactly, columns) else { continue }
      if isAlternative { groups[groups.count - 1].append(term) } else { groups.append([term]) }
      isAlternative = false
    }
    self.groups = groups
  }

  /// Words without operators, each matched with gaps.
  init(words text: [UInt8], ignoresCase: Bool) {
    groups = text.split { CellText.isBlank($0) }.map {
      [QueryTerm(plain: TextPattern(Array($0), ignoresCase: ignoresCase))]
    }
  }

  /// A copy for one thread: threads that share the terms' reference counts are slower than one.
  init(copying other: RowQuery) {
    groups = other.groups.map { $0.map { QueryTerm(copying: $0) } }
  }

  var isEmpty: Bool { groups.isEmpty }

  private static func words(of text: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text {
      if isEscaped, byte != " " { words[words.count - 1].append(UInt8(ascii: "\\")) }
      if !isEscaped, byte == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, CellText.isBlank(byte) {
        words.append([])
      } else {
        words[words.count - 1].append(byte)
      }
      isEscaped = false
    }
    if isEscaped { words[words.count - 1].append(UInt8(ascii: "\\")) }
    return words.filter { !$0.isEmpty }
  }

  /// Whether every row that matches this query also matches the other.
  func refines(_ other: RowQuery) -> Bool {
    guard groups.count >= other.groups.count else { return false }
    return zip(groups, other.groups).allSatisfy { new, old in
      new.count == 1 && old.count == 1 ? new[0].refines(old[0]) : new == old
    }
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    var buffers = CellBuffers()
    var scores = MatchScorer(isWanted: false)
    return score(text, CellSelector(nil, of: nil), &buffers, &scores) != nil
  }

  /// How well a row matches, 0 or more; nil when it does not.
  ///
  /// `selector` selects the text for words without a column; the buffers are reused for other rows.
  func score(
    _ row: Span<UInt8>, _ selector: CellSelector, _ buffers: inout CellBuffers,
    _ scores: inout MatchScorer
  ) -> Int? {
    selector.withText(of: row, &buffers) { text in
      var sum = 0
      // Spans: a loop over an array would copy its elements for every row.
      let groups = groups.span
      for index in groups.indices {
        guard let score = Self.bestScore(of: groups[index].span, row, text, &scores) else {
          return nil
        }
        sum += score
      }
      return sum
    }
  }

  private static func bestScore(
    of group: Span<QueryTerm>, _ row: Span<UInt8>, _ text: Span<UInt8>, _ scores: inout MatchScorer
  ) -> Int? {
    var best: Int?
    for index in group.indices {
      if let score = group[index].score(in: row, of: text, &scores) { best = max(score, best ?? 0) }
    }
    return best
  }

  /// Appends the ranges of a text that make it match; words of other columns are left out.
  func findRanges(in text: Span<UInt8>, into ranges: inout [Range<Int>]) {
    var found: [Range<Int>] = []
    for group in groups {
      for term in group where term.selector == nil {
        guard let places = term.ranges(in: text) else { continue }
        found += places
        break
      }
    }
    RowMatcher.join(&found)
    ranges += found
  }

  /// The words that name a column.
  var columnTerms: [QueryTerm] { groups.joined().filter { $0.selector != nil } }
}

/// One word of a `RowQuery` and how it must match, such as exactly, at the start or with gaps;
/// gives a row's score.
///
/// A class, since copying a struct for every row would retain its arrays; each thread has copies.
final class QueryTerm: Sendable, Equatable {
  /// The rule for matching a word: characters in order with gaps, as it is, or at one end or both.
  private enum Rule: Sendable { case gaps, exact, beginning, end, whole }

  private let pattern: TextPattern
  /// Whether Latin letters with accents match those of the word, which has none.
  private let ignoresAccents: Bool
  private let rule: Rule
  /// Whether rows that contain the word do not match.
  private let isNegated: Bool
  /// The cell that the word is matched with; nil for the text of the whole query.
  let selector: CellSelector?

  /// A copy that shares no memory but that of its selector.
  init(copying other: QueryTerm) {
    pattern = TextPattern(copying: other.pattern)
    (rule, isNegated, selector) = (other.rule, other.isNegated, other.selector)
    ignoresAccents = other.ignoresAccents
  }

  /// A word without operators.
  init(plain pattern: TextPattern) {
    self.pattern = pattern
    (rule, isNegated, selector, ignoresAccents) = (.gaps, false, nil, false)
  }

  /// - Returns: nil for operators without a word, which restrict nothing.
  init?(
    _ word: [UInt8], _ letterCase: RowFilter.LetterCase, _ matchesExactly: Bool,
    _ columns: Columns?
  ) {
    var word = word[...]
    var isNegated = word.removeFirst(if: "!")
    var selector: CellSelector?
    if let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex,
      let column = columns?.columns.firstIndex(where: { $0.isNamed(word[..<colon]) })
    {
      selector = CellSelector(column, of: columns)
      word = word[(colon + 1)...]
      isNegated = word.removeFirst(if: "!") || isNegated
    }
    let isQuoted = word.removeFirst(if: "'")
    let isBeginning = !isQuoted && word.removeFirst(if: "^")
    let isEnd = word.removeLast(if: "$")
    if word.isEmpty { return nil }
    pattern = TextPattern(Array(word), ignoresCase: letterCase.ignoresCase(in: Array(word)))
    var unaccented = UnaccentedText()
    unaccented.read(Array(word).span)
    ignoresAccents = unaccented.bytes[...] == word
    rule =
      switch (isBeginning, isEnd) {
      case (true, true): .whole
      case (true, false): .beginning
      case (false, true): .end
      case (false, false): isQuoted != matchesExactly || isNegated ? .exact : .gaps
      }
    (self.isNegated, self.selector) = (isNegated, selector)
  }

  static func == (one: QueryTerm, other: QueryTerm) -> Bool {
    one.pattern == other.pattern && one.rule == other.rule && one.isNegated == other.isNegated
      && one.selector == other.selector
  }

  func refines(_ other: QueryTerm) -> Bool {
    guard rule == other.rule, isNegated == other.isNegated, selector == other.selector else {
      return false
    }
    return rule == .end || rule == .whole || isNegated
      ? pattern == other.pattern : pattern.extends(other.pattern)
  }

  /// The score of the term's own cell of a row, or else of the text; nil if it does not match.
  func score(in row: Span<UInt8>, of text: Span<UInt8>, _ scores: inout MatchScorer) -> Int? {
    guard let selector else { return score(of: text, &scores) }
    var buffers = CellBuffers()
    return selector.withText(of: row, &buffers) { score(of: $0, &scores) }
  }

  /// The score of a text, 0 or more; nil when it does not match.
  private func score(of text: Span<UInt8>, _ scores: inout MatchScorer) -> Int? {
    guard ignoresAccents, scores.mayHaveAccents, !text.isASCII else {
      return score(ofWritten: text, &scores)
    }
    scores.unaccented.read(text)
    let bytes = scores.unaccented.bytes
    return score(ofWritten: bytes.span, &scores)
  }

  private func score(ofWritten text: Span<UInt8>, _ scores: inout MatchScorer) -> Int? {
    if isNegated { return range(in: text) == nil ? 0 : nil }
    guard rule == .gaps else { return range(in: text).map { scores.score(ofRun: $0, in: text) } }
    return scores.score(of: pattern, in: text)
  }

  /// The ranges of a text that make it match; nil when it does not.
  func ranges(in text: Span<UInt8>) -> [Range<Int>]? {
    guard ignoresAccents, !text.isASCII else { return ranges(inWritten: text) }
    var unaccented = UnaccentedText()
    unaccented.read(text)
    return ranges(inWritten: unaccented.bytes.span)?.map { unaccented.source(of: $0) }
  }

  private func ranges(inWritten text: Span<UInt8>) -> [Range<Int>]? {
    if isNegated { return nil }
    guard rule == .gaps else { return range(in: text).map { [$0] } }
    var scores = MatchScorer()
    return scores.ranges(of: pattern, in: text)
  }

  /// The range of a word without gaps; an occurrence at the start of a word is preferred.
  private func range(in text: Span<UInt8>) -> Range<Int>? {
    let trimmed = CellText.trimmed(text, 0..<text.count)
    switch rule {
    case .gaps: return pattern.subsequence(of: text).map { $0[0] }
    case .exact: return firstAtWord(in: text)
    case .beginning:
      return pattern.end(in: text, at: trimmed.lowerBound).map { trimmed.lowerBound..<$0 }
    case .whole:
      return pattern.end(in: text, at: trimmed.lowerBound) == trimmed.upperBound ? trimmed : nil
    case .end:
      var start = max(trimmed.lowerBound, trimmed.upperBound - pattern.longestMatch)
      while let found = pattern.range(in: text, from: start), found.upperBound <= trimmed.upperBound
      {
        if found.upperBound == trimmed.upperBound { return found }
        start = found.lowerBound + 1
      }
      return nil
    }
  }

  private static let comparedOccurrences = 16

  private func firstAtWord(in text: Span<UInt8>) -> Range<Int>? {
    var first: Range<Int>?
    var start = 0
    for _ in 0..<Self.comparedOccurrences {
      guard let found = pattern.range(in: text, from: start) else { break }
      let before = found.lowerBound == 0 ? 0 : text[found.lowerBound - 1]
      guard before >= 0x80 || CellText.isLetter(before) || CellText.isDigit(before) else {
        return found
      }
      first = first ?? found
      start = found.upperBound
    }
    return first
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func removeFirst(if character: Unicode.Scalar) -> Bool {
    guard first == character else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func removeLast(if character: Unicode.Scalar) -> Bool {
    guard count > 1, last == character else { return false }
    removeLast()
    return true
  }
}

extension Columns.Column {
  /// Whether a text is the column's name, ignoring case.
  fileprivate func isNamed(_ text: ArraySlice<UInt8>) -> Bool {
    name.lowercased() == String(decoding: text, as: UTF8.self).lowercased()
  }
}

/// A scorer of how well a text matches a word of a query, and a finder of the matching ranges, in
/// memory reused from row to row; if scores are not wanted, every match scores 0.
struct MatchScorer {
  private var room: [Int16] = []
  /// Whether scores are computed; otherwise every match scores 0.
  private let isWanted: Bool
  /// Whether texts may have accents; false where all are known to be ASCII.
  let mayHaveAccents: Bool
  /// The last text with accents, without them.
  var unaccented = UnaccentedText()

  init(isWanted: Bool = true, mayHaveAccents: Bool = true) {
    (self.isWanted, self.mayHaveAccents) = (isWanted, mayHaveAccents)
  }

  /// The score of the best match with gaps; nil when there is none.
  mutating func score(of pattern: TextPattern, in text: Span<UInt8>) -> Int? {
    guard isWanted else { return pattern.isSubsequence(of: text) ? 0 : nil }
    if room.isEmpty { room = Array(repeating: 0, count: 5 * Int(HOST_SCORE_WIDTH_LIMIT)) }
    if let score = pattern.bytewiseScore(in: text, room: &room) { return score < 0 ? nil : score }
    guard let places = pattern.subsequence(of: text) else { return nil }
    return score(at: places.map(\.lowerBound), in: text)
  }

  /// The ranges of the matched characters; nil without a match.
  mutating func ranges(of pattern: TextPattern, in text: Span<UInt8>) -> [Range<Int>]? {
    if let places = pattern.bytewisePlaces(in: text) {
      return places.isEmpty ? nil : places.map { $0..<$0 + 1 }
    }
    return pattern.subsequence(of: text)
  }

  func score(ofRun range: Range<Int>, in text: Span<UInt8>) -> Int {
    score(at: Array(range), in: text)
  }

  func score(at places: [Int], in text: Span<UInt8>) -> Int {
    guard isWanted else { return 0 }
    return unsafe text.withPointer { text, _ in
      Int(unsafe host_text_score_at(text, places, places.count))
    }
  }
}
