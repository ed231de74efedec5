import Testing

@testable import HostText

@Suite struct `Untrusted text` {
  /// Names of texts, the texts, and what they must become.
  private static let texts: [(String, String, String)] = [
    ("plain", "plain text ~", "plain text ~"),
    ("accents and CJK", "Grüße 漢字 ✓", "Grüße 漢字 ✓"),
    ("tab and newline", "a\tb\nc", "a\tb\nc"),
    ("carriage return", "10%\r20%\r\nend", "10% 20%\nend"),
    ("C0", "a\u{0}b\u{7}c\u{8}d\u{1A}", "a␀b␇c␈d␚"),
    ("DEL", "a\u{7F}b", "a␡b"),
    ("colours", "\u{1B}[1;31mred\u{1B}[0m", "red"),
    ("CSI with intermediates", "a\u{1B}[?25 $pb", "ab"),
    ("CSI cut at the end", "a\u{1B}[12", "a"),
    ("CSI broken by a letter of two bytes", "a\u{1B}[1ä", "aä"),
    ("CSI broken by a control", "a\u{1B}[1\nb", "a\nb"),
    ("title by BEL", "a\u{1B}]0;evil\u{7}b", "ab"),
    ("title by ST", "a\u{1B}]0;evil\u{1B}\\b", "ab"),
    ("OSC by ST in C1", "a\u{1B}]0;evil\u{9C}b", "ab"),
    ("OSC without an end", "a\u{1B}]0;text", "a0;text"),
    ("OSC ended by a newline", "a\u{1B}]0;text\nb", "a0;text\nb"),
    ("OSC in OSC", "a\u{1B}]0;\u{1B}]52;c;x\u{7}b", "a0;b"),
    ("DCS", "a\u{1B}P1$r0m\u{1B}\\b", "ab"),
    ("APC, PM, SOS", "\u{1B}_A\u{1B}\\1\u{1B}^P\u{1B}\\2\u{1B}XS\u{1B}\\3", "123"),
    ("two-byte escapes", "\u{1B}c\u{1B}7\u{1B}(0a\u{1B}#8b", "ab"),
    ("ESC alone", "a\u{1B}", "a"),
    ("ESC before a control", "a\u{1B}\nb", "a\nb"),
    ("ESC ESC", "a\u{1B}\u{1B}[31mb", "ab"),
    ("C1 CSI", "a\u{9B}31mb", "ab"),
    ("C1 OSC", "a\u{9D}0;evil\u{7}b", "ab"),
    ("C1 others", "a\u{84}\u{85}b", "ab"),
    ("bidi overrides", "a\u{202E}b\u{202A}\u{202B}\u{202C}\u{202D}c", "abc"),
    ("bidi isolates", "a\u{2066}\u{2067}\u{2068}\u{2069}b", "ab"),
    ("bidi marks", "a\u{200E}\u{200F}\u{61C}b", "ab"),
    ("invisible", "\u{FEFF}a\u{200B}b\u{2060}c\u{AD}d\u{FFF9}", "abcd"),
    ("line separators", "a\u{2028}b\u{2029}c", "a b c"),
    (
      "a tower of marks", "a" + String(repeating: "\u{301}", count: 40) + "b",
      "a" + String(repeating: "\u{301}", count: 8) + "b"
    ),
    ("a family", "👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    ("a flag of tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
  ]

  private static let invalidTexts: [(String, [UInt8], String)] = [
    ("C1 as bytes", [0x61, 0x9B, 0x33, 0x31, 0x6D, 0x62], "a\u{FFFD}31mb"),
    ("a lead alone", [0x61, 0xC3, 0x62], "a\u{FFFD}b"),
    ("cut at the end", [0xE6, 0xBC], "\u{FFFD}"),
    ("overlong", [0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
    ("overlong of three", [0xE0, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("surrogate", [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("past the last scalar", [0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("maximal parts", [0xF0, 0x9F, 0x98, 0x41, 0xE6, 0xFF], "\u{FFFD}A\u{FFFD}\u{FFFD}"),
  ]

  @Test(arguments: texts.map { ($0, Array($1.utf8), $2) } + invalidTexts)
  func `becomes harmless, keeps its words, and then stays`(
    _ name: String, _ input: [UInt8], _ harmless: String
  ) {
    var output: [UInt8] = []
    HarmlessText.append(input.span, to: &output)
    #expect(output == Array(harmless.utf8))
    #expect(HarmlessText.clean(harmless) == harmless)
  }

  /// Each way in which a mark's base may come.
  @Test(arguments: [
    "a", "ä", "漢", "\u{1B}[ma", "\u{1}", "\u{7F}", "\ra", "\t", "\u{2028}", "ab", "abc",
    "a\u{200B}b", "👍",
  ])
  func `keeps the mark of every base, however many there are`(base: String) {
    let marked = HarmlessText.clean(base + "\u{301}")
    #expect(marked.unicodeScalars.last == "\u{301}")
    let many = String(repeating: base + "\u{301}", count: 30)
    #expect(HarmlessText.clean(many) == String(repeating: marked, count: 30))
  }

  @Test func `on one line has neither tabs nor newlines`() {
    #expect(HarmlessText.cleanLine("a\tb\nc") == "a b c")
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x09, 0xC3], [0x61, 0xFF, 0x09, 0xC3]),
      (Array("é\t日本".utf8), Array("é\t日本".utf8)),
      ([0x9B, 0x6D, 0xC2, 0x9B, 0x6D], Array("\u{FFFD}m".utf8)),
      ([0xE2, 0x80, 0x20, 0xAE], [0xE2] + Array("\u{FFFD}".utf8) + [0x20, 0xAE]),
      ([0xFF, 0x1B, 0x5B, 0x33, 0x31, 0x6D, 0xFE], [0xFF, 0xFE]),
    ] as [([UInt8], [UInt8])])
  func `may keep the bytes that are not UTF-8, but for those that a terminal acts on`(
    input: [UInt8], expected: [UInt8]
  ) {
    var output: [UInt8] = []
    HarmlessText.appendKeepingBytes(input.span, to: &output)
    #expect(output == expected)
  }

  @Test(
    arguments: [
      ("a\tb\n é 👨‍👩‍👧 e\u{301}", nil), ("\u{0}", 0), ("a\rb", 0x0D), ("\u{1B}[m", 0x1B),
      ("a\u{7F}", 0x7F), ("é\u{9B}", 0x9B), ("\u{200B}", 0x200B), ("\u{202E}a", 0x202E),
      ("\u{2069}", 0x2069), ("\u{FEFF}", 0xFEFF), ("\u{E0000}", 0xE0000),
      ("\u{E007F}", 0xE007F), ("\u{115F}", 0x115F), ("\u{1160}", 0x1160),
      ("\u{3164}", 0x3164), ("\u{FFA0}", 0xFFA0), ("a\u{E0100}", 0xE0100),
      ("\u{E01EF}", 0xE01EF), ("\u{34F}", 0x34F), ("\u{17B5}", 0x17B5), ("\u{180B}", 0x180B),
      ("a\u{FE00}", 0xFE00), ("\u{2764}\u{FE0F}", nil), ("1\u{FE0F}\u{20E3}", nil),
      ("a\u{FE0F}b", 0xFE0F), ("a\u{FE0E}", 0xFE0E), ("a\u{200D}b", 0x200D),
      ("e\u{301}\u{200C}", 0x200C), ("\u{200D}a", 0x200D), ("👨\u{200D}\u{200D}👩", 0x200D),
      ("❤\u{FE0F}\u{200D}🔥👩🏽\u{200D}🚀", nil), ("می\u{200C}خواهم क्\u{200D}ष", nil),
    ] as [(String, UInt32?)])
  func `for another program has nothing that is not seen`(text: String, harmful: UInt32?) {
    let bytes = Array(text.utf8)
    #expect(HarmlessText.firstHarmful(in: bytes.span) == harmful)
    let passedOn = HarmlessText.forOthers(bytes.span)
    #expect(HarmlessText.firstHarmful(in: passedOn.span) == nil)
    if harmful == nil { #expect(passedOn == bytes) }
  }

  @Test func `that is not UTF-8 harms another program only where it may be a control`() {
    let (control, other): ([UInt8], [UInt8]) = ([0x61, 0x9B], [0x61, 0xA0, 0xFF])
    #expect(HarmlessText.firstHarmful(in: control.span) == 0x9B)
    #expect(HarmlessText.firstHarmful(in: other.span) == nil)
  }

  @Test(arguments: [
    ("a\n\u{202E}\"b", 6, #""a\u{A}\u{202E}\"b""#), ("abc", 3, #""abc""#), ("abcd", 3, #""abc…""#),
    ("a\u{E0100}", 3, #""a\u{E0100}""#), ("\nbcd", 1, #""\u{A}…""#), ("", 1, "\"\""),
  ])
  func `in a message is quoted, up to a limit`(text: String, limit: Int, quoted: String) {
    #expect(HarmlessText.quoted(text, limit: limit) == quoted)
    #expect(HarmlessText.name(of: 0x7) == "U+0007" && HarmlessText.name(of: 0x1F600) == "U+1F600")
  }

  @Test func `of many unended strings takes time in proportion to its length`() {
    let attack = [UInt8](repeating: 0x1B, count: 1) + Array("]".utf8)
    var input: [UInt8] = []
    for _ in 0..<200_000 { input += attack }
    var output: [UInt8] = []
    let time = ContinuousClock().measure { HarmlessText.append(input.span, to: &output) }
    #expect(output.isEmpty)
    #expect(time < .seconds(10))
  }
}
