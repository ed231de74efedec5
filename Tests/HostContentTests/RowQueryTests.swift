import TestSupport
import Testing

@testable import HostContent

/// Nil for a query that every row matches.
private func compiled(_ text: String, _ columns: Columns? = nil) throws -> RowQuery? {
  let filter = RowFilter(text, kind: .query)
  let matcher = try RowMatcher(filter, columns: columns, findsRanges: false)
  return if case .query(let query) = matcher { query } else { nil }
}

/// The score of a row; nil where it does not match.
private func score(_ text: String, _ row: String, _ columns: Columns? = nil) throws -> Int? {
  guard let query = try compiled(text, columns) else { return 0 }
  var (buffers, scores) = (CellBuffers(), MatchScorer())
  let bytes = Array(row.utf8)
  return query.score(bytes.span, CellSelector(nil, of: columns), &buffers, &scores)
}

@Suite struct `A query` {
  private let columns = Columns(["Name", "STATUS"], headerRowCount: 1)

  /// The row with the matches in brackets; nil where it does not match.
  private func marked(_ query: String, in row: String, _ columns: Columns? = nil) throws -> String?
  {
    guard try score(query, row, columns) != nil else { return nil }
    let matcher = try RowMatcher(
      RowFilter(query, kind: .query), columns: columns, findsRanges: true)
    let scan = RowScan(matcher: matcher, selector: CellSelector(nil, of: columns))
    var ranges: [Range<Int>] = []
    scan.findRanges(in: Array(row.utf8).span, into: &ranges)
    return row.marked(ranges)
  }

  @Test(
    arguments: [
      ("", "abc", "abc"), ("ac", "abc", "[a]b[c]"), ("ca", "abc", nil),
      // All words match, in any order, each with its own case.
      ("bar foo", "foo bar", "[foo] [bar]"), ("foo Bar", "Foo bar", nil),
      ("foo Bar", "FOO Bar", "[FOO] [Bar]"),
      // The best place is marked, not the first.
      ("log", "along catalog", "along cata[log]"), ("fb", "of foo_bar", "of [f]oo_[b]ar"),
      ("'ac", "abc", nil), ("'bc", "abc", "a[bc]"), ("'log", "catalog log", "catalog [log]"),
      ("^ab", "  abc", "  [ab]c"), ("^bc", "abc", nil), ("bc$", "abc  ", "a[bc]  "),
      ("ab$", "abc", nil),
      ("^abc$", " abc ", " [abc] "), ("^ab$", "abc", nil), ("aa$", "aaaa", "aa[aa]"),
      ("!b", "abc", nil), ("!x", "abc", "abc"), ("!^a", "abc", nil), ("!c$", "abd", "abd"),
      ("a !x", "abc", "[a]bc"), ("x | b", "abc", "a[b]c"), ("x | y", "abc", nil),
      ("a | x c", "ac", "[a][c]"),
      // Operators alone restrict nothing.
      ("!", "abc", "abc"), ("'", "abc", "abc"), ("^", "abc", "abc"), ("| a", "abc", "[a]bc"),
      ("a |", "abc", "[a]bc"), ("$", "a$", "a[$]"), ("a\\ b", "a b", "[a b]"), ("a\\ b", "ab", nil),
      ("a\\b", "a\\b", "[a\\b]"), ("a\\", "a\\b", "[a\\]b"), ("a\\", "ab", nil),
      ("12:30", "at 12:30", "at [12:30]"), ("über", "Über alles", "[Über] alles"),
      ("üs", "Über alles", "[Ü]ber alle[s]"), ("$ü", "ü", nil),
    ] as [(String, String, String?)])
  func `has words of several kinds`(query: String, row: String, wanted: String?) throws {
    let marked = try marked(query, in: row)
    #expect(marked?.replacing("][", with: "") == wanted?.replacing("][", with: ""))
  }

  @Test(
    arguments: [
      ("cafe", "naïve café", "naïve [café]"), ("uber", "Über groß", "[Über] groß"),
      ("Uber", "über", nil), ("UE", "Über é", nil), ("'naive", "naïve", "[naïve]"),
      ("^ver", "vérité", "[vér]ité"), ("te$", "vérité", "véri[té]"), ("!cafe", "café", nil),
      ("lodz", "Łódź", "[Łódź]"), ("viet", "Việt", "[Việt]"),
      // Accents that are characters of their own are marked with their letters.
      ("'cafe!", "cafe\u{301}!", "[cafe\u{301}!]"), ("e", "e\u{301}\u{302}x", "[e\u{301}\u{302}]x"),
      // A word with an accent matches only what has it.
      ("café", "cafe", nil), ("café", "Café", "[Café]"),
      // What has no letter alone stays as it is.
      ("ss", "ß", nil), ("ae", "æ", nil), ("и", "й", nil), ("é", "\u{C3}", nil),
      ("resume", "re-use many résumé", "re-use many [résumé]"),
    ] as [(String, String, String?)])
  func `takes letters with accents for those without`(query: String, row: String, wanted: String?)
    throws
  {
    let marked = try marked(query, in: row)
    #expect(marked?.replacing("][", with: "") == wanted)
    for kind in [RowFilter.Kind.text, .fuzzy] where query == "uber" {
      #expect(RowFilter(query, kind: kind).ranges(in: Array(row.utf8).span) == [])
    }
  }

