import TestSupport
import Testing

@testable import HostContent

/// Where an expression matches, and whether it says that it does.
private func ranges(_ expression: Expression, in text: [UInt8]) -> [Range<Int>] {
  var ranges: [Range<Int>] = []
  expression.forEachRange(in: text.span) { ranges.append($0) }
  return ranges
}

@Suite struct `A regular expression` {
  /// 10,000 random patterns with 20 rows each.
  @Test(arguments: 0..<16)
  func `matches what glibc's regexec matches`(part: UInt64) throws {
    for number in 0..<625 {
      let seed = part * 625 + UInt64(number)
      var random = RandomExpression(seed: seed)
      let pattern = random.pattern()
      let bytes = Array(pattern.utf8)
      var parser = ExpressionParser(bytes, ignoresCase: random.ignoresCase)
      guard (try? parser.parse()) != nil else {
        let isNone =
          GlibcExpression(bytes, ignoresCase: random.ignoresCase, isBytewise: false) == nil
        #expect(isNone, "seed \(seed): \(pattern) is refused")
        continue
      }
      let glibc = GlibcExpression(
        bytes, ignoresCase: random.ignoresCase, isBytewise: parser.isBytewise)
      guard let glibc else {
        Issue.record("seed \(seed): \(pattern) is refused by glibc")
        continue
      }
      let places = try Expression(bytes, ignoresCase: random.ignoresCase, findsPlaces: true)
      let matching = try Expression(bytes, ignoresCase: random.ignoresCase, findsPlaces: false)
      for _ in 0..<20 {
        let row = random.row()
        let found = ranges(places, in: row)
        let wanted = glibc.ranges(in: row)
        let matches = matching.matches(row.span)
        #expect(
          found == wanted && matches == (glibc.range(in: row, from: 0) != nil),
          "seed \(seed): \(pattern) in \(row), ignoring case: \(random.ignoresCase)")
      }
    }
  }

  @Test(arguments: [
    "a{,2}", "a{,}", "a{2", "a{", "a{}", "a{x}", "a{2,1}", "a{1,2,3}", "a{ 1}", "a{32768}", "a{0}*",
    "*a", "(*a)", "a|*b", "^*", "a**", "a+?", "{1}a", "a}", "a)", "(a", "()", "()*", "a||b", "|",
    "(|a)b", "", #"\"#, #"a\"#, #"\n"#, #"\{"#, #"a\|b"#, #"\(a\)"#, #"\b*a"#, "(^)*a", "$*", "a^b",
    "[", "[a", "[]", "[]a", "[]a]", "[^]a]", "[a-]", "[]-a]", "[a-b-c]", "[--/]", "[a--]", "[%--]",
    "[a-z-]", "[a-z-9]", "[^-a]", "[.]", "[[.]", "[a.]", "[[.", "[[.a", "[[.a.]]", "[[.-.]-/]",
    "[a-[.c.]]", "[[.space.]]", "[[=a=]]", "[[=a=]-c]", "[[:foo:]]", "[[:ALPHA:]]", "[[:alpha:",
    "[[:alpha:]", "[:alpha:]", "[[:alpha:]-z]", "[a-[:alpha:]]", "[b-a]", "[Z-a]", #"[\n]"#,
    #"[a\]]"#, "[[-b]", "[[a]", "[[.].]]", "[[...]]",
  ])
  func `is one where it is one for glibc`(pattern: String) {
    let bytes = Array(pattern.utf8)
    for ignoresCase in [false, true] {
      let glibc = GlibcExpression(bytes, ignoresCase: ignoresCase, isBytewise: false)
      let ours = try? Expression(bytes, ignoresCase: ignoresCase, findsPlaces: true)
      #expect((ours == nil) == (glibc == nil), "ignoring case: \(ignoresCase)")
      for row in ["", "a", "aa ab", "a-b_c", "]\\n^.", "[=:"] {
        guard let ours, let glibc else { continue }
        #expect(ranges(ours, in: Array(row.utf8)) == glibc.ranges(in: Array(row.utf8)), "\(row)")
      }
    }
  }

  @Test(arguments: [
    ("[à-ü]+", "xéüz", "éü"), ("[[=é=]]", "eé", "é"), ("[[.é.]-ü]", "ö", "ö"), ("s", "ſ", "S"),
    (#"s\w"#, "ſa", "ſa"), (#"\>"#, "ı", ""), (#"(\B.)+"#, "A -", "-"), ("($.){0,2}b", "-b", "b"),
    (#"\w+\b"#, "naïve-té", "naïve"),
  ])
  func `goes by Unicode where glibc does not`(pattern: String, row: String, wanted: String) throws {
    let expression = try Expression(Array(pattern.utf8), ignoresCase: true, findsPlaces: true)
    let bytes = Array(row.utf8)
    let first = ranges(expression, in: bytes).first.map { bytes[$0] } ?? []
    #expect(String(decoding: first, as: UTF8.self) == (wanted == "S" ? "" : wanted))
  }

  @Test(arguments: [
    ("abc", true), ("a.b", false), ("a.*b", true), ("[^a]", false), ("[^a]+", true),
    (#"\w"#, false),
    ("[[:alpha:]]", false), ("é", false), (#"\ba"#, false), ("^a$", true),
  ])
  func `takes bytes for characters where that means the same`(
    pattern: String, isBytewise: Bool
  ) throws {
    var parser = ExpressionParser(Array(pattern.utf8), ignoresCase: true)
    _ = try parser.parse()
    #expect(parser.isBytewise == isBytewise)
    parser = ExpressionParser([0x80], ignoresCase: false)
    _ = try parser.parse()
    #expect(!parser.isBytewise)
  }

  @Test(arguments: [
    ("WARN.*99 ms", "99 ms"), ("[0-9]+99 ms", "99 ms"), ("(foo)?bar|x", nil), ("a(bcd)+e", "bcd"),
    ("ab?cd", "cd"), (#"foo\b bar"#, "foo bar"), ("(a|b)c", "c"), ("a*", nil), ("é.", "é"),
  ])
  func `has a text that stands in each match`(pattern: String, text: String?) throws {
    let expression = try Expression(Array(pattern.utf8), ignoresCase: false, findsPlaces: false)
    let wanted = text.map { TextPattern(Array($0.utf8), ignoresCase: false) }
    #expect((expression.required == nil) == (wanted == nil))
    if let wanted { #expect(expression.required?.isSame(as: wanted) == true) }
  }

  /// What it takes to find all places in a row and in one of sixteen times its length.
  @Test(arguments: [
    "[a-z ]*[a-m][a-z ]{18}[a-z ]*", ".*[a-m].{100}", "a|a.*z", "(a?){40}z", "(a*)*b|a",
    "a{1,1000}", #"(\w+\s*)+$"#, "(.+)+x|.", "[^z]|.*1",
  ])
  func `takes a time that the length of a row bounds`(pattern: String) throws {
    var random = SeededGenerator(seed: 1)
    var parser = ExpressionParser(Array(pattern.utf8), ignoresCase: false)
    let graph = try ExpressionGraph(parser.parse())
    let style = ExpressionStyle(
      ignoresCase: false, isBytewise: parser.isBytewise, usesWords: parser.usesWords)
    func steps(_ count: Int) -> Int {
      let row = (0..<count).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
      var search = ExpressionSearch(graph, style, findsPlaces: true)
      search.findRanges(in: row.span) { _ in }
      return search.stepCount
    }
    let few = steps(4096)
    let many = steps(65_536)
    #expect(many < 24 * few, "\(few) steps, and \(many)")
  }

  @Test func `gives up where a row takes too long, and says so`() throws {
    var random = SeededGenerator(seed: 2)
    let row = (0..<65_536).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
    for findsPlaces in [false, true] {
      let filter = RowFilter(Array("[ab]*a(a|b|c|[ab]){200}[x]".utf8), kind: .expression)
      let matcher = try RowMatcher(filter, findsPlaces: findsPlaces)
      #expect(matcher.problem == nil)
      var found: [Range<Int>] = []
      if findsPlaces {
        matcher.findRanges(in: row.span, into: &found)
      } else {
        let matches = matcher.matches(row.span)
        #expect(!matches)
      }
      #expect(matcher.problem?.text.contains("[ab]*a(a|b|c|[ab]){200}") == true)
      let matches = matcher.matches(Array("abx".utf8).span)
      #expect(!matches)
    }
  }
}
