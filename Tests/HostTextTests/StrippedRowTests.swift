import Testing

@testable import HostText

@Suite struct `A stripped row` {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a\tb", "a\tb"), ("é 日本", "é 日本"),
    ("\u{1B}[31;1mred\u{1B}[0m\tb", "red\tb"), ("\u{1B}]0;title\u{7}x", "x"),
    ("\u{9B}31mx", "x"), ("\u{1B}]8;;http://example.org\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("N\u{8}NA\u{8}A", "NA"), ("10%\r20%", "20%"), ("abc\rx", "xbc"),
    ("abc\rx\u{1B}[K", "x"), ("abc\rx\u{1B}[1K", "xbc"), ("漢字\rab", "ab字"), ("漢字\ra", "a 字"),
    ("_\u{8}a", "a"), ("a\u{8}_", "a"), ("ab\u{8}\u{8}\u{8}c", "cb"), ("a\tb\rc", "c       b"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a b cd"), ("a\u{2028}b\rc", "c b"),
    ("a\u{B}b\u{C}c", "a␋b␌c"),
  ])
  func `is what is shown of it`(row: String, shown: String) {
    var output = Array(">".utf8)
    StrippedRow.append(Array(row.utf8).span, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == ">" + shown)
  }

  @Test func `keeps bytes that are not UTF-8`() {
    var output: [UInt8] = []
    StrippedRow.append([0x61, 0xFF, 0x1B, 0x5B, 0x6D, 0xE9, 0x62].span, to: &output)
    #expect(output == [0x61, 0xFF, 0xE9, 0x62])
  }
}