  @Test(
    arguments: [
      ("status:run", "run\tRunning", "run\t[Run]ning"), ("status:run", "run\tFailed", nil),
      ("name:^r status:!fail", "run\tRunning", "[r]un\tRunning"),
      ("!status:run", "run\tRunning", nil),
      ("!status:run", "run\tFailed", "run\tFailed"), ("STATUS:failed$", "x\tfailed", "x\t[failed]"),
      // While the word is still to be typed every row matches; what is no column is text.
      ("status:", "a\tb", "a\tb"), ("other:x", "a\tother:x", "a\t[other:x]"),
      (":x", "a\t:x", "a\t[:x]"), ("status:x | b", "b\ty", "[b]\ty"),
    ] as [(String, String, String?)])
  func `names columns`(query: String, row: String, wanted: String?) throws {
    let marked = try marked(query, in: row, columns)
    #expect(marked?.replacing("][", with: "") == wanted)
  }

  @Test(arguments: [("ac", false), ("'ac", true), ("bc", true), ("!ac", true), ("^ac", false)])
  func `matches words as they are where that is asked for, and after ' with gaps`(
    query: String, isFound: Bool
  ) throws {
    var filter = RowFilter(query, kind: .query)
    filter.matchesExactly = true
    let matcher = try RowMatcher(filter, findsRanges: false)
    #expect(matcher.matches(Array("abc".utf8).span) == isFound)
  }

  /// A query typed letter by letter searches only the rows found so far, yet must miss no row.
  @Test(arguments: 0..<200) func `refines another only where its rows are among the other's`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let parts = ["a", "b", "A", "e", "E", "!", "'", "^", "$", " ", "|", "name:", "é", "É", "\\"]
    let old = random.text(of: parts, 4)
    let isLonger = Bool.random(using: &random)
    let new = isLonger ? old + random.text(of: parts, 2) : random.text(of: parts, 5)
    let isFiner = RowFilter(new, kind: .query).refines(
      RowFilter(old, kind: .query), columns: columns)
    guard isFiner else { return }
    let letters = ["a", "b", "A", "á", "e", "é", "É", "e\u{301}", " ", "\t", "|", "$"]
    for _ in 0..<50 {
      let row = random.text(of: letters, 6)
      let isFound = (try? marked(new, in: row, columns)) ?? nil
      let wasFound = (try? marked(old, in: row, columns)) ?? nil
      #expect(isFound == nil || wasFound != nil, "\(old) \(new) \(row)")
    }
  }

  @Test(
    arguments: [("ab", "a"), ("a b", "a"), ("^ab", "^a"), ("'ab", "'a"), ("a !b", "a"), ("a", "a")]
      .map { ($0, $1, true) }
      + [("a", "a b"), ("a", "b"), ("a", "ab"), ("a | b", "a"), ("!a", "!ab"), ("!ab", "!a")]
      .map { ($0, $1, false) })
  func `refines what was typed before where it goes on, and nothing where it matches more`(
    new: String, old: String, goesOn: Bool
  ) {
    #expect(RowFilter(new, kind: .query).refines(RowFilter(old, kind: .query)) == goesOn)
  }

  @Test func `counts of two that match the better one, whichever is first`() throws {
    let better = try #require(try score("apple", "an apple"))
    #expect(try better > #require(try score("al", "an apple")))
    for text in ["apple | al", "al | apple", "apple | zz", "zz | apple"] {
      #expect(try score(text, "an apple") == better)
    }
  }

  @Test func `marks characters that match, and the best of them`() {
    var random = SeededGenerator(seed: 7)
    var scores = MatchScorer()
    for _ in 0..<2000 {
      func word(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in Array("abAB/_ 1".utf8).randomElement(using: &random) ?? 0 }
      }
      let text = word(.random(in: 0...12, using: &random))
      let pattern = TextPattern(word(.random(in: 1...4, using: &random)), ignoresCase: true)
      let score = scores.score(of: pattern, in: text.span)
      let ranges = scores.ranges(of: pattern, in: text.span)
      #expect(
        (score == nil) == (ranges == nil)
          && (score == nil) == (pattern.subsequence(of: text.span) == nil))
      guard let score, let ranges else { continue }
      let places = ranges.map(\.lowerBound)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
      let found = TextPattern(places.map { text[$0] }, ignoresCase: true)
      #expect(found == pattern, "\(String(decoding: text, as: UTF8.self)) \(places)")
      // The first places there are score no better.
      let first = pattern.subsequence(of: text.span)?.map(\.lowerBound) ?? []
      #expect(score >= scores.score(at: first, in: text.span))
    }
  }
}

