internal import ExpressionModel

@testable internal import HostContent

/// Regular expressions: matches are those of glibc's `regexec`; no row exceeds its limit of steps.
enum ExpressionFuzzer {
  /// - Parameter bytes: the kind of input, then a pattern and a row, or what chooses their parts.
  static func take(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let ignoresCase = kind & 1 != 0
    let rest = Array(bytes.dropFirst())
    if kind & 2 != 0 {
      let parts = rest.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      checkCache(Array(parts[0].prefix(RowFilter.longestText)), ignoresCase, in: parts.last ?? [])
    } else {
      var random = RandomExpression(ByteGenerator(rest), isASCII: kind & 4 != 0)
      compare(Array(random.pattern().utf8), ignoresCase, in: [random.row(), random.row()])
    }
  }

  /// Whether glibc may take for ever to compile a pattern: it has copies of copies of what can be
  /// empty, such as `()?{3,5}{3,5}` and `()+++{3,4}`.
  private static func isTooMuchForGlibc(_ pattern: [UInt8]) -> Bool {
    let text = String(decoding: pattern, as: UTF8.self)
    let canBeEmpty =
      text.hasPrefix("|")
      || ["()", "(|", "|)", "||", "?", "*", "{,", "{0"].contains { text.contains($0) }
    return canBeEmpty && pattern.count { "{+".utf8.contains($0) } > 1
  }

  private static func compare(_ pattern: [UInt8], _ ignoresCase: Bool, in rows: [[UInt8]]) {
    guard !isTooMuchForGlibc(pattern) else { return }
    var parser = RegexParser(pattern, ignoresCase: ignoresCase)
    let isTaken = (try? parser.parse()) != nil
    let glibc = GlibcExpression(
      pattern, ignoresCase: ignoresCase, isBytewise: isTaken && parser.isBytewise)
    let text = String(decoding: pattern, as: UTF8.self)
    expect(isTaken == (glibc != nil), "\(text) is taken: \(isTaken)")
    guard let glibc,
      let places = try? RegularExpression(pattern, ignoresCase: ignoresCase, findsRanges: true),
      let matching = try? RegularExpression(pattern, ignoresCase: ignoresCase, findsRanges: false)
    else { return }
    for row in rows {
      var found: [Range<Int>] = []
      places.forEachRange(in: row.span) { found.append($0) }
      let matches = matching.matches(row.span)
      expect(found == glibc.ranges(in: row), "\(text) in \(row): \(found)")
      expect(matches == (glibc.range(in: row, from: 0) != nil), "\(text) in \(row): \(matches)")
    }
  }

  /// Any pattern finds the same in a row with room for few states, as far as it has steps for that.
  private static func checkCache(
    _ pattern: [UInt8], _ ignoresCase: Bool, in row: ArraySlice<UInt8>
  ) {
    var parser = RegexParser(pattern, ignoresCase: ignoresCase)
    guard let tree = try? parser.parse(), let nfa = try? RegexNFA(tree) else { return }
    let options = RegexOptions(
      ignoresCase: ignoresCase, isBytewise: parser.isBytewise, usesWords: parser.usesWords)
    let row = Array(row)
    func find(maxBytes: Int) -> (ranges: [Range<Int>], matches: Bool)? {
      var search = RegexMatcher(nfa, options, findsRanges: true, maxBytes: maxBytes)
      var ranges: [Range<Int>] = []
      search.findRanges(in: row.span) { ranges.append($0) }
      var matching = RegexMatcher(nfa, options, findsRanges: false, maxBytes: maxBytes)
      let matches = matching.matches(row.span)
      // One character takes at most its edges, and a state.
      let maxSteps = 2 * (LazyDFA.maxSavedSteps + 1 << 20)
      expect(search.stepCount < maxSteps, "\(search.stepCount) steps")
      expect(matching.stepCount < maxSteps, "\(matching.stepCount) steps")
      return search.hasSteps && matching.hasSteps ? (ranges, matches) : nil
    }
    guard let wide = find(maxBytes: LazyDFA.maxBytes), let narrow = find(maxBytes: 0)
    else { return }
    let text = String(decoding: pattern, as: UTF8.self)
    expect(narrow.ranges == wide.ranges, "\(text) in \(row): \(narrow.ranges), \(wide.ranges)")
    expect(narrow.matches == wide.matches, "\(text) in \(row): \(narrow.matches)")
    expect(wide.matches || wide.ranges.isEmpty, "\(text) in \(row) matches and does not")
    let isOrdered = zip(wide.ranges, wide.ranges.dropFirst()).allSatisfy {
      $0.upperBound <= $1.lowerBound
    }
    expect(isOrdered && wide.ranges.allSatisfy { !$0.isEmpty }, "\(text) in \(row): no order")
  }
}

/// Bytes as random numbers, and others when they are over.
private struct ByteGenerator: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  private var number: UInt64 = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// The choice among a few is made by the upper bits.
  mutating func next() -> UInt64 {
    if let byte = bytes.popFirst() { return UInt64(byte) << 56 | 0x5555_5555_5555 }
    number &+= 0x9E37_79B9_7F4A_7C15
    return number
  }
}
