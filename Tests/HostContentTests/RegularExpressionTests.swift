import ExpressionModel
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import HostContent

/// Where a regular expression matches.
private func ranges(_ expression: RegularExpression, in text: [UInt8]) -> [Range<Int>] {
  var ranges: [Range<Int>] = []
  expression.forEachRange(in: text.span) { ranges.append($0) }
  return ranges
}

@Suite struct `A regular expression` {
  /// A compiled pattern with the inputs of its automata.
  private struct Parts {
    let graph: RegexNFA
    let style: RegexOptions

    init(_ pattern: [UInt8], ignoresCase: Bool) throws {
      var parser = RegexParser(pattern, ignoresCase: ignoresCase)
      graph = try RegexNFA(parser.parse())
      style = RegexOptions(
        ignoresCase: ignoresCase, isBytewise: parser.isBytewise, usesWords: parser.usesWords)
    }
  }

  /// The number of patterns in `make test`, with 20 rows each; `make test-long` tries 10,000.
  private static let patternCount: UInt64 =
    ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] == nil ? 800 : 10_000

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `matches what glibc's regexec matches`(part: UInt64) throws {
    for seed in stride(from: part, to: Self.patternCount, by: 8) {
      let ignoresCase = seed % 3 == 0
      var random = RandomExpression(SeededGenerator(seed: seed), isASCII: seed % 4 < 2)
      let pattern = random.pattern()
      let bytes = Array(pattern.utf8)
      guard let parts = try? Parts(bytes, ignoresCase: ignoresCase) else {
        let isNone = GlibcExpression(bytes, ignoresCase: ignoresCase, isBytewise: false) == nil
        #expect(isNone, "seed \(seed): \(pattern) is refused")
        continue
      }
      let glibc = GlibcExpression(
        bytes, ignoresCase: ignoresCase, isBytewise: parts.style.isBytewise)
      guard let glibc else {
        Issue.record("seed \(seed): \(pattern) is refused by glibc")
        continue
      }
      let places = try RegularExpression(bytes, ignoresCase: ignoresCase, findsRanges: true)
      let matching = try RegularExpression(bytes, ignoresCase: ignoresCase, findsRanges: false)
      for _ in 0..<20 {
        let row = random.row()
        let found = ranges(places, in: row)
        let wanted = glibc.ranges(in: row)
        let matches = matching.matches(row.span)
        var place = 0
        let matchesInPieces = matching.matches {
          let start = place
          if place < row.count { place += RegexCharacter.read(row.span, at: place).count }
          return start < place ? Array(row[start..<place]) : nil
        }
        #expect(matchesInPieces == matches, "seed \(seed): \(pattern) in \(row)")
        #expect(
          found == wanted && matches == (glibc.range(in: row, from: 0) != nil),
          "seed \(seed): \(pattern) in \(row), ignoring case: \(ignoresCase)")
      }
    }
  }

  /// Rows long enough that the cache is cleared and the NFA is simulated.
  @Test func `matches the same where there is no room for its states`() throws {
    var hasForgotten = 0
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomExpression(SeededGenerator(seed: seed), isASCII: true)
      let pattern = Array("[ab]*a[ab]{6}(\(random.pattern()))|\(random.pattern())".utf8)
      guard let parts = try? Parts(pattern, ignoresCase: false) else { continue }
      let row: [UInt8] = (0..<20).flatMap { _ in random.row() + [0x61] }
      func find(maxBytes: Int) -> (found: [Range<Int>], matches: Bool, clearCount: Int) {
        var search = RegexMatcher(parts.graph, parts.style, findsRanges: true, maxBytes: maxBytes)
        var found: [Range<Int>] = []
        search.findRanges(in: row.span) { found.append($0) }
        let clearCount = search.clearCount
        search = RegexMatcher(parts.graph, parts.style, findsRanges: false, maxBytes: maxBytes)
        return (found, search.matches(row.span), clearCount + search.clearCount)
      }
      let wide = find(maxBytes: LazyDFA.maxBytes)
      let narrow = find(maxBytes: 0)
      #expect(narrow.found == wide.found && narrow.matches == wide.matches, "seed \(seed)")
      if narrow.clearCount > wide.clearCount { hasForgotten += 1 }
    }
    #expect(hasForgotten > 100)
  }

  @Test(arguments: [
    "a{,2}", "a{,}", "a{2", "a{", "a{}", "a{x}", "a{2,1}", "a{1,2,3}", "a{ 1}", "a{32768}", "a{0}*",
    "*a", "(*a)", "a|*b", "^*", "a**", "a+*", "{1}a", "a}", "a)", "(a", "()", "()*", "a||b", "|",
    "(|a)b", "", #"\"#, #"a\"#, #"\{"#, #"a\|b"#, #"\(a\)"#, #"\b*a"#, "(^)*a", "$*", "a^b",
    "[", "[a", "[]", "[]a", "[]a]", "[^]a]", "[a-]", "[]-a]", "[a-b-c]", "[--/]", "[a--]", "[%--]",
    "[a-z-]", "[a-z-9]", "[^-a]", "[.]", "[[.]", "[a.]", "[[.", "[[.a", "[[.a.]]", "[[.-.]-/]",
    "[a-[.c.]]", "[[.space.]]", "[[=a=]]", "[[=a=]-c]", "[[:foo:]]", "[[:ALPHA:]]", "[[:alpha:",
    "[[:alpha:]", "[:alpha:]", "[[:alpha:]-z]", "[a-[:alpha:]]", "[b-a]", "[Z-a]", #"[\n]"#,
    #"[a\]]"#, "[[-b]", "[[a]", "[[.].]]", "[[...]]",
  ])
  func `is one where it is one for glibc`(pattern: String) { compareWithGlibc(pattern) }

  @Test(arguments: [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper",
    "xdigit",
  ])
  func `has the character classes of glibc`(name: String) {
    compareWithGlibc("[[:\(name):]]", rows: (1..<128).map { String(Unicode.Scalar($0)) })
    compareWithGlibc("x[^[:\(name):]]", rows: (1..<128).map { "x" + String(Unicode.Scalar($0)) })
  }

  private func compareWithGlibc(
    _ pattern: String, rows: [String] = ["", "a", "aa ab", "a-b_c", "]\\n^.", "[=:"]
  ) {
    let bytes = Array(pattern.utf8)
    for ignoresCase in [false, true] {
      let glibc = GlibcExpression(bytes, ignoresCase: ignoresCase, isBytewise: false)
      let ours = try? RegularExpression(bytes, ignoresCase: ignoresCase, findsRanges: true)
      #expect((ours == nil) == (glibc == nil), "ignoring case: \(ignoresCase)")
      for row in rows {
        guard let ours, let glibc else { continue }
        #expect(ranges(ours, in: Array(row.utf8)) == glibc.ranges(in: Array(row.utf8)), "\(row)")
      }
    }
  }

  @Test(arguments: [
    ("[à-ü]+", "xéüz", "éü"), ("[[=é=]]", "eé", "é"), ("[[.é.]-ü]", "ö", "ö"), ("s", "ſ", "S"),
    (#"s\w"#, "ſa", "ſa"), (#"\>"#, "ı", ""), (#"(\B.)+"#, "A -", "-"), ("($.){0,2}b", "-b", "b"),
    (#"\w+\b"#, "naïve-té", "naïve"), (#"\d+"#, "d٣42", "42"), (#"\D+"#, "4é٣2", "é٣"),
    (#"a\td"#, "atd a\td", "a\td"), (#"[\\d]+"#, #"\d"#, #"\d"#),
    // Lazy in Perl: the same rows match, and the longest match is marked.
    ("a+?b", "b aab", "aab"), ("a{2}?", "a aa", "aa"), ("a*?b", "aab", "aab"), ("xa??", "xa", "xa"),
  ])
  func `matches what it should where glibc does not`(
    pattern: String, row: String, wanted: String
  ) throws {
    let expression = try RegularExpression(
      Array(pattern.utf8), ignoresCase: true, findsRanges: true)
    let bytes = Array(row.utf8)
    let first = ranges(expression, in: bytes).first.map { bytes[$0] } ?? []
    #expect(String(decoding: first, as: UTF8.self) == (wanted == "S" ? "" : wanted))
  }

  @Test(arguments: [
    ("(?:a)", "groups are ( ), without ?: and the like"),
    (#"\x41"#, #"there is no \x, but \d \w \s \b \t"#),
    (#"a\0"#, #"there is no \0, but \d \w \s \b \t"#),
    (#"[\d.]"#, #"in [ ] write [:digit:] for \d"#),
    (#"[^a\w]"#, #"in [ ] write [:alnum:]_ for \w"#),
    (#"(a)\1"#, #"it has the back-reference \1"#),
  ])
  func `of Perl that would match something else is none, with a remedy`(
    pattern: String, problem: String
  ) {
    #expect(throws: ViewProblem.expression(problem)) {
      try RegularExpression(Array(pattern.utf8), ignoresCase: false, findsRanges: false)
    }
  }

  @Test(arguments: [
    ("abc", true), ("a.b", false), ("a.*b", true), ("[^a]", false), ("[^a]+", true),
    (#"\w"#, false), ("[[:alpha:]]", false), ("é", false), (#"\ba"#, false), ("^a$", true),
  ])
  func `takes bytes for characters where that means the same`(
    pattern: String, isBytewise: Bool
  ) throws {
    var parser = RegexParser(Array(pattern.utf8), ignoresCase: true)
    _ = try parser.parse()
    #expect(parser.isBytewise == isBytewise)
    parser = RegexParser([0x80], ignoresCase: false)
    _ = try parser.parse()
    #expect(!parser.isBytewise)
  }

  @Test(arguments: [
    ("WARN.*99 ms", "99 ms"), ("[0-9]+99 ms", "99 ms"), ("(foo)?bar|x", nil), ("a(bcd)+e", "bcd"),
    ("ab?cd", "cd"), (#"foo\b bar"#, "foo bar"), ("(a|b)c", "c"), ("a*", nil), ("é.", "é"),
  ])
  func `has a text that stands in each match`(pattern: String, text: String?) throws {
    let expression = try RegularExpression(
      Array(pattern.utf8), ignoresCase: false, findsRanges: false)
    let wanted = text.map { TextPattern(Array($0.utf8), ignoresCase: false) }
    #expect(expression.required == wanted)
  }

  /// The steps for all ranges in a row, and in one sixteen times as long.
  @Test(arguments: [
    "[a-z ]*[a-m][a-z ]{18}[a-z ]*", ".*[a-m].{100}", "a|a.*z", "(a?){40}z", "(a*)*b|a",
    "a{1,1000}", #"(\w+\s*)+$"#, "(.+)+x|.", "[^z]|.*1",
  ])
  func `takes a time that the length of a row bounds`(pattern: String) throws {
    var random = SeededGenerator(seed: 1)
    let parts = try Parts(Array(pattern.utf8), ignoresCase: false)
    func steps(_ count: Int) -> Int {
      let row = (0..<count).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
      var search = RegexMatcher(parts.graph, parts.style, findsRanges: true)
      search.findRanges(in: row.span) { _ in }
      return search.stepCount
    }
    let few = steps(4096)
    let many = steps(65_536)
    #expect(many < 24 * few, "\(few) steps, and \(many)")
  }

  @Test(arguments: [("a(a|b|c|[ab]){200}[xy]", false), ("[xy](a|b|c|[ab]){200}a", true)])
  func `gives up where a row takes too long, and says so`(
    pattern: String, findsRanges: Bool
  ) throws {
    var random = SeededGenerator(seed: 2)
    let row = (0..<65_536).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
    let matcher = try RowMatcher(RowFilter(pattern, kind: .expression), findsRanges: findsRanges)
    #expect(matcher.abandonedPattern == nil)
    // The second row matches but is not searched any more.
    for row in [row, Array("xa".utf8) + row.prefix(199) + Array("ax".utf8)] {
      var found: [Range<Int>] = []
      if findsRanges { matcher.findRanges(in: row.span, into: &found) }
      let matches = !findsRanges && matcher.matches(row.span)
      #expect(found.isEmpty && !matches && matcher.abandonedPattern == "\"\(pattern)\"")
    }
  }
}
