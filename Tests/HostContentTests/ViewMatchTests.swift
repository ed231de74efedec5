import Testing

@testable import HostContent

@Suite struct `Where a row matches` {
  private func places(
    _ filter: RowFilter, in row: [UInt8]
  ) throws -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    try RowMatcher(filter, findsRanges: true).findRanges(in: row.span, into: &ranges)
    let tells = try RowMatcher(filter, findsRanges: false).matches(row.span)
    #expect(tells || ranges.isEmpty)
    return ranges
  }

  private func marked(
    _ text: String, in row: String, _ kind: RowFilter.Kind = .text,
    _ letterCase: RowFilter.LetterCase = .smart
  ) throws -> String {
    let filter = RowFilter(text, kind: kind, letterCase: letterCase)
    return row.marked(try places(filter, in: Array(row.utf8)))
  }

  @Test(arguments: [
    ("err", "an Error, two ERRORS", "an [Err]or, two [ERR]ORS"),
    ("Err", "an Error, two ERRORS", "an [Err]or, two ERRORS"),
    ("aa", "aaaaa", "[aaaa]a"),
    ("über", "ÜBER über Uber", "[ÜBER] [über] Uber"),
    ("Über", "ÜBER Über", "ÜBER [Über]"),
    ("σ", "ΟΔΥΣΣΕΥΣ οδυσσευς", "ΟΔΥ[ΣΣ]ΕΥ[Σ] οδυ[σσ]ευ[ς]"),
    ("k", "\u{212A}K", "\u{212A}[K]"),
    ("日本", "日日本", "日[日本]"),
    ("two words", "two  words, two words", "two  words, [two words]"),
    ("none", "row", "row"),
  ])
  func `a text, its case counting when it has a capital`(
    text: String, row: String, wanted: String
  ) throws {
    #expect(try marked(text, in: row) == wanted)
  }

  @Test func `case counts, or does not, as asked`() throws {
    #expect(try marked("err", in: "err ERR", .text, .sensitive) == "[err] ERR")
    #expect(try marked("ERR", in: "err ERR", .text, .insensitive) == "[err] [ERR]")
    #expect(try marked("É", in: "é É e", .text, .insensitive) == "[é] [É] e")
  }

  @Test(arguments: [
    ("[0-9]+ ?ms", "12 ms, 7ms, ms", "[12 ms], [7ms], ms"),
    ("^a|z$", "a a z z", "[a] a z [z]"),
    ("x*", "axxb", "a[xx]b"),
    ("warn", "WARN", "[WARN]"),
    (#"\Wb"#, "a-B", "a[-B]"),
    ("b.d", "béd", "[béd]"),
    ("[éü]{2}", "aéüb", "a[éü]b"),
    ("(ab|a)(bc)?", "abc", "[abc]"),
  ])
  func `an expression, the longest of the first`(text: String, row: String, wanted: String) throws {
    #expect(try marked(text, in: row, .expression) == wanted)
  }

  @Test(arguments: [
    ("hst", "host_text host", "[h]o[st]_text host"),
    ("abc", "a_b_abc", "a_b_[abc]"),
    ("foo bar", "bar.foo", "[bar].[foo]"),
    ("éa", "xÉxa", "x[É]x[a]"),
    ("ba", "ab", "ab"),
  ])
  func `words fuzzily, their characters close together`(
    text: String, row: String, wanted: String
  ) throws {
    #expect(try marked(text, in: row, .fuzzy) == wanted)
  }

  @Test func `NUL and what is not UTF-8 are data`() throws {
    let row: [UInt8] = [0x61, 0, 0xFF, 0x62, 0xC3]
    #expect(try places(RowFilter("b"), in: row) == [3..<4])
    #expect(try places(RowFilter("[^x]*b", kind: .expression), in: row) == [0..<4])
    #expect(try places(RowFilter("ab", kind: .fuzzy), in: row) == [0..<1, 3..<4])
    let exact = RowFilter([0, 0xFF], letterCase: .sensitive)
    #expect(try RowMatcher(exact, findsRanges: false).matches(row.span))
  }

  @Test(arguments: [
    ("a(", "the ( at byte 2 has no )"), ("[a", "the [ at byte 1 has no ]"),
    (#"(a)\1"#, #"back-reference \1"#), ("a|*", "before the * at byte 3"),
    ("a{2", "repetition count"), ("[b-a]", "range in [ ]"), ("[[:no:]]", "[:no:]"),
    ("a{99999}", "repetitions"), ("a{3000}", "repetitions"),
    ("((a{100}){100}){100}", "repetitions"), ("(((a{9}){9}){9}){9}", "repetitions"),
    ("a\0b", "NUL"),
  ])
  func `an invalid expression says why`(pattern: String, reason: String) throws {
    let filter = RowFilter(pattern, kind: .expression)
    let problem = #expect(throws: ViewProblem.self) { try RowMatcher(filter, findsRanges: false) }
    #expect(problem?.text.contains(reason) == true, "\(problem?.text ?? "")")
  }

  @Test(arguments: [
    (#"\W\.a"#, " .A", true), (#"\WB"#, " b", false), (#"\.A"#, ".a", false),
    (#"\\W"#, #"\w"#, false), (#"\wb\W"#, "aB ", true),
  ])
  func `an expression takes case as it is where it has a capital of its own`(
    pattern: String, row: String, matches: Bool
  ) throws {
    let matcher = try RowMatcher(RowFilter(pattern, kind: .expression), findsRanges: false)
    #expect(matcher.matches(Array(row.utf8).span) == matches)
  }

  @Test func `a text that is too long is refused`() {
    let text = [UInt8](repeating: 0x61, count: RowFilter.longestText + 1)
    #expect(throws: ViewProblem.textTooLong) { try RowMatcher(RowFilter(text), findsRanges: false) }
    let most = RowFilter(Array(text.dropLast()))
    #expect((try? RowMatcher(most, findsRanges: false))?.matches(text.span) == true)
  }

  @Test(
    arguments: [
      (true, nil, "your filter a"), (false, nil, "your search a"),
      (true, "list", "filter a of list"), (false, "list", "search a of list"),
    ] as [(Bool, String?, String)])
  func `what takes too long is named with the child that has set it, or as the user's`(
    isFilter: Bool, setter: String?, name: String
  ) {
    let problem = ViewProblem.takesTooLong(pattern: "a", isFilter: isFilter, setter: setter)
    #expect(problem.text == "\(name) takes too long; not all matches are found")
  }

  /// All texts of a length.
  private static func texts(_ letters: String, upTo length: Int) -> [String] {
    var all = [""]
    var longest = all
    for _ in 0..<length {
      longest = longest.flatMap { text in letters.map { text + String($0) } }
      all += longest
    }
    return all
  }

  @Test func `by one filter it matches by each that this refines, and a longer text refines`()
    throws
  {
    let texts = Self.texts("aB.", upTo: 2)
    let rows = Self.texts("aAbB.", upTo: 3).map { Array($0.utf8) }
    var filters: [(filter: RowFilter, matched: Set<[UInt8]>)] = []
    for kind in [RowFilter.Kind.text, .expression, .fuzzy] {
      for letterCase in [RowFilter.LetterCase.smart, .sensitive, .insensitive] {
        for text in texts {
          let filter = RowFilter(text, kind: kind, letterCase: letterCase)
          let matcher = try RowMatcher(filter, findsRanges: false)
          filters.append((filter, Set(rows.filter { matcher.matches($0.span) })))
        }
      }
    }
    for (one, matched) in filters {
      for (other, allMatched) in filters where one.refines(other) {
        #expect(matched.isSubset(of: allMatched), "\(one) refines \(other)")
      }
      guard one.kind == .text, one.text.count == 2 else { continue }
      var shorter = RowFilter(
        Array(one.text.dropLast()), letterCase: one.ignoresCase ? .insensitive : .sensitive)
      #expect(one.refines(shorter) && one.refines(one) && !shorter.refines(one))
      shorter.letterCase = .insensitive
      #expect(one.refines(shorter))
      // A cell of one column may be missing in another.
      var ofColumn = one
      ofColumn.column = 1
      #expect(!ofColumn.refines(shorter) && !one.refines(ofColumn) && ofColumn.refines(ofColumn))
      shorter.text = []
      #expect(!one.refines(shorter))
    }
  }
}

@Suite struct `A row that is shown otherwise than its bytes stand` {
  /// The matches of a row in a view, as text.
  private func parts(
    _ text: String, of row: String, _ kind: RowFilter.Kind = .text, column: Int? = nil
  ) throws -> [String] {
    let view = View(in: SteppedWorld())
    var content = Content(stored("plain\n\(row)\r\n"))
    content.columns = Columns(["A", "B"])
    _ = try view.show(ViewRequest(text, kind: kind, column: column), of: content)
    guard view.count > 0 else { return [] }
    #expect(view.rows == [1])
    let bytes = Array(row.utf8)
    return view.matches(in: bytes.span).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("name", "N\u{8}NA\u{8}AM\u{8}ME\u{8}E(1)", ["N", "A", "M", "E"]),
    ("ab", "_\u{8}a_\u{8}b", ["a", "b"]), ("foobar", "\u{1B}[31mfoo\u{1B}[0mbar", ["foo", "bar"]),
    ("31m", "\u{1B}[31mfoo", []), ("2%", "1%\r2%", ["2%"]), ("1%", "1%\r2%", []),
    ("xyc", "abc\rxy", ["c", "xy"]), ("ÉTÉ", "\u{1B}[1mÉ\u{1B}[0mTÉ", ["É", "TÉ"]),
    ("a       b", "a\r\u{1B}[1m\tb", ["a", "b"]), ("title", "\u{1B}]0;title\u{7}row", []),
    ("never", "\u{1B}]0;never ended", ["never"]), ("␁", "\u{1B}[1mx\u{1}y", ["\u{1}"]),
  ])
  func `matches where it is shown`(text: String, row: String, wanted: [String]) throws {
    #expect(try parts(text, of: row) == wanted)
    #expect(try parts(text, of: row, .expression) == wanted)
    #expect(try parts(text, of: row, .fuzzy).joined() == wanted.joined())
  }

  @Test func `matches in its column`() throws {
    let row = "a\u{1B}[1mb\u{1B}[0m\tab\u{8}b"
    #expect(try parts("ab", of: row, column: 0) == ["a", "b"])
    #expect(try parts("ab", of: row, column: 1) == ["ab"])
    #expect(try parts("[1m", of: row, column: 0) == [])
  }

  @Test func `keeps what is not UTF-8`() throws {
    let row: [UInt8] = [0x1B, 0x5B, 0x6D, 0xFF, 0x61]
    let filter = RowFilter([0xFF, 0x61], letterCase: .sensitive)
    let scan = RowScan(
      matcher: try RowMatcher(filter, findsRanges: true), selector: CellSelector(nil, of: nil))
    var ranges: [Range<Int>] = []
    scan.findRanges(in: row.span, into: &ranges)
    #expect(ranges == [3..<5])
  }

  @Test func `is sorted by what it shows`() throws {
    let view = View(in: SteppedWorld())
    let content = Content(stored("\u{1B}[31mb\nc\u{8}c\n\u{1B}[32ma\n"))
    _ = try view.show(ViewRequest(sort: RowSort(by: .text)), of: content)
    #expect(view.rows == [2, 0, 1])
  }
}

@Suite struct `What rows are sorted by` {
  @Test(
    arguments: [
      ("12", 12), ("-3.5", -3.5), ("1,024", 1024), ("3,5", 3.5), ("80%", 80), ("1.5K", 1536),
      ("2Mi", 2_097_152), ("2MB", 2_000_000), ("250ms", 0.25), ("3m", 180), ("1h", 3600),
      ("2 (3d ago)", 2), ("  7", 7), ("5x", 5), ("+4", 4), ("1,234,567", 1_234_567),
      ("4k", 4096), ("4kB", 4000), ("3G", 3_221_225_472), ("1GB", 1e9), ("1T", 1_099_511_627_776),
      ("1TiB", 1_099_511_627_776), ("1P", 1_125_899_906_842_624), ("1ns", 1e-9), ("1us", 1e-6),
      ("2s", 2), ("2d", 172_800), ("3GHz", 3),
    ] as [(String, Double)])
  func `a number with its unit`(text: String, value: Double) {
    #expect(LeadingNumber.value(of: Array(text.utf8).span) == value)
  }

  @Test(arguments: ["", "-", "abc", "5d1h", "1.2.3.4/8", "0x10", "a 5", "10.0.0.1", "1.2.3"])
  func `what is no number`(text: String) {
    #expect(LeadingNumber.value(of: Array(text.utf8).span) == nil)
  }

  @Test func `a fuzzy match is better where words begin and characters follow each other`() {
    var scorer = MatchScorer()
    let word = TextPattern(Array("fb".utf8), ignoresCase: true)
    let rows = ["fooBar", "foo_bar", "fb", "affable", "of the bulb", "xfxxbx", "none"]
    let scores = rows.map { scorer.score(of: word, in: Array($0.utf8).span) ?? -1 }
    let best = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.map { rows[$0] }
    #expect(best.first == "fb" && Set(best[1...3]) == ["fooBar", "foo_bar", "of the bulb"])
    #expect(scores[rows.count - 1] == -1)
  }
}
