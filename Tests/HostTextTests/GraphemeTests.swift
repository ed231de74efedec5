import Testing

@testable import HostText

@Suite struct `Graphemes of text` {
  /// Texts, and their graphemes with their columns.
  static let layouts: [(String, [(String, Int)])] = [
    ("ab", [("a", 1), ("b", 1)]), ("e\u{301}x", [("e\u{301}", 1), ("x", 1)]), ("é", [("é", 1)]),
    ("漢字", [("漢", 2), ("字", 2)]), ("ｶﾞ", [("ｶ", 1), ("\u{FF9E}", 1)]),
    ("カ\u{3099}", [("カ\u{3099}", 2)]), ("한국", [("한", 2), ("국", 2)]),
    ("\u{1112}\u{1161}\u{11AB}", [("\u{1112}\u{1161}\u{11AB}", 2)]),
    ("─│█", [("─", 1), ("│", 1), ("█", 1)]), ("😀a", [("😀", 2), ("a", 1)]), ("❤", [("❤", 1)]),
    ("❤\u{FE0F}", [("❤\u{FE0F}", 2)]), ("✅", [("✅", 2)]),
    ("1\u{FE0F}\u{20E3}", [("1\u{FE0F}\u{20E3}", 2)]), ("a\u{FE0F}", [("a\u{FE0F}", 1)]),
    ("👍🏽", [("👍🏽", 2)]), ("☝🏽", [("☝🏽", 2)]),
    ("👨‍👩‍👧‍👦!", [("👨‍👩‍👧‍👦", 2), ("!", 1)]),
    ("👩🏻‍❤️‍💋‍👨🏿", [("👩🏻‍❤️‍💋‍👨🏿", 2)]), ("🇩🇪🇫🇷", [("🇩🇪", 2), ("🇫🇷", 2)]),
    ("🇩🇪🇫", [("🇩🇪", 2), ("🇫", 2)]), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", [("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2)]),
    ("a\u{200D}b", [("a\u{200D}", 1), ("b", 1)]), ("कि", [("कि", 1)]),
    ("\u{301}", [(" \u{301}", 1)]), ("Ａ", [("Ａ", 2)]), ("±§", [("±", 1), ("§", 1)]),
    ("\u{20000}", [("\u{20000}", 2)]), ("\u{10FFFF}", [("\u{10FFFF}", 1)]),
    ("#\u{FE0F}*\u{FE0F}", [("#\u{FE0F}", 2), ("*\u{FE0F}", 2)]),
    ("a🏽", [("a", 1), ("🏽", 2)]), ("🇩a🇪", [("🇩", 2), ("a", 1), ("🇪", 2)]),
    ("\u{1100}\u{AC00}\u{11A8}", [("\u{1100}\u{AC00}\u{11A8}", 2)]),
    ("\u{AC01}\u{11A8}", [("\u{AC01}\u{11A8}", 2)]),
    ("\u{AC01}\u{1161}", [("\u{AC01}", 2), ("\u{FFFD}", 1)]),
    // Sixteen scalars are the most of one.
    (
      String(repeating: "👩\u{200D}", count: 8) + "👩",
      [(String(repeating: "👩\u{200D}", count: 8), 2), ("👩", 2)]
    ),
  ]

  @Test(arguments: layouts)
  func `are whole and as wide as terminals draw them`(_ text: String, _ layout: [(String, Int)]) {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var columns: [Int] = []
    var scanner = GraphemeScanner()
    while scanner.next(in: bytes.span) {
      var part: [UInt8] = []
      scanner.cluster.append(to: &part)
      parts.append(String(decoding: part, as: UTF8.self))
      columns.append(scanner.cluster.width)
    }
    #expect(parts.map { Array($0.utf8) } == layout.map { Array($0.0.utf8) })
    #expect(columns == layout.map(\.1))
    #expect(TextWidth.columns(of: text) == columns.reduce(0, +))
  }

  @Test func `break where the standard library breaks them`() {
    // Between scalars that are assigned, joined as in real text, both follow the same rules.
    let samples = [
      "Zwölf Boxkämpfer jagen Viktor", "नम", "สวัสดีชาวโลก", "안녕하세요",
      "👩‍🚀🏳️‍🌈👨🏽‍🌾", "e\u{301}\u{327}o\u{308}", "عربي مَرحَبًا",
    ]
    for sample in samples {
      let bytes = Array(sample.utf8)
      var scanner = GraphemeScanner()
      var count = 0
      while scanner.next(in: bytes.span) { count += 1 }
      #expect(count == sample.count, "\(sample)")
    }
  }

  @Test(arguments: [
    ("", 0), ("a\tb", 9), ("\t", 8), ("1234567\tx", 9), ("12345678\tx", 17), ("漢\tx", 9),
    ("a\nb", 3), ("\u{1B}[31mred\u{1B}[m", 3),
  ])
  func `have columns that count tabs and leave out sequences`(_ text: String, _ columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("hello", 3, 3, 3), ("hello", 9, 5, 5), ("漢字", 3, 3, 2), ("漢字", 4, 6, 4),
    ("e\u{301}x", 1, 3, 1),
    ("abc", 0, 0, 0), ("a\tb", 7, 1, 1), ("a\tb", 8, 2, 8), ("漢", 1, 0, 0), ("🇩🇪x", 2, 8, 2),
  ])
  func `fit into columns whole`(_ text: String, _ limit: Int, _ bytes: Int, _ columns: Int) {
    let prefix = TextWidth.prefix(of: text.utf8.span, columns: limit)
    #expect(prefix.bytes == bytes)
    #expect(prefix.columns == columns)
  }

  @Test func `that are only marks are taken for marks as the standard library takes them`() {
    for value in UInt32(0xA9)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isMark = scalar.properties.isGraphemeExtend
      let scalarClass = ScalarProperties(of: value).scalarClass
      // The joiner has a class of its own; halfwidth sound marks take a column on terminals.
      if [0x200D, 0xFF9E, 0xFF9F].contains(value) { continue }
      if isMark != (scalarClass == .extend) {
        // Skin tones and a few letters join as marks without the property.
        #expect(!isMark && scalarClass == .extend, "\(String(value, radix: 16))")
      }
    }
  }
}