@Suite struct `Ranked rows` {
  private func rows(_ count: Int) -> [String] {
    (0..<count).map { "row \($0 * 7919 % count) of \(String(repeating: "x", count: $0 % 5))" }
  }

  private func ranked(
    _ rows: [String], _ query: String, _ ranking: RowSort.Ranking
  ) throws -> [Int] {
    guard let query = try compiled(query) else {
      return ranking.isLastFirst ? rows.indices.reversed() : Array(rows.indices)
    }
    var (buffers, scores) = (CellBuffers(), MatchScorer())
    let found = rows.indices.compactMap { row in
      let bytes = Array(rows[row].utf8)
      return query.score(bytes.span, CellSelector(nil, of: nil), &buffers, &scores)
        .map { (row: row, score: $0, length: bytes.count) }
    }
    let known = ranking.comparesScores ? found : found.map { ($0.row, score: 0, length: 0) }
    let sign = ranking.isLastFirst ? -1 : 1
    return known.sorted { first, second in
      (second.score, first.length, sign * first.row)
        < (first.score, second.length, sign * second.row)
    }.map(\.row)
  }

  // More than 16,384 rows are sorted in another way; so many match.
  @Test(arguments: [100, 5000, 30_000], ["r1", "of x", "'9 !3", "zzz"])
  func `are the best first, of equal ones the shorter, then the earlier`(count: Int, query: String)
    throws
  {
    try find(query, in: count, RowSort.Ranking())
  }

  @Test(arguments: [100, 30_000], [("r1", true), ("r1", false), ("", true)])
  func `are the last first`(count: Int, query: (text: String, comparesScores: Bool)) throws {
    try find(
      query.text, in: count,
      RowSort.Ranking(comparesScores: query.comparesScores, isLastFirst: true))
  }

  private func find(_ query: String, in count: Int, _ ranking: RowSort.Ranking) throws {
    let rows = rows(count)
    let world = SteppedWorld()
    let view = View(in: world)
    let store = RowStore()
    let content = Content(store)
    let filter = query.isEmpty ? nil : RowFilter(query, kind: .query)
    let sort = RowSort(by: .score, ranking: ranking)
    _ = try view.show(ViewRequest(filter: filter, sort: sort), of: content)
    // They arrive in parts, between which the view catches up or does not.
    for part in 0..<10 {
      let arriving = rows[part * count / 10..<(part + 1) * count / 10]
      let bytes = arriving.flatMap { Array("\($0)\n".utf8) }
      store.append(bytes.span)
      _ = view.contentChanged(content)
      for _ in 0..<part { world.step(view) }
      // Only some may be in order so far, but these are in place.
      for place in 0..<min(view.count, 20) {
        let row = try #require(view.row(at: place))
        #expect(view.place(of: row) == place)
      }
    }
    world.finish(view)
    #expect(view.rows == (try ranked(rows, query, ranking)))
    #expect(view.foundCount == view.count)
  }

  @Test func `are not in order where they are too many`() {
    var ranker = RowRanker(isDescending: false, maxRows: 2)
    for _ in 0..<2 { ranker.add(worth: 1) }
    #expect((try? ranker.order())?.ranks == [0, 1])
    ranker.add(worth: 0)
    #expect(throws: ViewProblem.tooManyToSort) { try ranker.order() }
  }

  @Test func `show the best so far while others are still looked at`() {
    var ranker = RowRanker(isDescending: false)
    for row in 0..<10_000 {
      ranker.add(worth: RowRanker.worth(score: row * 31 % 10_007, length: 1))
    }
    let best = (0..<10_000).sorted { $0 * 31 % 10_007 > $1 * 31 % 10_007 }
    let wanted = best.prefix(RowRanker.bestCount).map { UInt32($0) }
    #expect(ranker.best.ranks == wanted && !ranker.best.isWhole)
  }
}
