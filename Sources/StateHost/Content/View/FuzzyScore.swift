/// How well a row holds the characters of words: the more of them follow each other or begin a word, and the
/// closer together they are, the better.
enum FuzzyScore {
  private static let following = 8
  private static let beginning = 8

  /// The score of a text, 0 where it does not hold all words.
  static func score(of words: [TextPattern], in text: Span<UInt8>) -> Int {
    var score = 0
    for word in words {
      guard let places = word.subsequence(of: text) else { return 0 }
      var end: Int?
      for place in places {
        if beginsWord(text, at: place.lowerBound) { score += beginning }
        guard let last = end else {
          end = place.upperBound
          continue
        }
        let gap = place.lowerBound - last
        score += gap == 0 ? following : -min(gap, following)
        end = place.upperBound
      }
    }
    return score
  }

  private static func beginsWord(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard offset > 0 else { return true }
    let before = text[offset - 1]
    let isCapital = text[offset] >= 0x41 && text[offset] <= 0x5A
    let isSmall = before >= 0x61 && before <= 0x7A
    return !isPartOfWord(before) || isCapital && isSmall
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return byte >= 0x80 || small >= 0x61 && small <= 0x7A || byte >= 0x30 && byte <= 0x39
  }
}
