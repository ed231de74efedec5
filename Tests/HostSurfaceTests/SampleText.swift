import TestSupport

/// Random text of all the sorts that make layout hard.
enum SampleText {
  static let pieces = [
    "a", "b", "Z", "0", " ", " ", "~", "é", "漢", "字", "한", "─", "█", "✓", "😀", "❤️", "👍🏽", "🇩🇪",
    "👨‍👩‍👧‍👦", "e\u{301}", "x\u{301}\u{327}", "\u{301}", "1️⃣", "\u{1100}", "\u{1161}", "\u{11A8}", "🇫",
    "\t",
    "\n", "\u{1B}[1m", "\u{202E}", "\u{7}", "\u{200D}", "कि", "ﾞ", "\u{FE0F}", "🏽", "ไ", "กำ",
  ]

  static func random(using random: inout SeededGenerator, atMost limit: Int = 20) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...limit, using: &random) {
      text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
    return text
  }
}
